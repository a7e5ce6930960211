"""Sources against each other: differences, ranks and scatter by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from components.tables.agreement import OVERALL, Estimate, Measure, Rules, compare_grids
from components.tables.paired import difference_table, leaderboard_table, scatter_table
from components.tables.pairs import union_grid
from data_access.problems import ProblemLog
from tests.sets import BENCHMARK, MODEL, memory_set, rectangle

NAN = float("nan")
NAMES = ("Edema", "Nodule")


def estimate(*values: float, spread: float = 0.0, n: int = 60) -> Estimate:
    """Return an estimate whose 100 replicates rise evenly around each value by `spread` either way."""
    steps = np.linspace(-spread, spread, 100)[:, np.newaxis]
    return Estimate(np.array(values), np.full(len(values), n), np.array(values) + steps)


def test_difference_in_points_and_percent() -> None:
    table = difference_table(estimate(0.8, 0.4), estimate(0.6, 0.5), NAMES).set_index("pathology")
    np.testing.assert_allclose(table["difference"], [0.2, -0.1, 0.05], atol=1e-12)
    np.testing.assert_allclose(table["difference_lower"], table["difference"], atol=1e-12)
    np.testing.assert_allclose(table["pct"], [25.0, -25.0, 8.333], atol=1e-9)
    assert table["n_first"].tolist() == [60, 60, pd.NA]


def test_both_replicates_rise_together_so_their_difference_has_no_spread() -> None:
    row = difference_table(estimate(0.8, spread=0.1), estimate(0.6, spread=0.1), ["Edema"]).iloc[0]
    np.testing.assert_allclose([row["difference_lower"], row["difference_upper"]], 0.2, atol=1e-12)


def test_bounds_are_the_papers_elements_of_the_paired_replicates() -> None:
    row = difference_table(estimate(0.8, spread=0.1), estimate(0.6), ["Edema"]).iloc[0]
    steps = np.linspace(-0.1, 0.1, 100)
    np.testing.assert_allclose(
        [row["difference_lower"], row["difference_upper"]], [0.2 + steps[1], 0.2 + steps[96]], atol=1e-12
    )


@pytest.mark.parametrize(
    ("first", "second", "difference", "pct"),
    [
        pytest.param(NAN, 0.5, NAN, NAN, id="first has none"),
        pytest.param(0.5, NAN, NAN, NAN, id="second has none"),
        pytest.param(NAN, NAN, NAN, NAN, id="neither has any"),
        pytest.param(0.0, 0.5, -0.5, -np.inf, id="first is 0"),
    ],
)
def test_what_cannot_be_compared_is_missing(first: float, second: float, difference: float, pct: float) -> None:
    row = difference_table(estimate(first), estimate(second), ["Edema"]).iloc[0]
    np.testing.assert_array_equal([row["difference"], row["pct"]], [difference, pct])


def board(measure: Measure = "iou") -> pd.DataFrame:
    return leaderboard_table(
        {
            "one": {"iou": estimate(0.2, 0.9, spread=0.1), "dice": estimate(0.3, 0.95)},
            "two": {"iou": estimate(0.6, 0.7, spread=0.1), "dice": estimate(0.75, 0.8), "hit": estimate(0.5, 1.0)},
        },
        NAMES,
        measure,
    )


def test_best_is_first_on_average_and_per_pathology() -> None:
    table = board()
    assert table["pathology"].tolist() == [OVERALL, OVERALL, "Edema", "Edema", "Nodule", "Nodule"]
    assert table["source"].tolist() == ["two", "one", "two", "one", "one", "two"]
    assert table["rank"].tolist() == [1, 2] * 3
    np.testing.assert_allclose(table["to_best"], [0, -0.1, 0, -0.4, 0, -0.2], atol=1e-12)
    np.testing.assert_allclose(table.loc[3, ["to_best_lower", "to_best_upper"]].to_numpy(float), -0.4, atol=1e-12)
    assert table.loc[2, ["to_best_lower", "to_best_upper"]].isna().all()


def test_a_source_without_the_measure_is_last_and_not_compared() -> None:
    table = board("hit")
    assert table["source"].tolist() == ["two", "one"] * 3
    assert table.loc[table["source"] == "one", ["hit", "to_best"]].isna().all().all()
    assert table.loc[table["source"] == "one", "n"].eq(0).all()


def test_scatter_is_of_pairs_scored_for_both() -> None:
    truth = memory_set({c: {"Edema": rectangle(4, 4)} for c in "abc"}, pathologies=["Edema"])
    first = memory_set({"a": {"Edema": rectangle(4, 4)}, "b": {"Edema": rectangle(4, 2)}}, BENCHMARK, ["Edema"])
    second = memory_set({"b": {"Edema": rectangle(2, 2)}, "c": {"Edema": rectangle(4, 4)}}, MODEL, ["Edema"])
    grids = [union_grid(truth, other, ProblemLog()) for other in (first, second)]
    one, other = compare_grids(grids, {}, Rules())
    table = scatter_table(one, other, "iou")
    assert table.to_dict("list") == {"case_id": ["b"], "pathology": ["Edema"], "first": [0.5], "second": [0.25]}
