"""One source's measure against another's, case by case."""

from __future__ import annotations

import streamlit as st

from components.figures.case_points import case_points_figure, scatter_info
from components.figures.panel import Panel
from components.tables.paired import scatter_table
from components.ui import panel
from components.ui.agreement_views.choices import choose_pathology, choose_two
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show one point a case and pathology scored for both, or say what is missing."""
    if chosen.measure == "hit":
        st.info("A hit is yes or no, so its points would fall on each other; choose another measure.")
        return []
    pair = choose_two(chosen)
    if pair is None:
        return []
    pathology = choose_pathology(chosen)
    comparisons = chosen.comparisons()
    table = scatter_table(comparisons[pair[0].key], comparisons[pair[1].key], chosen.measure)
    if pathology is not None:
        table = table[table["pathology"] == pathology]
    if table.empty:
        st.info("No case is scored for both, so there is no point to show.")
        return []
    first, second = (one.label for one in pair)
    shown = Panel(
        f"{chosen.words.short} of {first} and {second}, case by case",
        f"Each point is one case and pathology that is scored for both against {chosen.reference.label}; a click opens "
        f"it. On the dashed line both score the same; above it {second} agrees better with {chosen.reference.label}.",
        case_points_figure(scatter_info(table, first, second, chosen.words.short)),
        table,
        f"cases_{chosen.measure}_{pair[0].key}_{pair[1].key}_{chosen.split}",
        f"{chosen.words.short} of {second} against that of {first}, one point a case.",
        {"first": first, "second": second},
        opens_cases=True,
    )
    panel.show(shown)
    return [shown]
