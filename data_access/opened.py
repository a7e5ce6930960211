"""A release that stays open while its files may change: looked at before each use, opened anew where they have."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from data_access import open_dataset
from data_access.dataset import Dataset

CHANGED, GONE, NEW = "has changed", "is gone", "is new"

MAPS_LOOKED_AT_EVERY_S = 10.0
"""Two thousand heat maps take ten milliseconds to look at."""


class Opened(NamedTuple):
    """A release and the stamps its files, and its folders of heat maps, had when it was opened, by path."""

    dataset: Dataset
    stamps: Mapping[str, str]
    map_stamps: Mapping[str, str]

    def changes_since(self, seen: Opened) -> dict[str, str]:
        """Return what has happened to which file since another state of the same release; nothing if it is the same.

        Folders that hold files of other kinds change with every file that comes and goes; they are left out.
        """
        if seen.dataset.fingerprint == self.dataset.fingerprint:
            return {}
        words = {}
        earlier, later = {**seen.stamps, **seen.map_stamps}, {**self.stamps, **self.map_stamps}
        for path in sorted({*earlier, *later}):
            before, now = earlier.get(path, _missing(path)), later.get(path, _missing(path))
            if before != now and path not in self.dataset.watched_folders:
                words[path] = NEW if before == _missing(path) else GONE if now == _missing(path) else CHANGED
        return words


def _missing(path: str) -> str:
    return f"{path}:missing"


class OpenedRelease:
    """One release, shared by all who look at it.

    Parameters
    ----------
    root : str or Path
        Its folder.

    Raises
    ------
    DatasetNotFoundError
        As `open_dataset`.
    """

    def __init__(self, root: str | Path) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._opened = self._open()

    def current(self) -> Opened:
        """Return the release as its files are now; the same dataset as before if none of them has changed.

        Only names, sizes and times of the annotation files, label tables and folders are looked at: a millisecond. The
        files of heat maps are looked at less often, since there may be thousands.

        Raises
        ------
        DatasetNotFoundError
            If it is gone; once it is back, it is opened again.
        """
        with self._lock:
            if self._opened.dataset.stamps() != self._opened.stamps or self._has_other_maps():
                found = self._open()
                # A file that is none of the release's, such as a draft of one, changes folders and nothing else.
                same = found.dataset.fingerprint == self._opened.dataset.fingerprint
                self._opened = self._opened._replace(stamps=found.stamps) if same else found
            return self._opened

    def _open(self) -> Opened:
        dataset = open_dataset(self._root)
        self._looked_at = time.monotonic()
        return Opened(dataset, dataset.stamps(), dataset.map_stamps())

    def _has_other_maps(self) -> bool:
        if time.monotonic() - self._looked_at < MAPS_LOOKED_AT_EVERY_S:
            return False
        self._looked_at = time.monotonic()
        return self._opened.dataset.map_stamps() != self._opened.map_stamps
