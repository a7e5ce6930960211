"""A table of which every row belongs to a case, and opens it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.ui import state, summary_table

_COLUMNS: dict[str, Any] = {
    "case_id": st.column_config.TextColumn("Case", pinned=True),
    "label": "Label",
    "area_share": st.column_config.NumberColumn("Area", format="percent", help="Share of the image"),
}


def show(rows: pd.DataFrame, key: str, columns: Mapping[str, Any], file_name: str) -> None:
    """Show the rows; a click on the box before one opens its case.

    Parameters
    ----------
    rows : DataFrame
        With a column `case_id`.
    key : str
        Widget key.
    columns : mapping
        Streamlit's `column_config` of further columns.
    file_name : str
        Of the download.
    """
    # A selection cannot be cleared, only left behind with its key: otherwise coming back would open the case again.
    turn_key = f"{key}_turn"
    turn = st.session_state.setdefault(turn_key, 0)
    chosen: Any = st.dataframe(
        rows,
        hide_index=True,
        column_config={**_COLUMNS, **columns},
        on_select="rerun",
        selection_mode="single-row",
        height=min(420, 38 + 35 * len(rows)),
        key=f"{key}_{turn}",
        alt=f"{len(rows)} rows, each of which opens its case",
    )
    st.caption(f"{len(rows):,} rows. A click at the left end of a row opens its case.")
    summary_table.download(rows, file_name)
    if chosen.selection.rows:
        st.session_state[turn_key] = turn + 1
        state.open_case(str(rows["case_id"].iloc[chosen.selection.rows[0]]))
