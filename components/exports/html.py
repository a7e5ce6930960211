"""A view as one HTML file that can be zoomed and searched for masks, and works without a network."""

from __future__ import annotations

import base64
import html
import io
from typing import Any

import pandas as pd
import plotly.io

from components.exports.caption import plain_lines
from components.exports.closer import Closer, heat_picture
from components.exports.provenance import PROGRAM
from components.exports.view import View
from components.figures.layer_look import layer_look
from components.figures.xray import xray_figure

# The file's own scripts, styles and pictures; whatever else a browser may be led to ask for is refused.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
_CONFIG = {"displaylogo": False, "scrollZoom": True, "responsive": True}
_ONE_FILM = "Here everything is on one film; the viewer showed several."
_STYLE = """
body { margin: 0; background: #101418; color: #e4e8ec; font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 16px; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
.film { height: 80vh; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: 4px 12px 4px 0; text-align: left; border-bottom: 1px solid #2b343d; }
td { font-variant-numeric: tabular-nums; }
"""


def view_html(view: View) -> str:
    """Write the view: the X-ray with every layer of its sources, its caption and the case's numbers.

    What is hidden in the viewer is there and turned off in the legend. All is on one film, whatever the viewer's mode.
    Everything from files is escaped.
    """
    figure = plotly.io.to_html(
        styled_figure(view),
        config=_CONFIG,
        include_plotlyjs=True,
        full_html=False,
        validate=False,
        default_height="100%",
    )
    title = html.escape(view.provenance.items()["Case"])
    said = [*plain_lines(view)[1:], *([_ONE_FILM] if len(view.panes) > 1 else [])]
    lines = "<br>\n".join(html.escape(line) for line in said)
    meta = "\n".join(
        f'<meta name="{html.escape(name)}" content="{html.escape(value)}">'
        for name, value in view.provenance.items().items()
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width">
{meta}
<title>{title} · {PROGRAM}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div class="film">{figure}</div>
<h2>Numbers</h2>
{_table(view)}
<p>{lines}</p>
</main>
</body>
</html>
"""


def styled_figure(view: View) -> dict[str, Any]:
    """Return the X-ray figure with the viewer's settings, as plain data for Plotly."""
    figure = xray_figure(view.info, view.styles)
    settings = view.settings
    shown = {(one.source_key, one.target) for pane in view.panes for one in pane.layers}
    named = {(one.source_key, one.target) for pane in view.panes for one in pane.named}
    clicked = {(one.source_key, one.target) for pane in view.panes for one in pane.points}
    order = [source.key for source in view.sources]
    for trace in figure["data"]:
        kind, layer = trace["meta"]["kind"], (trace["meta"]["source"], trace["meta"]["target"])
        trace["legendgroup"] = " ".join(layer)  # an entry turns on and off all that belongs to its mask
        is_on = layer in {"points": clicked, "name": named}.get(kind, shown)
        trace["legendrank"] = 1000 + order.index(layer[0])  # one source after the other
        trace["visible"] = True if is_on else "legendonly"
        look = layer_look(settings, view.styles[layer[0]], *layer)
        if kind == "outline":
            trace["line"] = {"color": look.style.colour, "dash": look.style.dash, "width": look.line_px}
            source = trace.pop("legendgrouptitle")["text"]
            trace["name"] = f"{source}: {trace['name']}"
        elif kind == "fill":
            trace["fillcolor"] = look.style.colour
            trace["opacity"] = look.opacity_share if settings.fill else 0
        elif kind == "points":
            trace["marker"] = trace["marker"] | {"color": look.style.colour}
    if view.closer is not None:
        _add_closer(figure, view, view.closer)
    figure["layout"]["legend"] |= {"groupclick": "togglegroup", "title": {"text": "Click to show or hide"}}
    figure["layout"]["autosize"] = True
    return figure


def _add_closer(figure: dict[str, Any], view: View, closer: Closer) -> None:
    """Lay the closer look over the film: areas, or the heat map with the outline of its threshold."""
    if closer.step is None:
        for trace in closer.extra["data"]:
            figure["data"].append(trace | {"name": html.escape(trace["meta"]["name"]), "showlegend": True})
        return
    stream = io.BytesIO()
    heat_picture(closer).save(stream, "PNG")
    packed = base64.b64encode(stream.getvalue()).decode("ascii")
    height, width = view.info.film_hw
    place = {"x": -0.5, "y": -0.5, "sizex": width, "sizey": height, "sizing": "stretch", "layer": "below"}
    image = {"source": f"data:image/png;base64,{packed}", "xref": "x", "yref": "y", "opacity": closer.heat_opacity}
    figure["layout"]["images"].append(place | image)
    look = view.look_at(closer.model_key, closer.target)
    line = {"color": look.style.colour, "dash": look.style.dash, "width": look.line_px}
    name = f"{html.escape(closer.target)} at threshold {closer.step['threshold']:.2f}"
    outline = {"type": "scatter", "mode": "lines", "x": closer.step["x"], "y": closer.step["y"], "line": line}
    figure["data"].append(outline | {"name": name, "showlegend": True})


def _table(view: View) -> str:
    labels = {source.key: source.label for source in view.sources}
    words = {"pathology": "Pathology", "label": "Label", "remark": "Not drawn"}
    for column in view.table.columns.difference(list(words)):
        kind, *keys = str(column).split(":")
        between = " / ".join(labels[key] for key in keys)
        words[column] = f"IoU {between}" if kind == "iou" else f"{between}, area share"
    cells = view.table.map(lambda cell: f"{cell:.3f}" if isinstance(cell, float) else "" if pd.isna(cell) else cell)
    return str(cells.rename(columns=words).to_html(index=False, border=0, escape=True))
