"""Pictures of the cases on a page of the gallery, made by a few threads; the next page's meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import BoundedSemaphore

from components.exports.thumbnail import Outlines, Thumbnail, thumbnail
from components.figures.theme import source_styles
from data_access.dataset import Dataset
from data_access.disk_cache import DiskCache

N_THREADS = 2
MAX_WAITING = 96
"""Pictures that may wait to be made ahead, of all sessions together; what is beyond is made when it is looked at."""


class Maker:
    """Makes thumbnails in the background, for all sessions."""

    def __init__(self, cache: DiskCache) -> None:
        self._cache = cache
        # Two pools, so that pictures being looked at never wait behind those made ahead.
        self._now = ThreadPoolExecutor(N_THREADS, "thumbnails")
        self._ahead = ThreadPoolExecutor(1, "thumbnails-ahead")
        self._room = BoundedSemaphore(MAX_WAITING)

    def make(self, dataset: Dataset, case_ids: Sequence[str], what: Outlines) -> list[Thumbnail]:
        """Return the pictures of some cases, in order; waits for these and no other."""
        styles = source_styles(dataset.sources())
        return list(self._now.map(lambda case_id: thumbnail(dataset, case_id, what, styles, self._cache), case_ids))

    def prepare(self, dataset: Dataset, case_ids: Sequence[str], what: Outlines) -> None:
        """Make pictures for later, without waiting; leaves out what there is no room for."""
        styles = source_styles(dataset.sources())
        for case_id in case_ids:
            if not self._room.acquire(blocking=False):
                return
            work = self._ahead.submit(thumbnail, dataset, case_id, what, styles, self._cache)
            work.add_done_callback(self._done)

    def _done(self, work: Future[Thumbnail]) -> None:
        self._room.release()
