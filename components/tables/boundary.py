"""One pair of masks looked at closely: how far their outlines agree, at a reduced size that is stated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.metrics import boundary
from data_access.geometry import Mask

TOLERANCE_SHARE = 0.01
"""Of the image diagonal: distances up to this agree. The JPEGs carry no pixel spacing, so there is none in mm."""

BORDER_SHARE = 0.02
"""Of the image diagonal: width of the border that boundary IoU compares (Cheng et al. 2021)."""


@dataclass(frozen=True, slots=True)
class BoundaryScores:
    """How far two outlines agree; see `metrics.boundary` for what empty masks give.

    Attributes
    ----------
    boundary_iou, surface_distance : float
        Boundary IoU, and the share of both outlines within the tolerance of the other.
    hausdorff_95_px, hausdorff_95_share : float
        95th percentile Hausdorff distance in px of the image, and as a share of its diagonal.
    cell_px, tolerance_px, border_px : float
        Side of a cell of the reduced masks, tolerance and width of the border, in px of the image.
    """

    boundary_iou: float
    surface_distance: float
    hausdorff_95_px: float
    hausdorff_95_share: float
    cell_px: float
    tolerance_px: float
    border_px: float


def boundary_scores(mask_a: Mask, mask_b: Mask, max_side_px: int = boundary.DEFAULT_MAX_SIDE_PX) -> BoundaryScores:
    """Compare the outlines of two masks of one image.

    Parameters
    ----------
    mask_a, mask_b : Mask
        Decoded only within the box that holds both.
    max_side_px : int
        Cells along the longer side of the whole image.

    Raises
    ------
    ValueError
        If the masks are of two sizes.
    """
    if mask_a.size_hw != mask_b.size_hw:
        raise ValueError(f"expected masks of one size, found {mask_a.size_hw} and {mask_b.size_hw} (height, width)")
    cell_px = boundary.cell_side_px(mask_a.size_hw, max_side_px)
    pair = boundary.reduce_pair(*_in_one_box(mask_a, mask_b), cell_px)
    diagonal_px = float(np.hypot(*mask_a.size_hw))
    tolerance_px, border_px = TOLERANCE_SHARE * diagonal_px, max(BORDER_SHARE * diagonal_px, cell_px)
    distance_px = boundary.hausdorff_95(pair.mask_gt, pair.mask_pred) * cell_px
    return BoundaryScores(
        boundary_iou=boundary.boundary_iou(pair.mask_gt, pair.mask_pred, border_px / cell_px),
        surface_distance=boundary.normalised_surface_distance(pair.mask_gt, pair.mask_pred, tolerance_px / cell_px),
        hausdorff_95_px=distance_px,
        hausdorff_95_share=boundary.share_of_diagonal(distance_px, mask_a.size_hw),
        cell_px=cell_px,
        tolerance_px=tolerance_px,
        border_px=border_px,
    )


def _in_one_box(mask_a: Mask, mask_b: Mask) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Decode two masks within the box that holds both; of shape (0, 0) if both are empty."""
    decoded = [mask.decode_box() for mask in (mask_a, mask_b)]
    drawn = [(box, corner) for box, corner in decoded if box.size]
    if not drawn:
        return np.zeros((0, 0), np.bool_), np.zeros((0, 0), np.bool_)
    left, top = (min(corner[axis] for _, corner in drawn) for axis in (0, 1))
    right = max(corner[0] + box.shape[1] for box, corner in drawn)
    bottom = max(corner[1] + box.shape[0] for box, corner in drawn)
    placed = [np.zeros((bottom - top, right - left), np.bool_) for _ in decoded]
    for canvas, (box, (x, y)) in zip(placed, decoded, strict=True):
        if box.size:
            canvas[y - top : y - top + box.shape[0], x - left : x - left + box.shape[1]] = box
    return placed[0], placed[1]
