"""The pages of the gallery; the one looked at is kept when one comes back, and is in the URL."""

from __future__ import annotations

import streamlit as st

from components.ui.gallery_tiles import PER_PAGE


def show(n_cases: int, key: str) -> int:
    """Let the user choose a page; returns its number, counted from 1."""
    n_pages = max(1, -(-n_cases // PER_PAGE))
    if st.session_state.get(key, 1) > n_pages:  # a filter has left fewer than there were
        st.session_state[key] = n_pages
    if n_pages == 1:
        return 1
    return st.pagination(n_pages, key=key, bind="query-params", persist_state="session")
