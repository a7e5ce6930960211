"""Models that a session has added: sources on every page for as long as it lives, and in no other session.

They are kept in the session alone. The dataset with them has a fingerprint of its own, so no cache that sessions share
answers one session with what another has added.
"""

from __future__ import annotations

from typing import NamedTuple, cast

import streamlit as st

from components.ui import state
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

MAX_MODELS = 6
"""Models a session may add; each stays in the server's memory until the session ends."""


class _View(NamedTuple):
    """A dataset with the models added to it, kept so that pages get the same one at every run."""

    base: Dataset
    models: tuple[AnnotationSet, ...]
    dataset: Dataset


def added(dataset: Dataset) -> tuple[AnnotationSet, ...]:
    """Return the models added to a release, in the order added."""
    of_root = cast("dict[str, tuple[AnnotationSet, ...]]", st.session_state.get(state.ADDED_MODELS, {}))
    return of_root.get(str(dataset.folder.root), ())


def view_of(dataset: Dataset) -> Dataset:
    """Return a release with the models that this session has added to it."""
    models = added(dataset)
    if not models:
        return dataset
    kept = cast("_View | None", st.session_state.get(state.ADDED_VIEW))
    if kept is None or kept.base is not dataset or kept.models != models:
        view = dataset
        for model in models:
            view = view.with_set(model)
        kept = _View(dataset, models, view)
        st.session_state[state.ADDED_VIEW] = kept
    return kept.dataset


def add(dataset: Dataset, model: AnnotationSet) -> None:
    """Make a model a source of this session from its next run on."""
    _keep(dataset, (*added(dataset), model))


def remove(dataset: Dataset, model: AnnotationSet) -> None:
    """Take a model away from this session."""
    _keep(dataset, tuple(one for one in added(dataset) if one is not model))


def _keep(dataset: Dataset, models: tuple[AnnotationSet, ...]) -> None:
    of_root = st.session_state.get(state.ADDED_MODELS, {})
    st.session_state[state.ADDED_MODELS] = {**of_root, str(dataset.folder.root): models}
    st.session_state.pop(state.ADDED_VIEW, None)
