"""What the two views with maps share: which view of the chest they are about, and the map of a source."""

from __future__ import annotations

import streamlit as st

from components.tables.density import N_CELLS, Density, densities
from components.ui import cached_work
from components.ui.statistics_views.selection import Selection
from data_access.annotation_set import AnnotationSet

GRID_WORDS = (
    f"X-rays of all sizes are laid over each other as a square of {N_CELLS} x {N_CELLS} cells; a cell that a mask "
    "covers in part counts in part."
)


def choose_view(selection: Selection) -> str | None:
    """Let the user choose frontal or lateral; None, and a sentence, where no case says which it is."""
    views = sorted(set(selection.cases["view"]) - {""})
    if not views:
        st.info("None of the chosen cases says whether it is frontal or lateral, so no map can be drawn.")
        return None
    return str(
        st.segmented_control(
            "X-rays", views, default=views[0], required=True, format_func=str.capitalize, key="map_view"
        )
    )


def maps_of(selection: Selection, annotated: AnnotationSet, view: str) -> dict[str, Density]:
    """Return where a source drew each pathology on the X-rays of a view."""
    cases = selection.cases
    covered = cached_work.coverage(selection.dataset, selection.split, annotated.key)
    return densities(covered, frozenset(cases.index[cases["view"] == view]), selection.pathologies)
