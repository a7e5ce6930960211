"""Shape of a mask: how long and how ragged, from the rectangle around its longest outline, and in how many pieces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


@dataclass(frozen=True, slots=True)
class Shape:
    """Shape of one mask.

    Attributes
    ----------
    elongation : float
        Long side / short side of the rectangle, at least 1; NaN for an empty mask and where the short side is 0 (a
        contour that is a point or a straight line).
    rectangularity : float
        Contour area / rectangle area, in 0 ... 1; NaN likewise.
    """

    elongation: float
    rectangularity: float

    @property
    def irrectangularity(self) -> float:
        """1 - rectangularity, the paper's measure of raggedness."""
        return 1 - self.rectangularity


_NO_SHAPE = Shape(float("nan"), float("nan"))


def shape_of(mask: NDArray[np.bool_], corner_xy: tuple[int, int] = (0, 0)) -> Shape:
    """Compute elongation and rectangularity of a mask, as the paper does.

    Of all outlines (outer borders and borders of holes) the one with the most points is taken, the first on a tie;
    around it OpenCV fits the rectangle of the smallest area, in any direction.

    Parameters
    ----------
    mask : ndarray of bool, shape (h, w)
        The mask, or the part of it within its bounding box.
    corner_xy : tuple of int
        Column and row of the part's upper left pixel in the image. The rectangle is fitted in image coordinates,
        since OpenCV's float32 gives other last digits elsewhere.

    Returns
    -------
    Shape
        NaN for an empty mask.
    """
    if not mask.any():
        return _NO_SHAPE
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE, offset=corner_xy)
    longest = max(outlines, key=len)
    _, (side_a_px, side_b_px), _ = cv2.minAreaRect(longest)
    if min(side_a_px, side_b_px) <= 0:
        return _NO_SHAPE
    return Shape(
        elongation=max(side_a_px, side_b_px) / min(side_a_px, side_b_px),
        rectangularity=cv2.contourArea(longest) / (side_a_px * side_b_px),
    )


def count_pieces(run_lengths: NDArray[np.int64], height_px: int) -> int:
    """Count the connected pieces of a mask, which is the number of its outer outlines, without decoding it.

    Parameters
    ----------
    run_lengths : ndarray of int64, shape (n,)
        Alternating runs of background and foreground, background first, column by column as COCO stores them.
    height_px : int
        Height of the image.

    Returns
    -------
    int
        Pixels that touch by a side or a corner are one piece; 0 for an empty mask.
    """
    end = np.cumsum(run_lengths)
    stop, start = end[1::2], end[0::2][: end[1::2].size]
    start, stop = start[stop > start], stop[stop > start]
    # A run may go on at the top of the next column: cut into parts of one column each.
    first_x, last_x = start // height_px, (stop - 1) // height_px
    n_parts = last_x - first_x + 1
    run = np.repeat(np.arange(start.size), n_parts)
    x = first_x[run] + np.arange(run.size) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
    top = np.maximum(start[run] - x * height_px, 0)
    bottom = np.minimum(stop[run] - x * height_px, height_px)  # one below the last pixel
    # Columns are set two apart, so that the parts that touch a part from the next column are a range in order.
    stride = height_px + 2
    lowest = np.searchsorted(x * stride + bottom, (x + 1) * stride + top, side="left")
    beyond = np.searchsorted(x * stride + top, (x + 1) * stride + bottom, side="right")
    n_touching = np.maximum(beyond - lowest, 0)
    left = np.repeat(np.arange(run.size), n_touching)
    right = np.arange(left.size) - np.repeat(np.cumsum(n_touching) - n_touching, n_touching) + lowest[left]
    touching = coo_array((np.ones(left.size, np.int8), (left, right)), shape=(run.size, run.size))
    return int(connected_components(touching, directed=False, return_labels=False)) if run.size else 0
