"""Heat map to mask: how the threshold and the probability cut-off change the overlap with the ground truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import binarize, thresholds
from components.metrics.overlap import iou, pair_areas
from components.tables.pointing import has_size
from components.tables.segmenting import heatmap_mask
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import HeatMap, Mask
from data_access.problems import ProblemLog
from data_access.progress import Track, untracked

Floats = NDArray[np.float64]

PAPER_FIRST_CUTOFF: Mapping[str, int] = {"Lung Lesion": 1}
"""Position of the first of `PAPER_CUTOFFS` that is tried, where it is not 0: the official table has no 0 there."""


@dataclass(frozen=True, eq=False)
class ThresholdCurve:
    """Mean IoU of one pathology at each threshold, on the true-positive slice.

    Attributes
    ----------
    pathology : str
        Its name.
    thresholds, mean_iou : ndarray of float64, shape (n_thresholds,)
        NaN where no case has both masks.
    n_scored : ndarray of int64, shape (n_thresholds,)
        Cases behind each mean.
    iou : ndarray of float64, shape (n_thresholds, n_cases)
        Of each case, NaN where not scored.
    case_ids : tuple of str
        Cases with a readable heat map.
    """

    pathology: str
    thresholds: Floats
    mean_iou: Floats
    n_scored: NDArray[np.int64]
    iou: Floats
    case_ids: tuple[str, ...]

    @property
    def best(self) -> float:
        """The threshold with the largest mean, the first on a tie; the first of all where nothing is scored."""
        return float(self.thresholds[thresholds.best_position(self.mean_iou)])


def threshold_curve(
    set_gt: AnnotationSet,
    maps: AnnotationSet,
    pathology: str,
    problems: ProblemLog,
    at: Floats = thresholds.PAPER_THRESHOLDS,
    track: Track = untracked,
) -> ThresholdCurve:
    """Compute the overlap of one pathology at many thresholds; each map is upsampled once.

    Parameters
    ----------
    set_gt, maps : AnnotationSet
        With masks, and with heat maps.
    pathology : str
        Which.
    problems : ProblemLog
        Told of maps that are made for an image of another size.
    at : ndarray of float64, shape (n_thresholds,)
        Ascending thresholds of the normalised map.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    ThresholdCurve
        A case without ground truth is not scored, and its map not read.
    """
    case_ids, columns = [], []
    for case_id in track(_cases_with(maps, pathology), f"thresholds of {pathology}"):
        mask_gt = set_gt.mask(case_id, pathology)
        if mask_gt is None or mask_gt.is_empty:
            continue
        heatmap = _readable(maps, case_id, pathology, mask_gt, problems)
        if heatmap is not None:
            case_ids.append(case_id)
            columns.append(_ious_at(heatmap, mask_gt, at))
    values = np.column_stack(columns) if columns else np.empty((at.size, 0))
    mean, n = _mean_over_cases(values)
    return ThresholdCurve(pathology, at, mean, n, values, tuple(case_ids))


def _ious_at(heatmap: HeatMap, mask_gt: Mask, at: Floats) -> Floats:
    height, width = heatmap.size_hw
    upsampled = binarize.upsample(heatmap.map_hw, (width, height))
    box, (x, y) = mask_gt.decode_box()
    areas = thresholds.threshold_areas(upsampled, box, (y, x), at)
    gt_px = np.full(at.shape, mask_gt.area_px, np.int64)
    image_px = np.full(at.shape, height * width, np.int64)
    return iou(pair_areas(gt_px, areas.pred_px, areas.intersection_px, image_px), "tp")


def tuned_thresholds(curves: Sequence[ThresholdCurve]) -> pd.DataFrame:
    """List the best threshold of each pathology as the paper does: `threshold` with one decimal, and `task`."""
    rows = [(float(np.round(curve.best, 1)), curve.pathology) for curve in curves]
    return pd.DataFrame(rows, columns=["threshold", "task"])


def cutoff_table(
    set_gt: AnnotationSet,
    maps: AnnotationSet,
    pathology: str,
    problems: ProblemLog,
    at: Floats = thresholds.PAPER_CUTOFFS,
    track: Track = untracked,
) -> pd.DataFrame:
    """Compute the mean IoU of the Otsu masks at each probability cut-off, on full data; each mask is made once.

    Parameters
    ----------
    set_gt, maps : AnnotationSet
        With masks, and with heat maps; a case that the ground truth does not list has an empty one.
    pathology : str
        Which.
    problems : ProblemLog
        Told of maps of another size, and of maps without a probability, which are left out.
    at : ndarray of float64
        Cut-offs.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    DataFrame
        `prob_threshold` (one decimal), `mIoU` (three decimals) and `task`.
    """
    rows = []
    for case_id in track(_cases_with(maps, pathology), f"cut-offs of {pathology}"):
        mask_gt = set_gt.mask(case_id, pathology)
        if mask_gt is None and set_gt.state(case_id, pathology) is State.UNREADABLE:
            continue
        heatmap = _readable(maps, case_id, pathology, mask_gt, problems)
        if heatmap is None:
            continue
        if heatmap.probability is None:
            problems.add(_file(maps, case_id, pathology), f"{case_id} / {pathology}", "a probability", "none")
            continue
        mask_gt = mask_gt or Mask.empty(heatmap.size_hw)
        mask = heatmap_mask(heatmap, pathology)
        shared_px = mask_gt.intersection_px(mask) if mask_gt.area_px and mask.area_px else 0
        image_px = mask.size_hw[0] * mask.size_hw[1]
        rows.append((mask_gt.area_px, mask.area_px, shared_px, image_px, heatmap.probability))
    cells = np.array(rows, np.float64).reshape(-1, 5).T
    gt_px, pred_px, shared_px, image_px = cells[:4].astype(np.int64)
    values = iou(pair_areas(gt_px, pred_px, shared_px, image_px), "full")
    return pd.DataFrame(
        {
            "prob_threshold": np.round(at, 1),
            "mIoU": thresholds.cutoff_ious(values, gt_px, cells[4], at),
            "task": pathology,
        }
    )


def best_cutoffs(table: pd.DataFrame) -> dict[str, float]:
    """Choose the cut-off of each pathology from a tuning table: the highest `mIoU`, the first on a tie.

    Parameters
    ----------
    table : DataFrame
        Columns of `cutoff_table`, several pathologies below each other.
    """
    return {
        str(task): float(rows["prob_threshold"].iloc[thresholds.best_position(rows["mIoU"].to_numpy(np.float64))])
        for task, rows in table.groupby("task", sort=False)
    }


def _cases_with(maps: AnnotationSet, pathology: str) -> list[str]:
    files: Mapping[str, Mapping[str, str]] = (
        maps.heatmap_files.targets_of_case if maps.heatmap_files is not None else {}
    )
    return sorted(case_id for case_id, targets in files.items() if pathology in targets)


def _file(maps: AnnotationSet, case_id: str, pathology: str) -> str:
    return maps.heatmap_files.targets_of_case[case_id][pathology] if maps.heatmap_files is not None else ""


def _readable(
    maps: AnnotationSet, case_id: str, pathology: str, mask_gt: Mask | None, problems: ProblemLog
) -> HeatMap | None:
    """Read a heat map; None if it is refused or made for an image of another size."""
    heatmap = maps.heatmap(case_id, pathology)
    if heatmap is None or mask_gt is None:
        return heatmap
    file = _file(maps, case_id, pathology)
    return heatmap if has_size(heatmap, mask_gt, file, f"{case_id} / {pathology}", problems) else None


def _mean_over_cases(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Average each row without NaN; with it the number behind each mean."""
    scored = ~np.isnan(values)
    n = scored.sum(axis=1)
    total = np.where(scored, values, 0.0).sum(axis=1)
    return np.divide(total, n, out=np.full(n.shape, np.nan), where=n > 0), n
