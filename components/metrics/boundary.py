"""How far two outlines agree: for large organs, where the overlap saturates, and for one case looked at closely.

Masks are compared at a reduced size (`reduce_pair`), which a page must state beside the number. Distances come from
SciPy's exact Euclidean distance transform (`scipy.ndimage.distance_transform_edt`). The world outside the image is
background, so a mask cut off by the image border has an outline there, and a mask may be given within any box that
holds both masks.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]

DEFAULT_MAX_SIDE_PX = 512


@dataclass(frozen=True, slots=True, eq=False)
class ReducedPair:
    """Two masks at a common, reduced size.

    Attributes
    ----------
    mask_gt, mask_pred : ndarray of bool, shape (h, w)
        The masks, in cells.
    cell_px : float
        Side of a cell in px of the image; 1 if nothing was reduced.
    """

    mask_gt: Mask
    mask_pred: Mask
    cell_px: float


def cell_side_px(image_hw: tuple[int, int], max_side_px: int = DEFAULT_MAX_SIDE_PX) -> float:
    """Choose the side of a cell so that the longer side of an image has at most `max_side_px` cells; at least 1.

    Raises
    ------
    ValueError
        If `max_side_px` is not positive.
    """
    if max_side_px < 1:
        raise ValueError(f"the reduced side must be at least 1 px, but got {max_side_px}")
    return max(1.0, max(image_hw) / max_side_px)


def reduce_pair(mask_gt: Mask, mask_pred: Mask, cell_px: float) -> ReducedPair:
    """Reduce two masks to cells.

    A cell is set if the mask covers at least half of it; a mask too thin for any such cell keeps every cell it touches,
    so that reducing never empties it.

    Parameters
    ----------
    mask_gt, mask_pred : ndarray of bool, shape (h, w)
        Masks of one size, or the parts of them within a box that holds both.
    cell_px : float
        Side of a cell in px, at least 1; see `cell_side_px`.

    Returns
    -------
    ReducedPair
        The masks themselves for cells of 1 px. An empty mask stays empty.

    Raises
    ------
    ValueError
        If the masks differ in shape or `cell_px` is below 1.
    """
    _check_pair(mask_gt, mask_pred)
    if cell_px < 1:
        raise ValueError(f"a cell must be at least 1 px wide, but got {cell_px}")
    if cell_px == 1 or not mask_gt.size:
        return ReducedPair(mask_gt, mask_pred, 1.0)
    height, width = mask_gt.shape
    size_wh = (max(1, round(width / cell_px)), max(1, round(height / cell_px)))
    return ReducedPair(_reduce(mask_gt, size_wh), _reduce(mask_pred, size_wh), cell_px)


def _reduce(mask: Mask, size_wh: tuple[int, int]) -> Mask:
    covered = cv2.resize(mask.astype(np.float32), size_wh, interpolation=cv2.INTER_AREA)
    reduced = np.asarray(covered >= 0.5)
    return reduced if reduced.any() else np.asarray(covered > 0)


def boundary_iou(mask_gt: Mask, mask_pred: Mask, width_px: float) -> float:
    """Compute the IoU of the inner borders of both masks (Cheng et al., CVPR 2021, "Boundary IoU").

    Parameters
    ----------
    mask_gt, mask_pred : ndarray of bool, shape (h, w)
        Masks of one size.
    width_px : float
        Width of the border: pixels of a mask at most so far from its outside. Cheng et al. take 2 % of the image
        diagonal.

    Returns
    -------
    float
        In 0 ... 1; NaN if both masks are empty, 0 if one is.

    Raises
    ------
    ValueError
        If the masks differ in shape or the width is below 1.
    """
    _check_pair(mask_gt, mask_pred)
    if width_px < 1:
        raise ValueError(f"the border must be at least 1 px wide, but got {width_px}")
    border_gt, border_pred = _inner_border(mask_gt, width_px), _inner_border(mask_pred, width_px)
    union_px = np.count_nonzero(border_gt | border_pred)
    return np.count_nonzero(border_gt & border_pred) / union_px if union_px else float("nan")


def normalised_surface_distance(mask_gt: Mask, mask_pred: Mask, tolerance_px: float) -> float:
    """Compute the share of both outlines that lies within a tolerance of the other.

    This is the surface Dice of Nikolov et al. (2021). An outline is the pixels of a mask that have a neighbour
    (above, below, left or right) outside of it, each counted once.

    Parameters
    ----------
    mask_gt, mask_pred : ndarray of bool, shape (h, w)
        Masks of one size.
    tolerance_px : float
        Largest distance that still agrees, in pixels of these masks.

    Returns
    -------
    float
        In 0 ... 1; NaN if both masks are empty, 0 if one is.

    Raises
    ------
    ValueError
        If the masks differ in shape or the tolerance is negative.
    """
    _check_pair(mask_gt, mask_pred)
    if tolerance_px < 0:
        raise ValueError(f"the tolerance must not be negative, but got {tolerance_px}")
    if not (mask_gt.any() and mask_pred.any()):
        return 0.0 if mask_gt.any() or mask_pred.any() else float("nan")
    from_gt, from_pred = _outline_distances(mask_gt, mask_pred)
    within = np.count_nonzero(from_gt <= tolerance_px) + np.count_nonzero(from_pred <= tolerance_px)
    return within / (from_gt.size + from_pred.size)


def hausdorff_95(mask_gt: Mask, mask_pred: Mask) -> float:
    """Compute the 95th percentile Hausdorff distance: the larger of the two directed 95th percentiles.

    For each outline the distances of its pixels to the other outline are taken, and NumPy's linear percentile of
    them; the outlines are those of `normalised_surface_distance`. Other programs pool both directions before the
    percentile.

    Parameters
    ----------
    mask_gt, mask_pred : ndarray of bool, shape (h, w)
        Masks of one size.

    Returns
    -------
    float
        In pixels of these masks (times `ReducedPair.cell_px` in px of the image); NaN if either mask is empty, so
        such cases must be counted beside the number.

    Raises
    ------
    ValueError
        If the masks differ in shape.
    """
    _check_pair(mask_gt, mask_pred)
    if not (mask_gt.any() and mask_pred.any()):
        return float("nan")
    return max(float(np.percentile(distances, 95)) for distances in _outline_distances(mask_gt, mask_pred))


def share_of_diagonal(distance_px: float, size_hw: tuple[int, int]) -> float:
    """Give a distance as a share of the image diagonal, since the JPEGs carry no pixel spacing; NaN stays NaN."""
    return float(distance_px / np.hypot(*size_hw))


def _check_pair(mask_gt: Mask, mask_pred: Mask) -> None:
    if mask_gt.ndim != 2 or mask_gt.shape != mask_pred.shape:
        raise ValueError(f"expected two masks of one shape (h, w), but got {mask_gt.shape} and {mask_pred.shape}")
    if mask_gt.dtype != np.bool_ or mask_pred.dtype != np.bool_:
        raise ValueError(f"expected masks of bool, but got {mask_gt.dtype} and {mask_pred.dtype}")


def _inner_border(mask: Mask, width_px: float) -> Mask:
    """Keep the pixels of a mask at most `width_px` from the nearest pixel outside."""
    to_outside = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1]
    return np.asarray(mask & (to_outside <= width_px))


def _outline_distances(mask_gt: Mask, mask_pred: Mask) -> tuple[Floats, Floats]:
    """Return, for the outline pixels of each mask, the distance to the other outline."""
    outline_gt, outline_pred = _inner_border(mask_gt, 1.0), _inner_border(mask_pred, 1.0)
    to_gt = ndimage.distance_transform_edt(~outline_gt)
    to_pred = ndimage.distance_transform_edt(~outline_pred)
    return np.asarray(to_pred[outline_gt], np.float64), np.asarray(to_gt[outline_pred], np.float64)
