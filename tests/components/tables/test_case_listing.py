"""The list of cases: the numbers of the order and no other, in the order given."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.tables.case_listing import case_listing, order_of_heading
from components.tables.case_order import CaseOrder, arrange, numbers
from tests.components.tables.test_case_filter import IDS, NAN, HandMade


def listed(order: CaseOrder, table: HandMade) -> pd.DataFrame:
    return case_listing(table, arrange(IDS, order, numbers(order, table)).index, order)


def test_a_pair_brings_all_its_numbers() -> None:
    table = HandMade()
    rows = listed(CaseOrder("iou", ("gt", "hb")), table)
    assert rows["case_id"].tolist() == [IDS[0], IDS[2], IDS[1], IDS[3]]
    np.testing.assert_array_equal(rows["iou"], [0.2, 0.5, NAN, NAN])
    np.testing.assert_array_equal(rows["mean_iou"], [0.5, 0.5, NAN, NAN])
    np.testing.assert_array_equal(rows["missed"], [0, 0, 1, NAN])
    np.testing.assert_array_equal(rows["false_alarm"], [0, 0, 1, NAN])
    assert set(table.asked) == {"gt hb"}


def test_one_pathology_changes_its_number_alone() -> None:
    rows = listed(CaseOrder("iou", ("gt", "hb"), "Nodule"), HandMade()).set_index("case_id")
    np.testing.assert_array_equal(rows.loc[list(IDS), "iou"], [0.8, NAN, 0.5, NAN])
    assert rows.loc[IDS[0], "mean_iou"] == 0.5


def test_the_order_of_ids_reads_nothing() -> None:
    table = HandMade()
    rows = listed(CaseOrder(), table)
    assert rows.columns.tolist() == ["case_id", "view", "sex", "age", "ap_pa"]
    assert table.asked == []


@pytest.mark.parametrize(
    ("order", "column"), [(CaseOrder("area", ("gt",)), "area"), (CaseOrder("prob", ("cam",)), "prob")]
)
def test_a_source_brings_its_number(order: CaseOrder, column: str) -> None:
    rows = listed(order, HandMade())
    assert rows.columns.tolist() == ["case_id", column, "view", "sex", "age", "ap_pa"]
    assert rows[column].iloc[0] == rows[column].max()


def test_age_is_listed_once() -> None:
    assert listed(CaseOrder("age"), HandMade()).columns.tolist() == ["case_id", "view", "sex", "age", "ap_pa"]


def test_what_is_known_of_no_case_is_no_column() -> None:
    table = HandMade()
    assert case_listing(table, [IDS[2]], CaseOrder()).columns.tolist() == ["case_id", "view"]


def test_no_case() -> None:
    assert case_listing(HandMade(), [], CaseOrder()).empty


IOU, AREA = CaseOrder("iou", ("gt", "hb")), CaseOrder("area", ("gt",), "Edema")


@pytest.mark.parametrize(
    ("column", "listed", "order", "expected"),
    [
        pytest.param("missed", IOU, IOU, CaseOrder("missed", ("gt", "hb")), id="another number of the pair"),
        pytest.param("iou", IOU, IOU, replace(IOU, reverse=True), id="the same number is turned round"),
        pytest.param("iou", IOU, replace(IOU, reverse=True), IOU, id="and back"),
        pytest.param("iou", IOU, CaseOrder("age", reverse=True), IOU, id="begins with the most striking"),
        pytest.param("case_id", IOU, IOU, CaseOrder(), id="by id"),
        pytest.param("case_id", IOU, CaseOrder(), CaseOrder(reverse=True), id="by id from the end"),
        pytest.param("age", AREA, AREA, CaseOrder("age"), id="by age"),
        pytest.param("area", AREA, CaseOrder("age"), AREA, id="back to the area of its pathology"),
        pytest.param(
            "mean_iou",
            replace(IOU, pathology="Edema"),
            IOU,
            CaseOrder("mean_iou", ("gt", "hb")),
            id="of all pathologies",
        ),
        pytest.param("view", IOU, IOU, None, id="no number"),
        pytest.param("last", IOU, IOU, None, id="the mark"),
    ],
)
def test_a_heading_asks_for_an_order(
    column: str, listed: CaseOrder, order: CaseOrder, expected: CaseOrder | None
) -> None:
    assert order_of_heading(column, listed, order) == expected
