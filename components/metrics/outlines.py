"""Outlines that a browser can draw: traced from an area, and simplified to what can be told apart on a screen."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def trace(mask: NDArray[np.bool_]) -> list[NDArray[np.int32]]:
    """Trace an area: outer borders and borders of holes, in opposite directions.

    Parameters
    ----------
    mask : ndarray of bool, shape (height, width)
        The area.

    Returns
    -------
    list of ndarray of int32, shape (n, 2)
        Pixel centres x, y; empty for an empty mask.
    """
    found, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(contour, np.int32).reshape(-1, 2) for contour in found]


def simplify(outline_xy: NDArray[np.int32], tolerance_px: float) -> NDArray[np.float64]:
    """Leave out points that a straight line replaces within a tolerance.

    Parameters
    ----------
    outline_xy : ndarray of int32, shape (n, 2)
        Pixel centres x, y of one closed outline.
    tolerance_px : float
        Largest distance of a point left out from the line that replaces it.

    Returns
    -------
    ndarray of float64, shape (m, 2)
        At least three points: an outline without extent becomes the border of its pixels, so that it can be seen.
    """
    kept = cv2.approxPolyDP(outline_xy.reshape(-1, 1, 2), tolerance_px, True).reshape(-1, 2).astype(np.float64)
    if len(kept) > 2:
        return np.asarray(kept)
    (left, top), (right, bottom) = outline_xy.min(axis=0) - 0.5, outline_xy.max(axis=0) + 0.5
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def scale(ring_xy: NDArray[np.float64], scale_xy: tuple[float, float]) -> list[list[float]]:
    """Scale pixel centres to another size of the same image, as lists that make short JSON.

    Parameters
    ----------
    ring_xy : ndarray of float64, shape (n, 2)
        Pixel centres x, y; pixel 0 spans -0.5 to 0.5 at either size.
    scale_xy : tuple of float
        Pixels of the new size per pixel of the old.

    Returns
    -------
    list of [x, y]
        Rounded to a tenth of a pixel; whole numbers are written as such.
    """
    scaled = np.round((ring_xy + 0.5) * np.array(scale_xy) - 0.5, 1)
    return [[int(value) if value == int(value) else value for value in point] for point in scaled.tolist()]
