"""The pages of the gallery; the one looked at is kept when one comes back, and is in the URL."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.ui import state

PER_PAGE = 24


def show(cases: pd.Series, key: str) -> tuple[pd.Series, list[str]]:
    """Let the user choose a page; returns its cases and the ids of those of the next page.

    What was asked for anew (another split, filter or order) begins with its first page. Where one comes back to from a
    case, the URL says the case and no page: it is the page which that case is on.
    """
    n_pages = max(1, -(-len(cases) // PER_PAGE))
    asked, asked_key, back_key = state.asked_for(), f"{key}_asked", f"{key}_back"
    if back_key in st.session_state:
        st.session_state[key] = st.session_state.pop(back_key)
    elif (case_id := state.linked_case()) in cases.index and key not in st.query_params:
        # In this run the URL, which says no page, would win over whatever is set here.
        st.session_state[back_key] = cases.index.tolist().index(case_id) // PER_PAGE + 1
        state.set_case(str(case_id))
        st.rerun()
    elif st.session_state.get(asked_key, asked) != asked:
        st.session_state[key] = 1
    elif st.session_state.get(key, 1) > n_pages:  # of an old link
        st.session_state[key] = n_pages
    st.session_state[asked_key] = asked
    page = st.pagination(n_pages, key=key, bind="query-params", persist_state="session") if n_pages > 1 else 1
    start = (page - 1) * PER_PAGE
    return cases.iloc[start : start + PER_PAGE], cases.index[start + PER_PAGE : start + 2 * PER_PAGE].tolist()
