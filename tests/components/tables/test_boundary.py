"""One pair of outlines: decoded in their common box and reduced, with the same answer as on the whole image."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import boundary
from components.tables.boundary import boundary_scores
from data_access.geometry import Mask

NAN = float("nan")


def square(top: int, left: int, side: int) -> NDArray[np.bool_]:
    mask = np.zeros((300, 400), bool)
    mask[top : top + side, left : left + side] = True
    return mask


EMPTY = square(0, 0, 0)


def test_small_images_are_compared_as_they_are() -> None:
    a, b = square(50, 60, 100), square(50, 70, 100)
    scores = boundary_scores(Mask.from_array(a), Mask.from_array(b))
    # the diagonal is 500 px: tolerance 5 px, border 10 px
    assert (scores.cell_px, scores.tolerance_px, scores.border_px) == (1.0, 5.0, 10.0)
    assert scores.boundary_iou == boundary.boundary_iou(a, b, 10)
    assert scores.surface_distance == boundary.normalised_surface_distance(a, b, 5)
    assert (scores.hausdorff_95_px, scores.hausdorff_95_share) == (10.0, 0.02)


def test_large_images_are_reduced_and_distances_stay_in_pixels() -> None:
    scores = boundary_scores(Mask.from_array(square(40, 60, 100)), Mask.from_array(square(40, 80, 100)), 100)
    assert scores.cell_px == 4.0
    assert scores.hausdorff_95_px == 20.0


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        pytest.param(square(50, 60, 9), EMPTY, 0.0, id="empty prediction"),
        pytest.param(EMPTY, square(50, 60, 9), 0.0, id="empty ground truth"),
        pytest.param(EMPTY, EMPTY, NAN, id="both empty"),
    ],
)
def test_empty_masks(a: NDArray[np.bool_], b: NDArray[np.bool_], share: float) -> None:
    scores = boundary_scores(Mask.from_array(a), Mask.from_array(b))
    np.testing.assert_array_equal([scores.boundary_iou, scores.surface_distance], [share, share])
    assert np.isnan([scores.hausdorff_95_px, scores.hausdorff_95_share]).all()


def test_masks_of_two_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="masks of one size"):
        boundary_scores(Mask.from_array(EMPTY), Mask.from_array(EMPTY.T))
