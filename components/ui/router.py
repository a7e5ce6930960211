"""The pages and how one gets to them."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager


def navigation() -> Any:
    """Return the page to run; `app.py` calls it on every run, whatever happens after.

    Pages have no icons: Streamlit would make them the tab's and fetch each from a font server on the internet.
    """
    return st.navigation(
        [
            st.Page("pages/cases.py", title="Cases", default=True),
            st.Page("pages/gallery.py", title="Gallery"),
            st.Page("pages/statistics.py", title="Statistics"),
            st.Page("pages/agreement.py", title="Agreement"),
            st.Page("pages/data.py", title="Data"),
        ]
    )


def hand_over() -> None:
    """Hand a page that runs without `app.py` over to it.

    A server whose first visitor follows a link to a page has not run `app.py` yet, so Streamlit discovers the files of
    `pages/` by itself and runs that one alone. Registering the pages ends that, and the next run starts at `app.py`.
    """
    if PagesManager.uses_pages_directory:
        navigation()
        st.rerun()
