"""The cases flagged as good examples, one after the other, for a talk."""

from __future__ import annotations

import streamlit as st

from components.ui import presentable, presentation, release, state

dataset = release.current()
notes = presentable.show(dataset)
if notes:
    presentation.show(dataset, notes, key="present")
elif st.button("Back to the cases", key="present_leave", icon=":material/close:", shortcut="Escape", type="primary"):
    st.switch_page(state.PAGE_CASES)
