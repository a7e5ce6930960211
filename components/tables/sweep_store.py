"""The sweep of one case as bytes, so that it can be kept between starts: it takes a second a heat map to make."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable

import numpy as np
import pandas as pd

from components.tables.sweep import MapRow, Sweep
from data_access.annotation_set import AnnotationSet

VERSION = 1
"""Raised whenever a sweep would come out otherwise than before."""

_TEXTS = ("case_id", "pathology")
_AREAS = ("pred_px", "shared_px")


def key_of(truth: AnnotationSet, maps: AnnotationSet, case_id: str, stamp: Callable[[str], str | None]) -> str | None:
    """Return what the sweep of a case depends on, in short; None where that cannot be told.

    Parameters
    ----------
    truth, maps : AnnotationSet
        As for `sweep.sweep_case`.
    case_id : str
        The case.
    stamp : callable
        Gives what tells one content of a file from another, None for what is no file.
    """
    parts: list[object] = [VERSION, case_id]
    for pathology, file in maps.heatmap_files.targets_of_case[case_id].items() if maps.heatmap_files else ():
        stamped = stamp(file)
        if stamped is None:
            return None
        probability = maps.probability(case_id, pathology) if maps.probability_records is not None else None
        parts += [stamped, pathology, truth.state(case_id, pathology).name, probability]
        mask = truth.mask(case_id, pathology)
        parts += [mask.size_hw, mask.counts] if mask is not None else [None]
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()


def to_bytes(swept: Sweep) -> bytes:
    """Write a sweep of one map or more as an `.npz` without object arrays."""
    stream = io.BytesIO()
    columns = {name: swept.maps[name].to_numpy(str if name in _TEXTS else None) for name in MapRow._fields}
    np.savez(stream, **columns, **{name: getattr(swept, name) for name in _AREAS})  # type: ignore[arg-type]
    return stream.getvalue()


def from_bytes(content: bytes) -> Sweep:
    """Read what `to_bytes` wrote; meant for bytes whose digest was checked."""
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        maps = pd.DataFrame({name: stored[name] for name in MapRow._fields})
        return Sweep(maps, *(stored[name] for name in _AREAS))
