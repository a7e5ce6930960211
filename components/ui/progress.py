"""A progress bar around a long loop; what takes a moment shows none."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st

T = TypeVar("T")

_QUICK_SECONDS, _STEP_SECONDS = 0.5, 0.1


def words(n_done: int, n_all: int, label: str) -> str:
    """Say how far a loop over X-rays is, and what is done to them."""
    return f"{n_done:,} of {n_all:,} X-rays: {label}"


def track(items: Sequence[T], label: str) -> Iterator[T]:
    """Yield the items and say how far they are; a `data_access.progress.Track`."""
    place = st.empty()
    next_shown = time.monotonic() + _QUICK_SECONDS
    for number, item in enumerate(items):
        now = time.monotonic()
        if now >= next_shown:
            place.progress(number / len(items), text=words(number, len(items), label))
            next_shown = now + _STEP_SECONDS
        yield item
    place.empty()
