"""The counts of the release against the published ones, and what is found of the cases known to be odd."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.tables import expected
from components.tables.inventory import NOT_READ
from components.ui import cached_inventory, state, summary_table
from components.ui.markdown import markdown_text
from components.ui.split_choice import split_words
from data_access.dataset import Dataset

_MARKS = {expected.COMPLETE: "✓", expected.DIFFERS: "≠", NOT_READ: "…", expected.NOT_THERE: "–"}
_COLUMNS: dict[str, Any] = {
    "mark": st.column_config.TextColumn("", width=40, pinned=True),
    "split": "Split",
    "what": st.column_config.TextColumn("Count of", width="medium"),
    "verdict": "Verdict",
    "expected": st.column_config.NumberColumn("Published", format="localized"),
    "found": st.column_config.NumberColumn("Found here", format="localized"),
    "reference": st.column_config.TextColumn("Published by", width="large"),
}
_OPENED = "odd_case_opened"
_ODD_COLUMNS: dict[str, Any] = {
    "split": "Split",
    "remark": st.column_config.TextColumn("Known because it", width="large"),
    "found": st.column_config.TextColumn("Found here", width="large"),
    "reference": st.column_config.TextColumn("Noticed by", width="medium"),
}


def show(dataset: Dataset) -> None:
    """Show a verdict a split and the table behind it; where nothing has been published, say so."""
    compared = expected.compare_counts(dataset, cached_inventory.set_counts)
    for line in expected.summary_lines(dataset, compared, split_words):
        st.markdown(markdown_text(line))
    if compared.empty:
        return
    table = compared.assign(mark=compared["state"].map(_MARKS), split=compared["split"].map(split_words))
    summary_table.show_table(table[list(_COLUMNS)], "counts_against_published.csv", _COLUMNS)


def show_odd_cases(dataset: Dataset) -> None:
    """Show the cases known to be odd; each that is here opens."""
    found = expected.odd_cases(dataset)
    opens = st.column_config.ButtonColumn("Case", type="tertiary", pinned=True, key=_OPENED)
    st.dataframe(
        found.assign(split=found["split"].map(split_words)),
        hide_index=True,
        height="content",
        column_order=["case_id", *_ODD_COLUMNS],
        column_config=_ODD_COLUMNS | {"case_id": opens},
    )
    clicked: Any = st.session_state.get(_OPENED)
    if clicked and clicked.label in dataset.cases.index:
        state.open_case(clicked.label, str(dataset.cases.loc[clicked.label, "split"]))
