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
/* The cases to choose from are a list to read down, not buttons with their words in the middle. */
.st-key-cases_list button { min-height: 1.75rem; padding: 0 0.5rem; }
.st-key-cases_list button > * { justify-content: start; text-align: start; overflow-wrap: anywhere; }
/* Wide charts are not squeezed until their titles collide or are cut: in a narrow window one scrolls across them. */
[class*="st-key-wide_"] { overflow-x: auto; }
[class*="st-key-wide_"] > [data-testid="stElementContainer"] { min-width: 28rem; }
/* Views to choose from are all in sight, also in a row shared with others, where Streamlit lets them scroll. */
[data-testid="stButtonGroup"] > div { flex-wrap: wrap; }
/* Beside the list of pages, columns have half of what is left: they go below each other sooner than Streamlit's do. */
@media (max-width: 64rem) { [data-testid="stMain"] [data-testid="stColumn"] { min-width: 100%; } }
</style>"""


def show() -> None:
    """Style the page; it takes no room in it."""
    st.html(_STYLE)
