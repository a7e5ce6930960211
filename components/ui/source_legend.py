"""Which colour and line is which source, for pictures that name none."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from components.figures.theme import SourceStyle
from data_access.annotation_set import AnnotationSet, Source

_CSS_LINES = {"solid": "solid", "dot": "dotted", "dash": "dashed", "dashdot": "dashed", "longdash": "dashed"}


def show(sets: Sequence[AnnotationSet | Source], styles: dict[str, SourceStyle]) -> None:
    """Show a stroke and the name of each source."""
    entries = []
    for one in sets:
        style = styles[one.key]
        line = f"{_CSS_LINES.get(style.dash, 'dashed')} {style.colour}"
        stroke = f'<span style="display:inline-block;width:2rem;border-top:3px {line};vertical-align:middle"></span>'
        entries.append(f'<span style="margin-right:1.5rem">{stroke} {html.escape(one.label)}</span>')
    if entries:
        st.html(f'<div style="font-size:0.875rem">{"".join(entries)}</div>')
