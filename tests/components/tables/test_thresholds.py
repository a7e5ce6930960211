"""Heat maps to masks, the threshold curve and the cut-off table, each by hand on small maps."""

from __future__ import annotations

import numpy as np
import pytest

from components.tables import segmenting, thresholds
from data_access.problems import ProblemLog
from tests.sets import heat_map, map_set, memory_set, rectangle

EMPTY = rectangle(0, 0)
EDEMA = ["Edema"]

HALF = [[1.0, 1.0, 0.0, 0.0]] * 4


@pytest.mark.parametrize(
    ("values", "probability", "rule", "area_px"),
    [
        pytest.param(HALF, 0.5, segmenting.OTSU, 16, id="Otsu"),
        pytest.param(HALF, 0.5, segmenting.Rule(threshold_of={"Edema": 0.5}), 16, id="fixed"),
        pytest.param(HALF, 0.2, segmenting.Rule(cutoff_of={"Edema": 0.3}), 0, id="cut off"),
        pytest.param(HALF, 0.3, segmenting.Rule(cutoff_of={"Edema": 0.3}), 16, id="at the cut-off"),
        pytest.param([[0.4] * 4] * 4, 0.5, segmenting.OTSU, 0, id="constant map"),
        pytest.param([[0.4] * 4] * 4, 0.5, segmenting.Rule(threshold_of={"Edema": 0.2}), 0, id="constant map, fixed"),
    ],
)
def test_mask_of_a_heat_map(values: object, probability: float, rule: segmenting.Rule, area_px: int) -> None:
    mask = segmenting.heatmap_mask(heat_map(values, probability, (4, 8)), "Edema", rule)
    assert (mask.size_hw, mask.area_px) == ((4, 8), area_px)


def test_otsu_closes_holes_and_a_fixed_threshold_does_not() -> None:
    ring = np.ones((9, 9))
    ring[[0, -1]] = ring[:, [0, -1]] = 0
    ring[4, 4] = 0
    heatmap = heat_map(ring, 0.5, (9, 9))
    assert segmenting.heatmap_mask(heatmap, "Edema").area_px == 49
    assert segmenting.heatmap_mask(heatmap, "Edema", segmenting.Rule({"Edema": 0.5})).area_px == 48


def test_masks_of_a_set_leave_refused_maps_out() -> None:
    masks = segmenting.masks_of_heatmaps(map_set({"b": heat_map(HALF, 0.5, (4, 8)), "a": None}))
    assert list(masks) == ["b"]


def test_threshold_curve_by_hand() -> None:
    truth = memory_set({"a": {"Edema": rectangle(10, 4)}, "b": {"Edema": EMPTY}}, pathologies=EDEMA)
    ramp = heat_map([np.arange(10.0)[::-1]] * 10)
    curve = thresholds.threshold_curve(
        truth, map_set({"a": ramp, "b": ramp, "x": ramp}), "Edema", ProblemLog(), np.array([0.2, 0.5, 0.61, 0.9])
    )
    # columns above 0.2, 0.5, 0.61 and 0.9 of the ramp 1, 8/9, ...: 8, 5, 4 and 1 of which 4, 4, 4 and 1 are drawn
    np.testing.assert_allclose(curve.mean_iou, [4 / 8, 4 / 5, 1.0, 1 / 4], rtol=1e-15)
    assert curve.n_scored.tolist() == [1] * 4
    assert (curve.best, curve.case_ids) == (0.61, ("a",))


def test_tuning_without_a_case_takes_the_first_threshold() -> None:
    truth = memory_set({"a": {"Edema": EMPTY}}, pathologies=EDEMA)
    curve = thresholds.threshold_curve(truth, map_set({}), "Edema", ProblemLog())
    assert thresholds.tuned_thresholds([curve]).to_dict("list") == {"threshold": [0.2], "task": ["Edema"]}


def test_cutoffs_by_hand() -> None:
    truth = memory_set({"a": {"Edema": rectangle(10, 5)}}, pathologies=EDEMA)
    left = [[1.0] * 5 + [0.0] * 5] * 10
    maps = map_set({"a": heat_map(left, 0.65), "x": heat_map(left, 0.25), "c": heat_map(left, None)})
    problems = ProblemLog()
    table = thresholds.cutoff_table(truth, maps, "Edema", problems)
    # x, which the ground truth does not list, is a false alarm up to 0.2 and both empty beyond; a is emptied from 0.7
    # on
    assert table["mIoU"].tolist() == [0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    assert table["prob_threshold"].tolist() == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    assert thresholds.best_cutoffs(table) == {"Edema": 0.3}
    assert [problem.item for problem in problems] == ["c / Edema"]
