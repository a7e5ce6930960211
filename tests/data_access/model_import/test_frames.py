"""Masks go back to their film pixel by pixel, as the formula says and as OpenCV does it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from data_access.geometry import HeatMap, Mask
from data_access.model_import.frames import (
    FRAMES,
    Box,
    Frame,
    covered,
    cut_map,
    fits,
    fitting,
    map_back,
    origin_words,
)

SQUARES = tuple(frame for frame in FRAMES if frame != "image")
SIDES = st.integers(1, 14)


def drawn(*rows: str) -> NDArray[np.bool_]:
    """Return a mask drawn with `#`."""
    return np.array([[char == "#" for char in row] for row in rows])


# A picture of 2 x 2 pixels, upper left and lower right set, on films of 2 x 4 and 4 x 2 pixels.
CHECKS = drawn("#.", ".#")


@pytest.mark.parametrize(
    ("frame", "size_hw", "expected"),
    [
        pytest.param("squashed", (2, 4), drawn("##..", "..##"), id="squashed, wide"),
        pytest.param("squashed", (4, 2), drawn("#.", "#.", ".#", ".#"), id="squashed, tall"),
        pytest.param("padded", (2, 4), drawn("##..", "..##"), id="padded, wide: a row of padding above and below"),
        pytest.param("padded", (4, 2), drawn("#.", "#.", ".#", ".#"), id="padded, tall"),
        pytest.param("padded-corner", (2, 4), drawn("##..", "##.."), id="padded at the right and below, wide"),
        pytest.param("padded-corner", (4, 2), drawn("##", "##", "..", ".."), id="padded at the right and below, tall"),
        pytest.param("cropped", (2, 4), drawn(".#..", "..#."), id="cropped, wide: the sides stay empty"),
        pytest.param("cropped", (4, 2), drawn("..", "#.", ".#", ".."), id="cropped, tall"),
        pytest.param("squashed", (1, 1), drawn("#"), id="a smaller film: its centre is the lower right pixel"),
    ],
)
def test_each_pixel_of_the_film_takes_the_nearest_of_the_mask(
    frame: Frame, size_hw: tuple[int, int], expected: NDArray[np.bool_]
) -> None:
    found = map_back(Mask.from_array(CHECKS), frame, size_hw)
    assert found.decode().tolist() == expected.tolist()
    assert found == Mask.from_array(expected)  # size, string and area


def by_formula(mask: NDArray[np.bool_], box: Box, size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Map pixel by pixel, in whole numbers."""
    found = np.zeros(size_hw, bool)
    for y in range(size_hw[0]):
        for x in range(size_hw[1]):
            row = (2 * (y - box.top) + 1) * mask.shape[0] // (2 * box.height)
            column = (2 * (x - box.left) + 1) * mask.shape[1] // (2 * box.width)
            if 0 <= row < mask.shape[0] and 0 <= column < mask.shape[1]:
                found[y, x] = mask[row, column]
    return found


@given(side=SIDES, size_hw=st.tuples(SIDES, SIDES), seed=st.integers(0, 10**6), frame=st.sampled_from(SQUARES))
def test_run_lengths_say_what_the_formula_says(side: int, size_hw: tuple[int, int], seed: int, frame: Frame) -> None:
    rng = np.random.default_rng(seed)
    mask = rng.random((side, side)) < rng.random()
    expected = by_formula(mask, covered(frame, size_hw), size_hw)
    assert map_back(Mask.from_array(mask), frame, size_hw) == Mask.from_array(expected)


@given(size_hw=st.tuples(SIDES, SIDES), factor=st.integers(1, 4), seed=st.integers(0, 10**6))
def test_what_was_enlarged_by_a_whole_number_comes_back(size_hw: tuple[int, int], factor: int, seed: int) -> None:
    mask = np.random.default_rng(seed).random(size_hw) < 0.5
    longer = max(size_hw)
    square = np.zeros((longer, longer), bool)
    top, left = (longer - size_hw[0]) // 2, (longer - size_hw[1]) // 2
    square[top : top + size_hw[0], left : left + size_hw[1]] = mask
    enlarged = square.repeat(factor, axis=0).repeat(factor, axis=1)
    assert map_back(Mask.from_array(enlarged), "padded", size_hw) == Mask.from_array(mask)


@pytest.mark.parametrize("size_hw", [(283, 232), (100, 160), (64, 64), (31, 500)])
def test_squashed_is_exact_nearest_neighbour_of_opencv(size_hw: tuple[int, int]) -> None:
    mask = np.zeros((63, 63), np.uint8)  # an odd side has no centre on a border, where OpenCV's fixed point may differ
    cv2.circle(mask, (30, 20), 18, 1, -1)
    resized = cv2.resize(mask, size_hw[::-1], interpolation=cv2.INTER_NEAREST_EXACT)
    assert map_back(Mask.from_array(mask.astype(bool)), "squashed", size_hw) == Mask.from_array(resized.astype(bool))


@pytest.mark.parametrize("frame", FRAMES)
def test_an_empty_mask_stays_empty(frame: Frame) -> None:
    side = (7, 5) if frame == "image" else (4, 4)
    assert map_back(Mask.empty(side), frame, (7, 5)) == Mask.empty((7, 5))


def test_a_mask_of_the_film_is_kept_as_it_is() -> None:
    mask = Mask.from_array(CHECKS)
    assert map_back(mask, "image", (2, 2)) is mask
    assert map_back(mask, "squashed", (2, 2)) is mask


@pytest.mark.parametrize(
    ("picture_hw", "size_hw", "expected"),
    [
        pytest.param((100, 80), (100, 80), ("image", "squashed"), id="the film's size"),
        pytest.param((32, 32), (100, 80), SQUARES, id="a square"),
        pytest.param((50, 40), (100, 80), ("squashed",), id="a copy half as large"),
        pytest.param((50, 60), (100, 80), (), id="another shape"),
        pytest.param((80, 100), (100, 80), (), id="height and width exchanged"),
        pytest.param((64, 64), (64, 64), FRAMES, id="a square film"),
    ],
)
def test_sizes_tell_which_frames_are_possible(
    picture_hw: tuple[int, int], size_hw: tuple[int, int], expected: tuple[Frame, ...]
) -> None:
    assert fitting(picture_hw, size_hw) == expected
    assert all(fits(frame, picture_hw, size_hw) for frame in expected)


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        pytest.param("padded", Box(0, -1, 5, 5), id="the odd column is at the right"),
        pytest.param("padded-corner", Box(0, 0, 5, 5), id="all at the right"),
        pytest.param("cropped", Box(1, 0, 2, 2), id="the odd row is below"),
        pytest.param("squashed", Box(0, 0, 5, 2), id="the whole film"),
    ],
)
def test_where_an_odd_pixel_goes(frame: Frame, expected: Box) -> None:
    assert covered(frame, (5, 2)) == expected


def test_a_padded_heat_map_is_cut_to_the_film() -> None:
    values = np.arange(16, dtype=np.float32).reshape(4, 4)
    heatmap = HeatMap(values, 0.5, (40, 20))
    assert cut_map(heatmap, "padded").map_hw.tolist() == values[:, 1:3].tolist()
    assert cut_map(heatmap, "padded-corner").map_hw.tolist() == values[:, :2].tolist()
    assert cut_map(heatmap, "squashed") is heatmap
    with pytest.raises(ValueError, match="part of the film"):
        cut_map(heatmap, "cropped")


@pytest.mark.parametrize(
    ("frame", "sizes_hw", "expected"),
    [
        pytest.param("image", [(9, 9)], "", id="nothing was mapped"),
        pytest.param("padded", [], "", id="no mask"),
        pytest.param(
            "squashed",
            [(320, 320)],
            "masks mapped back from 320 x 320 px, squashed to a square, nearest-neighbour",
            id="a size",
        ),
        pytest.param("squashed", [(50, 40)], "masks mapped back from 40 x 50 px, nearest-neighbour", id="a copy"),
        pytest.param(
            "padded",
            [(n, n) for n in (4, 1, 2, 3)],
            "masks mapped back from 1 x 1, 2 x 2, 3 x 3 and others px, padded to a square, nearest-neighbour",
            id="many sizes",
        ),
    ],
)
def test_where_masks_come_from_is_said_in_a_line(frame: Frame, sizes_hw: list[tuple[int, int]], expected: str) -> None:
    assert origin_words(frame, sizes_hw) == expected
