"""The cases as a list whose columns sort; a row opens its case, and the case opened last is marked."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.tables.case_listing import case_listing
from components.tables.case_order import CaseOrder
from components.ui import cached, state
from data_access.dataset import Dataset

MAX_ROWS = 10_000
"""More rows are not sent to a browser; the filter and the order decide which come first."""

_COLUMNS: dict[str, Any] = {
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
    """Show the list; a click on a row opens its case."""
    listed = case_listing(cached.RememberedCases(dataset, split), cases.iloc[:MAX_ROWS], order)
    columns = {name: column for name, column in _COLUMNS.items() if name in listed.columns}
    if order.pathology and order.kind == "iou":
        columns["iou"] = st.column_config.NumberColumn(f"IoU, {order.pathology}", format="%.3f")
    last = [row for row, case_id in enumerate(listed["case_id"]) if case_id == st.session_state.get(state.CASE)]
    chosen = st.dataframe(
        listed,
        hide_index=True,
        height=640,
        column_config=columns,
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": last}},
        key=key,
        alt=f"{len(listed)} cases with the numbers they are sorted by",
    )
    st.caption("Tick a row to open its case; a click on a heading sorts.")
    rows = chosen["selection"]["rows"]
    if rows and rows != last:
        state.open_case(str(listed["case_id"].iloc[rows[0]]))
    if len(cases) > len(listed):
        st.caption(f"The first {len(listed):,} of {len(cases):,} cases are listed; filter to reach the others.")
