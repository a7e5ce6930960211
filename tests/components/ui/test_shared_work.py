"""What takes long is computed once, whoever asks; all who wait see how far it is."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from components.ui import shared_work
from components.ui.shared_work import SharedWork
from data_access.progress import Track


class Bar:
    """Stands in for the progress bars of all sessions: keeps what they say, and what happens once they all say it."""

    def __init__(self, n_sessions: int) -> None:
        self.all_told = threading.Barrier(n_sessions + 1)
        self.said: set[tuple[float, str]] = set()
        self._told = threading.local()

    def progress(self, share: float, text: str) -> None:
        """Wait, the first time, until every session has said something."""
        self.said.add((share, text))
        if not hasattr(self._told, "once"):
            self._told.once = True
            self.all_told.wait()

    def empty(self) -> Bar:
        """Be the place, the bar, and what is left of it."""
        return self


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress from the start."""
    monkeypatch.setattr(shared_work, "_QUICK_S", 0)
    monkeypatch.setattr(shared_work, "_STEP_S", 0.001)


@pytest.mark.usefixtures("at_once")
def test_two_sessions_wait_for_one_result_and_both_see_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bar, runs = Bar(n_sessions=2), []
    monkeypatch.setattr(shared_work, "st", bar)

    def compute(track: Track) -> int:
        runs.append(threading.current_thread().name)
        for item in track(["a", "b"], "looked at"):
            if item == "b":
                bar.all_told.wait()  # nobody would get any further if one of the two saw nothing
        return 7

    work = SharedWork(compute)
    assert not work.is_done
    with ThreadPoolExecutor(2) as sessions:
        assert [waiting.result() for waiting in [sessions.submit(work.get) for _ in range(2)]] == [7, 7]
    assert (work.is_done, work.get(), len(runs)) == (True, 7, 1)
    assert (0.5, "1 of 2 X-rays: looked at") in bar.said


def test_an_error_is_told_and_the_next_to_ask_tries_anew() -> None:
    outcomes = iter([OSError("the disk is full"), None])

    def compute(track: Track) -> str:
        if (error := next(outcomes)) is not None:
            raise error
        return "whole"

    work = SharedWork(compute)
    with pytest.raises(OSError, match="the disk is full"):
        work.get()
    assert not work.is_done
    assert work.get() == "whole"


def test_what_nobody_waits_for_stops_and_begins_anew_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    patience_s = iter([-1.0, 1e9])
    seen: list[str] = []

    def compute(track: Track) -> str:
        monkeypatch.setattr(shared_work, "_ABANDONED_AFTER_S", next(patience_s))
        seen.extend(track(["a", "b"], "looked at"))
        return "".join(seen)

    assert SharedWork(compute).get() == "ab"


def test_what_is_there_soon_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "_QUICK_S", 60)
    monkeypatch.setattr(shared_work, "st", SimpleNamespace())
    assert SharedWork(lambda track: sum(track([1, 2], "added"))).get() == 3
