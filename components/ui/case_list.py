"""A page of the cases as a list with their numbers; a row opens its case, a heading sorts the cases of all pages."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.tables.case_listing import NUMBERED, case_listing, order_of_heading
from components.tables.case_order import CaseOrder
from components.ui import cached, case_list_columns, state
from data_access.dataset import Dataset


def show(dataset: Dataset, split: str, cases: pd.Series, order: CaseOrder, key: str) -> None:
    """Show the cases of one page, in order; a tick opens a case, and the case opened last is marked."""
    # Sorted by id or age, the list keeps the numbers it had: a click on a heading takes no column away.
    numbers_key = f"{key}_numbers"
    if order.kind in NUMBERED:
        st.session_state[numbers_key] = order
    listed = st.session_state.get(numbers_key, order)
    if listed.lacks(cached.case_offer(dataset, split)):
        listed = order
    table = case_listing(cached.RememberedCases(dataset, split), cases.index, listed)
    table.insert(
        0, case_list_columns.LAST, (table["case_id"] == st.session_state.get(state.CASE)).map({True: "●", False: ""})
    )
    # A selection cannot be cleared, only left behind with its key: otherwise coming back would open the case again.
    turn = st.session_state.setdefault(f"{key}_turn", 0)
    chosen: Any = st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config=case_list_columns.columns(table.columns, listed, order),
        on_select="rerun",
        selection_mode=["single-row", "single-column"],  # with columns to select, a heading no longer sorts one page
        key=f"{key}_{turn}",
        placeholder="–",
        alt=f"{len(table)} cases with the numbers they are sorted by",
    )
    st.caption("Tick a row to open its case. Click a heading to sort all pages by it, again to reverse.")
    for row in chosen.selection.rows:
        st.session_state[f"{key}_turn"] = turn + 1
        state.open_case(str(table["case_id"].iloc[row]))
    for column in chosen.selection.columns:
        st.session_state[f"{key}_turn"] = turn + 1
        asked = order_of_heading(column, listed, order)
        if asked is not None:
            state.choose_order(asked)
        st.rerun()
