"""Going through the cases one by one, with buttons and the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.ui import state


def show(case_ids: Sequence[str], current: str, key: str) -> None:
    """Show where the current case stands in its split, with buttons for the one before and the one after."""
    place = case_ids.index(current)
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.markdown(f"{place + 1:,} of {len(case_ids):,}", width="content")
        _step("Previous", case_ids, place - 1, "Left", f"{key}_previous")
        _step("Next", case_ids, place + 1, "Right", f"{key}_next")


def _step(label: str, case_ids: Sequence[str], place: int, shortcut: str, key: str) -> None:
    exists = 0 <= place < len(case_ids)
    target = case_ids[place] if exists else ""
    st.button(
        label, key=key, shortcut=shortcut, disabled=not exists, on_click=state.set_case, args=(target,), wrap=False
    )
