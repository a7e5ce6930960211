"""What Streamlit's theme cannot say, for all pages; nothing from a file ever gets in here."""

from __future__ import annotations

import streamlit as st

_STYLE = """<style>
/* Streamlit writes white on primary buttons, which nobody can read on the light blue of the dark theme. */
[data-testid="stBaseButton-primary"] { color: light-dark(#FFFFFF, #101418); }
[data-testid="stBaseButton-primary"] kbd { color: inherit; opacity: 1; }
/* Whoever goes by the keyboard sees where they are: Streamlit only tints the page's link a little. */
[data-testid="stSidebarNavLink"]:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
/* A notice is read whole: it takes a second line where it must. */
.stMarkdownBadge { white-space: normal !important; }
/* Charts of several panels are not squeezed until their titles collide: in a narrow window one scrolls across them. */
[class*="st-key-panels_"] { overflow-x: auto; }
[class*="st-key-panels_"] > [data-testid="stElementContainer"] { min-width: 28rem; }
</style>"""


def show() -> None:
    """Style the page; it takes no room in it."""
    st.html(_STYLE)
