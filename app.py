"""Router of the CheXlocalize Explorer: page configuration, the release to open, one navigation."""

from __future__ import annotations

import streamlit as st

from components.ui import notices, release, split_choice

st.set_page_config(
    page_title="CheXlocalize Explorer",
    page_icon=":material/radiology:",
    layout="wide",
    initial_sidebar_state="auto",
)
# Called whatever happens below: without it Streamlit would list the files of pages/ by itself.
page = st.navigation(
    [
        st.Page("pages/cases.py", title="Cases", icon=":material/radiology:", default=True),
        st.Page("pages/statistics.py", title="Statistics", icon=":material/bar_chart:"),
        st.Page("pages/agreement.py", title="Agreement", icon=":material/join_inner:"),
        st.Page("pages/data.py", title="Data", icon=":material/folder_open:"),
    ],
    position="sidebar",
)

dataset = release.show()
if dataset is not None:
    with st.sidebar:
        split_choice.show(dataset)
    notices.show_above(dataset)
    page.run()
    notices.show_below(dataset)
