"""How often each pathology was drawn by sex, age, view and projection of the cases."""

from __future__ import annotations

import streamlit as st

from components.figures import prevalence, theme
from components.tables.breakdown import GROUPINGS, NOT_KNOWN, breakdown, groups, known_groupings
from components.ui import explained_chart, source_choice, summary_table
from components.ui.markdown import markdown_text
from components.ui.statistics_views import columns
from components.ui.statistics_views.selection import Selection

_COLUMNS = "pathology group n_cases n_drawn prevalence lower upper median_area_share n_absent n_unreadable".split()


def show(selection: Selection) -> None:
    """Show one source's counts in each group of cases."""
    known = known_groupings(selection.cases)
    if not known:
        st.info("Nothing is known of these cases to group them by: neither view, sex, age nor projection.")
        return
    with st.container(horizontal=True, gap="medium"):
        source = source_choice.show_one_of_few("Source", selection.sets, key="group_source")
        by = st.segmented_control(
            "By", known, default=known[0], required=True, format_func=lambda name: GROUPINGS[name], key="group_by"
        )
    masks = selection.masks()
    table = breakdown(masks[masks["source"] == source.key], groups(selection.cases, by), selection.pathologies)
    names = list(dict.fromkeys(table["group"]))
    labels = {name: name for name in names}
    info = prevalence.prevalence_info(
        table, selection.pathologies, labels, theme.group_styles(names, NOT_KNOWN), by="group"
    )
    missing = ", ".join(GROUPINGS[name].lower() for name in GROUPINGS if name not in known)
    explained_chart.show(
        prevalence.prevalence_figure(info),
        key=f"groups_{by}",
        alt=f"Share of cases with a mask of {source.label}, one row a pathology and one mark a group.",
        explained=f"Each mark is the share of the group's cases on which {markdown_text(source.label)} drew the "
        "pathology; the line is the 95 % Wilson interval, wide where the group is small. Groups differ in more than "
        "what they are grouped by, so a difference explains nothing by itself."
        + (f" Not known of these cases: {missing}." if missing else ""),
        data=table,
        file_name=selection.file_name(f"{by}_{source.key}"),
    )
    st.subheader("Counts")
    summary_table.show_table(table[_COLUMNS], selection.file_name(f"{by}_{source.key}_counts"), columns.of(_COLUMNS))
