"""Two sources beyond the paper: every column by hand on a handful of rectangles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from components.tables import agreement, areas, presence
from components.tables.agreement import Comparison, Rules
from components.tables.pairs import union_grid
from components.tables.pointing import Hits
from data_access.problems import ProblemLog
from data_access.records import Unreadable
from tests.sets import BENCHMARK, MODEL, memory_set, rectangle

Masks = Mapping[str, NDArray[np.bool_] | Unreadable]

EMPTY = rectangle(0, 0)
NAN = float("nan")
PATIENTS = {"a": "p", "b": "p", "c": "q", "d": "r", "e": "s"}

# Of 100 px: a half covered, b the same, c missed, d nothing, e a false alarm and not in the first set.
SET_A = memory_set(
    {
        "a": {"Edema": rectangle(4, 4)},
        "b": {"Edema": rectangle(2, 2)},
        "c": {"Edema": rectangle(5, 5)},
        "d": {"Edema": EMPTY},
    },
    pathologies=["Edema"],
)
SET_B = memory_set(
    {
        "a": {"Edema": rectangle(4, 2)},
        "b": {"Edema": rectangle(2, 2)},
        "c": {"Edema": EMPTY},
        "d": {"Edema": EMPTY},
        "e": {"Edema": rectangle(3, 3)},
    },
    MODEL,
    ["Edema"],
)


def compared(cases: agreement.Cases, resampling: agreement.Resampling = "image") -> Comparison:
    return agreement.compare(SET_A, SET_B, PATIENTS, ProblemLog(), cases=cases, resampling=resampling, n_replicates=200)


@pytest.mark.parametrize(
    ("cases", "n", "iou", "dice", "precision", "recall", "specificity", "counts"),
    [
        # a and b: IoU 8/16 and 4/4; pooled 12 of 12 predicted pixels are right, 12 of 20 drawn are found
        pytest.param("tp", 2, 0.75, (2 / 3 + 1) / 2, 1.0, 0.6, 1.0, [2, 1, 1, 0, 0, 0], id="true-positive slice"),
        # c and e too, with 0: of 21 predicted pixels 12 are right, of 45 drawn 12 are found, of 355 outside 9 predicted
        pytest.param("full", 4, 0.375, 5 / 12, 12 / 21, 12 / 45, 346 / 355, [2, 1, 1, 1, 0, 0], id="full data"),
        # e is in one set only and is left out
        pytest.param("common", 3, 0.5, 5 / 9, 1.0, 12 / 45, 1.0, [2, 1, 1, 0, 1, 0], id="common cases"),
    ],
)
def test_agreement(
    cases: agreement.Cases,
    n: int,
    iou: float,
    dice: float,
    precision: float,
    recall: float,
    specificity: float,
    counts: list[int],
) -> None:
    row = agreement.agreement_table(compared(cases)).iloc[0]
    assert row["n"] == n
    found = row[["iou", "dice", "precision", "recall", "specificity"]].to_numpy(np.float64)
    np.testing.assert_allclose(found, [iou, dice, precision, recall, specificity], rtol=1e-14)
    outcomes = ["scored", "both_empty", "missed", "false_alarm", "not_predicted", "unreadable"]
    assert row[outcomes].tolist() == counts
    for measure in ("iou", "dice", "precision", "recall", "specificity"):
        assert not row[f"{measure}_lower"] > row[measure]
        assert not row[f"{measure}_upper"] < row[measure]


def test_resampling_patients_moves_the_bounds_and_not_the_mean() -> None:
    by_image, by_patient = (agreement.agreement_table(compared("full", unit)).iloc[0] for unit in ("image", "patient"))
    assert by_image["iou"] == by_patient["iou"]
    assert (by_image["iou_lower"], by_image["iou_upper"]) != (by_patient["iou_lower"], by_patient["iou_upper"])


def test_presence() -> None:
    row = presence.presence_table(compared("full")).iloc[0]
    assert row[["n", "both", "only_a", "only_b", "neither"]].tolist() == [5, 2, 1, 1, 1]
    # 3 of 5 agree; by chance (3/5)^2 + (2/5)^2 = 13/25
    np.testing.assert_allclose(row["kappa"], (15 / 25 - 13 / 25) / (1 - 13 / 25), rtol=1e-12)


def test_bland_altman() -> None:
    row = areas.bland_altman_table(compared("full")).iloc[0]
    assert row[["n", "n_excluded"]].tolist() == [4, 1]
    np.testing.assert_allclose(row["bias"], (-0.08 + 0 - 0.25 + 0.09) / 4, rtol=1e-12)


def test_strata_are_thirds_of_the_first_sets_area() -> None:
    table = areas.strata_table(compared("common"))
    assert table["stratum"].tolist() == ["small", "medium", "large"]
    assert table["n"].tolist() == [1, 1, 1]
    assert table["share_from"].tolist() == table["share_to"].tolist() == [0.04, 0.16, 0.25]
    assert table["iou"].tolist() == [1.0, 0.5, 0.0]


@pytest.mark.parametrize(
    ("masks_a", "masks_b"),
    [
        pytest.param({"Edema": rectangle(2, 2)}, {"Edema": EMPTY}, id="empty prediction"),
        pytest.param({"Edema": EMPTY}, {"Edema": rectangle(2, 2)}, id="empty ground truth"),
        pytest.param({"Edema": EMPTY}, {"Edema": EMPTY}, id="both empty"),
        pytest.param({"Edema": rectangle(2, 2)}, {"Edema": Unreadable()}, id="unreadable"),
    ],
)
def test_nothing_scored_gives_no_number_and_no_warning(masks_a: Masks, masks_b: Masks) -> None:
    set_a, set_b = memory_set({"a": masks_a}, BENCHMARK, ["Edema"]), memory_set({"a": masks_b}, MODEL, ["Edema"])
    comparison = agreement.compare(set_a, set_b, PATIENTS, ProblemLog())
    row = agreement.agreement_table(comparison).iloc[0]
    assert np.isnan(row[["iou", "dice", "precision", "recall", "specificity"]].to_numpy(np.float64)).all()
    assert areas.strata_table(comparison)["n"].tolist() == [0, 0, 0]
    assert len(presence.presence_table(comparison)) == len(areas.bland_altman_table(comparison)) == 1


THIRD = memory_set(
    {"a": {"Edema": EMPTY}, "b": {"Edema": rectangle(1, 2)}, "c": {"Edema": rectangle(5, 5)}}, BENCHMARK, ["Edema"]
)


@pytest.mark.parametrize(
    ("rules", "rows", "n", "iou", "not_predicted"),
    [
        # against the third set: a missed, b covered half, c the same, d not listed
        pytest.param(Rules(), "abcd", [2, 2], [0.75, 0.75], [0, 0], id="as in the paper, each on its own pairs"),
        pytest.param(Rules(common=True), "abcd", [1, 1], [1.0, 0.5], [0, 0], id="pairs that all drew"),
        pytest.param(Rules("full"), "abcde", [4, 3], [0.375, 0.5], [0, 0], id="full data, absent is empty"),
        pytest.param(
            Rules("full", absent_is_empty=False), "abcde", [3, 3], [0.5, 0.5], [1, 2], id="full data, absent left out"
        ),
        pytest.param(Rules("full", common=True), "abc", [3, 3], [0.5, 0.5], [2, 1], id="cases that all list"),
    ],
)
def test_several_sets_on_the_same_cases(
    rules: Rules, rows: str, n: list[int], iou: list[float], not_predicted: list[int]
) -> None:
    grids = [union_grid(SET_A, other, ProblemLog()) for other in (SET_B, THIRD)]
    compared = agreement.compare_grids(grids, PATIENTS, rules)
    tables = [agreement.agreement_table(one).iloc[0] for one in compared]
    assert all(one.grid.case_ids == tuple(rows) for one in compared)
    assert [table["n"] for table in tables] == n
    np.testing.assert_allclose([table["iou"] for table in tables], iou, rtol=1e-14)
    assert [table["not_predicted"] for table in tables] == not_predicted


def test_only_the_cases_asked_for() -> None:
    grid = union_grid(SET_A, SET_B, ProblemLog())
    (some,) = agreement.compare_grids([grid], PATIENTS, Rules("full"), case_ids=["c", "a", "unknown"])
    assert some.grid.case_ids == ("a", "c")
    assert agreement.agreement_table(some).loc[0, "iou"] == 0.25
    (none,) = agreement.compare_grids([grid], PATIENTS, Rules("full", resampling="patient"), case_ids=[])
    assert agreement.agreement_table(none).loc[0, "n"] == 0


def test_measures_of_single_pairs_and_of_pooled_pixels() -> None:
    one = compared("full")
    np.testing.assert_allclose(one.values("precision")[:, 0], [1, 1, NAN, NAN, 0], rtol=1e-14)
    np.testing.assert_allclose(one.values("recall")[:, 0], [0.5, 1, 0, NAN, NAN], rtol=1e-14)
    np.testing.assert_allclose(one.values("specificity")[:, 0], [1, 1, 1, NAN, 0.91], rtol=1e-14)


@pytest.mark.parametrize(
    ("of_points", "rate", "n", "chance"),
    [
        # a hit, b missed, c hit by a map or point of which the second set has no mask: 2 of 3 hit
        pytest.param(False, 2 / 3, 3, (0.16 + 0.04 + 0.25) / 3, id="heat maps"),
        pytest.param(True, 1 / 2, 2, (0.16 + 0.04) / 2, id="points, of cases that the source knows"),
    ],
)
def test_hits_with_their_chance_level(of_points: bool, rate: float, n: int, chance: float) -> None:
    hits = Hits(("a", "b", "c"), ("Edema",), np.array([[1.0], [0.0], [1.0]]), np.zeros((3, 1), np.int8), of_points)
    known = memory_set({"a": {"Edema": EMPTY}, "b": {"Edema": EMPTY}}, MODEL, ["Edema"])
    (one,) = agreement.compare_grids([union_grid(SET_A, known, ProblemLog())], PATIENTS, Rules(absent_is_empty=False))
    row = agreement.agreement_table(one, hits).iloc[0]
    np.testing.assert_allclose(row[["hit", "n_hit", "chance"]].to_numpy(np.float64), [rate, n, chance], rtol=1e-14)


def test_masks_of_two_sizes_are_a_problem() -> None:
    problems = ProblemLog()
    other = memory_set({"a": {"Edema": rectangle(4, 4, (20, 20))}}, MODEL, ["Edema"])
    comparison = agreement.compare(SET_A, other, PATIENTS, problems, cases="common")
    assert agreement.agreement_table(comparison)["unreadable"].tolist() == [1]
    assert "height 10 and width 10" in str(next(iter(problems)))


def test_alpha_of_three_sources() -> None:
    third = memory_set({"a": {"Edema": rectangle(1, 1)}, "d": {"Edema": EMPTY}}, BENCHMARK, ["Edema"])
    table = presence.presence_alpha([SET_A, SET_B, third], ["a", "d"])
    pd.testing.assert_frame_equal(table, pd.DataFrame({"pathology": ["Edema"], "alpha": [1.0]}))
