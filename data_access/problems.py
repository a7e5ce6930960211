"""What was wrong in the files: each item skipped, repaired or noted, with where and why; no crash, never silent."""

from __future__ import annotations

import reprlib
import threading
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from typing import Literal

import pandas as pd

Action = Literal["skipped", "repaired", "noted"]

MAX_TEXT = 200
"""Longest text kept from a file: ids and values come from files, and a problem list must stay readable."""

MAX_PROBLEMS = 10_000
"""A folder that is wrong throughout must not fill the memory with its problems; what is beyond is counted."""


def clip_text(value: object) -> str:
    """Return `value` as one printable line of at most `MAX_TEXT` characters.

    Parameters
    ----------
    value : object
        Anything found in a file.

    Returns
    -------
    str
        Control characters escaped, surrogates replaced, the middle of a long text left out.
    """
    text = _shorten(value if isinstance(value, str) else reprlib.repr(value))
    text = text.encode("utf-8", "replace").decode("utf-8")
    escaped = (char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
    return _shorten("".join(escaped))


def _shorten(text: str) -> str:
    """Leave out the middle of a text longer than `MAX_TEXT`."""
    half = MAX_TEXT // 2
    return text if len(text) <= MAX_TEXT else f"{text[:half]}…{text[1 - half :]}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One item in the files that was skipped, repaired or noted.

    Attributes
    ----------
    file : str
        Path relative to the opened folder.
    item : str
        What in the file: a case id, `id / pathology`, a row; empty where it is the file as a whole.
    expected, found : str
        What a good file holds there, and what this one holds.
    action : {"skipped", "repaired", "noted"}
        What was done about it.
    """

    file: str
    item: str
    expected: str
    found: str
    action: Action = "skipped"

    def __str__(self) -> str:
        where = f"{self.file}: {self.item}" if self.item else self.file
        return f"{where}: expected {self.expected}, found {self.found} ({self.action})"


class ProblemLog:
    """The problems of one dataset, in the order met, each once; filled while its files are read, by any thread.

    Parameters
    ----------
    base : ProblemLog or None
        A log whose problems, present and future, are part of this one; what is added here does not go there.
    """

    def __init__(self, base: ProblemLog | None = None) -> None:
        self._base = base
        self._problems: dict[Problem, None] = {}
        self._lock = threading.Lock()
        self._n_beyond = 0

    @property
    def n_beyond(self) -> int:
        """How many were met beyond the `MAX_PROBLEMS` that are kept."""
        return self._n_beyond + (self._base.n_beyond if self._base is not None else 0)

    def add(self, file: str, item: str, expected: str, found: object, action: Action = "skipped") -> None:
        """Note one problem; texts from files are cut to a readable line.

        Parameters
        ----------
        file, item, expected : str
            As in `Problem`.
        found : object
            As in `Problem`; anything that is not text is shown by its `repr`.
        action : {"skipped", "repaired", "noted"}
            What was done about it.
        """
        problem = Problem(clip_text(file), clip_text(item), expected, clip_text(found), action)
        with self._lock:
            if problem in self._problems:
                return
            if len(self._problems) >= MAX_PROBLEMS:
                self._n_beyond += 1
                return
            self._problems[problem] = None

    def __iter__(self) -> Iterator[Problem]:
        with self._lock:
            own = tuple(self._problems)
        if self._base is None:
            return iter(own)
        return iter(dict.fromkeys((*self._base, *own)))  # both may have met the same

    def __len__(self) -> int:
        return len(self._problems) if self._base is None else sum(1 for _ in self)

    def frame(self) -> pd.DataFrame:
        """Return the problems as a table, one row a problem, columns as the fields of `Problem`."""
        columns = [field.name for field in fields(Problem)]
        return pd.DataFrame([astuple(problem) for problem in self], columns=columns)
