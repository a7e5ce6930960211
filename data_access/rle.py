"""Areas, intersections and pixels of COCO run lengths; the only importer of pycocotools.

pycocotools trusts its strings: malformed ones make it read foreign memory or end the process. Everything here takes run
lengths that passed `run_lengths.check_strings`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pycocotools import mask as coco

from data_access.run_lengths import compress, run_lengths


def empty(size_hw: tuple[int, int]) -> bytes:
    """Return the run lengths of a mask without foreground."""
    return compress([size_hw[0] * size_hw[1]], size_hw[0] * size_hw[1])


def encode(mask: NDArray[np.bool_]) -> bytes:
    """Return the run lengths of a boolean mask, shape (height, width)."""
    return bytes(coco.encode(np.asfortranarray(mask, dtype=np.uint8))["counts"])


def from_runs(lengths: NDArray[np.int64], size_hw: tuple[int, int]) -> bytes:
    """Return the compressed string of alternating run lengths, background first, that sum to height x width.

    None but the first may be zero.
    """
    record = {"size": [size_hw[0], size_hw[1]], "counts": lengths.tolist()}
    return bytes(coco.frPyObjects(record, size_hw[0], size_hw[1])["counts"])


def area_px(counts: bytes, size_hw: tuple[int, int]) -> int:
    """Return the foreground pixels of checked run lengths."""
    return int(coco.area(_record(counts, size_hw)))


def union(counts: Sequence[bytes], size_hw: tuple[int, int]) -> bytes:
    """Return the union of checked masks of one size; the empty mask for none."""
    if not counts:
        return empty(size_hw)
    return bytes(coco.merge([_record(c, size_hw) for c in counts])["counts"])


def intersection_px(counts_a: bytes, counts_b: bytes, area_a_px: int, size_hw: tuple[int, int]) -> int:
    """Return the pixels that two checked masks share, from their run lengths.

    Parameters
    ----------
    counts_a, counts_b : bytes
        Checked run lengths of one size.
    area_a_px : int
        Area of the first mask; 0 gives 0 at once.
    size_hw : tuple of int
        Height and width in pixels.
    """
    if not area_a_px:
        return 0
    # Against a "crowd" pycocotools answers intersection / area of the first: the count comes back exactly.
    share = coco.iou([_record(counts_a, size_hw)], [_record(counts_b, size_hw)], [1])
    return round(float(share[0, 0]) * area_a_px)


def _record(counts: bytes, size_hw: tuple[int, int]) -> dict[str, object]:
    return {"size": [size_hw[0], size_hw[1]], "counts": counts}


def decode_box(counts: bytes, size_hw: tuple[int, int]) -> tuple[NDArray[np.bool_], tuple[int, int]]:
    """Decode checked run lengths within their bounding box.

    Parameters
    ----------
    counts : bytes
        Checked run lengths.
    size_hw : tuple of int
        Height and width of the image in pixels.

    Returns
    -------
    mask : ndarray of bool, shape (box height, box width)
        Shape (0, 0) for an empty mask.
    corner_xy : tuple of int
        Column and row of the box's upper left pixel.
    """
    columns, corner_xy = decode_columns(counts, size_hw)
    return np.ascontiguousarray(columns.T), corner_xy


def decode_columns(counts: bytes, size_hw: tuple[int, int]) -> tuple[NDArray[np.bool_], tuple[int, int]]:
    """Decode as `decode_box` does, but a row a column of the mask, as run lengths go: shape (box width, box height)."""
    lengths = run_lengths(counts)
    end = np.cumsum(lengths)
    stop, start = end[1::2], end[0::2][: end[1::2].size]
    start, stop = start[stop > start], stop[stop > start]
    if not start.size:
        return np.zeros((0, 0), bool), (0, 0)
    height = size_hw[0]
    x_first, x_last = int(start[0]) // height, (int(stop[-1]) - 1) // height
    n_columns = x_last - x_first + 1
    filled = np.zeros(n_columns * height, bool)
    offset = x_first * height
    for first, beyond in zip((start - offset).tolist(), (stop - offset).tolist(), strict=True):
        filled[first:beyond] = True  # a run at a time: ten times as fast as a sum over all pixels
    y_first, y_last = 0, height - 1
    if np.array_equal(start // height, (stop - 1) // height):  # else a run goes on in the next column
        y_first, y_last = int((start % height).min()), int(((stop - 1) % height).max())
    return filled.reshape(n_columns, height)[:, y_first : y_last + 1], (x_first, y_first)


def decode(counts: bytes, size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Decode checked run lengths to a mask of shape (height, width); for a whole image only where one is needed."""
    lengths = run_lengths(counts)
    columns = np.repeat(np.arange(lengths.size) % 2 == 1, lengths)
    return columns.reshape(size_hw[1], size_hw[0]).T
