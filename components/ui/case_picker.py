"""Finding a case: a search over all ids of a split with the first matches listed; no widget holds every case."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text

MAX_LISTED = 30


def listed(case_ids: Sequence[str], search: str, current: str) -> tuple[list[str], int]:
    """Return the cases to list, at most `MAX_LISTED`, and how many match.

    Parameters
    ----------
    case_ids : sequence of str
        All cases of the split, in order.
    search : str
        Words that an id must contain; without any, the neighbours of the current case are listed.
    current : str
        The case being shown.
    """
    words = search.casefold().split()
    if words:
        matches = [case_id for case_id in case_ids if all(word in case_id.casefold() for word in words)]
        return matches[:MAX_LISTED], len(matches)
    start = max(0, min(case_ids.index(current) - MAX_LISTED // 2, len(case_ids) - MAX_LISTED))
    return list(case_ids[start : start + MAX_LISTED]), len(case_ids)


def show(case_ids: Sequence[str], current: str, key: str) -> None:
    """Let the user find a case of a split and go to it."""
    search = st.text_input("Find a case", key=f"{key}_search", placeholder="part of the id, e.g. 64741 lateral")
    options, n_matches = listed(case_ids, search, current)
    if not options:
        st.caption("No case of this split has that in its id.")
        return
    # A case reached otherwise makes the list anew; what is chosen in the old one may still come from the browser.
    turn_key, picked_key = f"{key}_turn", f"{key}_picked"
    if st.session_state.get(picked_key, current) != current:
        st.session_state[turn_key] = st.session_state.get(turn_key, 0) + 1
    st.session_state[picked_key] = current
    turn = st.session_state.setdefault(turn_key, 0)
    list_key = f"{key}_list_{turn}" if turn else f"{key}_list"
    st.session_state[list_key] = current if current in options else None

    def go() -> None:
        if st.session_state[turn_key] == turn:
            st.session_state[picked_key] = st.session_state[list_key]
            state.set_case(st.session_state[list_key])

    with st.container(height=320, border=False):
        st.radio("Cases", options, key=list_key, format_func=markdown_text, label_visibility="collapsed", on_change=go)
    if n_matches > len(options):
        st.caption(f"{len(options)} of {n_matches:,} cases are listed; search to reach the others.")
