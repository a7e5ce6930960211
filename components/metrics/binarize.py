"""From a heat map to a mask: Otsu, a fixed threshold, smoothing, and the probability cut-off that empties a mask.

This module answers contours or a boolean array; filling contours (with Pillow's polygon, as the paper does) and
encoding them belongs to `data_access.geometry`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from components.metrics.pointing import check_heat_map

HeatMapArray = NDArray[np.float32]


def upsample(heat_map: HeatMapArray, size_wh: tuple[int, int]) -> HeatMapArray:
    """Upsample bilinearly to the image (half-pixel centres, `align_corners=False`).

    Parameters
    ----------
    heat_map : ndarray of float32, shape (h, w)
        Finite values.
    size_wh : tuple of int
        Width and height of the image in px, as in the official `cxr_dims`.

    Returns
    -------
    ndarray of float32, shape (height, width)

    Raises
    ------
    ValueError
        If the map is not a non-empty 2-d float32 array of finite values or the size is not positive.
    """
    check_heat_map(heat_map, size_wh)
    resized = cv2.resize(heat_map, size_wh, interpolation=cv2.INTER_LINEAR)
    return np.asarray(resized, np.float32).reshape(size_wh[1], size_wh[0])


def normalise(upsampled: HeatMapArray) -> HeatMapArray:
    """Scale to 0 ... 1 by minimum and maximum.

    Returns
    -------
    ndarray of float32, same shape
        All 0 for a constant map, whose mask is therefore empty.
    """
    low, high = extremes(upsampled)
    if low == high:
        return np.zeros_like(upsampled)
    scaled = np.subtract(upsampled, low)
    return np.divide(scaled, np.subtract(high, low), out=scaled)


def extremes(upsampled: HeatMapArray) -> tuple[np.float32, np.float32]:
    """Return minimum and maximum of a map, shape (h, w)."""
    low, high, _, _ = cv2.minMaxLoc(upsampled)
    return np.float32(low), np.float32(high)


def to_levels(normalised: HeatMapArray) -> NDArray[np.uint8]:
    """Turn a normalised map into 256 grey levels, ``uint8(255 * x)``, cut off and not rounded, as in the paper.

    Parameters
    ----------
    normalised : ndarray of float32, shape (h, w)
        Values in 0 ... 1.
    """
    return np.asarray(np.multiply(normalised, np.float32(255)).astype(np.uint8))


def smooth(levels: NDArray[np.uint8], kernel_px: int) -> NDArray[np.uint8]:
    """Smooth grey levels the way the paper's code does, before Otsu.

    The levels are coloured with OpenCV's JET map, turned back to grey, averaged over a square and inverted. The
    colour map comes in the order blue, green, red but is read as red, green, blue, so the weights of red and blue are
    swapped; most masks of the paper change if that is put right, so it is kept.

    Parameters
    ----------
    levels : ndarray of uint8, shape (h, w)
        Answer of `to_levels`.
    kernel_px : int
        Side of the square in px of the image.

    Returns
    -------
    ndarray of uint8, shape (h, w)

    Raises
    ------
    ValueError
        If `kernel_px` is not positive.
    """
    if kernel_px < 1:
        raise ValueError(f"the smoothing kernel must be at least 1 px, but got {kernel_px}")
    coloured = cv2.applyColorMap(levels, cv2.COLORMAP_JET)
    grey = cv2.boxFilter(cv2.cvtColor(coloured, cv2.COLOR_RGB2GRAY), -1, (kernel_px, kernel_px))
    return np.asarray(np.uint8(255) - grey)


def otsu_contours(levels: NDArray[np.uint8]) -> tuple[NDArray[np.int32], ...]:
    """Split grey levels in two by Otsu's threshold and trace the brighter part.

    Filled together, the contours are the mask of the paper, with its holes closed.

    Parameters
    ----------
    levels : ndarray of uint8, shape (h, w)
        Grey levels, smoothed or not.

    Returns
    -------
    tuple of ndarray of int32, each of shape (n_points, 2)
        Columns x, y. Contours of one point are dropped, as in the paper, so single pixels vanish. No contour where
        all levels are 0; the whole image where all are one other level, as smoothing makes of a constant map.
    """
    _, brighter = cv2.threshold(levels, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    traced, _ = cv2.findContours(brighter, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    contours = (np.asarray(contour, np.int32).reshape(-1, 2) for contour in traced)
    return tuple(contour for contour in contours if len(contour) > 1)


def otsu_threshold(levels: NDArray[np.uint8]) -> float:
    """Return the threshold of the normalised map that gives Otsu's mask, with its holes open.

    Parameters
    ----------
    levels : ndarray of uint8, shape (h, w)
        Answer of `to_levels`.

    Returns
    -------
    float
        Levels above Otsu's are the mask, and a level is cut off and not rounded, so this is where the next one begins.
    """
    level, _ = cv2.threshold(levels, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return (level + 1) / 255


def above(normalised: HeatMapArray, threshold: float) -> NDArray[np.bool_]:
    """Keep the pixels above a fixed threshold.

    Parameters
    ----------
    normalised : ndarray of float32, shape (h, w)
        Values in 0 ... 1.
    threshold : float
        Compared as the number it is, without rounding it to float32 first.

    Returns
    -------
    ndarray of bool, shape (h, w)
        Holes stay open, unlike with Otsu.
    """
    return np.asarray(normalised > float32_below(threshold))


def float32_below(number: float) -> np.float32:
    """Return the largest float32 not above `number`, so that ``x > number`` needs no float64 for a float32 x."""
    rounded = np.float32(number)
    return np.nextafter(rounded, np.float32(-np.inf)) if float(rounded) > number else rounded


def is_emptied(probability: float | None, cutoff: float) -> bool:
    """Say whether the probability cut-off empties a mask: the model itself thinks the finding absent.

    Parameters
    ----------
    probability : float or None
        The model's probability; None, where it is unknown, empties nothing.
    cutoff : float
        A probability equal to it keeps the mask, as in the paper.
    """
    return probability is not None and probability < cutoff
