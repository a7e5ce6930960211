"""Shape of a mask, how long and how ragged, from the smallest rectangle around its longest outline."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


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
