"""Boundary measures: squares whose answers can be counted, the three empties, and the reduced size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import boundary

Mask = NDArray[np.bool_]
NAN = float("nan")


def square(top: int, left: int, side: int, canvas: int = 30) -> Mask:
    mask = np.zeros((canvas, canvas), bool)
    mask[top : top + side, left : left + side] = True
    return mask


EMPTY = square(0, 0, 0)


def test_boundary_iou_by_hand() -> None:
    # borders of 10 x 10 squares, 1 px wide, have 36 px; moved by one column they share two rows of 9 px
    found = boundary.boundary_iou(square(5, 5, 10), square(5, 6, 10), 1)
    assert found == 18 / (2 * 36 - 18)


def test_boundary_iou_of_a_wide_border_is_the_iou() -> None:
    assert boundary.boundary_iou(square(5, 5, 10), square(5, 6, 10), 30) == 90 / 110


def test_surface_distance_by_hand() -> None:
    gt, pred = square(5, 5, 10), square(5, 7, 10)
    # moved by two columns: per outline, 2 x 8 px of the shared rows coincide and the 20 px of the rest do not, of which
    # those next to the other outline are 1 px away
    assert boundary.normalised_surface_distance(gt, pred, 0) == 16 / 36
    assert boundary.normalised_surface_distance(gt, pred, 2) == 1.0


def test_hausdorff_95_by_hand() -> None:
    assert boundary.hausdorff_95(square(5, 5, 10), square(5, 8, 10)) == 3.0
    assert boundary.hausdorff_95(square(5, 5, 10), square(5, 5, 10)) == 0.0


def test_hausdorff_takes_the_larger_direction() -> None:
    small, large = square(5, 5, 3), square(5, 5, 3) | square(20, 5, 3)
    assert boundary.hausdorff_95(small, large) == boundary.hausdorff_95(large, small) > 10


def test_a_mask_at_the_image_border_has_an_outline_there() -> None:
    full, moved = square(0, 0, 10, canvas=10), square(3, 3, 10, canvas=30)
    assert boundary.boundary_iou(full, full, 1) == 1.0
    # the same square inside a larger canvas has the same outline: a crop changes nothing
    assert boundary.normalised_surface_distance(moved, moved, 0) == 1.0


@pytest.mark.parametrize(
    ("gt", "pred", "share", "distance"),
    [
        pytest.param(square(5, 5, 9), EMPTY, 0.0, NAN, id="empty prediction"),
        pytest.param(EMPTY, square(5, 5, 9), 0.0, NAN, id="empty ground truth"),
        pytest.param(EMPTY, EMPTY, NAN, NAN, id="both empty"),
    ],
)
def test_empty_masks(gt: Mask, pred: Mask, share: float, distance: float) -> None:
    np.testing.assert_array_equal(boundary.boundary_iou(gt, pred, 2), share)
    np.testing.assert_array_equal(boundary.normalised_surface_distance(gt, pred, 2), share)
    np.testing.assert_array_equal(boundary.hausdorff_95(gt, pred), distance)


def test_reducing_states_the_cell_and_keeps_the_share() -> None:
    gt, pred = np.zeros((400, 300), bool), np.zeros((400, 300), bool)
    gt[100:200, 100:200] = pred[100:200, 150:250] = True
    pair = boundary.reduce_pair(gt, pred, boundary.cell_side_px(gt.shape, 100))
    assert pair.mask_gt.shape == (100, 75)
    assert pair.cell_px == 4.0
    assert np.count_nonzero(pair.mask_gt) == 625
    # the second square starts in the middle of a cell, which counts as it is half covered
    assert np.count_nonzero(pair.mask_gt & pair.mask_pred) == 25 * 13


def test_reducing_never_empties_a_mask() -> None:
    line = np.zeros((400, 400), bool)
    line[:, 200] = True
    pair = boundary.reduce_pair(line, np.zeros_like(line), 4)
    assert np.count_nonzero(pair.mask_gt) == 100
    assert not pair.mask_pred.any()


def test_small_masks_are_not_reduced() -> None:
    pair = boundary.reduce_pair(square(1, 1, 3), EMPTY, boundary.cell_side_px((30, 30)))
    assert pair.cell_px == 1.0
    np.testing.assert_array_equal(pair.mask_gt, square(1, 1, 3))


def test_share_of_diagonal() -> None:
    assert boundary.share_of_diagonal(5.0, (30, 40)) == 0.1
    assert np.isnan(boundary.share_of_diagonal(NAN, (30, 40)))


@pytest.mark.parametrize(
    ("measure", "match"),
    [
        pytest.param(lambda: boundary.hausdorff_95(EMPTY, EMPTY[:5]), "one shape", id="other shape"),
        pytest.param(lambda: boundary.boundary_iou(EMPTY, EMPTY.astype(np.uint8), 2), "of bool", id="no bool"),
        pytest.param(lambda: boundary.boundary_iou(EMPTY, EMPTY, 0.5), "at least 1 px", id="no border"),
        pytest.param(lambda: boundary.normalised_surface_distance(EMPTY, EMPTY, -1), "not be negative", id="tolerance"),
        pytest.param(lambda: boundary.reduce_pair(EMPTY, EMPTY, 0), "at least 1 px", id="no cell"),
        pytest.param(lambda: boundary.cell_side_px((9, 9), 0), "at least 1 px", id="no size"),
    ],
)
def test_bad_arguments_are_refused(measure: Callable[[], object], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        measure()
