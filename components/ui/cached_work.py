"""The caches of what takes long, bounded like those of `cached`, which this continues: each result is shared work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pandas as pd
import streamlit as st

from components.tables import confusion, density, shape
from components.tables.pointing import Hits, source_hits
from components.ui.cached import set_of
from components.ui.shared_work import SharedWork
from data_access.dataset import Dataset
from data_access.progress import Track

T = TypeVar("T")

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


@st.cache_resource(max_entries=64, show_spinner=False)
def _work(
    fingerprint: str, what: str, split: str, keys: tuple[str, ...], _compute: Callable[[Track], T]
) -> SharedWork[T]:
    return SharedWork(_compute)


def _result(opened: Dataset, what: str, split: str, keys: tuple[str, ...], compute: Callable[[Track], T]) -> T:
    """Return what is computed of some sources of a split, named by `what`; shared, so do not change it."""
    return _work(opened.fingerprint, what, split, keys, compute).get()


def instance_table(opened: Dataset, split: str, key: str) -> pd.DataFrame:
    """Return the instances of every mask of a source; see `shape.instance_table`. Shared, so do not change it."""
    drawn = set_of(opened, split, key)
    return _result(
        opened, "instances", split, (key,), lambda track: shape.instance_table(drawn, drawn.case_ids(), track)
    )


def shape_table(opened: Dataset, split: str, key: str) -> pd.DataFrame:
    """Return the shape of every mask of a source; see `shape.shape_table`. Shared, so do not change it."""
    drawn = set_of(opened, split, key)
    return _result(opened, "shapes", split, (key,), lambda track: shape.shape_table(drawn, drawn.case_ids(), track))


def coverage(opened: Dataset, split: str, key: str) -> density.Coverage:
    """Return where every mask of a source lies; see `density.coverage`. Shared, so do not change it."""
    drawn = set_of(opened, split, key)
    return _result(opened, "coverage", split, (key,), lambda track: density.coverage(drawn, drawn.case_ids(), track))


def hits(opened: Dataset, split: str, key_a: str, key_b: str) -> Hits:
    """Return the hits of a source against another's masks; see `pointing.source_hits`. Shared, so do not change it."""
    set_a, set_b = set_of(opened, split, key_a), set_of(opened, split, key_b)
    return _result(
        opened, "hits", split, (key_a, key_b), lambda track: source_hits(set_a, set_b, opened.problems, track)
    )


def confusion_cases(opened: Dataset, split: str, key_a: str, key_b: str) -> pd.DataFrame:
    """Return which mask of one source each of another overlaps most; see `confusion.confusion_cases`; shared."""
    set_a, set_b = set_of(opened, split, key_a), set_of(opened, split, key_b)
    return _result(
        opened,
        "confusion",
        split,
        (key_a, key_b),
        lambda track: confusion.confusion_cases(set_a, set_b, set_a.case_ids(), track),
    )
