"""One X-ray and everything drawn on it."""

from __future__ import annotations

import streamlit as st

from components.ui import (
    case_actions,
    case_ahead,
    case_jumps,
    case_numbers,
    case_picker,
    case_view,
    case_walk,
    notices,
    release,
    split_choice,
    state,
)

dataset = release.current()
split = split_choice.current(dataset)

above, film, below = st.container(), st.container(), st.container()
with above:
    is_unknown = state.unknown_case(dataset) is not None
    cases = case_walk.cases(dataset, split)
    case_id = state.current_case(dataset, split, first=next(iter(cases.index), None))
if case_id is None:
    st.info("This split has no case. See the Data page for what was found.")
    st.stop()
case_ids = case_walk.around(cases, case_id)

# The film comes first, wherever it stands: it is what the reader waits for.
with film:
    shown = case_view.show(dataset, split, case_ids, case_id, key="xray")
with above:
    if is_unknown:
        st.warning("The link names a case that this release does not have; another one is shown instead.")
    case_walk.show_strayed(cases, case_id)
    notices.show_missing(dataset, split)
    with st.container(horizontal=True, vertical_alignment="top"):
        case_actions.show(dataset, case_id, key="case")
        case_jumps.show(dataset, split, case_ids, case_id, key="jump")
with st.sidebar:
    case_walk.show(dataset, split, key="cases")
    case_picker.show(case_ids, case_id, key="cases")
with below:
    case_numbers.show(dataset, split, shown.content, key="xray_numbers")
case_ahead.send(dataset, shown, key="xray")
