"""A table of cases of which a click on a row opens one."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text


def show(title: str, cases: pd.DataFrame, key: str) -> None:
    """Show a table with a column `case_id`; nothing where it has no row."""
    if cases.empty:
        return
    st.subheader(markdown_text(title))
    st.caption("A click at the left end of a row opens its case.")
    turn_key = f"{key}_turn"  # a selection cannot be cleared, only left behind with its key
    turn = st.session_state.setdefault(turn_key, 0)
    chosen: Any = st.dataframe(
        cases,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key=f"{key}_{turn}",
        column_config={
            "case_id": "Case",
            "pathology": "Drawn for",
            "overlaps": "Overlaps most",
            "iou": st.column_config.NumberColumn("IoU with that", format="%.3f"),
            "iou_own": st.column_config.NumberColumn("IoU with its own", format="%.3f"),
        },
    )
    for row in chosen.selection.rows:
        st.session_state[turn_key] = turn + 1
        state.open_case(str(cases["case_id"].iloc[row]))
