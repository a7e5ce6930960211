"""What can be done with the case being looked at: take it away, present it, flag it."""

from __future__ import annotations

import streamlit as st

from components.ui import case_notes, state, take_away
from data_access.dataset import Dataset


def show(dataset: Dataset, case_id: str, key: str) -> None:
    """Show the actions in a row."""
    with st.container(horizontal=True, vertical_alignment="top", width="content"):
        take_away.show(dataset, case_id, key=f"{key}_take")
        if st.button("Present", key=f"{key}_present", icon=":material/slideshow:", help="Cases flagged: good example"):
            state.present(case_id)
        case_notes.show(dataset, case_id, key=f"{key}_notes")
