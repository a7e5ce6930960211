"""The next case is the first one after the current that fits, and never one that was left behind."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from components.tables.case_criteria import DrawnBy
from components.tables.case_filter import CaseFilter
from components.tables.case_jump import next_among, with_pathology, worst_first
from components.tables.case_order import CaseOrder
from components.tables.case_table import Offer

TWO = Offer({}, None, {}, {"gt": "Ground truth", "hb": "Benchmark"}, "gt", {}, ("Edema",))
ONE_MODEL = TWO._replace(drawing={"mine": "mine"}, truth="")
NONE = TWO._replace(drawing={}, truth="")


@pytest.mark.parametrize(
    ("current", "among", "expected"),
    [
        pytest.param("b", "ad", "d", id="the next that fits"),
        pytest.param("a", "abcd", "b", id="never the current one"),
        pytest.param("c", "ab", None, id="none left"),
        pytest.param("d", "abcd", None, id="at the end"),
        pytest.param("x", "bd", "b", id="from outside, the first"),
        pytest.param("a", "", None, id="nothing fits"),
    ],
)
def test_next(current: str, among: Collection[str], expected: str | None) -> None:
    assert next_among(["a", "b", "c", "d"], current, among) == expected


def test_pathology_is_that_of_the_ground_truth_or_of_the_first_source() -> None:
    assert with_pathology(TWO, "Edema") == CaseFilter((DrawnBy("gt", "Edema"),))
    assert with_pathology(ONE_MODEL, "Edema") == CaseFilter((DrawnBy("mine", "Edema"),))
    assert with_pathology(NONE, "Edema") is None


@pytest.mark.parametrize(
    ("offer", "order", "expected"),
    [
        pytest.param(TWO, CaseOrder(), CaseOrder("iou", ("gt", "hb")), id="by IoU"),
        pytest.param(ONE_MODEL, CaseOrder(), None, id="nothing to compare"),
        pytest.param(ONE_MODEL, CaseOrder("area", ("mine",)), CaseOrder("area", ("mine",)), id="as sorted"),
        pytest.param(TWO, CaseOrder("age", reverse=True), CaseOrder("age"), id="never from the other end"),
    ],
)
def test_worst_is_by_the_shared_order(offer: Offer, order: CaseOrder, expected: CaseOrder | None) -> None:
    assert worst_first(offer, order) == expected
