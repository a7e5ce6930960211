"""A button that reads every annotation file, so that all counts and problems are known; says how many are unread."""

from __future__ import annotations

import streamlit as st

from components.tables import inventory
from data_access.dataset import Dataset


def show(dataset: Dataset) -> None:
    """Show the button while there is anything to read; a press reads it and shows the page anew."""
    n_unread = sum(not inventory.is_read(annotated) for annotated in dataset.sets)
    if n_unread:
        st.caption(f"{n_unread} of {len(dataset.sets)} annotation sets have not been read yet: each is when needed.")
    if st.button(
        "Read every annotation file",
        icon=":material/fact_check:",
        help="All counts and all problems are known then. Heat maps stay closed: `cli.py check` opens them too.",
        type="primary" if n_unread else "secondary",
        disabled=not n_unread,
    ):
        bar = st.progress(0.0, text="Reading")
        for n_done, annotated in enumerate(dataset.sets, start=1):
            inventory.read_all(annotated)
            bar.progress(n_done / len(dataset.sets), text=f"Read {annotated.label}, {annotated.split}")
        bar.empty()
        st.rerun()
