"""A view as one HTML file that can be zoomed and searched for masks, and works without a network."""

from __future__ import annotations

import html

import pandas as pd
import plotly.io

from components.exports.caption import plain_lines
from components.exports.interactive import COPY_FILM, styled_figure
from components.exports.provenance import PROGRAM
from components.exports.view import View

# The file's own scripts, styles and pictures; whatever else a browser may be led to ask for is refused.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
_CONFIG = {"displaylogo": False, "scrollZoom": True, "responsive": True}
_STYLE = """
body { margin: 0; background: #101418; color: #e4e8ec; font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 16px; }
main.wide { max-width: 2000px; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
.film { height: 80vh; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: 4px 12px 4px 0; text-align: left; border-bottom: 1px solid #2b343d; }
td { font-variant-numeric: tabular-nums; }
"""


def view_html(view: View) -> str:
    """Write the view: the X-ray with every layer of its sources, its caption and the case's numbers.

    What is shown is what the viewer shows, on as many films; see `interactive.styled_figure`. Everything from files is
    escaped.
    """
    figure = plotly.io.to_html(
        styled_figure(view),
        config=_CONFIG,
        include_plotlyjs=True,
        full_html=False,
        validate=False,
        default_height="100%",
        post_script=COPY_FILM,
    )
    title = html.escape(view.provenance.items()["Case"])
    lines = "<br>\n".join(html.escape(line) for line in plain_lines(view)[1:])
    width = "wide" if len(view.panes) > 1 else "narrow"
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
<main class="{width}">
<h1>{title}</h1>
<div class="film">{figure}</div>
<h2>Numbers</h2>
{_table(view)}
<p>{lines}</p>
</main>
</body>
</html>
"""


def _table(view: View) -> str:
    labels = {source.key: source.label for source in view.sources}
    words = {"pathology": "Pathology", "label": "Label", "remark": "Not drawn"}
    for column in view.table.columns.difference(list(words)):
        kind, *keys = str(column).split(":")
        between = " / ".join(labels[key] for key in keys)
        words[column] = f"IoU {between}" if kind == "iou" else f"{between}, area share"
    cells = view.table.map(lambda cell: f"{cell:.3f}" if isinstance(cell, float) else "" if pd.isna(cell) else cell)
    return str(cells.rename(columns=words).to_html(index=False, border=0, escape=True))
