"""The views of the Statistics page, one a module; only the one that is looked at computes anything."""

from __future__ import annotations

import streamlit as st

from components.ui import image_format
from components.ui.statistics_views import counts, difference, everything, groups, labels, location, shape, together
from components.ui.statistics_views.selection import Selection

VIEWS = {
    "Counts": counts.show,
    "Labels and masks": labels.show,
    "Size and shape": shape.show,
    "Location": location.show,
    "Difference": difference.show,
    "Together": together.show,
    "Groups": groups.show,
    "All numbers": everything.show,
}


def show(selection: Selection) -> None:
    """Let the user choose a view, and show it."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        view = st.segmented_control(
            "View", list(VIEWS), default=next(iter(VIEWS)), required=True, key="statistics", bind="query-params"
        )
        image_format.show_beside()
    if not selection.case_ids:
        st.info("No case is chosen, so there is nothing to count.")
        return
    VIEWS[view](selection)
