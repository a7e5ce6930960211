"""Work that takes long, done once for all sessions: whoever asks for the result sees how far it is."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

import streamlit as st

from components.ui import progress
from data_access.progress import Track

T = TypeVar("T")
Item = TypeVar("Item")

_QUICK_S, _STEP_S = 0.5, 0.1
_ABANDONED_AFTER_S = 5.0
"""Long enough for a page that runs anew to ask again; then what nobody waits for lets go of the machine."""


class _AbandonedError(Exception):
    """Nobody waits for the result any more."""


class _Run(Generic[T]):
    """One attempt, in a thread of its own: a session that goes elsewhere does not take it along."""

    def __init__(self, compute: Callable[[Track], T]) -> None:
        self.ended = threading.Event()
        self.result: list[T] = []
        self.error: BaseException | None = None
        self.share, self.words = 0.0, ""
        self.asked_at = time.monotonic()
        threading.Thread(target=self._work, args=(compute,), name="shared work", daemon=True).start()

    def _work(self, compute: Callable[[Track], T]) -> None:
        try:
            self.result = [compute(self._track)]
        except BaseException as error:  # it is raised where somebody waits for the result
            self.error = error
        self.ended.set()

    def _track(self, items: Sequence[Item], label: str) -> Iterator[Item]:
        for number, item in enumerate(items):
            self.share, self.words = number / len(items), progress.words(number, len(items), label)
            if time.monotonic() - self.asked_at > _ABANDONED_AFTER_S:
                raise _AbandonedError
            yield item


class SharedWork(Generic[T]):
    """A result that is computed when first asked for, by one thread for all who ask.

    It stops between two items when nobody has asked for a while. An error is raised wherever somebody waits, and the
    next to ask tries anew.

    Parameters
    ----------
    compute : callable
        Given a `data_access.progress.Track` for its long loops, returns the result. It must not draw anything.
    """

    def __init__(self, compute: Callable[[Track], T]) -> None:
        self._compute = compute
        self._lock = threading.Lock()
        self._run: _Run[T] | None = None

    @property
    def is_done(self) -> bool:
        """Whether the result is there."""
        run = self._run  # another thread may put it aside meanwhile
        return run is not None and bool(run.result)

    def get(self) -> T:
        """Return the result; shows a progress bar while it is not there, unless that is soon."""
        while True:
            run = self._running()
            _wait(run)
            if run.error is None:
                return run.result[0]
            with self._lock:
                if self._run is run:
                    self._run = None
            if not isinstance(run.error, _AbandonedError):
                raise run.error

    def _running(self) -> _Run[T]:
        with self._lock:
            if self._run is None:
                self._run = _Run(self._compute)
            self._run.asked_at = time.monotonic()
            return self._run


def _wait(run: _Run[T]) -> None:
    if run.ended.wait(_QUICK_S):
        return
    place = st.empty()
    while not run.ended.wait(_STEP_S):
        run.asked_at = time.monotonic()
        place.progress(run.share, text=run.words)
    place.empty()
