"""Reference values beside means: what was published, and what chance would give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from components.figures.distributions import rows_of
from components.figures.text import escape
from components.figures.theme import SourceStyle


class Mark(NamedTuple):
    """A reference value drawn hollow: published, or what chance would give; `row`, `value` place it."""

    row: float
    value: float
    label: str
    symbol: str
    colour: str
    text: str


def published_marks(
    published: pd.DataFrame,
    names: Sequence[str],
    shift_of: Mapping[str, float],
    share: float,
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
) -> Iterable[Mark]:
    """Yield published values in the lanes of their sources; `share` is the height of a lane."""
    for row in rows_of(published):
        if row.pathology in names and row.source in shift_of:
            bounds = "" if pd.isna(row.ci_low) else f"<br>95 % {row.ci_low:.3f} to {row.ci_high:.3f}"
            n = "" if pd.isna(row.n) else f"<br>n = {row.n}"
            text = (
                f"published value for {escape(labels[row.source])}<br>{escape(row.pathology)}<br>{row.value:.3f}"
                f"{bounds}{n}<br>{escape(row.stage)}<br>{escape(row.reference)}"
            )
            place = names.index(row.pathology) + shift_of[row.source] + share * 0.26
            yield Mark(place, row.value, "published", "diamond-open", styles[row.source].colour, text)


def chance_marks(table: pd.DataFrame, names: Sequence[str], shift: float) -> Iterable[Mark]:
    """Yield the hit rate of a point thrown at random; none where the table has no such column."""
    if "chance" not in table:
        return
    for name, value in zip(table["pathology"], table["chance"], strict=True):
        if name in names and np.isfinite(value):
            text = f"{escape(name)}<br>a point thrown at random would hit {value:.1%}"
            yield Mark(names.index(name) + shift, value, "chance level", "line-ns-open", "#808A93", text)


def marks_trace(marks: Sequence[Mark]) -> dict[str, object]:
    """Return the trace of marks of one kind."""
    return {
        "x": [mark.value for mark in marks],
        "y": [mark.row for mark in marks],
        "mode": "markers",
        "name": marks[0].label,
        "marker": {
            "color": [mark.colour for mark in marks],
            "symbol": marks[0].symbol,
            "size": 13,
            "line": {"width": 2, "color": [mark.colour for mark in marks]},
        },
        "hovertext": [mark.text for mark in marks],
        "hoverinfo": "text",
    }
