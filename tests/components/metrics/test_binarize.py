"""Heat map to mask: normalising, Otsu, smoothing, fixed thresholds and the probability cut-off."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import binarize


def test_upsampling_has_half_pixel_centres() -> None:
    found = binarize.upsample(np.array([[0, 1]], np.float32), (4, 2))
    np.testing.assert_array_equal(found, [[0, 0.25, 0.75, 1]] * 2)


def test_normalising_reaches_0_and_1() -> None:
    found = binarize.normalise(np.array([[2, 3], [4, 6]], np.float32))
    np.testing.assert_array_equal(found, [[0, 0.25], [0.5, 1]])
    assert found.dtype == np.float32


def test_levels_are_cut_off() -> None:
    assert binarize.to_levels(np.array([[0, 0.5, 0.999, 1]], np.float32)).tolist() == [[0, 127, 254, 255]]


def filled(contours: tuple[NDArray[np.int32], ...]) -> list[list[list[int]]]:
    return [contour.tolist() for contour in contours]


def test_otsu_traces_the_brighter_part() -> None:
    levels = np.full((6, 7), 10, np.uint8)
    levels[1:4, 2:6] = 200
    assert filled(binarize.otsu_contours(levels)) == [[[2, 1], [2, 3], [5, 3], [5, 1]]]


def test_otsu_traces_holes_too() -> None:
    levels = np.zeros((9, 9), np.uint8)
    levels[1:8, 1:8] = 255
    levels[3:6, 3:6] = 0
    assert len(binarize.otsu_contours(levels)) == 2


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param(np.zeros((4, 4), np.uint8), id="nothing"),
        pytest.param(
            np.eye(4, dtype=np.uint8)[[0, 0, 0, 3]] * np.array([[0], [0], [0], [255]], np.uint8), id="one pixel"
        ),
    ],
)
def test_otsu_of_nothing_is_no_contour(levels: NDArray[np.uint8]) -> None:
    assert binarize.otsu_contours(levels) == ()


@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.8])
def test_a_constant_map_gives_an_empty_mask(threshold: float) -> None:
    normalised = binarize.normalise(binarize.upsample(np.full((3, 3), 0.4, np.float32), (3, 3)))
    assert not binarize.above(normalised, threshold).any()
    assert binarize.otsu_contours(binarize.to_levels(normalised)) == ()


def test_above_compares_with_the_number_itself() -> None:
    # the float32 next to 0.4 is a little larger than 0.4, and 0.30000000000000004 a little larger than 0.3
    normalised = np.array([[0.4, 0.3, 0.5]], np.float32)
    assert binarize.above(normalised, 0.4).tolist() == [[True, False, True]]
    assert binarize.above(normalised, 0.5).tolist() == [[False, False, False]]


@pytest.mark.parametrize("number", [0.0, 0.1, 0.3, 0.30000000000000004, 0.5, -0.7, 1e-40])
def test_float32_below(number: float) -> None:
    below = binarize.float32_below(number)
    assert float(below) <= number < float(np.nextafter(below, np.float32(np.inf)))


def test_smoothing_swaps_red_and_blue() -> None:
    # OpenCV's JET starts at (blue 128, 0, 0). Read as red, it weighs 0.299: 38; averaged over a constant and inverted
    # 217
    assert (binarize.smooth(np.zeros((8, 8), np.uint8), 3) == 217).all()


def test_a_kernel_without_size_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 px"):
        binarize.smooth(np.zeros((2, 2), np.uint8), 0)


@pytest.mark.parametrize(
    ("probability", "expected"),
    [
        pytest.param(0.29, True, id="below"),
        pytest.param(0.3, False, id="equal keeps"),
        pytest.param(0.31, False, id="above"),
        pytest.param(None, False, id="unknown keeps"),
    ],
)
def test_cutoff(probability: float | None, expected: bool) -> None:
    assert binarize.is_emptied(probability, 0.3) is expected
