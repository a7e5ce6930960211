"""Which problems to list: by what was done, split and source, each with how many there are, and by any text."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.tables.problem_table import NOWHERE, filter_problems
from components.ui.split_choice import split_words

_FILTERS = {"action": "What was done", "split": "Split", "source": "Source"}


def show(problems: pd.DataFrame) -> pd.DataFrame:
    """Let the user choose, and return the problems chosen of `problem_table.problem_table`; all of them at first."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = {column: _choose(problems[column], column) for column in _FILTERS}
        text = st.text_input("Text", placeholder="file, case or words", key="problem_text", width=260)
    return filter_problems(problems, chosen["action"], chosen["split"], chosen["source"], text)


def _choose(values: pd.Series, column: str) -> list[str]:
    """Let the user choose among the values of a column; nothing chosen leaves none out."""
    counts = values[values != NOWHERE].value_counts(sort=False)
    key = f"problem_{column}"
    before = st.session_state.get(key) or []
    kept = [value for value in before if value in counts.index]
    if kept != before:
        st.session_state[key] = kept  # another release, which has not all of these
    named = split_words if column == "split" else str
    words = {str(value): f"{named(str(value))} ({n:,})" for value, n in counts.items()}
    if len(words) < 2 and not kept:
        return []
    return list(st.pills(_FILTERS[column], list(words), selection_mode="multi", format_func=words.__getitem__, key=key))
