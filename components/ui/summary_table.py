"""Tables as pages show them: words for columns, numbers aligned, a download beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.ui import state
from data_access.csv_cells import guard

_MAX_OPEN, _MAX_LISTED = 5, 200
_MAX_ROWS, _HEIGHT_PX = 40, 520  # a longer table scrolls


def show_masks(summary: pd.DataFrame, labels: Mapping[str, str], file_name: str) -> None:
    """Show the counts of `tables.cohort.mask_summary`."""
    show_table(
        summary.assign(source=summary["source"].map(labels)),
        file_name,
        {
            "pathology": st.column_config.TextColumn("Pathology", pinned=True),
            "source": "Source",
            "n_cases": st.column_config.NumberColumn("Cases", help="Cases the source knows and whose mask can be read"),
            "n_drawn": st.column_config.NumberColumn("With a mask"),
            "prevalence": st.column_config.NumberColumn("Prevalence", format="percent"),
            "n_absent": st.column_config.NumberColumn("Not in the set", help="Cases the source does not know"),
            "n_unreadable": st.column_config.NumberColumn("Unreadable", help="Refused as malformed; see the Data page"),
            "median_area_share": st.column_config.NumberColumn(
                "Median area", format="percent", help="Share of the image"
            ),
        },
    )


def show_table(table: pd.DataFrame, file_name: str, columns: Mapping[str, Any]) -> None:
    """Show a table, sortable by its heads, and offer it as CSV; `columns` is Streamlit's `column_config`."""
    height: Any = "content" if len(table) <= _MAX_ROWS else _HEIGHT_PX
    st.dataframe(table, hide_index=True, column_config=dict(columns), height=height, placeholder="–")
    download(table, file_name)


def download(table: pd.DataFrame, file_name: str) -> None:
    """Offer a table as CSV, written when it is asked for; no cell is a formula."""
    st.download_button(
        "Download as CSV",
        lambda: table.map(lambda cell: guard(cell) if isinstance(cell, str) else cell).to_csv(index=False),
        file_name=file_name,
        mime="text/csv",
        on_click="ignore",
        icon=":material/download:",
        key=f"download_{file_name}",
    )


def show_cases(title: str, case_ids: Sequence[str]) -> None:
    """List cases, each with a button that opens it, many only once somebody looks; nothing where there are none."""
    if not case_ids:
        return
    listed = st.expander(
        f"{title}: {len(case_ids)}", expanded=len(case_ids) <= _MAX_OPEN, key=f"cases_{title}", on_change="rerun"
    )
    if not listed.open:
        return
    with listed:
        for case_id in case_ids[:_MAX_LISTED]:
            if st.button(case_id, key=f"open_{title}_{case_id}", type="tertiary", icon=":material/open_in_new:"):
                state.open_case(case_id)
        if len(case_ids) > _MAX_LISTED:
            st.caption(f"The first {_MAX_LISTED} of {len(case_ids)} are listed.")
