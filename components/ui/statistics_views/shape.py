"""How large, how many, how long and how ragged the masks are."""

from __future__ import annotations

import streamlit as st

from components.figures.distributions import MEASURES, measure_figure, measure_info
from components.tables.statistics import counted_words
from components.ui import explained_chart
from components.ui.markdown import markdown_text
from components.ui.statistics_views.selection import Selection


def show(selection: Selection) -> None:
    """Show the distribution of one measure of the drawn masks."""
    column = st.segmented_control(
        "Measure",
        list(MEASURES),
        default=next(iter(MEASURES)),
        required=True,
        format_func=lambda name: MEASURES[name].name,
        key="shape",
        bind="query-params",
    )
    shapes = selection.shapes()
    if shapes.empty:
        st.info("On the chosen cases all masks of the chosen sources are empty, so they have no shape.")
        return
    measure = MEASURES[column]
    info = measure_info(shapes, column, selection.pathologies, selection.labels, selection.styles)
    counted = counted_words(shapes)
    note = ""
    if column == "n_instances":
        words = "; ".join(f"{selection.labels[key]}: {counted[key]}" for key in counted)
        note = f" Counted are, for {markdown_text(words)}."
    n_without = int(shapes[column].isna().sum())
    if n_without:
        note += f" {n_without} masks are too thin for a rectangle and left out."
    explained_chart.show(
        measure_figure(info, measure.axis),
        key=f"measure_{column}",
        alt=f"{measure.name} of every mask, one row a pathology and one box with its points a source.",
        explained=f"Each point is one mask that is not empty; the box spans the middle half of them, its line is the "
        f"median. {measure.explained}{note}",
        data=selection.named(shapes),
        file_name=selection.file_name("shapes"),
        opens_cases=True,
    )
