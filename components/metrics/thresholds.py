"""Tuning: one pair of histograms answers every threshold of a heat map, one Otsu mask every probability cut-off."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from components.metrics.binarize import HeatMapArray, extremes

Floats = NDArray[np.float64]

PAPER_THRESHOLDS: Floats = np.arange(0.2, 0.8, 0.1)
"""0.2 to 0.8 (rounding adds the end to `numpy.arange`), with its small errors, which the paper compares with."""

PAPER_CUTOFFS: Floats = np.arange(0, 0.9, 0.1)
"""0 to 0.8, likewise."""

_MAX_THRESHOLDS = 254
"""Levels are bytes: none exceeded, one ... all, and one more that marks what is outside the ground truth."""

_MAX_EXACT_COUNT = 2**24
"""OpenCV gives histograms as float32, which counts exactly up to here."""

_FLOAT32_EPS = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdAreas:
    """Areas of the masks that each threshold gives.

    Attributes
    ----------
    pred_px, intersection_px : ndarray of int64, shape (n_thresholds,)
        Pixels above the threshold, and those of them in the ground truth.
    """

    pred_px: NDArray[np.int64]
    intersection_px: NDArray[np.int64]


def threshold_areas(
    upsampled: HeatMapArray, mask_gt: NDArray[np.bool_], corner_yx: tuple[int, int], thresholds: Floats
) -> ThresholdAreas:
    """Count the pixels of a heat map above each threshold, in all and within the ground truth, exactly.

    Thresholding the normalised map anew (`binarize.above`) gives the same counts. Here each pixel gets a level, the
    number of thresholds it exceeds, once; the histograms of the levels, over the image and over the ground truth, are
    then summed from above.

    Parameters
    ----------
    upsampled : ndarray of float32, shape (h, w)
        Answer of `binarize.upsample`; it need not be normalised.
    mask_gt : ndarray of bool, shape (box_h, box_w)
        Ground truth within its bounding box; of shape (0, 0) if empty.
    corner_yx : tuple of int
        Row and column of the box's upper left pixel.
    thresholds : ndarray of float64, shape (n_thresholds,)
        Ascending; evenly spaced ones are fastest.

    Returns
    -------
    ThresholdAreas
        All 0 for a constant map (and thresholds from 0 up); no intersection where the ground truth is empty.

    Raises
    ------
    ValueError
        If the box leaves the image or the thresholds do not ascend.
    """
    y, x = corner_yx
    box_h, box_w = mask_gt.shape
    if min(y, x) < 0 or y + box_h > upsampled.shape[0] or x + box_w > upsampled.shape[1]:
        raise ValueError(
            f"a box of {mask_gt.shape} at {corner_yx} leaves an image of {upsampled.shape} (height, width)"
        )
    if np.any(np.diff(thresholds) <= 0):
        raise ValueError(f"thresholds must ascend, but got {thresholds}")
    low, high = extremes(upsampled)
    edges = _edges(thresholds, low, high)
    pred_px, intersection_px = np.zeros(thresholds.size, np.int64), np.zeros(thresholds.size, np.int64)
    # At 0 and below, and at 1 and above, lie whole plateaus (background, saturation): a comparison is the faster way.
    is_inner = (thresholds > 0) & (thresholds < 1) & (low < high)
    for i in np.flatnonzero(~is_inner & (edges < np.inf)):
        exceeds = upsampled >= edges[i]
        pred_px[i] = np.count_nonzero(exceeds)
        intersection_px[i] = np.count_nonzero(exceeds[y : y + box_h, x : x + box_w] & mask_gt)

    inner = np.flatnonzero(is_inner)
    for start in range(0, inner.size, _MAX_THRESHOLDS):
        part = inner[start : start + _MAX_THRESHOLDS]
        grid = _Grid.of(thresholds[part], edges[part], float(low), float(high))
        levels = grid.levels(upsampled)
        pred_px[part] = _counts_above(levels, part.size)
        if mask_gt.size:
            outside_gt = np.where(mask_gt, np.uint8(0), np.uint8(part.size + 1))
            within = np.maximum(levels[y : y + box_h, x : x + box_w], outside_gt)
            intersection_px[part] = _counts_above(within, part.size)
    return ThresholdAreas(pred_px, intersection_px)


def _edges(thresholds: Floats, low: np.float32, high: np.float32) -> NDArray[np.float32]:
    """Find the smallest float32 value of the map that exceeds each threshold once normalised.

    Normalising only ever grows with the value, so the edge is found by halving the interval of float32 numbers;
    comparing with it equals normalising every pixel and comparing with the threshold.
    """
    if low == high:
        return np.where(thresholds < 0, -np.inf, np.inf).astype(np.float32)
    below = np.full(thresholds.size, _rank(low), np.int64)
    exceeding = np.full(thresholds.size, _rank(high), np.int64)
    while np.any(exceeding - below > 1):
        middle = (below + exceeding) // 2
        normalised = (_from_rank(middle) - low) / (high - low)
        exceeds = normalised.astype(np.float64) > thresholds
        exceeding, below = np.where(exceeds, middle, exceeding), np.where(exceeds, below, middle)
    edges = _from_rank(exceeding)
    return np.where(thresholds < 0, -np.inf, np.where(thresholds >= 1, np.inf, edges)).astype(np.float32)


def _rank(value: np.float32) -> int:
    """Give the place of a float32 value among all of them, ascending."""
    bits = int(value.view(np.int32))
    return bits if bits >= 0 else -(bits & 0x7FFFFFFF)


def _from_rank(rank: NDArray[np.int64]) -> NDArray[np.float32]:
    """Invert `_rank`."""
    magnitude = np.abs(rank).astype(np.int32).view(np.float32)
    return np.where(rank < 0, -magnitude, magnitude).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Grid:
    """Says how many thresholds each pixel exceeds, exactly.

    For evenly spaced thresholds the level is a linear function of the value, rounded and cut to a byte. Its error
    matters only next to an edge: where adding and subtracting the largest possible error gives two levels, the pixel
    is compared. Where the spacing is uneven, or too fine for float32, `error` is NaN and every pixel is compared.
    """

    edges: NDArray[np.float32]
    scale: float
    offset: float
    error: float

    @classmethod
    def of(cls, thresholds: Floats, edges: NDArray[np.float32], low: float, high: float) -> _Grid:
        """Fit the linear function through the thresholds of a map between `low` and `high`."""
        steps = np.diff(thresholds)
        if not steps.size or not np.allclose(steps, steps[0], rtol=1e-9, atol=0):
            return cls(edges, np.nan, np.nan, np.nan)
        scale = 1 / (steps[0] * (high - low))
        offset = 0.5 - thresholds[0] / steps[0] - low * scale
        error = 8 * _FLOAT32_EPS * (max(abs(low), abs(high)) * scale + thresholds.size + 2 / steps[0])
        return cls(edges, scale, offset, error if error < 0.25 else np.nan)

    def levels(self, values: HeatMapArray) -> NDArray[np.uint8]:
        """Return the level of each pixel, 0 to the number of thresholds."""
        if np.isnan(self.error):
            return np.searchsorted(self.edges, values.ravel(), side="right").astype(np.uint8).reshape(values.shape)
        levels, upper = (self._rounded(values, shift) for shift in (-self.error, self.error))
        unsure = np.flatnonzero(np.not_equal(levels, upper, out=upper.view(np.bool_)))
        levels.reshape(-1)[unsure] = np.searchsorted(self.edges, values.reshape(-1)[unsure], side="right")
        return levels

    def _rounded(self, values: HeatMapArray, shift: float) -> NDArray[np.uint8]:
        level = cv2.addWeighted(values, self.scale, values, 0, self.offset + shift, dtype=cv2.CV_8U)
        cv2.min(level, np.array([self.edges.size], np.float64), dst=level)
        return np.asarray(level, np.uint8)


def _counts_above(levels: NDArray[np.uint8], n_thresholds: int) -> NDArray[np.int64]:
    """Count the pixels of level 1 and more, 2 and more, ..., up to the number of thresholds."""
    # Neighbours mostly have one level, and counting into one place over and over stalls the processor, so that up to
    # four columns next to each other count into places of their own.
    n_levels = n_thresholds + 2
    n_lanes = min(4, 256 // n_levels)
    lane = (np.arange(levels.shape[1]) % n_lanes * n_levels).astype(np.uint8)
    histogram = np.zeros(256, np.int64)
    n_rows = max(1, _MAX_EXACT_COUNT // levels.shape[1])
    for top in range(0, levels.shape[0], n_rows):
        counts = cv2.calcHist([levels[top : top + n_rows] + lane], [0], None, [256], [0, 256])
        histogram += np.asarray(counts).ravel().astype(np.int64)
    of_level = histogram[: n_lanes * n_levels].reshape(n_lanes, n_levels).sum(axis=0)
    return np.cumsum(of_level[n_thresholds:0:-1])[::-1]


def best_position(scores: Floats) -> int:
    """Return the position of the best score, the first on a tie, as the paper chooses thresholds and cut-offs.

    Parameters
    ----------
    scores : ndarray of float64, shape (n,)
        NaN where nothing was scored.

    Returns
    -------
    int
        0 if nothing was scored at all.

    Raises
    ------
    ValueError
        If there is no score.
    """
    if not scores.size:
        raise ValueError("there is no score to choose from")
    return 0 if np.isnan(scores).all() else int(np.nanargmax(scores))


def cutoff_means(iou: Floats, gt_px: NDArray[np.int64], probability: Floats, cutoffs: Floats) -> Floats:
    """Compute the mean IoU on full data at each probability cut-off.

    Parameters
    ----------
    iou : ndarray of float64, shape (n_cases,)
        IoU of the uncut masks on full data: NaN where both masks are empty.
    gt_px : ndarray of int64, shape (n_cases,)
        Areas of the ground truth.
    probability : ndarray of float64, shape (n_cases,)
        The model's probabilities.
    cutoffs : ndarray of float64, shape (n_cutoffs,)
        A mask is kept where the probability is above; otherwise it is empty, which gives 0, or NaN without ground
        truth.

    Returns
    -------
    ndarray of float64, shape (n_cutoffs,)
        NaN where no case has a value.
    """
    emptied = np.where(gt_px > 0, 0.0, np.nan)
    kept = probability[np.newaxis, :] > cutoffs[:, np.newaxis]
    values = np.where(kept, iou, emptied)
    scored = ~np.isnan(values)
    n = scored.sum(axis=1)
    total = np.where(scored, values, 0.0).sum(axis=1)
    return np.divide(total, n, out=np.full(n.shape, np.nan), where=n > 0)


def cutoff_ious(iou: Floats, gt_px: NDArray[np.int64], probability: Floats, cutoffs: Floats) -> Floats:
    """Round `cutoff_means` to 3 decimals, as the paper compares them."""
    return np.round(cutoff_means(iou, gt_px, probability, cutoffs), 3)
