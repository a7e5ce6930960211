"""Two masks pixel by pixel, on squares that can be counted by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from components.tables.case_regions import regions
from data_access.annotation_set import AnnotationSet
from data_access.records import Unreadable
from tests.sets import BENCHMARK, memory_set, rectangle


def _sets(a: NDArray[np.bool_] | Unreadable, b: NDArray[np.bool_] | Unreadable) -> tuple[AnnotationSet, AnnotationSet]:
    return memory_set({"a": {"Edema": a}}), memory_set({"a": {"Edema": b}}, BENCHMARK)


def test_areas_and_scores() -> None:
    found = regions(*_sets(rectangle(2, 4), rectangle(4, 2)), "a", "Edema")
    assert found is not None
    assert (found.both.area_px, found.only_a.area_px, found.only_b.area_px) == (4, 4, 4)
    assert found.iou == pytest.approx(4 / 12)
    assert (found.dice, found.precision, found.recall) == (0.5, 0.5, 0.5)


def test_one_empty_mask() -> None:
    found = regions(*_sets(rectangle(2, 4), rectangle(0, 0)), "a", "Edema")
    assert found is not None
    assert (found.both.area_px, found.only_a.area_px, found.iou, found.recall) == (0, 8, 0, 0)
    assert math.isnan(found.precision)


def test_both_masks_empty() -> None:
    found = regions(*_sets(rectangle(0, 0), rectangle(0, 0)), "a", "Edema")
    assert found is not None
    assert math.isnan(found.iou)


@pytest.mark.parametrize(
    "other", [pytest.param(Unreadable(), id="unreadable"), pytest.param(rectangle(2, 2, (9, 9)), id="another size")]
)
def test_what_cannot_be_compared_is_none(other: NDArray[np.bool_] | Unreadable) -> None:
    assert regions(*_sets(rectangle(2, 4), other), "a", "Edema") is None
    assert regions(*_sets(rectangle(2, 4), rectangle(1, 1)), "b", "Edema") is None
