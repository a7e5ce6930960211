"""Every file we write: beside its place, then renamed, so that a half-written file never has its final name."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pandas as pd
from numpy.typing import NDArray

from data_access.geometry import Mask


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """Give a name beside `path` to write to; renamed to `path` at the end, removed if anything fails.

    Parameters
    ----------
    path : Path
        Final name; its folder is made if need be.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.part")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    with beside(path) as draft:
        draft.write_bytes(content)


def write_json(path: Path, content: object) -> None:
    """Write JSON, NumPy arrays and numbers included."""
    write_bytes(path, orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY))


def write_csv(path: Path, table: pd.DataFrame, *, index: bool = False) -> None:
    """Write a table as CSV, floats with all the digits that identify them."""
    with beside(path) as draft:
        table.to_csv(draft, index=index)


def segmentations_json(masks: Mapping[str, Mapping[str, Mask]]) -> bytes:
    """Return masks in the official format: id, then pathology, then `size` (height, width) and COCO `counts`.

    Parameters
    ----------
    masks : mapping of id to mapping of pathology to Mask
        What to write, in this order.
    """
    return orjson.dumps(
        {
            case_id: {
                pathology: {"size": list(mask.size_hw), "counts": mask.counts.decode("ascii")}
                for pathology, mask in of_case.items()
            }
            for case_id, of_case in masks.items()
        }
    )


def write_segmentations(path: Path, masks: Mapping[str, Mapping[str, Mask]]) -> None:
    """Write a segmentations file, as `segmentations_json` has it."""
    write_bytes(path, segmentations_json(masks))


def write_heatmap(
    path: Path, map_hw: NDArray[np.float32], probability: float | None, pathology: str, size_hw: tuple[int, int]
) -> None:
    """Write a heat map in the safe format we recommend.

    Parameters
    ----------
    path : Path
        `<id>_<pathology>_map.npz`.
    map_hw : ndarray of float32, shape (h, w)
        The map at the model's own size.
    probability : float or None
        The model's probability of the pathology; None if it gave none.
    pathology : str
        Its name.
    size_hw : tuple of int
        Height and width of the X-ray; the file holds (width, height), as the official pickles do.
    """
    known: dict[str, Any] = {} if probability is None else {"prob": np.float64(probability)}
    with beside(path) as draft, draft.open("wb") as stream:
        np.savez_compressed(
            stream,
            map=map_hw[np.newaxis, np.newaxis],
            **known,
            task=np.str_(pathology),
            cxr_dims=np.array([size_hw[1], size_hw[0]]),
        )
