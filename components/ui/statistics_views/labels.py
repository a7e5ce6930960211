"""Labels against masks: what is labelled and not drawn, and drawn and not labelled, case by case."""

from __future__ import annotations

import streamlit as st

from components.tables.label_masks import KINDS, NOT_DRAWN, NOT_POSITIVE, label_mask_summary, label_mask_table
from components.ui import row_list, summary_table
from components.ui.statistics_views import columns
from components.ui.statistics_views.selection import Selection

ALL = "All pathologies"


def show(selection: Selection) -> None:
    """Show the counts of labels against masks and list the cases of one kind."""
    rows = label_mask_table(selection.masks(), selection.dataset.labels)
    if rows.empty:
        st.info("No label table lists a case that the chosen sources know, so labels and masks cannot be compared.")
        return
    summary = label_mask_summary(rows, selection.pathologies)
    titles = {kind: st.column_config.NumberColumn(kind[0].upper() + kind[1:]) for kind in KINDS}
    shown = {kind: titles[kind] if kind in KINDS and summary[kind].any() else None for kind in KINDS}
    shown |= {kind: titles[kind] for kind in (NOT_DRAWN, NOT_POSITIVE)}
    summary_table.show_table(
        selection.named(summary), selection.file_name("labels"), columns.of(["pathology", "source"]) | shown
    )
    st.caption(
        "Each number counts cases by their label and by whether the source drew the pathology; cases without a row in "
        "the label table are not counted. A label that is uncertain or not mentioned is neither for nor against a "
        "mask: such cases have columns of their own where there are any."
    )
    st.subheader("Cases")
    left, right = st.columns(2)
    kind = left.selectbox("Show", list(KINDS), index=list(KINDS).index(NOT_DRAWN), key="label_kind")
    pathology = right.selectbox("Pathology", [ALL, *summary["pathology"].unique()], key="label_pathology")
    listed = rows[(rows["kind"] == kind) & ((rows["pathology"] == pathology) | (pathology == ALL))]
    if listed.empty:
        st.info("There is no such case.")
        return
    listed = selection.named(listed)[["case_id", "pathology", "source", "label", "area_share"]].reset_index(drop=True)
    row_list.show(listed, "label_cases", columns.of(["pathology", "source"]), selection.file_name("label_cases"))
