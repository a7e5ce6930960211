"""One case: the film with everything drawn on it, and its numbers; runs alone when the viewer reports its settings."""

from __future__ import annotations

import streamlit as st

from components.ui import cached, case_numbers, state, xray_viewer
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset


@st.fragment
def show(dataset: Dataset, split: str, case_id: str, key: str) -> None:
    """Show a case with the sources that are not turned off; sources once read stay at hand in the browser."""
    settings = state.viewer_settings()
    state.link_viewer_settings()
    sets = dataset.sets_of(split)
    keys = tuple(one.key for one in sets if one.is_read or not settings.hides_source(one.key))
    content = cached.xray_content(dataset, case_id, keys)
    for remark in content.remarks:
        st.caption(f":material/info: {markdown_text(remark)}")
    xray_viewer.show(key, content, settings, on_settings=state.set_viewer_settings)
    st.subheader("Numbers")
    if content.table.empty:
        st.info("No source is shown, so there is nothing to count.")
    else:
        case_numbers.show(content.table, {one.key: one.label for one in sets}, key=f"{key}_numbers")
