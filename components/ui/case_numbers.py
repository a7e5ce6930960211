"""What there is to say of one case, and its table: the areas of every source and the overlap of every two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.ui.markdown import markdown_text
from components.ui.xray_viewer.content import Content
from data_access.dataset import Dataset


def show(dataset: Dataset, split: str, content: Content, key: str) -> None:
    """Show the remarks on a case and its numbers, of the sources that are shown."""
    for remark in content.remarks:
        st.caption(f":material/info: {markdown_text(remark)}")
    st.markdown(f"**Numbers** of {markdown_text(content.case_id)}")
    if content.table.empty:
        st.info("No source is shown, so there is nothing to count.")
        return
    columns = _columns(content.table, {one.key: one.label for one in dataset.sets_of(split)})
    st.dataframe(content.table, hide_index=True, height="content", key=key, column_config=columns, placeholder="–")


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
