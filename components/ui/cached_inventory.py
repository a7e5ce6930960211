"""The caches of what the Data page counts, bounded like those of `cached`, which this continues."""

from __future__ import annotations

import streamlit as st

from components.tables import inventory
from components.tables.inventory import SetCounts, Sizes
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

MAX_HEADERS = 200
"""Films of a split whose headers are read: enough to see the range, and a moment on a slow disk."""


@st.cache_resource(max_entries=32, show_spinner=False)
def _set_counts(serial: int, read: tuple[bool, ...], _annotated: AnnotationSet) -> SetCounts:
    return inventory.set_counts(_annotated)


def set_counts(annotated: AnnotationSet) -> SetCounts:
    """Return what a set holds, counted anew when another of its files has been read. Shared, so do not change it."""
    return _set_counts(annotated.serial, tuple(records.is_read for records in annotated.records), annotated)


@st.cache_data(max_entries=16, show_spinner="Reading the sizes of films …")
def _film_sizes(fingerprint: str, split: str, n_cases: int, _dataset: Dataset) -> Sizes:
    return inventory.film_sizes(_dataset, split, MAX_HEADERS)


def film_sizes(opened: Dataset, split: str) -> Sizes:
    """Return the sizes of some of a split's films; see `inventory.film_sizes`."""
    return _film_sizes(opened.fingerprint, split, len(opened.cases), opened)
