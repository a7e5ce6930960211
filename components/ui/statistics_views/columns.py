"""Columns of the statistics tables: their titles, formats and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

_SHARE = {"format": "percent"}


def _number(title: str, **settings: Any) -> Any:
    return st.column_config.NumberColumn(title, **settings)


def _measure(title: str, help_text: str, number_format: str) -> dict[str, Any]:
    return {
        "median": _number(f"{title}, median", format=number_format, help=f"{help_text}; over the drawn masks"),
        "q1": _number(f"{title}, 25 %", format=number_format, help="A quarter of the masks lie below"),
        "q3": _number(f"{title}, 75 %", format=number_format, help="A quarter of the masks lie above"),
    }


_MEASURES = {
    "area_share": _measure("Area", "Share of the image", "percent"),
    "n_instances": _measure("Instances a mask", "Separate areas", "%.1f"),
    "elongation": _measure("Elongation", "Long / short side of the smallest rectangle", "%.2f"),
    "irrectangularity": _measure("Irrectangularity", "Share of that rectangle left empty", "%.2f"),
}

_KNOWN: dict[str, Any] = {
    "pathology": st.column_config.TextColumn("Pathology", pinned=True),
    "source": "Source",
    "group": "Group",
    "with": "With",
    "n_cases": _number("Cases", help="Cases that the source knows and whose mask can be read"),
    "n_drawn": _number("Masks", help="Cases on which it is drawn; a case has one mask of a pathology"),
    "prevalence": _number("Prevalence", help="Masks / cases", **_SHARE),
    "lower": _number("95 % from", help="Wilson interval of the prevalence, by case", **_SHARE),
    "upper": _number("95 % to", help="Wilson interval of the prevalence, by case", **_SHARE),
    "n_patients": _number("Patients", help="Patients behind the cases"),
    "n_patients_drawn": _number("Patients with a mask"),
    "n_instances": _number("Instances", help="Separate areas in all masks together"),
    "counted": st.column_config.TextColumn("Instances are", help="What is counted as one instance"),
    "median_area_share": _number("Median area", help="Share of the image, over the drawn masks", **_SHARE),
    "n_absent": _number("Not in the set", help="Cases that the source does not know"),
    "n_unreadable": _number("Unreadable", help="Masks refused as malformed; see the Data page"),
    "n_labelled_not_drawn": _number("Labelled, not drawn", help="Label 1, mask empty"),
    "n_drawn_not_labelled": _number("Drawn, not labelled", help="Label 0, mask drawn"),
    "n_both": _number("Cases with both"),
    "lift": _number("Lift", format="%.2f", help="Times as often together as by chance"),
    **{f"{name}_{level}": column for name, levels in _MEASURES.items() for level, column in levels.items()},
}


def of(names: Iterable[str]) -> dict[str, Any]:
    """Return the settings of these columns; the number of cases and masks of a view is named after it."""
    return {name: _KNOWN.get(name) or _of_view(name) for name in names}


def _of_view(name: str) -> Any:
    for prefix, title in (("n_cases_", "Cases"), ("n_drawn_", "Masks")):
        if name.startswith(prefix):
            return _number(f"{title}, {name.removeprefix(prefix)}")
    return name
