"""The views of the Thresholds page, one a module; only the one that is looked at computes anything."""

from __future__ import annotations

import streamlit as st

from components.ui import image_format
from components.ui.threshold_views import cases, curves, cutoff_cases, cutoffs, export, pixels
from components.ui.threshold_views.selection import KEPT, Selection

VIEWS = {
    "Thresholds": curves.show,
    "Single cases": cases.show,
    "Pixels and hits": pixels.show,
    "Cut-offs": cutoffs.show,
    "Cases by probability": cutoff_cases.show,
    "Export": export.show,
}


def show(selection: Selection) -> None:
    """Let the user choose a view, and show it."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        view = st.segmented_control("View", list(VIEWS), default="Thresholds", required=True, key="thresholds", **KEPT)
        image_format.show_beside()
    VIEWS[view](selection)
