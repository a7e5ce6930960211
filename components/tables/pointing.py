"""Hits of the pointing game: the peak of each heat map, or the points a reader clicked, against the ground truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.metrics import pointing
from components.metrics.overlap import Outcome
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import HeatMap, Mask
from data_access.problems import ProblemLog
from data_access.progress import Track, untracked
from data_access.records import Unreadable
from data_access.run_lengths import run_lengths


@dataclass(frozen=True, eq=False)
class Hits:
    """Hits of every case and pathology.

    Attributes
    ----------
    case_ids, pathologies : tuple of str
        Rows and columns.
    values : ndarray of float64, shape (n_cases, n_pathologies)
        1 hit, 0 miss, NaN where the ground truth is empty or `outcome` says there is no number.
    outcome : ndarray of int8, shape (n_cases, n_pathologies)
        `Outcome`: scored, both empty (no ground truth), not predicted, unreadable.
    of_points : bool
        Whether clicked points were scored, not heat maps.
    """

    case_ids: tuple[str, ...]
    pathologies: tuple[str, ...]
    values: NDArray[np.float64]
    outcome: NDArray[np.int8]
    of_points: bool = False


def is_foreground(mask: Mask, pixels_yx: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say which pixels lie in a mask, from its run lengths; a pixel outside the image does not.

    Parameters
    ----------
    mask : Mask
        Any mask.
    pixels_yx : ndarray of int64, shape (n_points, 2)
        Row and column.

    Returns
    -------
    ndarray of bool, shape (n_points,)
        All False for an empty mask.
    """
    height, width = mask.size_hw
    y, x = pixels_yx.T
    in_image = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    run_end = np.cumsum(run_lengths(mask.counts))
    # Runs go down the columns and alternate, background first: a pixel in a run of odd number is foreground.
    run = np.searchsorted(run_end, x * height + y, side="right")
    return np.asarray(in_image & (run % 2 == 1))


def point_hits(set_gt: AnnotationSet, points: AnnotationSet, case_ids: Sequence[str]) -> Hits:
    """Score clicked points: a hit if any point of the pathology lies in the ground truth.

    Parameters
    ----------
    set_gt : AnnotationSet
        With masks.
    points : AnnotationSet
        With points; a case or pathology that it does not list is a miss, as in the paper.
    case_ids : sequence of str
        Rows.

    Returns
    -------
    Hits
        NaN where the ground truth is empty or either was refused.
    """
    pathologies = set_gt.pathologies
    values, outcome = _blank(len(case_ids), len(pathologies))
    for row, case_id in enumerate(case_ids):
        for column, pathology in enumerate(pathologies):
            mask_gt = set_gt.mask(case_id, pathology)
            if mask_gt is None or mask_gt.is_empty:
                outcome[row, column] = _without_truth(set_gt, case_id, pathology)
                continue
            clicked = points.points(case_id, pathology)
            if clicked is None and _is_refused(points, case_id, pathology):
                outcome[row, column] = Outcome.UNREADABLE
                continue
            pixels_yx = pointing.clicked_pixels(np.empty((0, 2)) if clicked is None else clicked.points_xy)
            values[row, column] = pointing.hit(is_foreground(mask_gt, pixels_yx), mask_gt.area_px)
            outcome[row, column] = Outcome.SCORED
    return Hits(tuple(case_ids), pathologies, values, outcome, of_points=True)


def map_hits(
    set_gt: AnnotationSet,
    maps: AnnotationSet,
    case_ids: Sequence[str],
    problems: ProblemLog,
    track: Track = untracked,
) -> Hits:
    """Score heat maps: a hit if the pixel of the largest value, once upsampled, lies in the ground truth.

    Parameters
    ----------
    set_gt : AnnotationSet
        With masks.
    maps : AnnotationSet
        With heat maps. A map is read only where there is a ground truth to hit.
    case_ids : sequence of str
        Rows.
    problems : ProblemLog
        Told of maps that are made for an image of another size.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    Hits
        NaN where the ground truth is empty, the map is missing (not predicted) or either was refused (unreadable).
    """
    pathologies = set_gt.pathologies
    files = maps.heatmap_files.targets_of_case if maps.heatmap_files is not None else {}
    values, outcome = _blank(len(case_ids), len(pathologies))
    for row, case_id in enumerate(track(case_ids, "heat maps to hits")):
        for column, pathology in enumerate(pathologies):
            mask_gt = set_gt.mask(case_id, pathology)
            if mask_gt is None or mask_gt.is_empty:
                outcome[row, column] = _without_truth(set_gt, case_id, pathology)
            elif pathology not in files.get(case_id, {}):
                outcome[row, column] = Outcome.NOT_PREDICTED
            else:
                heatmap = maps.heatmap(case_id, pathology)
                file = files[case_id][pathology]
                if heatmap is None or not has_size(heatmap, mask_gt, file, f"{case_id} / {pathology}", problems):
                    outcome[row, column] = Outcome.UNREADABLE
                    continue
                peak_yx = pointing.peak_yx(heatmap.map_hw, (heatmap.size_hw[1], heatmap.size_hw[0]))
                is_inside = is_foreground(mask_gt, np.array([peak_yx], np.int64))
                values[row, column] = pointing.hit(is_inside, mask_gt.area_px)
                outcome[row, column] = Outcome.SCORED
    return Hits(tuple(case_ids), pathologies, values, outcome)


def source_hits(set_gt: AnnotationSet, other: AnnotationSet, problems: ProblemLog, track: Track = untracked) -> Hits:
    """Score a source's heat maps, else its clicked points, on the cases that the ground truth lists."""
    if other.has_heatmaps:
        return map_hits(set_gt, other, set_gt.case_ids(), problems, track)
    return point_hits(set_gt, other, set_gt.case_ids())


def chance_levels(set_gt: AnnotationSet, case_ids: Sequence[str]) -> NDArray[np.float64]:
    """Compute the hit rate of a point thrown at random, per pathology; NaN where there is no ground truth to hit."""
    masks = [[set_gt.mask(case_id, pathology) for pathology in set_gt.pathologies] for case_id in case_ids]
    areas = [[(0, 1) if m is None else (m.area_px, m.size_hw[0] * m.size_hw[1]) for m in row] for row in masks]
    counts = np.array(areas, np.int64).reshape(len(case_ids), len(set_gt.pathologies), 2)
    return pointing.chance_level(counts[:, :, 0], counts[:, :, 1])


def has_size(heatmap: HeatMap, mask_gt: Mask, file: str, item: str, problems: ProblemLog) -> bool:
    """Say whether a heat map is made for the image of a mask; a map that is not is noted as a problem."""
    if heatmap.size_hw == mask_gt.size_hw:
        return True
    height, width = mask_gt.size_hw
    found = f"({heatmap.size_hw[1]}, {heatmap.size_hw[0]})"
    problems.add(file, item, f"cxr_dims (width, height) = ({width}, {height}), as the ground truth has", found)
    return False


def _is_refused(points: AnnotationSet, case_id: str, pathology: str) -> bool:
    """Say whether a points file lists a pathology in a form that could not be read."""
    records = points.point_records.get().of_case if points.point_records is not None else {}
    return isinstance(records.get(case_id, {}).get(pathology), Unreadable)


def _blank(n_cases: int, n_pathologies: int) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    shape = (n_cases, n_pathologies)
    return np.full(shape, np.nan), np.full(shape, Outcome.BOTH_EMPTY, np.int8)


def _without_truth(set_gt: AnnotationSet, case_id: str, pathology: str) -> Outcome:
    unreadable = set_gt.state(case_id, pathology) is State.UNREADABLE
    return Outcome.UNREADABLE if unreadable else Outcome.BOTH_EMPTY
