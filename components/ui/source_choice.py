"""Which sources of a split to look at; kept in the URL."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


def show_one(
    label: str, sets: Sequence[AnnotationSet], key: str, index: int, on_change: Callable[[], None] | None = None
) -> AnnotationSet:
    """Let the user choose one of the sources; the one at `index` at first. `on_change` runs before the page does."""
    by_key = {annotated.key: annotated for annotated in sets}
    chosen = st.selectbox(
        label,
        list(by_key),
        index=min(index, len(by_key) - 1),
        format_func=lambda source_key: by_key[source_key].label,
        key=key,
        bind="query-params",
        on_change=on_change or "rerun",
    )
    return by_key[str(chosen)]


def show_one_of_few(label: str, sets: Sequence[AnnotationSet], key: str) -> AnnotationSet:
    """Let the user choose one of the sources by a click; the first at first."""
    by_key = {annotated.key: annotated for annotated in sets}
    if st.session_state.get(key) not in by_key:
        st.session_state[key] = next(iter(by_key))
    chosen = st.segmented_control(
        label, list(by_key), required=True, format_func=lambda source_key: by_key[source_key].label, key=key
    )
    return by_key[str(chosen)]
