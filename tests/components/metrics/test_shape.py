"""Shape: rectangles by hand, the choice of the longest outline, and masks without a shape."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics.shape import count_pieces, shape_of
from data_access import rle
from data_access.run_lengths import run_lengths


def box(height: int, width: int, canvas: int = 60) -> NDArray[np.bool_]:
    mask = np.zeros((canvas, canvas), bool)
    mask[5 : 5 + height, 8 : 8 + width] = True
    return mask


def test_a_rectangle_is_measured_between_pixel_centres() -> None:
    # OpenCV's contour runs through the centres of the border pixels: 11 x 21 px measure 10 x 20
    shape = shape_of(box(11, 21))
    np.testing.assert_allclose([shape.elongation, shape.rectangularity], [2.0, 1.0], rtol=1e-6)
    assert shape.irrectangularity == 1 - shape.rectangularity


def test_a_triangle_fills_half_of_its_rectangle() -> None:
    mask = np.tril(np.ones((41, 41), bool))
    np.testing.assert_allclose(shape_of(mask).rectangularity, 0.5, rtol=1e-6)


def test_the_longest_outline_counts() -> None:
    mask = box(11, 21)
    mask[40:44, 5:55] = True  # 4 x 50 px: the longer outline though the smaller area
    np.testing.assert_allclose(shape_of(mask).elongation, 49 / 3, rtol=1e-6)


def test_the_corner_moves_the_mask_and_not_its_shape() -> None:
    mask = box(11, 21)
    cropped = mask[5:16, 8:29]
    assert shape_of(cropped, (8, 5)) == shape_of(mask)


@pytest.mark.parametrize(
    "mask",
    [
        pytest.param(np.zeros((5, 5), bool), id="empty mask"),
        pytest.param(np.zeros((0, 0), bool), id="empty bounding box"),
        pytest.param(box(1, 1), id="one pixel"),
        pytest.param(box(1, 9), id="a line"),
    ],
)
def test_masks_without_a_shape(mask: NDArray[np.bool_]) -> None:
    shape = shape_of(mask)
    assert np.isnan([shape.elongation, shape.rectangularity, shape.irrectangularity]).all()


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(("....", "...."), 0, id="empty"),
        pytest.param(("####", "####"), 1, id="everything"),
        pytest.param(("#..#", "#..#"), 2, id="two columns"),
        pytest.param(("#...", ".#.."), 1, id="by a corner"),
        pytest.param((".#", "#."), 1, id="by the other corner"),
        pytest.param((".#", "..", "#."), 2, id="at the end of a column and at the start of the next"),
        pytest.param(("..#", "...", "##."), 2, id="a row apart"),
        pytest.param(("#####", "#...#", "#.#.#", "#...#", "#####"), 2, id="an island in a lake"),
        pytest.param(("#.#", "#.#", "###"), 1, id="joined further on"),
    ],
)
def test_pieces_by_hand(rows: tuple[str, ...], expected: int) -> None:
    mask = np.array([[char == "#" for char in row] for row in rows])
    assert count_pieces(run_lengths(rle.encode(mask)), len(rows)) == expected


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7])
@pytest.mark.parametrize("size_hw", [(1, 9), (9, 1), (23, 31)])
def test_pieces_are_those_of_the_decoded_mask(size_hw: tuple[int, int], share: float) -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        mask = rng.random(size_hw) < share
        n_pieces = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)[0] - 1
        assert count_pieces(run_lengths(rle.encode(mask)), size_hw[0]) == n_pieces
