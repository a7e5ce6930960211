"""The script behind every page: page configuration, the release to open, one navigation."""

from __future__ import annotations

import streamlit as st

from components.ui import access, app_style, long_lived, notices, release, router, server_guard, sign_in, split_choice

# The icon is sent like a film, which visitors do not get.
icon = "docs/icon.png" if access.is_admitted() else None
st.set_page_config(page_title="CheXlocalize Explorer", page_icon=icon, layout="wide")
app_style.show()
server_guard.require()
page = router.navigation()

dataset = release.show()
if dataset is not None and router.is_presentation(page):
    page.run()
    notices.show_remarks(dataset)
elif dataset is not None:
    with st.sidebar:
        split_choice.show(dataset)
        sign_in.show_reader()
    notices.show_above(dataset)
    page.run()
    notices.show_below(dataset)
if dataset is not None:
    long_lived.keep(dataset)
