"""The caches of what takes long, bounded like those of `cached`, which this continues: each result is shared work."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from components.tables import confusion, density, shape
from components.tables.pointing import Hits, source_hits
from components.ui.cached import set_of
from components.ui.shared_work import SharedWork
from data_access.dataset import Dataset

# Each is asked for outside the cached function: Streamlit would record the progress bar otherwise and play it again at
# every hit.


@st.cache_resource(max_entries=1, show_spinner=False)
def _painting() -> SharedWork[Path]:
    from data_access.demo import ensure_demo

    return SharedWork(ensure_demo)


def demo_root() -> str:
    """Return the folder of the demo, which the first start paints, once for all sessions."""
    from data_access.demo import find_demo  # the painter is only loaded by those who look at the demo

    found = find_demo()
    if found is None:
        found = _painting().get()
        _painting.clear()  # it is painted anew should it vanish
    return str(found)


@st.cache_resource(max_entries=16, show_spinner=False)
def _instances(fingerprint: str, split: str, key: str, _dataset: Dataset) -> SharedWork[pd.DataFrame]:
    annotated = set_of(_dataset, split, key)
    return SharedWork(lambda track: shape.instance_table(annotated, annotated.case_ids(), track))


def instance_table(opened: Dataset, split: str, key: str) -> pd.DataFrame:
    """Return the instances of every mask of a source; see `shape.instance_table`. Shared, so do not change it."""
    return _instances(opened.fingerprint, split, key, opened).get()


@st.cache_resource(max_entries=16, show_spinner=False)
def _shapes(fingerprint: str, split: str, key: str, _dataset: Dataset) -> SharedWork[pd.DataFrame]:
    annotated = set_of(_dataset, split, key)
    return SharedWork(lambda track: shape.shape_table(annotated, annotated.case_ids(), track))


def shape_table(opened: Dataset, split: str, key: str) -> pd.DataFrame:
    """Return the shape of every mask of a source; see `shape.shape_table`. Shared, so do not change it."""
    return _shapes(opened.fingerprint, split, key, opened).get()


@st.cache_resource(max_entries=16, show_spinner=False)
def _coverage(fingerprint: str, split: str, key: str, _dataset: Dataset) -> SharedWork[density.Coverage]:
    annotated = set_of(_dataset, split, key)
    return SharedWork(lambda track: density.coverage(annotated, annotated.case_ids(), track))


def coverage(opened: Dataset, split: str, key: str) -> density.Coverage:
    """Return where every mask of a source lies; see `density.coverage`. Shared, so do not change it."""
    return _coverage(opened.fingerprint, split, key, opened).get()


@st.cache_resource(max_entries=16, show_spinner=False)
def _hits(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> SharedWork[Hits]:
    set_a, set_b = set_of(_dataset, split, key_a), set_of(_dataset, split, key_b)
    return SharedWork(lambda track: source_hits(set_a, set_b, _dataset.problems, track))


def hits(opened: Dataset, split: str, key_a: str, key_b: str) -> Hits:
    """Return the hits of a source against another's masks; see `pointing.source_hits`. Shared, so do not change it."""
    return _hits(opened.fingerprint, split, key_a, key_b, opened).get()


@st.cache_resource(max_entries=16, show_spinner=False)
def _confusion(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> SharedWork[pd.DataFrame]:
    set_a, set_b = set_of(_dataset, split, key_a), set_of(_dataset, split, key_b)
    return SharedWork(lambda track: confusion.confusion_cases(set_a, set_b, set_a.case_ids(), track))


def confusion_cases(opened: Dataset, split: str, key_a: str, key_b: str) -> pd.DataFrame:
    """Return which mask of one source each of another overlaps most; see `confusion.confusion_cases`; shared."""
    return _confusion(opened.fingerprint, split, key_a, key_b, opened).get()
