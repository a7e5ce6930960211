"""One X-ray and everything drawn on it."""

from __future__ import annotations

import streamlit as st

from components.ui import (
    case_actions,
    case_jumps,
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

unknown = state.unknown_case(dataset)
if unknown is not None:
    st.warning("The link names a case that this release does not have; another one is shown instead.")
with st.sidebar:
    cases = case_walk.show(dataset, split, key="cases")
case_id = state.current_case(dataset, split, first=next(iter(cases.index), None))
if case_id is None:
    st.info("This split has no case. See the Data page for what was found.")
    st.stop()

case_ids = case_walk.around(cases, case_id)
with st.sidebar:
    case_picker.show(case_ids, case_id, key="cases")
notices.show_missing(dataset, split)
with st.container(horizontal=True, vertical_alignment="top"):
    case_actions.show(dataset, case_id, key="case")
    case_jumps.show(dataset, split, case_ids, case_id, key="jump")
case_view.show(dataset, split, case_ids, case_id, key="xray")
