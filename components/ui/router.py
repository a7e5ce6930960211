"""The pages and how one gets to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from components.ui import access, state


def navigation() -> Any:
    """Return the page to run; `explorer.py` calls it on every run, whatever happens after.

    Pages have no icons: Streamlit would make them the tab's and fetch each from a font server on the internet.
    """
    page = _navigate("sidebar" if access.is_admitted() else "hidden")
    # The presentation has nothing beside it, but which page is asked for is known only now.
    return _navigate("hidden") if is_presentation(page) else page


def is_presentation(page: Any) -> bool:
    """Whether a page stands alone, without sidebar and notices."""
    return str(page.url_path) == Path(state.PAGE_PRESENT).stem


def _navigate(position: Literal["sidebar", "hidden"]) -> Any:
    return st.navigation(
        [
            st.Page("pages/cases.py", title="Cases", default=True),
            st.Page("pages/gallery.py", title="Gallery"),
            st.Page("pages/statistics.py", title="Statistics"),
            st.Page("pages/agreement.py", title="Agreement"),
            st.Page("pages/thresholds.py", title="Thresholds"),
            st.Page("pages/drivers.py", title="Drivers"),
            st.Page("pages/data.py", title="Data"),
            st.Page(state.PAGE_PRESENT, title="Presentation", visibility="hidden"),
        ],
        position=position,
    )


def hand_over() -> None:
    """Hand a page that runs without `explorer.py` over to it.

    A server whose first visitor follows a link to a page has not run `explorer.py` yet, so Streamlit discovers the
    files of `pages/` by itself and runs that one alone. Registering the pages ends that, and the next run starts at
    `explorer.py`.
    """
    if PagesManager.uses_pages_directory:
        navigation()
        st.rerun()
