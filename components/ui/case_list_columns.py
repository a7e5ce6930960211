"""What the columns of the list of cases are called, and which one it is sorted by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from components.tables.case_order import CaseOrder

LAST = "last"
_SORTS = "Click to sort all pages by it, again to reverse."
_COLUMNS: dict[str, Any] = {
    LAST: st.column_config.TextColumn("", width=30, pinned=True, help="● is the case opened last"),
    "case_id": st.column_config.TextColumn("Case", pinned=True, help=_SORTS),
    "iou": st.column_config.NumberColumn("Worst IoU", format="%.3f", help=f"Only where both drew. {_SORTS}"),
    "mean_iou": st.column_config.NumberColumn(
        "Mean IoU", format="%.3f", help=f"Over the pathologies that both drew. {_SORTS}"
    ),
    "missed": st.column_config.NumberColumn(
        "Missed", help=f"Pathologies that only the first of the two drew. {_SORTS}"
    ),
    "false_alarm": st.column_config.NumberColumn(
        "False alarms", help=f"Pathologies that only the second drew. {_SORTS}"
    ),
    "disagreement": st.column_config.NumberColumn(
        "Disagreement", format="%.3f", help=f"1 - mean IoU over what either drew; 0 where one drew nothing. {_SORTS}"
    ),
    "area": st.column_config.NumberColumn("Area", format="percent", help=f"Share of the image. {_SORTS}"),
    "prob": st.column_config.NumberColumn("Probability", format="%.2f", help=_SORTS),
    "view": st.column_config.TextColumn("View"),
    "sex": st.column_config.TextColumn("Sex"),
    "age": st.column_config.NumberColumn("Age", help=_SORTS),
    "ap_pa": st.column_config.TextColumn("AP/PA"),
}


def columns(names: Iterable[str], listed: CaseOrder, order: CaseOrder) -> dict[str, Any]:
    """Return the configuration of some columns; the heading that cases are sorted by has an arrow.

    Parameters
    ----------
    names : iterable of str
        Columns of `tables.case_listing`, and `LAST`.
    listed : CaseOrder
        Whose numbers are listed.
    order : CaseOrder
        What cases are sorted by.
    """
    found = {name: _COLUMNS[name] for name in names}
    if listed.pathology:
        found[listed.kind] = found[listed.kind] | {"label": f"{found[listed.kind]['label']}, {listed.pathology}"}
    sorted_by = "case_id" if order.kind == "id" else order.kind
    if sorted_by in found:
        arrow = "↑" if order.smallest_first else "↓"
        found[sorted_by] = found[sorted_by] | {"label": f"{found[sorted_by]['label']} {arrow}"}
    return found
