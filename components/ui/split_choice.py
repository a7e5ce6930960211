"""The split all pages show, chosen beside them and kept in the URL."""

from __future__ import annotations

import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset

SPLIT_WORDS = {"val": "Validation", "test": "Test"}


def split_words(split: str) -> str:
    """Return a split's name as shown."""
    return SPLIT_WORDS.get(split, split)


def show(dataset: Dataset) -> str:
    """Name the release and let the user choose a split; it cannot be left unchosen."""
    st.markdown(f"**{markdown_text(dataset.name)}**" + (" (synthetic demo)" if dataset.is_demo else ""))
    state.prepare_split(dataset)
    chosen = str(st.segmented_control("Split", dataset.splits, required=True, format_func=split_words, key=state.SPLIT))
    state.keep_split(chosen)
    return chosen


def current(dataset: Dataset) -> str:
    """Return the chosen split, for pages."""
    return str(st.session_state.get(state.SPLIT, dataset.splits[0]))
