"""How often each pathology was drawn: cases, patients, masks, instances, prevalence."""

from __future__ import annotations

import streamlit as st

from components.figures import prevalence
from components.tables.statistics import count_summary, counted_words
from components.ui import explained_chart, summary_table
from components.ui.markdown import markdown_text
from components.ui.statistics_views import columns
from components.ui.statistics_views.selection import Selection

_COLUMNS = (
    "pathology source n_cases n_drawn prevalence lower upper n_patients n_patients_drawn n_instances counted "
    "median_area_share n_absent n_unreadable"
).split()


def show(selection: Selection) -> None:
    """Show the counts of the chosen sources."""
    instances = selection.instances()
    table = count_summary(selection.masks(), instances, selection.cases, selection.pathologies)
    info = prevalence.prevalence_info(table, selection.pathologies, selection.labels, selection.styles)
    explained_chart.show(
        prevalence.prevalence_figure(info),
        key="prevalence",
        alt="Share of cases with a mask, one row a pathology and one mark with its interval a source.",
        explained="Each mark is the share of a source's cases on which it drew the pathology; the line is the 95 % "
        "Wilson interval, counted by case. Cases that a source does not know or whose mask is unreadable are left out.",
        data=selection.named(table),
        file_name=selection.file_name("prevalence"),
    )
    st.subheader("Counts")
    summary_table.show_table(selection.named(table)[_COLUMNS], selection.file_name("counts"), columns.of(_COLUMNS))
    words = [f"{selection.labels[key]}: {counted}" for key, counted in counted_words(instances).items()]
    if words:
        st.caption(f"What is counted as an instance: {markdown_text('; '.join(words))}.")
    else:
        st.info("On the chosen cases all masks of the chosen sources are empty.")
