"""The table of one case: a row a pathology, with the areas of every source and the overlap of every two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st


def show(table: pd.DataFrame, labels: Mapping[str, str], key: str) -> None:
    """Show the table of `tables.case.case_table`.

    Parameters
    ----------
    table : DataFrame
        From `case_table`.
    labels : mapping of source key to label
        What to call the sources.
    key : str
        Widget key.
    """
    columns = _columns(table, labels)
    st.dataframe(table, hide_index=True, height="content", key=key, column_config=columns, placeholder="–")


def _columns(table: pd.DataFrame, labels: Mapping[str, str]) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "pathology": st.column_config.TextColumn("Pathology", pinned=True),
        "label": st.column_config.TextColumn("Label", help="As in the release's label table"),
        "remark": st.column_config.TextColumn("Not drawn", help="Which source drew nothing here, and why"),
    }
    for name in table.columns:
        kind, *keys = str(name).split(":")
        words = [labels[key] for key in keys]
        if kind == "area_share":
            columns[name] = st.column_config.NumberColumn(
                f"{words[0]}, area", format="percent", help="Share of the image; 0 is an empty mask"
            )
        elif kind == "iou":
            columns[name] = st.column_config.NumberColumn(
                f"IoU {words[0]} / {words[1]}", format="%.3f", help="Only where both are drawn"
            )
    return columns
