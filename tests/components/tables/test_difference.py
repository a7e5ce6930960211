"""Two sources against one ground truth: common cases, paired draws, and what cannot be compared."""

from __future__ import annotations

import numpy as np
import pytest

from components.metrics.bootstrap import image_resamples
from components.tables.difference import difference_table
from components.tables.pairs import PairGrid, pair_grid
from data_access.problems import ProblemLog
from tests.sets import BENCHMARK, MODEL, memory_set, rectangle

EMPTY = rectangle(0, 0)
TRUTH = {case_id: {"Edema": rectangle(4, 4)} for case_id in ("a", "b", "c")}
# IoU of the benchmark: 1, 0.5 and none; of the model: 0.5, none and 0.25
READERS = {"a": {"Edema": rectangle(4, 4)}, "b": {"Edema": rectangle(4, 2)}, "c": {"Edema": EMPTY}}
MODELS = {"a": {"Edema": rectangle(4, 2)}, "b": {"Edema": EMPTY}, "c": {"Edema": rectangle(2, 2)}}


def grids() -> tuple[PairGrid, PairGrid]:
    truth = memory_set(TRUTH, pathologies=["Edema"])
    benchmark, model = memory_set(READERS, BENCHMARK, ["Edema"]), memory_set(MODELS, MODEL, ["Edema"])
    compared = (
        pair_grid(truth, other, ["a", "b", "c"], ProblemLog(), absent_is_empty=True) for other in (benchmark, model)
    )
    first, second = compared
    return first, second


def test_common_cases_only() -> None:
    row = difference_table(*grids(), image_resamples(3, 200)).iloc[0]
    assert row[["n_a", "n_b", "mean_a", "mean_b", "difference"]].tolist() == [1, 1, 1.0, 0.5, 0.5]
    # one common case: every replicate that draws it gives the same difference
    assert row["lower"] == 0.5


def test_each_mean_of_its_own_cases_as_in_the_paper() -> None:
    row = difference_table(*grids(), image_resamples(3, 200), common=False).iloc[0]
    assert row[["n_a", "n_b", "mean_a", "mean_b", "difference"]].tolist() == [2, 2, 0.75, 0.375, 0.375]


def test_full_data_scores_missed_masks_as_0() -> None:
    row = difference_table(*grids(), image_resamples(3, 200), over="full").iloc[0]
    np.testing.assert_allclose(row[["mean_a", "mean_b"]].to_numpy(np.float64), [0.5, 0.25], rtol=1e-15)
    assert row["n_a"] == row["n_b"] == 3


def test_a_source_against_itself_differs_by_nothing() -> None:
    benchmark, _ = grids()
    row = difference_table(benchmark, benchmark, image_resamples(3, 200)).iloc[0]
    assert (row["difference"], row["lower"]) == (0.0, 0.0)


def test_other_cases_are_refused() -> None:
    benchmark, _ = grids()
    truth = memory_set(TRUTH, pathologies=["Edema"])
    other = pair_grid(truth, truth, ["a"], ProblemLog(), absent_is_empty=True)
    with pytest.raises(ValueError, match="same cases"):
        difference_table(benchmark, other, image_resamples(3, 200))
