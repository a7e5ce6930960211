"""Tuning: histograms count exactly what thresholding anew counts; the best threshold and the cut-offs."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import binarize, thresholds

NAN = float("nan")
GRIDS = {
    "paper": thresholds.PAPER_THRESHOLDS,
    "101": np.linspace(0, 1, 101),
    "hundredths": np.arange(101) / 100,
    "one": np.array([0.5]),
    "uneven, beyond 0 and 1": np.array([-0.1, 0, 0.3, 0.31, 0.9, 1, 1.2]),
    "more than a byte holds": np.linspace(0.001, 0.999, 600),
}
NO_MASK = np.zeros((0, 0), bool)


def heat_map(kind: str, rng: np.random.Generator) -> NDArray[np.float32]:
    """Make a small map whose values hit thresholds exactly, lie on plateaus, or strain float32."""
    shape = (int(rng.integers(1, 20)), int(rng.integers(1, 20)))
    values = rng.random(shape).astype(np.float32)
    made = {
        "random": values,
        "tenths": np.round(10 * values) / np.float32(10),
        "constant": np.full(shape, values[0, 0]),
        "around 0": values * 2 - 1,
        "tiny": values * np.float32(1e-6),
        "large offset": values + np.float32(1000),
        "ramp": np.linspace(0, 1, values.size, dtype=np.float32).reshape(shape),
        "background": np.maximum(values - np.float32(0.6), 0),
    }
    return made[kind].astype(np.float32)


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(
    "kind", ["random", "tenths", "constant", "around 0", "tiny", "large offset", "ramp", "background"]
)
def test_counts_equal_thresholding_anew(kind: str, grid: str) -> None:
    rng = np.random.default_rng(len(kind) + 100 * len(grid))
    for _ in range(12):
        height, width = (int(n) for n in rng.integers(1, 200, 2))
        upsampled = binarize.upsample(heat_map(kind, rng), (width, height))
        y, x = int(rng.integers(height)), int(rng.integers(width))
        box = rng.random((int(rng.integers(height - y + 1)), int(rng.integers(width - x + 1)))) > 0.4
        mask_gt = np.zeros((height, width), bool)
        mask_gt[y : y + box.shape[0], x : x + box.shape[1]] = box
        found = thresholds.threshold_areas(upsampled, box, (y, x), GRIDS[grid])
        normalised = binarize.normalise(upsampled)
        masks = [binarize.above(normalised, threshold) for threshold in GRIDS[grid]]
        assert found.pred_px.tolist() == [np.count_nonzero(mask) for mask in masks]
        assert found.intersection_px.tolist() == [np.count_nonzero(mask & mask_gt) for mask in masks]


def test_counts_by_hand() -> None:
    upsampled = np.array([[0.0, 1.0, 2.0, 3.0, 4.0]], np.float32)
    found = thresholds.threshold_areas(upsampled, np.array([[True, True]]), (0, 3), np.array([0.2, 0.4, 0.6, 0.8]))
    assert found.pred_px.tolist() == [4, 3, 2, 1]
    assert found.intersection_px.tolist() == [2, 2, 2, 1]


@pytest.mark.parametrize(
    ("values", "mask_gt", "pred_px", "intersection_px"),
    [
        pytest.param([[3, 3]], [[True, True]], 0, 0, id="empty prediction"),
        pytest.param([[0, 3]], NO_MASK, 1, 0, id="empty ground truth"),
        pytest.param([[3, 3]], NO_MASK, 0, 0, id="both empty"),
    ],
)
def test_counts_of_empty_masks(values: object, mask_gt: object, pred_px: int, intersection_px: int) -> None:
    found = thresholds.threshold_areas(
        np.array(values, np.float32), np.array(mask_gt, np.bool_), (0, 0), np.array([0.4, 0.5])
    )
    assert found.pred_px.tolist() == [pred_px] * 2
    assert found.intersection_px.tolist() == [intersection_px] * 2


def test_counts_beyond_the_exact_range_of_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "_MAX_EXACT_COUNT", 7)
    upsampled = np.arange(40, dtype=np.float32).reshape(8, 5)
    found = thresholds.threshold_areas(upsampled, np.ones((8, 5), bool), (0, 0), np.array([0.25, 0.5, 0.75]))
    assert found.pred_px.tolist() == found.intersection_px.tolist() == [30, 20, 10]


@pytest.mark.parametrize(
    ("corner_yx", "at", "match"),
    [
        pytest.param((0, 2), [0.5], "leaves an image", id="box outside"),
        pytest.param((-1, 0), [0.5], "leaves an image", id="negative corner"),
        pytest.param((0, 0), [0.5, 0.4], "must ascend", id="descending"),
    ],
)
def test_bad_arguments_are_refused(corner_yx: tuple[int, int], at: list[float], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        thresholds.threshold_areas(np.eye(3, dtype=np.float32), np.ones((2, 2), bool), corner_yx, np.array(at))


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param([0.1, 0.3, 0.3, 0.2], 1, id="the first of the best"),
        pytest.param([NAN, 0.3, NAN], 1, id="missing scores are passed over"),
        pytest.param([NAN, NAN], 0, id="nothing scored"),
    ],
)
def test_best_position(scores: list[float], expected: int) -> None:
    assert thresholds.best_position(np.array(scores)) == expected


def test_no_score_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="no score"):
        thresholds.best_position(np.array([]))


def test_cutoffs_empty_masks_whose_probability_is_not_above() -> None:
    # a hit of IoU 0.6, a false alarm, a missed one, and a case without any mask
    iou, gt_px = np.array([0.6, 0.0, 0.0, NAN]), np.array([50, 0, 50, 0])
    found = thresholds.cutoff_ious(iou, gt_px, np.array([0.8, 0.3, 0.5, 0.9]), np.array([0.0, 0.3, 0.8]))
    # the false alarm goes at 0.3, which it does not exceed; the hit goes at 0.8, which it only equals
    assert found.tolist() == [0.2, 0.3, 0.0]


def test_cutoffs_without_a_case_have_no_value() -> None:
    empty = np.empty(0)
    assert np.isnan(thresholds.cutoff_ious(empty, empty.astype(np.int64), empty, np.array([0.0]))).all()
