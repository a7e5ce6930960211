"""Areas, overlaps and pixels from run lengths are those that NumPy counts."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from data_access import rle
from data_access.run_lengths import check_strings
from tests.builders import SIZE_HW, box
from tests.run_length_strings import decode_runs, runs_of_image, write_runs

Pixels = NDArray[np.bool_]

masks = hnp.arrays(np.bool_, st.tuples(st.integers(1, 15), st.integers(1, 15)))
mask_pairs = st.tuples(st.integers(1, 15), st.integers(1, 15)).flatmap(
    lambda shape: st.tuples(hnp.arrays(np.bool_, shape), hnp.arrays(np.bool_, shape))
)


@given(masks)
def test_encoded_mask_comes_back(mask: Pixels) -> None:
    counts = rle.encode(mask)
    assert check_strings([counts], [mask.size]).faults == [None]
    assert rle.area_px(counts, mask.shape) == np.count_nonzero(mask)
    np.testing.assert_array_equal(rle.decode(counts, mask.shape), mask)


@given(mask_pairs)
def test_intersection_is_counted_exactly(pair: tuple[Pixels, Pixels]) -> None:
    mask_a, mask_b = pair
    found = rle.intersection_px(rle.encode(mask_a), rle.encode(mask_b), int(mask_a.sum()), mask_a.shape)
    assert found == np.count_nonzero(mask_a & mask_b)


@given(mask_pairs)
def test_union_is_that_of_the_pixels(pair: tuple[Pixels, Pixels]) -> None:
    mask_a, mask_b = pair
    union = rle.union([rle.encode(mask_a), rle.encode(mask_b)], mask_a.shape)
    np.testing.assert_array_equal(rle.decode(union, mask_a.shape), mask_a | mask_b)


@given(runs_of_image((4, 5)), runs_of_image((4, 5)))
def test_runs_of_zero_mislead_nothing(
    image_a: tuple[list[int], tuple[int, int]], image_b: tuple[list[int], tuple[int, int]]
) -> None:
    """Where runs of length zero of two masks coincide, pycocotools would stop counting; checked strings have none."""
    mask_a, mask_b = (decode_runs(*image) for image in (image_a, image_b))
    counts_a, counts_b = check_strings([write_runs(image_a[0]), write_runs(image_b[0])], [20, 20]).counts
    assert rle.intersection_px(counts_a, counts_b, int(mask_a.sum()), (4, 5)) == np.count_nonzero(mask_a & mask_b)
    np.testing.assert_array_equal(rle.decode(rle.union([counts_a, counts_b], (4, 5)), (4, 5)), mask_a | mask_b)
    found, (x, y) = rle.decode_box(counts_a, (4, 5))
    np.testing.assert_array_equal(found, mask_a[y : y + found.shape[0], x : x + found.shape[1]])


@given(masks)
def test_box_holds_exactly_the_foreground(mask: Pixels) -> None:
    found, (x, y) = rle.decode_box(rle.encode(mask), mask.shape)
    whole = np.zeros_like(mask)
    whole[y : y + found.shape[0], x : x + found.shape[1]] = found
    np.testing.assert_array_equal(whole, mask)
    if mask.any():
        assert found[0].any()
        assert found[-1].any()
        assert found[:, 0].any()
        assert found[:, -1].any()
    else:
        assert found.shape == (0, 0)


@pytest.mark.parametrize(
    ("mask", "shape", "corner_xy"),
    [
        pytest.param(box(2, 3, 4, 5), (4, 5), (3, 2), id="inside"),
        pytest.param(box(0, 0, 1, 1), (1, 1), (0, 0), id="first pixel"),
        pytest.param(box(11, 9, 1, 1), (1, 1), (9, 11), id="last pixel"),
        pytest.param(box(0, 0, *SIZE_HW), SIZE_HW, (0, 0), id="whole image"),
        pytest.param(box(0, 0, 0, 0), (0, 0), (0, 0), id="empty"),
    ],
)
def test_box_by_hand(mask: Pixels, shape: tuple[int, int], corner_xy: tuple[int, int]) -> None:
    found, corner = rle.decode_box(rle.encode(mask), SIZE_HW)
    assert (found.shape, corner) == (shape, corner_xy)


def test_empty_mask_has_no_foreground() -> None:
    counts = rle.empty((3, 4))
    assert check_strings([counts], [12]).faults == [None]
    assert rle.area_px(counts, (3, 4)) == 0
    assert not rle.decode(counts, (3, 4)).any()


def test_union_of_nothing_is_empty() -> None:
    assert rle.area_px(rle.union([], (3, 4)), (3, 4)) == 0


@pytest.mark.parametrize(
    ("mask_a", "mask_b"),
    [
        pytest.param(box(0, 0, 0, 0), box(2, 2, 4, 4), id="first empty"),
        pytest.param(box(2, 2, 4, 4), box(0, 0, 0, 0), id="second empty"),
        pytest.param(box(0, 0, 0, 0), box(0, 0, 0, 0), id="both empty"),
        pytest.param(box(0, 0, 2, 2), box(2, 2, 2, 2), id="touching at a corner"),
    ],
)
def test_masks_that_share_nothing(mask_a: Pixels, mask_b: Pixels) -> None:
    assert rle.intersection_px(rle.encode(mask_a), rle.encode(mask_b), int(mask_a.sum()), SIZE_HW) == 0


def test_only_rle_imports_pycocotools() -> None:
    """Unchecked strings reach pycocotools through one door, so one door is watched."""
    importers = set()
    for path in Path(rle.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                named = [node.module or ""]
            if any(name.split(".")[0] == "pycocotools" for name in named):
                importers.add(path.name)
    assert importers == {"rle.py"}
