"""Every heat map of a set at every threshold, and as Otsu's mask: one reading and one upsampling a map answers all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import binarize, pointing
from components.metrics.thresholds import threshold_areas
from components.tables.pointing import has_size
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import HeatMap, Mask, fill_contours
from data_access.problems import ProblemLog
from data_access.progress import Track, untracked

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

THRESHOLDS: Floats = np.round(np.arange(101) / 100, 2)
"""All that are tried; a map's values are float32, too coarse to tell 0.3 from the paper's 0.30000000000000004."""

SWEEP_WORDS = "every threshold of their heat maps"


class MapRow(NamedTuple):
    """What one heat map gives beside its thresholds.

    Attributes
    ----------
    case_id, pathology : str
        Which map.
    is_listed : bool
        Whether the ground truth lists the case; if not, its mask counts as empty, as in the paper.
    gt_px, image_px : int
        Areas of the ground truth and of the image.
    otsu : float
        Otsu's threshold of the normalised map.
    otsu_px, otsu_shared_px : int
        Area of Otsu's mask and of what it shares with the ground truth. Where that is empty, 1 stands for any area:
        nothing depends on how large a false alarm is.
    hit : float
        1 if the peak lies in the ground truth, else 0; NaN where that is empty.
    probability : float
        The model's, from the heat map's file, else from its probability table; NaN without either.
    """

    case_id: str
    pathology: str
    is_listed: bool
    gt_px: int
    image_px: int
    otsu: float
    otsu_px: int
    otsu_shared_px: int
    hit: float
    probability: float


@dataclass(frozen=True, eq=False)
class Sweep:
    """The heat maps of a set against the ground truth.

    Attributes
    ----------
    maps : DataFrame
        A row a readable heat map, columns `MapRow`, sorted by pathology and case.
    pred_px, shared_px : ndarray of int64, shape (n_maps, 101)
        Pixels above each of `THRESHOLDS`, and those of them in the ground truth.
    """

    maps: pd.DataFrame
    pred_px: Counts
    shared_px: Counts

    def on(self, case_ids: Collection[str]) -> Sweep:
        """Keep some of the cases."""
        return self.keep(self.maps["case_id"].isin(case_ids))

    def of(self, pathology: str) -> Sweep:
        """Keep one pathology."""
        return self.keep(self.maps["pathology"] == pathology)

    def keep(self, kept: pd.Series) -> Sweep:
        """Keep the rows that are True."""
        where = kept.to_numpy(np.bool_)
        return Sweep(self.maps[where].reset_index(drop=True), self.pred_px[where], self.shared_px[where])


def sweep_maps(truth: AnnotationSet, maps: AnnotationSet, problems: ProblemLog, track: Track = untracked) -> Sweep:
    """Read every heat map of a set once.

    Parameters
    ----------
    truth, maps : AnnotationSet
        With masks, and with heat maps.
    problems : ProblemLog
        Told of maps that are made for an image of another size.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    Sweep
        Without maps that are refused or whose ground truth is; without a row if none is left.
    """
    case_ids = track(mapped_cases(maps), SWEEP_WORDS)
    return joined([sweep_case(truth, maps, case_id, problems) for case_id in case_ids])


def mapped_cases(maps: AnnotationSet) -> list[str]:
    """Return the cases that a set has heat maps of, sorted; reads none."""
    return sorted(maps.heatmap_files.targets_of_case) if maps.heatmap_files else []


def sweep_case(truth: AnnotationSet, maps: AnnotationSet, case_id: str, problems: ProblemLog) -> Sweep:
    """Read the heat maps of one case; see `sweep_maps`."""
    files = maps.heatmap_files.targets_of_case[case_id] if maps.heatmap_files else {}
    rows: list[MapRow] = []
    pred_px: list[Counts] = []
    shared_px: list[Counts] = []
    for pathology, file in files.items():
        mask_gt = truth.mask(case_id, pathology)
        if mask_gt is None and truth.state(case_id, pathology) is State.UNREADABLE:
            continue
        heatmap = maps.heatmap(case_id, pathology)
        item = f"{case_id} / {pathology}"
        if heatmap is None or (mask_gt is not None and not has_size(heatmap, mask_gt, file, item, problems)):
            continue
        probability = heatmap.probability
        if probability is None and maps.probability_records is not None:
            probability = maps.probability(case_id, pathology)
        row, areas = _measured(case_id, pathology, heatmap, mask_gt)
        rows.append(row._replace(probability=np.nan if probability is None else probability))
        pred_px.append(areas[0])
        shared_px.append(areas[1])
    return Sweep(pd.DataFrame(rows, columns=list(MapRow._fields)), _stacked(pred_px), _stacked(shared_px))


def joined(parts: Sequence[Sweep]) -> Sweep:
    """Join the sweeps of several cases, sorted by pathology and case."""
    known = [part for part in parts if len(part.maps)]
    if not known:
        return Sweep(pd.DataFrame(columns=list(MapRow._fields)), _stacked([]), _stacked([]))
    table = pd.concat([part.maps for part in known], ignore_index=True)
    order = table.sort_values(["pathology", "case_id"], kind="stable").index.to_numpy(np.int64)
    pred_px, shared_px = (np.concatenate([getattr(part, name) for part in known]) for name in ("pred_px", "shared_px"))
    return Sweep(table.iloc[order].reset_index(drop=True), pred_px[order], shared_px[order])


def _stacked(rows: Sequence[Counts]) -> Counts:
    return np.array(rows, np.int64).reshape(len(rows), THRESHOLDS.size)


def _measured(
    case_id: str, pathology: str, heatmap: HeatMap, mask_gt: Mask | None
) -> tuple[MapRow, tuple[Counts, Counts]]:
    height, width = heatmap.size_hw
    upsampled = binarize.upsample(heatmap.map_hw, (width, height))
    drawn = mask_gt if mask_gt is not None and not mask_gt.is_empty else None
    box, (x, y) = drawn.decode_box() if drawn is not None else (np.zeros((0, 0), np.bool_), (0, 0))
    areas = threshold_areas(upsampled, box, (y, x), THRESHOLDS)
    levels = binarize.to_levels(binarize.normalise(upsampled))
    contours = binarize.otsu_contours(levels)
    otsu_px, otsu_shared_px, hit = int(bool(contours)), 0, float("nan")
    if drawn is not None:
        filled = fill_contours(contours, heatmap.size_hw)
        otsu_px = int(np.count_nonzero(filled))
        otsu_shared_px = int(np.count_nonzero(filled[y : y + box.shape[0], x : x + box.shape[1]] & box))
        peak_y, peak_x = pointing.peak_yx(heatmap.map_hw, (width, height))
        hit = pointing.hit(pointing.inside(box, np.array([[peak_y - y, peak_x - x]])), drawn.area_px)
    row = MapRow(
        case_id,
        pathology,
        mask_gt is not None,
        drawn.area_px if drawn is not None else 0,
        height * width,
        binarize.otsu_threshold(levels),
        otsu_px,
        otsu_shared_px,
        hit,
        float("nan"),
    )
    return row, (areas.pred_px, areas.intersection_px)
