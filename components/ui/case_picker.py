"""Finding a case: a search over all ids of a split with the first matches listed; no widget holds every case."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text

MAX_NEIGHBOURS = 11
"""So many are in sight without scrolling, the case being shown among them."""

MAX_MATCHES = 30
_SCROLLED_PX = 380


def listed(case_ids: Sequence[str], search: str, current: str) -> tuple[list[str], int]:
    """Return the cases to list, and how many match.

    Parameters
    ----------
    case_ids : sequence of str
        All cases of the split, in order.
    search : str
        Words that an id must contain, at most `MAX_MATCHES` of them listed; without any, the neighbours of `current`.
    current : str
        The case being shown.
    """
    words = search.casefold().split()
    if words:
        matches = [case_id for case_id in case_ids if all(word in case_id.casefold() for word in words)]
        return matches[:MAX_MATCHES], len(matches)
    start = max(0, min(case_ids.index(current) - MAX_NEIGHBOURS // 2, len(case_ids) - MAX_NEIGHBOURS))
    return list(case_ids[start : start + MAX_NEIGHBOURS]), len(case_ids)


def show(case_ids: Sequence[str], current: str, key: str) -> None:
    """Let the user find a case of a split and go to it."""
    search = st.text_input("Find a case", key=f"{key}_search", placeholder="part of the id, e.g. 64741 lateral")
    options, n_matches = listed(case_ids, search, current)
    if not options:
        st.caption("No case of this split has that in its id.")
        return
    # Buttons and no radio: a click is sent ten times sooner, and no choice of before comes back from the browser.
    is_long = len(options) > MAX_NEIGHBOURS
    with st.container(key=f"{key}_list", height=_SCROLLED_PX if is_long else "content", border=False, gap=None):
        for case_id in options:
            st.button(
                f"**{markdown_text(case_id)}**" if case_id == current else markdown_text(case_id),
                key=f"{key}_go_{case_id}",
                type="secondary" if case_id == current else "tertiary",
                width="stretch",
                on_click=state.set_case,
                args=(case_id,),
            )
    if n_matches > len(options):
        st.caption(f"{len(options)} of {n_matches:,} cases are listed; search to reach the others.")
