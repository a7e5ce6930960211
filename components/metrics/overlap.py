"""How far two masks cover the same pixels, from areas and intersections alone: no mask is decoded for a number.

Every function takes a `PairAreas` of any shape (usually cases x pathologies) and answers per pair, or pooled over the
cases. What a mask that is empty, not predicted or unreadable gives is said by each function; it is never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Slice = Literal["tp", "full"]
"""`tp`: the paper's true-positive slice, pairs in which both masks have pixels; `full`: pairs in which either has."""


class Outcome(IntEnum):
    """What became of one pair of masks; each pair has exactly one outcome."""

    SCORED = 0
    """Both masks have pixels."""
    BOTH_EMPTY = 1
    """Neither has pixels: there is nothing to compare."""
    MISSED = 2
    """The ground truth has pixels, the prediction none."""
    FALSE_ALARM = 3
    """The prediction has pixels, the ground truth none."""
    NOT_PREDICTED = 4
    """The prediction does not cover this case at all; it is not an empty mask."""
    UNREADABLE = 5
    """One of the masks was refused as malformed; it is not an empty mask."""


@dataclass(frozen=True, slots=True, eq=False)
class PairAreas:
    """Pixel counts of many pairs of masks, all arrays of one shape.

    Attributes
    ----------
    gt_px, pred_px, intersection_px, image_px : ndarray of int64
        Pixels of the ground truth, of the prediction, of both at once, and of the whole image.
    not_predicted, unreadable : ndarray of bool
        Pairs that have no number, whatever the areas say; `unreadable` holds where both are set.

    Raises
    ------
    ValueError
        If shapes differ, or a count is impossible (negative, an intersection larger than a mask, a union larger than
        the image).
    """

    gt_px: NDArray[np.int64]
    pred_px: NDArray[np.int64]
    intersection_px: NDArray[np.int64]
    image_px: NDArray[np.int64]
    not_predicted: NDArray[np.bool_]
    unreadable: NDArray[np.bool_]

    def __post_init__(self) -> None:
        fields = (self.pred_px, self.intersection_px, self.image_px, self.not_predicted, self.unreadable)
        shapes = {array.shape for array in fields} | {self.gt_px.shape}
        if len(shapes) != 1:
            raise ValueError(f"all counts must have one shape, but got {sorted(shapes)}")
        impossible = (
            (self.intersection_px < 0)
            | (self.intersection_px > np.minimum(self.gt_px, self.pred_px))
            | (self.union_px > self.image_px)
        )
        if np.any(impossible & self.usable):
            where = tuple(int(i) for i in np.argwhere(impossible & self.usable)[0])
            raise ValueError(f"expected 0 <= intersection <= each mask and union <= image, but not so at {where}")

    @property
    def union_px(self) -> NDArray[np.int64]:
        """Pixels of either mask."""
        return self.gt_px + self.pred_px - self.intersection_px

    @property
    def usable(self) -> NDArray[np.bool_]:
        """Pairs of which both masks are known, empty or not."""
        return ~(self.not_predicted | self.unreadable)


def pair_areas(
    gt_px: NDArray[np.int64],
    pred_px: NDArray[np.int64],
    intersection_px: NDArray[np.int64],
    image_px: NDArray[np.int64],
    not_predicted: NDArray[np.bool_] | None = None,
    unreadable: NDArray[np.bool_] | None = None,
) -> PairAreas:
    """Build `PairAreas` from its attributes; by default every pair was predicted and could be read."""
    none = np.zeros(np.shape(gt_px), dtype=np.bool_)
    return PairAreas(
        np.asarray(gt_px, np.int64),
        np.asarray(pred_px, np.int64),
        np.asarray(intersection_px, np.int64),
        np.asarray(image_px, np.int64),
        none if not_predicted is None else not_predicted,
        none if unreadable is None else unreadable,
    )


def iou(pairs: PairAreas, over: Slice = "tp") -> Floats:
    """Compute intersection over union (the Jaccard index) of each pair.

    Parameters
    ----------
    pairs : PairAreas
        Any shape.
    over : {"tp", "full"}
        Which pairs have a value: on the true-positive slice a pair with an empty mask on either side is NaN; on full
        data only a pair with both empty is NaN, and one empty side gives 0. The paper reports both (Saporta et al.
        2022).

    Returns
    -------
    ndarray of float64
        Same shape; NaN also where not predicted or unreadable.
    """
    return _keep(_divide(pairs.intersection_px, pairs.union_px), pairs, over)


def dice(pairs: PairAreas, over: Slice = "full") -> Floats:
    """Compute the Dice coefficient, twice the intersection over the sum of both areas, of each pair.

    Parameters
    ----------
    pairs : PairAreas
        Any shape.
    over : {"tp", "full"}
        As for `iou`.

    Returns
    -------
    ndarray of float64
        Same shape; both empty NaN, one empty 0 (NaN on the true-positive slice), NaN where not predicted or
        unreadable. Equals ``2 * iou / (1 + iou)`` in every pair.
    """
    return _keep(_divide(2 * pairs.intersection_px, pairs.gt_px + pairs.pred_px), pairs, over)


def precision(pairs: PairAreas) -> Floats:
    """Compute the share of the predicted pixels that are in the ground truth, per pair.

    Returns
    -------
    ndarray of float64
        Same shape; NaN where the prediction is empty, 0 where only the ground truth is.
    """
    return _keep(_divide(pairs.intersection_px, pairs.pred_px), pairs, "full")


def recall(pairs: PairAreas) -> Floats:
    """Compute the share of the ground-truth pixels that were predicted (sensitivity), per pair.

    Returns
    -------
    ndarray of float64
        Same shape; NaN where the ground truth is empty, 0 where only the prediction is.
    """
    return _keep(_divide(pairs.intersection_px, pairs.gt_px), pairs, "full")


def specificity(pairs: PairAreas) -> Floats:
    """Compute the share of the pixels outside the ground truth that were left out of the prediction, per pair.

    Returns
    -------
    ndarray of float64
        Same shape; 1 where both masks are empty, NaN where the ground truth fills the image.
    """
    outside_px = pairs.image_px - pairs.gt_px
    value = _divide(pairs.image_px - pairs.union_px, outside_px)
    return np.where(pairs.usable, value, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class PixelScores:
    """Precision, recall and specificity of pixels pooled over cases; each NaN where nothing can be divided.

    Attributes
    ----------
    precision, recall, specificity : ndarray of float64, shape (n_targets,)
        Of all pixels together, as the paper reports them.
    """

    precision: Floats
    recall: Floats
    specificity: Floats


def pooled(pairs: PairAreas) -> PixelScores:
    """Pool the pixels of all cases, then divide, as the paper does.

    Parameters
    ----------
    pairs : PairAreas
        Shape (n_cases, n_targets). Pairs not predicted or unreadable are left out; empty masks are not.

    Returns
    -------
    PixelScores
        One value a target; NaN where no pixel was predicted (precision), none is in the ground truth (recall), or
        none is outside of it (specificity).
    """
    use = pairs.usable
    both_px = np.where(use, pairs.intersection_px, 0).sum(axis=0)
    gt_px = np.where(use, pairs.gt_px, 0).sum(axis=0)
    pred_px = np.where(use, pairs.pred_px, 0).sum(axis=0)
    image_px = np.where(use, pairs.image_px, 0).sum(axis=0)
    outside_px = image_px - gt_px
    return PixelScores(
        precision=_divide(both_px, pred_px),
        recall=_divide(both_px, gt_px),
        specificity=_divide(outside_px - (pred_px - both_px), outside_px),
    )


def outcomes(pairs: PairAreas) -> NDArray[np.int8]:
    """Say what became of each pair, as values of `Outcome`; an unreadable pair is that whatever else it is."""
    has_gt, has_pred = pairs.gt_px > 0, pairs.pred_px > 0
    result = np.select(
        [pairs.unreadable, pairs.not_predicted, has_gt & has_pred, has_gt, has_pred],
        [Outcome.UNREADABLE, Outcome.NOT_PREDICTED, Outcome.SCORED, Outcome.MISSED, Outcome.FALSE_ALARM],
        Outcome.BOTH_EMPTY,
    )
    return result.astype(np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeCounts:
    """How many cases had each `Outcome`, arrays of shape (n_targets,); the six add up to the number of cases."""

    scored: NDArray[np.int64]
    both_empty: NDArray[np.int64]
    missed: NDArray[np.int64]
    false_alarm: NDArray[np.int64]
    not_predicted: NDArray[np.int64]
    unreadable: NDArray[np.int64]


def count_outcomes(outcome: NDArray[np.int8]) -> OutcomeCounts:
    """Count the outcomes over the cases (the first axis).

    Parameters
    ----------
    outcome : ndarray of int8, shape (n_cases, n_targets)
        Answer of `outcomes`.
    """
    counts = [np.count_nonzero(outcome == kind, axis=0).astype(np.int64) for kind in Outcome]
    return OutcomeCounts(*counts)


def common_cases(values: tuple[Floats, ...]) -> tuple[Floats, ...]:
    """Keep only the cases that have a value in every series.

    On the true-positive slice two sources are scored on different cases, so their means compare only on the common
    ones.

    Parameters
    ----------
    values : tuple of ndarray of float64, all of one shape
        One series a source.

    Returns
    -------
    tuple of ndarray of float64
        Copies, NaN wherever any series is NaN.
    """
    missing = np.zeros(np.shape(values[0]), dtype=np.bool_)
    for series in values:
        missing |= np.isnan(series)
    return tuple(np.where(missing, np.nan, series) for series in values)


def _divide(part: NDArray[np.int64], whole: NDArray[np.int64]) -> Floats:
    """Divide counts; NaN where `whole` is 0."""
    result = np.full(np.shape(whole), np.nan)
    return np.divide(part, whole, out=result, where=np.asarray(whole) != 0)


def _keep(value: Floats, pairs: PairAreas, over: Slice) -> Floats:
    """Blank the pairs that are outside the slice or have no known masks."""
    if over not in ("tp", "full"):
        raise ValueError(f"the slice must be 'tp' or 'full', but got {over!r}")
    kept = pairs.usable
    if over == "tp":
        kept = kept & (pairs.gt_px > 0) & (pairs.pred_px > 0)
    return np.where(kept, value, np.nan)
