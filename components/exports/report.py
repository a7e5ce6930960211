"""A view as one HTML report that works without a network: figures, tables, settings, methods and provenance."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
import plotly.io

from components.exports.provenance import PROGRAM, Provenance
from components.figures.panel import Panel
from components.tables.column_words import ColumnWords, Kind

# The file's own scripts, styles and pictures; whatever else a browser may be led to ask for is refused.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
_CONFIG = {"displaylogo": False, "responsive": True, "toImageButtonOptions": {"format": "svg"}}
_TEXT, _FAINT = "#1B2228", "#5A6570"
_STYLE = f"""
body {{ margin: 0; background: #fff; color: {_TEXT}; font: 15px/1.5 system-ui, sans-serif; }}
main {{ max-width: 1100px; margin: 0 auto; padding: 24px 16px 64px; }}
h1 {{ font-size: 1.6rem; }} h2 {{ font-size: 1.2rem; margin: 2.5rem 0 0.25rem; }}
p {{ max-width: 80ch; }} .warning {{ border-left: 4px solid #E6A100; padding-left: 12px; }}
.figure {{ break-inside: avoid; }}
table {{ border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; font-size: 13px; }}
th, td {{ padding: 3px 10px 3px 0; text-align: right; border-bottom: 1px solid #D5DCE2; white-space: nowrap; }}
th:first-child, td:first-child, .facts td {{ text-align: left; white-space: normal; }}
td {{ font-variant-numeric: tabular-nums; }} .facts th {{ text-align: left; color: {_FAINT}; vertical-align: top; }}
"""
_FORMATS: dict[Kind, str] = {"count": "{:,.0f}", "value": "{:.3f}", "signed": "{:+.3f}", "share": "{:.2%}"}


def report_html(
    title: str, panels: Sequence[Panel], settings: Mapping[str, str], methods: str, provenance: Provenance
) -> str:
    """Write a report as one file.

    Parameters
    ----------
    title : str
        Heading.
    panels : sequence of Panel
        In order; Plotly is written once, with the first figure.
    settings : mapping of str to str
        What was chosen, by name.
    methods : str
        A paragraph that names every rule.
    provenance : Provenance
        Where the numbers come from.
    """
    parts, has_plotly = [], False
    for panel in panels:
        parts.append(f"<h2>{html.escape(panel.title)}</h2>\n<p>{html.escape(panel.explained)}</p>")
        if panel.figure is not None:
            parts.append(f'<div class="figure">{_figure(panel.figure, with_plotly=not has_plotly)}</div>')
            has_plotly = True
        parts.append(table_html(panel.table, panel.words))
    warnings = " ".join(provenance.warnings)
    body = "\n".join(parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width">
<title>{html.escape(title)} · {PROGRAM}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{html.escape(title)}</h1>
<p class="warning">{html.escape(warnings)}</p>
{body}
<h2>Methods</h2>
<p>{html.escape(methods)}</p>
<h2>Settings</h2>
{_facts(settings)}
<h2>Provenance</h2>
{_facts(provenance.items())}
</main>
</body>
</html>
"""


def table_html(table: pd.DataFrame, words: Mapping[str, ColumnWords]) -> str:
    """Write a table with its columns in words; a missing number is a dash."""
    head = "".join(f"<th>{html.escape(words[name].label)}</th>" for name in table.columns)
    rows = [
        "".join(f"<td>{_cell(cell, words[name].kind)}</td>" for name, cell in zip(table.columns, row, strict=True))
        for row in table.itertuples(index=False)
    ]
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _cell(cell: object, kind: Kind) -> str:
    if pd.isna(cell):  # type: ignore[call-overload]  # a cell is a scalar
        return "–"
    if kind == "text":
        return html.escape(str(cell))
    return _FORMATS.get(kind, "{:.1f}").format(cell)


def _figure(figure: go.Figure, *, with_plotly: bool) -> str:
    in_print = go.Figure(figure)
    in_print.update_layout(template="plotly_white", font={"color": _TEXT}, dragmode="zoom")
    return str(plotly.io.to_html(in_print, config=_CONFIG, include_plotlyjs=with_plotly, full_html=False))


def _facts(facts: Mapping[str, str]) -> str:
    rows = "\n".join(
        f"<tr><th>{html.escape(name)}</th><td>{html.escape(text)}</td></tr>" for name, text in facts.items()
    )
    return f'<table class="facts"><tbody>\n{rows}\n</tbody></table>'
