"""The views of the Drivers page, one a module; only the one that is looked at computes anything."""

from __future__ import annotations

import streamlit as st

from components.ui import image_format
from components.ui.driver_views import confidence, shape
from components.ui.driver_views.selection import KEPT, Selection
from components.ui.markdown import markdown_text

VIEWS = {"Shape of the finding": shape.show, "Confidence of the model": confidence.show}


def show(selection: Selection) -> None:
    """Let the user choose what explains and what is explained, and show it."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        view = st.segmented_control(
            "Explained by", list(VIEWS), default=next(iter(VIEWS)), required=True, key="drivers", **KEPT
        )
        with_differences = VIEWS[view] is shape.show
        outcomes = selection.outcomes(with_differences=with_differences)
        outcome = (
            str(st.selectbox("Outcome", list(outcomes), format_func=outcomes.__getitem__, key="outcome", **KEPT))
            if outcomes
            else ""
        )
        image_format.show_beside()
    for sentence in selection.missing(with_differences=with_differences):
        st.caption(f":material/visibility_off: {markdown_text(sentence)}")
    if outcome:
        VIEWS[view](selection, outcome, outcomes[outcome])
