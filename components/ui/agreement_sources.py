"""What is compared with what: one source in the place of the ground truth, and any of the others."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.ui import source_choice
from data_access.annotation_set import AnnotationSet

_REFERENCE, _COMPARED = "a", "b"


def show(sets: Sequence[AnnotationSet]) -> tuple[AnnotationSet, list[AnnotationSet]]:
    """Let the user choose; at first, and whenever the reference changes, all others are compared with it.

    Returns
    -------
    tuple of AnnotationSet, list of AnnotationSet
        The reference, the ground truth by default, and what is compared with it, which may be nothing.
    """
    keys = [annotated.key for annotated in sets]

    def compare_all() -> None:
        st.session_state[_COMPARED] = [key for key in keys if key != st.session_state[_REFERENCE]]

    reference = source_choice.show_one("Reference", sets, key=_REFERENCE, index=0, on_change=compare_all)
    others = [annotated for annotated in sets if annotated.key != reference.key]
    return reference, source_choice.show("Compared with it", others, key=_COMPARED)
