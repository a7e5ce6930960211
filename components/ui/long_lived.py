"""Spares what lives as long as the server the garbage collection that Streamlit runs after every run of the script.

A full collection looks at every object, and a read release is hundreds of thousands of them: a tenth of a second and
more in which no other thread runs, twice where a run asks for another. Python can be told not to look at those again.
"""

from __future__ import annotations

import gc
import threading

from data_access.dataset import Dataset

_met: set[tuple[int, int]] = set()
_lock = threading.Lock()


def keep(dataset: Dataset) -> None:
    """Take everything that is alive out of the collection, if more of the release has been read since the last time.

    What was kept before is looked at once more, so that a release that nobody shows any longer goes.
    """
    read = {(annotated.serial, sum(part.is_read for part in annotated.records)) for annotated in dataset.sets}
    with _lock:
        if _met and read <= _met:
            return
        _met.update(read)
        gc.unfreeze()
        gc.collect()
        gc.freeze()
