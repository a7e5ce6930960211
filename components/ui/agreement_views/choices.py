"""What a view lets one choose beyond what the whole page does: two of the sources, one of them, a pathology."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from components.ui.agreement_views.chosen import Chosen
from components.ui.markdown import markdown_text
from data_access.annotation_set import AnnotationSet

ALL = "All pathologies"


def one_of(label: str, options: Sequence[str], key: str, words: Callable[[str], str] = str) -> str:
    """Let the user choose one of several, where there are several; kept in the URL."""
    if len(options) == 1:
        return options[0]
    chosen = st.selectbox(
        label, list(options), format_func=words, key=key, bind="query-params", persist_state="session"
    )
    return str(chosen)


def choose_two(chosen: Chosen) -> tuple[AnnotationSet, AnnotationSet] | None:
    """Return two of the compared sources, chosen where there are more; None, with a sentence, where there is one."""
    by_key = {one.key: one for one in chosen.compared}
    if len(by_key) < 2:
        reference = markdown_text(chosen.reference.label)
        st.info(f"Choose two sources to compare with {reference} above; this view holds them against each other.")
        return None
    if len(by_key) == 2:
        first, second = by_key
        return by_key[first], by_key[second]
    left, right = st.columns(2)
    with left:
        first = one_of("First", list(by_key), "first", chosen.labels.__getitem__)
    with right:
        second = one_of("Second", [key for key in by_key if key != first], "second", chosen.labels.__getitem__)
    return by_key[first], by_key[second]


def choose_source(chosen: Chosen) -> str:
    """Return the key of the compared source to look at, chosen where there are several."""
    return one_of("Source", [one.key for one in chosen.compared], "source", chosen.labels.__getitem__)


def choose_pathology(chosen: Chosen) -> str | None:
    """Return the pathology that single cases are shown of; None for all."""
    found = one_of("Pathology", [ALL, *chosen.dataset.pathologies], "pathology")
    return None if found == ALL else found
