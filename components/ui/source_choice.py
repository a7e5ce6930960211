"""Which sources of a split to look at; kept in the URL."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from data_access.annotation_set import AnnotationSet


def show(label: str, sets: Sequence[AnnotationSet], key: str) -> list[AnnotationSet]:
    """Let the user choose any of the sources; all of them at first."""
    by_key = {annotated.key: annotated for annotated in sets}
    chosen = st.pills(
        label,
        list(by_key),
        selection_mode="multi",
        default=list(by_key),
        format_func=lambda source_key: by_key[source_key].label,
        key=key,
        bind="query-params",
    )
    return [annotated for annotated in sets if annotated.key in chosen]


def show_one(label: str, sets: Sequence[AnnotationSet], key: str, index: int) -> AnnotationSet:
    """Let the user choose one of the sources; the one at `index` at first."""
    by_key = {annotated.key: annotated for annotated in sets}
    chosen = st.selectbox(
        label,
        list(by_key),
        index=min(index, len(by_key) - 1),
        format_func=lambda source_key: by_key[source_key].label,
        key=key,
        bind="query-params",
    )
    return by_key[str(chosen)]
