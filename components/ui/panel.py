"""A panel as every view shows it: what one looks at in plain sentences, the figure, its numbers, and downloads."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.figures.panel import Panel
from components.tables.column_words import ColumnWords, Kind
from components.ui import chart, summary_table
from components.ui.markdown import markdown_text

_FORMATS: dict[Kind, str] = {
    "count": "localized",
    "value": "%.3f",
    "signed": "%+.3f",
    "share": "percent",
    "percent": "%.1f",
}


def show(panel: Panel) -> None:
    """Show a panel; its table can be sorted and downloaded, its figure saved in the browser."""
    st.subheader(markdown_text(panel.title))
    st.caption(markdown_text(panel.explained))
    if panel.figure is not None:
        chart.show(panel.figure, panel.name, panel.alt, opens_cases=panel.opens_cases, file_name=panel.name)
    columns = {name: _column(name, words) for name, words in panel.words.items()}
    summary_table.show_table(panel.table, f"{panel.name}.csv", columns)


def _column(name: str, words: ColumnWords) -> Any:
    if words.kind == "text":
        return st.column_config.TextColumn(words.label, pinned=name == "pathology", help=words.help or None)
    return st.column_config.NumberColumn(words.label, format=_FORMATS[words.kind], help=words.help or None)
