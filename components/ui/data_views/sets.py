"""What each source holds, as far as it has been read."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.tables import inventory
from components.ui import cached_inventory
from components.ui.data_views import read_files
from components.ui.split_choice import split_words
from data_access.dataset import Dataset

_NUMBERS = {
    "cases": ("Cases", "A file is read when it is first needed"),
    "masks": ("Masks", "Masks with an area; empty ones are not counted"),
    "points": ("Points", "Points that readers clicked"),
    "heat_maps": ("Heat maps", "Files, by their names"),
}
_COLUMNS: dict[str, Any] = {
    "split": st.column_config.TextColumn("Split", pinned=True),
    "source": st.column_config.TextColumn("Source", pinned=True),
    **{
        name: st.column_config.TextColumn(label, help=explained, alignment="right")
        for name, (label, explained) in _NUMBERS.items()
    },
    "sizes": st.column_config.TextColumn("Made for images of, width x height"),
    "origin": "How it came to be",
    "holds": "Holds",
    "files": st.column_config.ListColumn("Files", width="large"),
}


def show(dataset: Dataset) -> None:
    """Show the table, and the button that reads what is left."""
    table = inventory.set_table(dataset, cached_inventory.set_counts)
    table["split"] = table["split"].map(split_words)
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        placeholder="–",
        column_order=list(_COLUMNS),
        column_config=_COLUMNS,
    )
    read_files.show(dataset)
