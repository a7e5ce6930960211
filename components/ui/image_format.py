"""The format in which the camera above a figure saves it; Plotly writes the picture in the browser."""

from __future__ import annotations

import streamlit as st

from components.ui import state


def show() -> None:
    """Let the user choose for all figures of the session."""
    st.segmented_control(
        "The camera above a figure saves",
        ("svg", "png"),
        default="svg",
        required=True,
        format_func=str.upper,
        key=state.IMAGE,
        bind="query-params",
        persist_state="session",
        help="The picture has the colours of the page: change to the light theme in the menu to print it.",
    )


def show_beside() -> None:
    """Offer the choice behind a button, for pages without other settings."""
    with st.popover("Figures", icon=":material/image:"):
        show()
