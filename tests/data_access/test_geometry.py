"""Masks, contours and points: pixels by hand, and the paper's way to fill a contour."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from data_access.geometry import Contours, Mask, count_outside, fill_contours, parse_points_xy
from tests.builders import SIZE_HW, box, box_xy, mask_of


def contour(*points_xy: Sequence[float]) -> NDArray[np.float64]:
    """Return a contour of these points."""
    return np.array(points_xy, np.float64).reshape(-1, 2)


@pytest.mark.parametrize(
    ("mask", "area_px", "share"),
    [
        pytest.param(box(2, 2, 4, 4), 16, 16 / 120, id="square"),
        pytest.param(box(0, 0, 0, 0), 0, 0.0, id="empty"),
        pytest.param(box(0, 0, *SIZE_HW), 120, 1.0, id="everything"),
    ],
)
def test_area_and_share(mask: NDArray[np.bool_], area_px: int, share: float) -> None:
    found = mask_of(mask)
    assert (found.area_px, found.area_share, found.is_empty) == (area_px, share, area_px == 0)
    np.testing.assert_array_equal(found.decode(), mask)


def test_empty_mask_by_size() -> None:
    found = Mask.empty((3, 4))
    assert found.is_empty
    assert found.decode().shape == (3, 4)
    assert found.outlines_xy() == []


def test_overlap_of_two_squares() -> None:
    """4 x 4 at columns 2 and 4 share two columns of four."""
    assert mask_of(box(2, 2, 4, 4)).intersection_px(mask_of(box(2, 4, 4, 4))) == 8


def test_masks_of_two_sizes_are_not_compared() -> None:
    with pytest.raises(ValueError, match=r"expected masks of one size, found \(12, 10\) and \(12, 11\)"):
        mask_of(box(0, 0, 1, 1)).intersection_px(mask_of(box(0, 0, 1, 1, (12, 11))))


@given(hnp.arrays(np.bool_, st.tuples(st.integers(1, 12), st.integers(1, 12))))
def test_outlines_fill_to_the_mask(mask: NDArray[np.bool_]) -> None:
    """Outer borders and borders of holes, filled together by the even-odd rule, give the mask back."""
    canvas = np.zeros(mask.shape, np.uint8)
    cv2.drawContours(canvas, mask_of(mask).outlines_xy(), -1, 1, cv2.FILLED)
    np.testing.assert_array_equal(canvas.astype(bool), mask)


def test_hole_is_traced_in_the_opposite_direction() -> None:
    ring = box(1, 1, 8, 8) & ~box(3, 3, 4, 4)
    signs = sorted(np.sign(cv2.contourArea(outline, oriented=True)) for outline in mask_of(ring).outlines_xy())
    assert signs == [-1, 1]


@pytest.mark.parametrize(
    ("contours_xy", "expected"),
    [
        pytest.param([contour(*box_xy(2, 3, 4, 5))], box(2, 3, 4, 5), id="outline and inside"),
        pytest.param([contour((1, 1), (4, 1))], box(1, 1, 1, 4), id="two points are a line"),
        pytest.param([contour((1, 1))], box(0, 0, 0, 0), id="one point is nothing"),
        pytest.param([contour()], box(0, 0, 0, 0), id="no points"),
        pytest.param([], box(0, 0, 0, 0), id="no contours"),
        pytest.param(
            [contour(*box_xy(0, 0, 3, 3)), contour(*box_xy(2, 2, 3, 3))],
            box(0, 0, 3, 3) | box(2, 2, 3, 3),
            id="overlapping contours are united, not subtracted",
        ),
        pytest.param(
            [contour((-50, -50), (50, -50), (50, 50), (-50, 50))], box(0, 0, *SIZE_HW), id="cut at the border"
        ),
        pytest.param([contour((20, 20), (30, 20), (30, 30))], box(0, 0, 0, 0), id="outside"),
        pytest.param([contour((-1e6, 2), (1e6, 2))], box(2, 0, 1, 10), id="farthest coordinates"),
    ],
)
def test_contours_are_filled(contours_xy: list[NDArray[np.float64]], expected: NDArray[np.bool_]) -> None:
    np.testing.assert_array_equal(fill_contours(contours_xy, SIZE_HW), expected)
    found = Contours(SIZE_HW, tuple(contours_xy))
    np.testing.assert_array_equal(found.to_mask().decode(), expected)
    assert found.n_instances == len(contours_xy)


def test_reference_contours_fill_as_the_official_code_does(shared_dir: Path) -> None:
    """Every mask of the reference release, byte for byte what the official script wrote."""
    official = json.loads((shared_dir / "reference/expected/ann_seg.json").read_text())
    drawn = json.loads((shared_dir / "reference/CheXlocalize/gt_annotations_test.json").read_text())
    n_compared = 0
    for case_id, of_targets in drawn.items():
        height, width = of_targets["img_size"]
        for target, expected in official[case_id].items():
            shapes = tuple(np.array(shape, np.float64) for shape in of_targets.get(target, ()))
            mask = Contours((height, width), shapes).to_mask()
            assert mask.counts.decode() == expected["counts"], (case_id, target)
            assert list(mask.size_hw) == expected["size"]
            n_compared += 1
    assert n_compared == 240


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        pytest.param([], np.zeros((0, 2)), id="none"),
        pytest.param([[1, 2]], np.array([[1.0, 2.0]]), id="whole numbers"),
        pytest.param([[1.5, 2], [-3, 1e6]], np.array([[1.5, 2.0], [-3.0, 1e6]]), id="floats"),
    ],
)
def test_points_are_read(points: object, expected: NDArray[np.float64]) -> None:
    np.testing.assert_array_equal(parse_points_xy(points), expected)


@pytest.mark.parametrize(
    ("points", "found"),
    [
        pytest.param(None, "NoneType instead of a list", id="null"),
        pytest.param("12", "str instead of a list", id="text"),
        pytest.param({"0": [1, 2]}, "dict instead of a list", id="object"),
        pytest.param([1, 2], "the point 1", id="numbers"),
        pytest.param([[1]], r"the point \[1\]", id="one coordinate"),
        pytest.param([[1, 2, 3]], r"the point \[1, 2, 3\]", id="three coordinates"),
        pytest.param([[1, "2"]], "the point", id="text coordinate"),
        pytest.param([[1, None]], "the point", id="null coordinate"),
        pytest.param([[True, 2]], "the point", id="bool coordinate"),
        pytest.param([[[1, 2], [3, 4]]], "the point", id="one level too deep"),
        pytest.param([[float("nan"), 2]], r"the point \[nan, 2\]", id="NaN"),
        pytest.param([[2, float("inf")]], r"the point \[2, inf\]", id="infinite"),
        pytest.param([[1_000_001, 2]], "the point", id="too far"),
        pytest.param([[10**400, 2]], "the point", id="beyond floats"),
    ],
)
def test_bad_points_are_refused(points: object, found: str) -> None:
    with pytest.raises(ValueError, match=found):
        parse_points_xy(points)


@pytest.mark.parametrize(
    ("points", "n_outside"),
    [
        pytest.param([], 0, id="none"),
        pytest.param([(0, 0), (10, 12)], 0, id="corners of the image"),
        pytest.param([(10.5, 3), (3, 12.5)], 2, id="beyond the far borders"),
        pytest.param([(-0.1, 3), (3, -0.1)], 2, id="before the near borders"),
        pytest.param([(-1, -1)], 1, id="outside on both axes counts once"),
        pytest.param([(11, 5)], 1, id="x is compared with the width, not the height"),
    ],
)
def test_points_outside_are_counted(points: list[tuple[float, float]], n_outside: int) -> None:
    assert count_outside(contour(*points), SIZE_HW) == n_outside
