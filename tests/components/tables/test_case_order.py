"""Orders: the number of each case by hand, the most striking first, those without a number last."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.tables.case_order import CaseOrder, arrange, from_text, has_pathology, numbers, offered
from tests.components.tables.test_case_filter import IDS, LABELS, NAN, OFFER, HandMade


@pytest.mark.parametrize(
    ("order", "expected", "places", "text", "words"),
    [
        pytest.param(CaseOrder(), [NAN] * 4, [0, 1, 2, 3], "", "Case id", id="id"),
        pytest.param(CaseOrder(reverse=True), [NAN] * 4, [3, 2, 1, 0], "-id", "Case id", id="id, last first"),
        pytest.param(
            CaseOrder("iou", ("gt", "hb")),
            [0.2, NAN, 0.5, NAN],
            [0, 2, 1, 3],
            "iou~gt~hb",
            "Worst IoU, Ground truth / Benchmark",
            id="worst IoU",
        ),
        pytest.param(
            CaseOrder("iou", ("gt", "hb"), "Nodule"),
            [0.8, NAN, 0.5, NAN],
            [2, 0, 1, 3],
            "iou~gt~hb~Nodule",
            "IoU, Ground truth / Benchmark",
            id="IoU of one pathology",
        ),
        pytest.param(
            CaseOrder("iou", ("gt", "hb"), reverse=True),
            [0.2, NAN, 0.5, NAN],
            [2, 0, 1, 3],
            "-iou~gt~hb",
            "Worst IoU, Ground truth / Benchmark",
            id="best first, those without a number last all the same",
        ),
        pytest.param(
            CaseOrder("mean_iou", ("gt", "hb")),
            [0.5, NAN, 0.5, NAN],
            [0, 2, 1, 3],
            "mean_iou~gt~hb",
            "Mean IoU, Ground truth / Benchmark",
            id="mean IoU, ties by id",
        ),
        pytest.param(
            CaseOrder("disagreement", ("gt", "hb")),
            [0.5, 1, 0.5, NAN],
            [1, 0, 2, 3],
            "disagreement~gt~hb",
            "Disagreement, Ground truth / Benchmark",
            id="disagreement counts what one alone drew",
        ),
        pytest.param(
            CaseOrder("missed", ("gt", "hb")),
            [0, 1, 0, NAN],
            [1, 0, 2, 3],
            "missed~gt~hb",
            "Missed, Ground truth / Benchmark",
            id="missed",
        ),
        pytest.param(
            CaseOrder("false_alarm", ("gt", "hb")),
            [0, 1, 0, NAN],
            [1, 0, 2, 3],
            "false_alarm~gt~hb",
            "False alarms, Ground truth / Benchmark",
            id="false alarms",
        ),
        pytest.param(
            CaseOrder("area", ("gt",)),
            [0.1, 0, 0.2, NAN],
            [2, 0, 1, 3],
            "area~gt",
            "Largest area, Ground truth",
            id="area",
        ),
        pytest.param(
            CaseOrder("prob", ("cam",), "Edema"),
            [0.9, 0.1, NAN, 0.4],
            [0, 3, 1, 2],
            "prob~cam~Edema",
            "Probability, A model",
            id="probability",
        ),
        pytest.param(CaseOrder("age"), [30, 60, NAN, 85], [3, 1, 0, 2], "age", "Age", id="age"),
    ],
)
def test_each_order(order: CaseOrder, expected: list[float], places: list[int], text: str, words: str) -> None:
    by_case = numbers(order, HandMade())
    np.testing.assert_array_equal(by_case.reindex(list(IDS)).to_numpy(), expected)
    assert arrange(IDS, order, by_case).index.tolist() == [IDS[place] for place in places]
    assert order.to_text() == text
    assert from_text(text) == order
    assert order.words(LABELS) == words
    assert not order.lacks(OFFER)


def test_some_cases_are_arranged_alone() -> None:
    order = CaseOrder("prob", ("cam",))
    arranged = arrange(IDS[1:3], order, numbers(order, HandMade()))
    assert arranged.index.tolist() == [IDS[1], IDS[2]]
    assert arranged.iloc[0] == 0.2


def test_no_case_is_arranged() -> None:
    assert arrange([], CaseOrder("age"), numbers(CaseOrder("age"), HandMade())).empty


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("beauty", id="unknown"),
        pytest.param("iou~gt", id="one source short"),
        pytest.param("iou~~hb", id="an empty source"),
        pytest.param("area~gt~Edema~x", id="too many"),
        pytest.param("missed~gt~hb~Edema", id="a pathology where there is none"),
        pytest.param("age~Edema", id="a pathology of an age"),
        pytest.param("-", id="nothing reversed"),
    ],
)
def test_a_malformed_order_is_none(text: str) -> None:
    assert from_text(text) is None


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9), st.booleans())
def test_any_source_reads_back_the_same(key: str, reverse: bool) -> None:
    order = CaseOrder("area", (key,), key, reverse)
    assert from_text(order.to_text()) == order


@given(st.text())
def test_any_text_is_an_order_or_none(text: str) -> None:
    order = from_text(text)
    assert order is None or from_text(order.to_text()) == order


def test_everything_offered_can_be_computed_here() -> None:
    orders = offered(OFFER)
    assert len(orders) == len(set(orders)) == 10
    assert not [order for order in orders if order.lacks(OFFER)]
    assert all(len(numbers(order, HandMade())) == 4 for order in orders)
    assert {order.kind for order in orders if has_pathology(order)} == {"iou", "area", "prob"}


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(CaseOrder("iou", ("hb", "gt")), id="pair"),
        pytest.param(CaseOrder("area", ("cam",)), id="source"),
        pytest.param(CaseOrder("prob", ("gt",)), id="probabilities"),
        pytest.param(CaseOrder("area", ("gt",), "Effusion"), id="pathology"),
    ],
)
def test_what_a_split_has_not_is_known(order: CaseOrder) -> None:
    assert order.lacks(OFFER)


def test_no_ages_no_order_by_age() -> None:
    assert CaseOrder("age").lacks(OFFER._replace(ages=None))
    assert CaseOrder("age") not in offered(OFFER._replace(ages=None))


@pytest.mark.parametrize(
    ("order", "value", "expected"),
    [
        pytest.param(CaseOrder(), NAN, "", id="id"),
        pytest.param(CaseOrder("iou", ("gt", "hb")), 0.123, "IoU 0.12", id="IoU"),
        pytest.param(CaseOrder("iou", ("gt", "hb")), NAN, "no IoU", id="no IoU"),
        pytest.param(CaseOrder("area", ("gt",)), 0.123, "area 12.3%", id="area"),
        pytest.param(CaseOrder("prob", ("cam",)), 0.5, "probability 0.50", id="probability"),
        pytest.param(CaseOrder("missed", ("gt", "hb")), 2.0, "2 missed", id="count"),
        pytest.param(CaseOrder("false_alarm", ("gt", "hb")), 1.0, "1 false alarm", id="count of one"),
        pytest.param(CaseOrder("age"), 61.0, "61 years", id="age"),
    ],
)
def test_the_number_in_words(order: CaseOrder, value: float, expected: str) -> None:
    assert order.number_words(value) == expected


def test_a_table_that_knows_other_cases_gives_no_number() -> None:
    by_case = pd.Series([1.0], index=["somebody"])
    assert arrange(["p1"], CaseOrder("age"), by_case).isna().all()
