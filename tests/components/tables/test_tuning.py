"""The sweep over all thresholds and what is read off it, by hand on small maps and against the official answers."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.tables import segmenting, thresholds, tuning
from components.tables.sweep import THRESHOLDS, Sweep, sweep_maps
from data_access import open_dataset
from data_access.lazy import Lazy
from data_access.problems import ProblemLog
from data_access.records import Unreadable
from tests.sets import heat_map, map_set, memory_set, rectangle

EDEMA = ("Edema",)
RAMP = [np.arange(10.0)[::-1]] * 10
LEFT = [[1.0] * 5 + [0.0] * 5] * 10


def small_sweep() -> Sweep:
    """Return four maps: one fits, one is a false alarm, one of a case the ground truth does not list, one not sure."""
    truth = memory_set(
        {"a": {"Edema": rectangle(10, 5)}, "b": {"Edema": rectangle(0, 0)}, "d": {"Edema": rectangle(10, 10)}},
        pathologies=EDEMA,
    )
    maps = {
        "a": heat_map(LEFT, 0.65),
        "b": heat_map(LEFT, 0.25),
        "c": heat_map(LEFT, 0.45),
        "d": heat_map(RAMP, None),
    }
    return sweep_maps(truth, map_set(maps), ProblemLog())


def test_a_map_at_each_threshold() -> None:
    ious = tuning.threshold_ious(small_sweep())
    assert ious.shape == (4, THRESHOLDS.size)
    assert ious[0, [0, 50, 99]].tolist() == [1.0, 1.0, 1.0]  # the left half throughout
    assert np.isnan(ious[0, 100])  # nothing exceeds 1
    assert np.isnan(ious[1:3]).all()  # no ground truth
    np.testing.assert_allclose(ious[3, [0, 50, 90]], [0.9, 0.5, 0.1], rtol=1e-15)  # columns above 0, 0.5 and 0.9


def test_pixels_are_pooled_over_listed_cases() -> None:
    curve = tuning.curve_table(small_sweep(), EDEMA)
    # a: 50 of 50 right; b: 50 false; c is not listed; d: 50 of 100 right
    assert curve[["precision", "recall", "mean_iou", "n"]].to_numpy()[50].tolist() == [100 / 150, 100 / 150, 0.75, 2]
    assert np.isnan(curve["precision"].iloc[-1])


def test_rules_by_hand() -> None:
    row = tuning.rules_table(small_sweep(), EDEMA).iloc[0]
    assert row[["n", "tuned", "best", "hit_rate"]].tolist() == [2, 0.2, 0.0, 1.0]
    assert row["best_iou"] == pytest.approx((1 + 0.9) / 2)
    assert row["otsu_iou"] == pytest.approx((1 + 0.5) / 2)


def test_cutoffs_count_what_they_cause() -> None:
    curve = tuning.cutoff_curves(small_sweep(), EDEMA).iloc[[0, 30, 50, 70]]
    # d has no probability; b and c become empty on both sides once cut, a is missed
    assert curve[list(tuning.OUTCOME_COLUMNS)].to_numpy().tolist() == [
        [1, 0, 2, 0],
        [1, 0, 1, 1],
        [1, 0, 0, 2],
        [0, 1, 0, 2],
    ]
    np.testing.assert_allclose(curve["mean_iou"].to_numpy(), [1 / 3, 1 / 2, 1, 0])
    assert tuning.tuned_cutoffs(small_sweep(), EDEMA) == {"Edema": 0.5}


def test_single_cases() -> None:
    cases = tuning.cases_at(small_sweep(), 0.5, 0.2)
    assert cases["case_id"].tolist() == ["a", "d"]
    np.testing.assert_allclose(cases[["chosen", "tuned"]].to_numpy(np.float64), [[1.0, 1.0], [0.5, 0.8]])
    by_probability = tuning.cases_by_probability(small_sweep())
    assert by_probability[["case_id", "iou", "has_truth"]].to_numpy().tolist() == [
        ["a", 1.0, True],
        ["b", 0.0, False],
        ["c", 0.0, False],
    ]


def test_no_heat_map_gives_missing_numbers() -> None:
    empty = sweep_maps(memory_set({"a": {"Edema": rectangle(2, 2)}}, pathologies=EDEMA), map_set({}), ProblemLog())
    assert empty.pred_px.shape == (0, THRESHOLDS.size)
    assert tuning.curve_table(empty, EDEMA)["mean_iou"].isna().all()
    assert tuning.rules_table(empty, EDEMA).drop(columns=["pathology", "n"]).isna().all(axis=None)
    assert tuning.tuned_cutoffs(empty, EDEMA) == {}
    assert tuning.cases_at(empty, 0.5, 0.2).empty


def test_thresholds_given_with_the_maps() -> None:
    maps = map_set({"a": heat_map(LEFT)})
    assert maps.heatmap_files is not None
    tuned = dataclasses.replace(maps.heatmap_files, tuned=Lazy(lambda: {"Edema": 0.3}))
    given = tuning.given_thresholds(dataclasses.replace(maps, heatmap_files=tuned), ("Edema", "Nodule"))
    assert given[["kind", "pathology", "value"]].to_numpy().tolist() == [["given", "Edema", 0.3]]
    assert tuning.given_thresholds(maps, EDEMA).empty


def test_refused_maps_and_masks_are_left_out() -> None:
    truth = memory_set(
        {"a": {"Edema": Unreadable()}, "b": {"Edema": rectangle(4, 4)}, "c": {"Edema": rectangle(4, 4, (8, 8))}},
        pathologies=EDEMA,
    )
    problems = ProblemLog()
    swept = sweep_maps(truth, map_set({"a": heat_map(LEFT), "b": None, "c": heat_map(LEFT)}), problems)
    assert swept.maps.empty
    assert [problem.item for problem in problems] == ["c / Edema"]


@pytest.fixture(scope="module")
def reference(shared_dir: Path) -> tuple[Sweep, tuple[str, ...]]:
    dataset = open_dataset(str(shared_dir / "reference"))
    truth, maps = (dataset.annotation_set("test", key) for key in ("gt", "gradcam"))
    assert truth is not None
    assert maps is not None
    return sweep_maps(truth, maps, dataset.problems), dataset.pathologies


@pytest.mark.parametrize(
    ("table", "name"),
    [
        pytest.param(tuning.tuned_table, "tuning_results.csv", id="thresholds"),
        pytest.param(tuning.cutoff_table, "probability_tuning_results.csv", id="cut-offs"),
    ],
)
def test_tables_are_the_official_ones(
    reference: tuple[Sweep, tuple[str, ...]], shared_dir: Path, table: object, name: str
) -> None:
    found = table(*reference)  # type: ignore[operator]
    wanted = pd.read_csv(shared_dir / "reference" / "expected" / "tune" / name)
    pd.testing.assert_frame_equal(found, wanted, check_exact=True)


def test_sweep_equals_the_curves_of_the_command_line(
    reference: tuple[Sweep, tuple[str, ...]], shared_dir: Path
) -> None:
    """The paper's thresholds have small errors, and its masks are made anew: the counts are the same all the same."""
    swept, pathologies = reference
    dataset = open_dataset(str(shared_dir / "reference"))
    truth, maps = (dataset.annotation_set("test", key) for key in ("gt", "gradcam"))
    assert truth is not None
    assert maps is not None
    for pathology in pathologies[:2]:
        part = swept.of(pathology)
        with_truth = part.keep(part.maps["gt_px"] > 0)
        curve = thresholds.threshold_curve(truth, maps, pathology, ProblemLog())
        np.testing.assert_array_equal(tuning.threshold_ious(with_truth)[:, tuning.PAPER_PLACES], curve.iou.T)
        for row in with_truth.maps.itertuples():
            heatmap = maps.heatmap(str(row.case_id), pathology)
            assert heatmap is not None
            assert row.otsu_px == segmenting.heatmap_mask(heatmap, pathology).area_px
