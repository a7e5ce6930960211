"""A page of the cases as a list with their numbers; a row opens its case, and the case opened last is marked."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.tables.case_listing import case_listing
from components.tables.case_order import CaseOrder
from components.ui import cached, state
from data_access.dataset import Dataset

_LAST = "last"
_COLUMNS: dict[str, Any] = {
    _LAST: st.column_config.TextColumn("", width=30, pinned=True, help="● is the case opened last"),
    "case_id": st.column_config.TextColumn("Case", pinned=True),
    "iou": st.column_config.NumberColumn("Worst IoU", format="%.3f", help="Only where both drew"),
    "mean_iou": st.column_config.NumberColumn("Mean IoU", format="%.3f", help="Over the pathologies that both drew"),
    "missed": st.column_config.NumberColumn("Missed", help="Pathologies that only the first of the two drew"),
    "false_alarm": st.column_config.NumberColumn("False alarms", help="Pathologies that only the second drew"),
    "disagreement": st.column_config.NumberColumn(
        "Disagreement", format="%.3f", help="1 - mean IoU over what either drew; 0 where one drew nothing"
    ),
    "area": st.column_config.NumberColumn("Area", format="percent", help="Share of the image"),
    "prob": st.column_config.NumberColumn("Probability", format="%.2f"),
    "view": "View",
    "sex": "Sex",
    "age": "Age",
    "ap_pa": "AP/PA",
}


def show(dataset: Dataset, split: str, cases: pd.Series, order: CaseOrder, key: str) -> None:
    """Show the cases of one page, in order; a tick opens a case."""
    listed = case_listing(cached.RememberedCases(dataset, split), cases, order)
    listed.insert(0, _LAST, (listed["case_id"] == st.session_state.get(state.CASE)).map({True: "●", False: ""}))
    columns = {name: column for name, column in _COLUMNS.items() if name in listed.columns}
    if order.pathology and order.kind == "iou":
        columns["iou"] = st.column_config.NumberColumn(f"IoU, {order.pathology}", format="%.3f")
    # A selection cannot be cleared, only left behind with its key: otherwise coming back would open the case again.
    turn = st.session_state.setdefault(f"{key}_turn", 0)
    chosen: Any = st.dataframe(
        listed,
        hide_index=True,
        height="content",
        column_config=columns,
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}_{turn}",
        placeholder="–",
        alt=f"{len(listed)} cases with the numbers they are sorted by",
    )
    st.caption("Tick a row to open its case. A click on a heading sorts this page; “Sort by” sorts all pages.")
    for row in chosen.selection.rows:
        st.session_state[f"{key}_turn"] = turn + 1
        state.open_case(str(listed["case_id"].iloc[row]))
