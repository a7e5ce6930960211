"""What the filter is made of, as chips; a click on one takes it away."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from components.tables.case_filter import CaseFilter
from components.tables.case_filter_text import words
from components.ui import state
from components.ui.markdown import markdown_text


def show(asked: CaseFilter, chosen: CaseFilter, labels: Mapping[str, str], key: str, *, can_clear: bool) -> None:
    """Show a chip for each criterion in use, of all that are asked for, and a button that clears the filter."""
    for number, criterion in enumerate(chosen.criteria):
        rest = CaseFilter(tuple(one for one in asked.criteria if one != criterion))
        st.button(
            markdown_text(words(criterion, labels)),
            icon=":material/close:",
            key=f"{key}_chip_{number}",
            help="Click to take this condition away",
            on_click=state.choose_filter,
            args=(rest,),
        )
    if can_clear:
        st.button("Clear", type="tertiary", key=f"{key}_clear", on_click=state.choose_filter, args=(CaseFilter(),))
