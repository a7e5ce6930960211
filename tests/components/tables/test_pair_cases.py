"""What single cases score, small masks, and masks that cover another pathology."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.tables.agreement import Comparison, Rules, compare_grids
from components.tables.confusion import NOTHING, confusion_cases, confusion_table
from components.tables.pair_cases import case_values, distribution_table, smallest_table
from components.tables.pairs import union_grid
from components.tables.pointing import Hits
from data_access.problems import ProblemLog
from tests.sets import MODEL, memory_set, rectangle

EMPTY = rectangle(0, 0)
NAN = float("nan")
NAMES = ("Edema", "Nodule")


def compared() -> Comparison:
    """Return three cases of Edema with IoU 0.5, 1 and a miss, and no Nodule."""
    truth = memory_set({c: {"Edema": rectangle(4, 4), "Nodule": EMPTY} for c in "abc"})
    masks = {"a": rectangle(4, 2), "b": rectangle(4, 4), "c": EMPTY}
    model = memory_set({c: {"Edema": mask, "Nodule": EMPTY} for c, mask in masks.items()}, MODEL)
    return compare_grids([union_grid(truth, model, ProblemLog())], {}, Rules("full"))[0]


def test_values_and_shares_of_each_case() -> None:
    table = case_values(compared(), "iou")
    edema = table[table["pathology"] == "Edema"]
    assert edema["value"].tolist() == [0.5, 1.0, 0.0]
    assert edema["outcome"].tolist() == ["scored", "scored", "missed"]
    assert edema["share_b"].tolist() == [0.08, 0.16, 0.0]
    assert table.loc[table["pathology"] == "Nodule", "value"].isna().all()


def test_hits_of_each_case() -> None:
    hits = Hits(("a", "b"), NAMES, np.array([[1.0, NAN], [0.0, NAN]]), np.zeros((2, 2), np.int8))
    table = case_values(compared(), "hit", hits)
    np.testing.assert_array_equal(table.loc[table["pathology"] == "Edema", "value"], [1.0, 0.0, NAN])
    assert case_values(compared(), "hit")["value"].isna().all()


def test_distribution() -> None:
    table = distribution_table(case_values(compared(), "iou"), NAMES).set_index("pathology")
    found = table.loc["Edema", ["n", "n_zero", "zero_share", "quartile_1", "median", "quartile_3"]]
    np.testing.assert_allclose(found.to_numpy(np.float64), [3, 1, 1 / 3, 0.25, 0.5, 0.75])
    assert table.loc["Nodule", "n"] == 0
    assert table.loc["Nodule", ["zero_share", "median"]].isna().all()


def test_distribution_of_nothing() -> None:
    nothing = case_values(compared(), "iou").iloc[:0]
    assert distribution_table(nothing, NAMES)["n"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("limit", "n", "mean"),
    [
        pytest.param(0.0, 3, 0.5, id="all masks"),
        pytest.param(0.1, 3, 1 / 3, id="the model's 8 px on the first case are no mask any more"),
        pytest.param(0.16, 3, 1 / 3, id="a mask of just that size counts"),
        pytest.param(0.2, 0, NAN, id="no mask is left"),
    ],
)
def test_small_masks_count_as_empty(limit: float, n: int, mean: float) -> None:
    row = smallest_table(compared(), "iou", [limit]).iloc[0]
    assert row["n"] == n
    np.testing.assert_allclose(row["mean"], mean)


def right(height: int, width: int) -> NDArray[np.bool_]:
    """Return a mask in the upper right corner."""
    return np.asarray(rectangle(height, width)[:, ::-1])


@pytest.mark.parametrize(
    ("edema_gt", "nodule_gt", "overlaps", "iou", "iou_own"),
    [
        pytest.param(rectangle(4, 4), right(2, 2), "Edema", 0.5, 0.5, id="its own"),
        pytest.param(right(2, 2), rectangle(4, 4), "Nodule", 0.5, 0.0, id="another"),
        pytest.param(rectangle(4, 2), rectangle(4, 2), "Edema", 1.0, 1.0, id="its own on a tie"),
        pytest.param(right(2, 2), EMPTY, NOTHING, 0.0, 0.0, id="none that is there"),
        pytest.param(EMPTY, EMPTY, NOTHING, 0.0, 0.0, id="nothing is there"),
        pytest.param(rectangle(4, 4, (20, 20)), EMPTY, NOTHING, 0.0, 0.0, id="a mask of another size"),
    ],
)
def test_confusion(
    edema_gt: NDArray[np.bool_], nodule_gt: NDArray[np.bool_], overlaps: str, iou: float, iou_own: float
) -> None:
    truth = memory_set({"a": {"Edema": edema_gt, "Nodule": nodule_gt}})
    model = memory_set({"a": {"Edema": rectangle(4, 2), "Nodule": EMPTY}, "b": {"Edema": rectangle(1, 1)}}, MODEL)
    cases = confusion_cases(truth, model, ["a", "b"])
    assert cases.to_dict("records") == [
        {"case_id": "a", "pathology": "Edema", "overlaps": overlaps, "iou": iou, "iou_own": iou_own}
    ]
    counts = confusion_table(cases, NAMES)
    assert counts.loc["Edema", overlaps] == counts.to_numpy().sum() == 1


def test_confusion_of_no_case() -> None:
    cases = confusion_cases(memory_set({}), memory_set({}, MODEL), [])
    assert confusion_table(cases, NAMES).to_numpy().sum() == 0
