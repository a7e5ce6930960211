"""Pointing: the peak equals OpenCV's, ties included; hits, chance level, centres and their empties."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import pointing

NAN = float("nan")


def peak_of_resized(heat_map: NDArray[np.float32], size_wh: tuple[int, int]) -> tuple[int, int]:
    upsampled = np.asarray(cv2.resize(heat_map, size_wh, interpolation=cv2.INTER_LINEAR)).reshape(size_wh[::-1])
    y, x = np.unravel_index(upsampled.argmax(), upsampled.shape)
    return int(y), int(x)


@pytest.mark.parametrize(
    "kind", ["random", "few levels", "constant", "negative", "plateau", "one peak", "two equal peaks", "large offset"]
)
def test_peak_equals_resize_and_argmax(kind: str) -> None:
    rng = np.random.default_rng(len(kind))
    for _ in range(150):
        rows, columns = (int(n) for n in rng.integers(1, 30, 2))
        size_wh = (int(rng.integers(1, 300)), int(rng.integers(1, 300)))
        values = rng.random((rows, columns)).astype(np.float32)
        if kind == "few levels":
            values = np.round(3 * values) / np.float32(3)
        elif kind == "constant":
            values[:] = values[0, 0]
        elif kind == "negative":
            values = -values
        elif kind == "plateau":
            values = np.minimum(values, np.float32(0.6))
        elif kind in ("one peak", "two equal peaks"):
            values *= np.float32(0.5)
            for _ in range(1 if kind == "one peak" else 2):
                values[rng.integers(rows), rng.integers(columns)] = 1
        elif kind == "large offset":
            values += np.float32(1000)
        assert pointing.peak_yx(values, size_wh) == peak_of_resized(values, size_wh), (values.shape, size_wh)


def test_peak_of_a_large_image() -> None:
    rng = np.random.default_rng(0)
    values = np.asarray(cv2.resize(rng.random((10, 10)).astype(np.float32), (320, 320)), np.float32)
    assert pointing.peak_yx(values, (2828, 2320)) == peak_of_resized(values, (2828, 2320))


def test_peak_by_hand() -> None:
    # 2 x 2 to 4 x 4 with half-pixel centres: the corner pixel takes the value of its own source pixel alone
    assert pointing.peak_yx(np.array([[0, 0], [0, 1]], np.float32), (4, 4)) == (3, 3)
    # the first row and the first two rows of the image are all 1: the first pixel wins the tie
    assert pointing.peak_yx(np.array([[1, 1], [0, 0]], np.float32), (4, 4)) == (0, 0)


@pytest.mark.parametrize(
    ("values", "size_wh", "match"),
    [
        pytest.param(np.zeros((2, 2)), (4, 4), "float32", id="float64"),
        pytest.param(np.zeros((0, 2), np.float32), (4, 4), "not empty", id="empty"),
        pytest.param(np.zeros((1, 2, 2), np.float32), (4, 4), "2-d", id="three axes"),
        pytest.param(np.zeros((2, 2), np.float32), (0, 4), "must be positive", id="no size"),
        pytest.param(np.full((2, 2), np.nan, np.float32), (4, 4), "NaN", id="not a number"),
    ],
)
def test_a_map_that_is_none_is_refused(values: NDArray[np.float32], size_wh: tuple[int, int], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        pointing.peak_yx(values, size_wh)


MASK = np.array([[False, True, True], [False, False, True]])


@pytest.mark.parametrize(
    ("points_xy", "expected"),
    [
        pytest.param([[1.9, 0.9]], [True], id="cut off, not rounded"),
        pytest.param([[0.9, 0.9]], [False], id="beside"),
        pytest.param([[2.0, 1.0]], [True], id="a whole number is its own pixel"),
        pytest.param([[-0.5, 0.0], [1.0, -0.9]], [False, True], id="just outside is cut to the edge"),
        pytest.param([[3.0, 0.0], [0.0, 2.0], [-1.0, 0.0]], [False, False, False], id="outside the image"),
        pytest.param(np.empty((0, 2)), [], id="no point"),
    ],
)
def test_points_inside(points_xy: object, expected: list[bool]) -> None:
    pixels = pointing.clicked_pixels(np.array(points_xy, np.float64))
    assert pointing.inside(MASK, pixels).tolist() == expected


@pytest.mark.parametrize(
    ("is_inside", "gt_px", "expected"),
    [
        pytest.param([False, True], 3, 1.0, id="any point is enough"),
        pytest.param([False], 3, 0.0, id="miss"),
        pytest.param([], 3, 0.0, id="empty prediction: nobody pointed"),
        pytest.param([False], 0, NAN, id="empty ground truth"),
        pytest.param([], 0, NAN, id="both empty"),
    ],
)
def test_hit(is_inside: list[bool], gt_px: int, expected: float) -> None:
    np.testing.assert_array_equal(pointing.hit(is_inside, gt_px), expected)


def test_chance_level_is_the_mean_share_of_cases_with_ground_truth() -> None:
    gt_px = np.array([[10, 0], [30, 0], [0, 0]])
    np.testing.assert_allclose(pointing.chance_level(gt_px, np.full((3, 2), 100)), [0.2, NAN], rtol=1e-15)


def test_centre_distance() -> None:
    a, b = np.zeros((20, 20), bool), np.zeros((20, 20), bool)
    a[2:5, 2:5] = b[6:9, 5:8] = True
    centres_a, centres_b = np.array([pointing.centre_yx(a)]), np.array([pointing.centre_yx(b)])
    assert centres_a.tolist() == [[3.0, 3.0]]
    assert pointing.centre_distance_px(centres_a, centres_b).tolist() == [5.0]


@pytest.mark.parametrize(
    ("area_a", "area_b"),
    [
        pytest.param(1, 0, id="empty prediction"),
        pytest.param(0, 1, id="empty ground truth"),
        pytest.param(0, 0, id="both empty"),
    ],
)
def test_centre_distance_of_empty_masks_is_undefined(area_a: int, area_b: int) -> None:
    masks = [np.full((3, 3), bool(area)) for area in (area_a, area_b)]
    centres = [np.array(pointing.centre_yx(mask)) for mask in masks]
    assert np.isnan(pointing.centre_distance_px(*centres))
