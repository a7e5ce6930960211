"""The pointing game: where a heat map or a reader points, and whether that is inside the ground truth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_ROUNDING = 8 * float(np.finfo(np.float32).eps)
"""Relative slack for the roundings of two weighted sums in float32; too much only costs a few more columns."""


def peak_yx(heat_map: NDArray[np.float32], size_wh: tuple[int, int]) -> tuple[int, int]:
    """Find the arg-max pixel of a heat map upsampled bilinearly to the image, without building the upsampled map.

    The result is that of ``cv2.resize(heat_map, size_wh, interpolation=cv2.INTER_LINEAR)`` (half-pixel centres, as in
    PyTorch with ``align_corners=False``) followed by an arg-max, to the same roundings. Bilinear interpolation is
    separable and averages, so a column of the result cannot exceed the largest value of that column after the
    horizontal pass. Only columns whose bound reaches the best value already found are passed on to the vertical pass.

    Parameters
    ----------
    heat_map : ndarray of float32, shape (h, w)
        Finite values.
    size_wh : tuple of int
        Width and height of the image in px (the order of the official `cxr_dims`).

    Returns
    -------
    tuple of int
        Row and column of the largest value; of several, the first in row-major order, as `numpy.argmax` answers.

    Raises
    ------
    ValueError
        If the map is not a non-empty 2-d float32 array of finite values or the size is not positive.
    """
    check_heat_map(heat_map, size_wh)
    width_px, height_px = size_wh
    # OpenCV takes another path for a single row or column, with other roundings; such maps are tiny anyway.
    if min(heat_map.shape) < 2 or min(size_wh) < 2 or _is_flat_at_top(heat_map):
        return _peak_of_resized(heat_map, size_wh)
    rows = np.asarray(cv2.resize(heat_map, (width_px, heat_map.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
    bound = rows.max(axis=0)
    best = np.flatnonzero(bound >= bound.max())[:2]
    best_value = _vertical(rows, best, height_px).max()
    slack = _ROUNDING * float(np.abs(bound).max())
    columns = np.flatnonzero(bound >= best_value - slack)
    candidates = _vertical(rows, columns, height_px)
    y, at = np.unravel_index(int(candidates.argmax()), candidates.shape)
    return int(y), int(columns[min(int(at), columns.size - 1)])


def _is_flat_at_top(heat_map: NDArray[np.float32]) -> bool:
    """Guess whether so many columns come near the maximum (a plateau, noise) that leaving some out saves nothing."""
    tops = heat_map.max(axis=0)
    peak, floor = float(tops.max()), float(heat_map.min())
    return 4 * np.count_nonzero(tops >= peak - 0.02 * (peak - floor)) > tops.size


def _vertical(rows: NDArray[np.float32], columns: NDArray[np.intp], height_px: int) -> NDArray[np.float32]:
    """Run the vertical pass of the upsampling for some columns; shape (height_px, number of columns, at least 2)."""
    # A single column would take OpenCV's other path (see `peak_yx`); its copy changes no arg-max, the first one
    # counts.
    chosen = np.repeat(columns, 2) if columns.size == 1 else columns
    part = np.ascontiguousarray(rows[:, chosen])
    return np.asarray(cv2.resize(part, (chosen.size, height_px), interpolation=cv2.INTER_LINEAR), np.float32)


def _peak_of_resized(heat_map: NDArray[np.float32], size_wh: tuple[int, int]) -> tuple[int, int]:
    upsampled = cv2.resize(heat_map, size_wh, interpolation=cv2.INTER_LINEAR)
    y, x = np.unravel_index(int(upsampled.argmax()), (size_wh[1], size_wh[0]))
    return int(y), int(x)


def check_heat_map(heat_map: NDArray[np.float32], size_wh: tuple[int, int]) -> None:
    """Refuse what cannot be upsampled.

    Raises
    ------
    ValueError
        If the map is not a non-empty 2-d float32 array of finite values or the size is not positive.
    """
    if heat_map.ndim != 2 or heat_map.dtype != np.float32 or heat_map.size == 0:
        raise ValueError(
            f"a heat map must be 2-d float32 and not empty, but got {heat_map.dtype} of shape {heat_map.shape}"
        )
    if min(size_wh) < 1:
        raise ValueError(f"the image size (width, height) must be positive, but got {size_wh}")
    if not np.isfinite(heat_map).all():
        raise ValueError("a heat map must hold finite numbers, but this one has NaN or infinity")


def clicked_pixels(points_xy: NDArray[np.float64]) -> NDArray[np.int64]:
    """Turn clicked points into the pixels they are tested at: ``mask[int(y), int(x)]``, as in the paper.

    Parameters
    ----------
    points_xy : ndarray of float64, shape (n_points, 2)
        In px of the image, x first.

    Returns
    -------
    ndarray of int64, shape (n_points, 2)
        Row and column. Truncated towards zero, so a point up to one pixel left of or above the image counts as its
        edge.
    """
    points = np.asarray(points_xy, np.float64).reshape(-1, 2)
    return np.trunc(points[:, ::-1]).astype(np.int64)


def hit(is_inside: NDArray[np.bool_] | list[bool], gt_px: int) -> float:
    """Score one case of the pointing game, without tolerance.

    Parameters
    ----------
    is_inside : sequence of bool
        Whether each point (the heat map's peak, or every clicked point) lies in the ground-truth mask; empty where
        nobody pointed.
    gt_px : int
        Area of the ground truth.

    Returns
    -------
    float
        1 if any point is inside, else 0, so nobody pointing is a miss; NaN where the ground truth is empty.
    """
    if gt_px == 0:
        return float("nan")
    return float(any(is_inside))


def inside(mask_gt: NDArray[np.bool_], pixels_yx: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say which pixels lie in a mask; a pixel outside the image does not.

    Parameters
    ----------
    mask_gt : ndarray of bool, shape (h, w)
        Ground truth.
    pixels_yx : ndarray of int64, shape (n_points, 2)
        Row and column.

    Returns
    -------
    ndarray of bool, shape (n_points,)
        All False where the mask is empty.
    """
    size_hw = np.array(mask_gt.shape)
    in_image = ((pixels_yx >= 0) & (pixels_yx < size_hw)).all(axis=1)
    result = np.zeros(len(pixels_yx), dtype=np.bool_)
    y, x = pixels_yx[in_image].T
    result[in_image] = mask_gt[y, x]
    return result


def chance_level(gt_px: NDArray[np.int64], image_px: NDArray[np.int64]) -> Floats:
    """Compute the hit rate of a point thrown at random: the mean ground-truth share of the image.

    Parameters
    ----------
    gt_px, image_px : ndarray of int64, shape (n_cases, n_targets)
        Areas of the ground truth and of the image.

    Returns
    -------
    ndarray of float64, shape (n_targets,)
        Over the cases that the hit rate is over, those with a ground truth; NaN where there is none.
    """
    scored = gt_px > 0
    share = np.divide(gt_px, image_px, out=np.zeros(gt_px.shape), where=image_px > 0)
    n = scored.sum(axis=0)
    return np.divide(share.sum(axis=0), n, out=np.full(n.shape, np.nan), where=n > 0)


def centre_yx(mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Compute the centre of gravity of a mask.

    Parameters
    ----------
    mask : ndarray of bool, shape (h, w)
        Any mask.

    Returns
    -------
    tuple of float
        Row and column of the mean pixel, in px; NaN for an empty mask.
    """
    if not mask.any():
        return float("nan"), float("nan")
    rows, columns = mask.sum(axis=1), mask.sum(axis=0)
    area_px = rows.sum()
    return float(rows @ np.arange(rows.size) / area_px), float(columns @ np.arange(columns.size) / area_px)


def centre_distance_px(centres_a_yx: Floats, centres_b_yx: Floats) -> Floats:
    """Compute the distance between the centres of two masks; it explains misses.

    Parameters
    ----------
    centres_a_yx, centres_b_yx : ndarray of float64, shape (..., 2)
        Answers of `centre_yx`.

    Returns
    -------
    ndarray of float64, shape (...)
        In px of the image; NaN (undefined) where either mask is empty or both are.
    """
    difference = np.asarray(centres_a_yx, np.float64) - np.asarray(centres_b_yx, np.float64)
    return np.asarray(np.hypot(difference[..., 0], difference[..., 1]), np.float64)
