"""The film with everything drawn on it as a Plotly figure for a page of its own: as the viewer shows it."""

from __future__ import annotations

import base64
import html
import io
import math
from typing import Any

from components.exports.closer import Closer, heat_picture
from components.exports.view import View, columns_of
from components.figures.xray import xray_figure

COPY_FILM = """
const plot = document.getElementById("{plot_id}");
const [{ source }, ...others] = plot.layout.images;
const missing = others.map((image, i) => [`images[${i + 1}].source`, image.source ?? source]);
if (missing.length) Plotly.relayout(plot, Object.fromEntries(missing));
"""
"""Script for the page: each further film shows the picture that the figure holds once."""

_GAP_SHARE = 0.008
_PEAK_MARK = {"size": 14, "line": {"color": "#FFFFFF", "width": 2}}


def styled_figure(view: View) -> dict[str, Any]:
    """Return the X-ray figure with the viewer's settings, as plain data for Plotly.

    What is hidden in the viewer is there and turned off in the legend. Where the viewer shows several films, so does
    the figure, zoomed and moved together; all but the first have no picture until `COPY_FILM` has run.
    """
    figure = xray_figure(view.info, view.styles)
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
        look = view.look_at(*layer)
        if kind == "outline":
            trace["line"] = {"color": look.style.colour, "dash": look.style.dash, "width": look.line_px}
            source = trace.pop("legendgrouptitle")["text"]
            trace["name"] = f"{source}: {trace['name']}"
        elif kind == "fill":
            trace["fillcolor"] = look.style.colour
            trace["opacity"] = look.opacity_share if view.settings.fill and view.closer is None else 0
        elif kind == "points":
            trace["marker"] = trace["marker"] | {"color": look.style.colour}
    figure["layout"]["legend"] |= {"groupclick": "togglegroup", "title": {"text": "Click to show or hide"}}
    figure["layout"]["autosize"] = True
    if view.closer is not None:
        _add_closer(figure, view, view.closer)
    elif len(view.panes) > 1:
        _part(figure, view)
    return figure


def _part(figure: dict[str, Any], view: View) -> None:
    """Part a figure of one film in one a pane, in rows."""
    layout, panes, film_hw = figure["layout"], view.panes, view.info.film_hw
    whole_x, whole_y = layout.pop("xaxis"), layout.pop("yaxis")
    images, shapes = layout.pop("images"), layout.pop("shapes")
    layout |= {"images": [], "shapes": [], "annotations": list(layout.get("annotations", []))}
    columns = columns_of(len(panes), film_hw)
    n_rows = math.ceil(len(panes) / columns)
    traces = []
    for index, pane in enumerate(panes):
        row, column = divmod(index, columns)
        number = str(index + 1) if index else ""
        x, y = f"x{number}", f"y{number}"
        across = [column / columns + _GAP_SHARE / 2, (column + 1) / columns - _GAP_SHARE / 2]
        upwards = [1 - (row + 1) / n_rows + _GAP_SHARE / 2, 1 - row / n_rows - _GAP_SHARE / 2]
        linked = ({"matches": "x"}, {"matches": "y", "scaleanchor": None}) if index else ({}, {})
        layout[f"xaxis{number}"] = whole_x | {"domain": across, "anchor": y} | linked[0]
        layout[f"yaxis{number}"] = whole_y | {"domain": upwards, "anchor": x} | linked[1]
        layout["images"] += [
            {name: value for name, value in image.items() if name != "source" or not index} | {"xref": x, "yref": y}
            for image in images
        ]
        layout["shapes"] += [shape | {"xref": x, "yref": y} for shape in shapes]
        layout["annotations"].append(_title(pane.title, pane.colour, across[0], upwards[1]))
        own = (trace for trace in figure["data"] if pane.holds(trace["meta"]["source"], trace["meta"]["target"]))
        traces += [trace | {"xaxis": x, "yaxis": y} for trace in own]
    figure["data"] = traces
    layout["legend"]["title"]["side"] = "top"
    layout["legend"] |= {"orientation": "h", "x": 0, "y": 0, "yanchor": "top"}  # below: films need the width


def _title(text: str, colour: str, x: float, y: float) -> dict[str, Any]:
    place = {"xref": "paper", "yref": "paper", "x": x, "y": y, "xanchor": "left", "yanchor": "top"}
    look = {"showarrow": False, "bgcolor": "rgba(0,0,0,0.65)", "font": {"color": colour, "size": 14}}
    return {"text": html.escape(text)} | place | look


def _add_closer(figure: dict[str, Any], view: View, closer: Closer) -> None:
    """Lay the closer look over the film: areas, or the heat map with the outline of its threshold and its peak."""
    if closer.step is None:
        for trace in closer.extra["data"]:
            figure["data"].append(trace | {"name": html.escape(trace["meta"]["name"]), "showlegend": True})
        return
    heat, look = closer.extra["heat"], view.look_at(closer.model_key, closer.target)
    stream = io.BytesIO()
    heat_picture(closer).save(stream, "PNG")
    packed = base64.b64encode(stream.getvalue()).decode("ascii")
    height, width = view.info.film_hw
    # Plotly takes images of exactly one place for one image, so this one begins a hair to the left.
    place = {"x": -0.5000001, "y": -0.5, "sizex": width, "sizey": height, "sizing": "stretch", "layer": "below"}
    image = {"source": f"data:image/png;base64,{packed}", "xref": "x", "yref": "y", "opacity": closer.heat_opacity}
    figure["layout"]["images"].append(place | image)
    label = next(html.escape(source.label) for source in view.sources if source.key == closer.model_key)
    target = html.escape(closer.target)
    traces: list[dict[str, Any]] = [
        {
            "mode": "lines",
            "x": closer.step["x"],
            "y": closer.step["y"],
            "line": {"color": look.style.colour, "dash": look.style.dash, "width": look.line_px},
            "name": f"{label}: {target} at threshold {closer.step['threshold']:.2f}",
        },
        {
            "mode": "markers",
            "x": [heat["peak"]["x"]],
            "y": [heat["peak"]["y"]],
            "marker": {"symbol": "x-open" if heat["peak"]["hits"] is False else "x", "color": look.style.colour}
            | _PEAK_MARK,
            "name": f"{label}: highest value",
        },
    ]
    meta = {"kind": "threshold", "source": closer.model_key, "target": closer.target}
    shared = {"type": "scatter", "hoverinfo": "name", "showlegend": True, "legendrank": 999, "meta": meta}
    figure["data"] += [trace | shared for trace in traces]
