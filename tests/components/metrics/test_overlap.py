"""Overlap from areas: hand-computed cases, the three empties of each measure, and what became of each pair."""

from __future__ import annotations

import numpy as np
import pytest

from components.metrics import overlap
from components.metrics.overlap import Outcome, PairAreas, pair_areas

NAN = float("nan")


def one(gt_px: int, pred_px: int, both_px: int, image_px: int = 100) -> PairAreas:
    """Return one pair as a table of one case and one pathology."""
    return pair_areas(*(np.array([[value]]) for value in (gt_px, pred_px, both_px, image_px)))


@pytest.mark.parametrize(
    ("pair", "iou_tp", "iou_full", "dice", "precision", "recall", "specificity"),
    [
        # 20 px drawn, 10 px predicted, 5 px shared: 25 px united; of the 80 px outside, 5 px are predicted
        pytest.param(one(20, 10, 5), 5 / 25, 5 / 25, 10 / 30, 0.5, 0.25, 75 / 80, id="by hand"),
        pytest.param(one(20, 20, 20), 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, id="the same mask"),
        pytest.param(one(20, 10, 0), 0.0, 0.0, 0.0, 0.0, 0.0, 70 / 80, id="apart"),
        pytest.param(one(100, 10, 10), 0.1, 0.1, 20 / 110, 1.0, 0.1, NAN, id="the whole image drawn"),
        pytest.param(one(20, 0, 0), NAN, 0.0, 0.0, NAN, 0.0, 1.0, id="empty prediction"),
        pytest.param(one(0, 10, 0), NAN, 0.0, 0.0, 0.0, NAN, 0.9, id="empty ground truth"),
        pytest.param(one(0, 0, 0), NAN, NAN, NAN, NAN, NAN, 1.0, id="both empty"),
    ],
)
def test_measures_of_a_pair(
    pair: PairAreas,
    iou_tp: float,
    iou_full: float,
    dice: float,
    precision: float,
    recall: float,
    specificity: float,
) -> None:
    found = [
        overlap.iou(pair, "tp"),
        overlap.iou(pair, "full"),
        overlap.dice(pair, "full"),
        overlap.precision(pair),
        overlap.recall(pair),
        overlap.specificity(pair),
    ]
    np.testing.assert_array_equal(np.ravel(found), [iou_tp, iou_full, dice, precision, recall, specificity])


def test_dice_is_a_function_of_iou() -> None:
    rng = np.random.default_rng(0)
    gt_px, pred_px = rng.integers(1, 500, (2, 50, 3))
    pairs = pair_areas(gt_px, pred_px, rng.integers(0, np.minimum(gt_px, pred_px) + 1), np.full((50, 3), 1000))
    iou = overlap.iou(pairs)
    np.testing.assert_allclose(overlap.dice(pairs, "tp"), 2 * iou / (1 + iou), rtol=1e-14)


@pytest.mark.parametrize("measure", [overlap.iou, overlap.dice, overlap.precision, overlap.recall, overlap.specificity])
@pytest.mark.parametrize("state", ["not_predicted", "unreadable"])
def test_unknown_pairs_have_no_number(measure: object, state: str) -> None:
    counts = (np.array([[value]]) for value in (20, 10, 5, 100))
    pair = pair_areas(*counts, **{state: np.array([[True]])})
    assert callable(measure)
    assert np.isnan(measure(pair)).all()
    assert np.isnan(overlap.pooled(pair).precision).all()


def test_pooled_divides_sums_over_cases_empty_masks_included() -> None:
    pairs = pair_areas(
        np.array([[20], [0], [10]]), np.array([[10], [10], [0]]), np.array([[5], [0], [0]]), np.full((3, 1), 100)
    )
    pooled = overlap.pooled(pairs)
    # 5 of 20 predicted pixels are right, 5 of 30 drawn are found, 255 of 270 outside are left out
    np.testing.assert_array_equal(
        [pooled.precision[0], pooled.recall[0], pooled.specificity[0]], [5 / 20, 5 / 30, 255 / 270]
    )


@pytest.mark.parametrize(
    ("gt_px", "pred_px", "precision", "recall"),
    [
        pytest.param(20, 0, NAN, 0.0, id="empty prediction"),
        pytest.param(0, 10, 0.0, NAN, id="empty ground truth"),
        pytest.param(0, 0, NAN, NAN, id="both empty"),
    ],
)
def test_pooled_empties(gt_px: int, pred_px: int, precision: float, recall: float) -> None:
    pooled = overlap.pooled(one(gt_px, pred_px, 0))
    np.testing.assert_array_equal([pooled.precision[0], pooled.recall[0]], [precision, recall])


def test_outcomes_are_exclusive_and_add_up() -> None:
    no, yes = np.array([False] * 6), np.array([False, False, False, False, True, True])
    pairs = pair_areas(
        np.array([9, 0, 9, 0, 9, 9]),
        np.array([9, 0, 0, 9, 0, 0]),
        np.array([9, 0, 0, 0, 0, 0]),
        np.full(6, 100),
        not_predicted=yes,
        unreadable=np.where(np.arange(6) == 5, True, no),
    )
    found = overlap.outcomes(pairs)
    assert found.tolist() == [
        Outcome.SCORED,
        Outcome.BOTH_EMPTY,
        Outcome.MISSED,
        Outcome.FALSE_ALARM,
        Outcome.NOT_PREDICTED,
        Outcome.UNREADABLE,
    ]
    counts = overlap.count_outcomes(found[:, np.newaxis])
    parts = (
        counts.scored,
        counts.both_empty,
        counts.missed,
        counts.false_alarm,
        counts.not_predicted,
        counts.unreadable,
    )
    assert [int(part[0]) for part in parts] == [1] * 6


def test_common_cases_keeps_what_all_series_have() -> None:
    a, b = overlap.common_cases((np.array([[0.1], [NAN], [0.3]]), np.array([[0.5], [0.6], [NAN]])))
    np.testing.assert_array_equal(a, [[0.1], [NAN], [NAN]])
    np.testing.assert_array_equal(b, [[0.5], [NAN], [NAN]])


@pytest.mark.parametrize(
    ("gt_px", "pred_px", "both_px"),
    [
        pytest.param(5, 5, 6, id="intersection larger than a mask"),
        pytest.param(5, 5, -1, id="negative"),
        pytest.param(60, 60, 0, id="union larger than the image"),
    ],
)
def test_impossible_counts_are_refused(gt_px: int, pred_px: int, both_px: int) -> None:
    with pytest.raises(ValueError, match=r"not so at \(0, 0\)"):
        one(gt_px, pred_px, both_px)


def test_shapes_must_agree() -> None:
    two, one_case = np.zeros((2, 1), np.int64), np.zeros((1, 1), np.int64)
    with pytest.raises(ValueError, match="one shape"):
        pair_areas(two, one_case, two, two)


def test_an_unknown_slice_is_refused() -> None:
    with pytest.raises(ValueError, match="must be 'tp' or 'full'"):
        overlap.iou(one(1, 1, 1), "all")  # type: ignore[arg-type]
