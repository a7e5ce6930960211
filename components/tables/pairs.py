"""Two annotation sets side by side as arrays: areas and intersections of every mask, from run lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.metrics.overlap import PairAreas, pair_areas
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import Mask
from data_access.problems import ProblemLog
from data_access.progress import Track, untracked

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PairGrid:
    """Two sets compared.

    Attributes
    ----------
    case_ids, pathologies : tuple of str
        Rows and columns of all arrays.
    areas : PairAreas, shape (n_cases, n_pathologies)
        The first set stands in the place of the ground truth.
    absent : ndarray of bool, shape (n_cases, n_pathologies)
        Where a set does not list the case or pathology, whatever that counts as.
    listed_a, listed_b : ndarray of bool, shape (n_cases,)
        Cases that each set lists.
    """

    case_ids: tuple[str, ...]
    pathologies: tuple[str, ...]
    areas: PairAreas
    absent: Bools
    listed_a: Bools
    listed_b: Bools

    def on(self, case_ids: Sequence[str]) -> PairGrid:
        """Return the same on other rows; a case that is not in it is one that neither set lists."""
        row_of = {case_id: row for row, case_id in enumerate(self.case_ids)}
        rows = np.array([row_of.get(case_id, -1) for case_id in case_ids], np.int64)
        known = rows >= 0

        def taken(array: NDArray[Any], otherwise: object) -> NDArray[Any]:
            result = np.full((len(rows), *array.shape[1:]), otherwise, array.dtype)
            result[known] = array[rows[known]]
            return result

        areas = self.areas
        counts = (areas.gt_px, areas.pred_px, areas.intersection_px, areas.image_px)
        flags = (areas.not_predicted, areas.unreadable)
        return PairGrid(
            tuple(case_ids),
            self.pathologies,
            pair_areas(*(taken(count, 0) for count in counts), *(taken(flag, False) for flag in flags)),
            taken(self.absent, True),
            taken(self.listed_a, False),
            taken(self.listed_b, False),
        )

    def without_absent(self) -> PairGrid:
        """Return the same with everything absent counted as not predicted, not as an empty mask."""
        areas = replace(self.areas, not_predicted=self.areas.not_predicted | (self.absent & ~self.areas.unreadable))
        return replace(self, areas=areas)


def pair_grid(
    set_a: AnnotationSet,
    set_b: AnnotationSet,
    case_ids: Sequence[str],
    problems: ProblemLog,
    *,
    absent_is_empty: bool,
    track: Track = untracked,
) -> PairGrid:
    """Compare two sets on the given cases; no mask is decoded.

    Parameters
    ----------
    set_a, set_b : AnnotationSet
        With masks or contours.
    case_ids : sequence of str
        Rows, in this order.
    problems : ProblemLog
        Told of masks of two sizes, which cannot be compared and count as unreadable.
    absent_is_empty : bool
        True: a case or pathology that a set does not list is an empty mask, the paper's rule. False: it is not
        predicted and has no numbers.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    PairGrid
        An empty mask has area 0; refused masks are unreadable, never empty.
    """
    pathologies = set_a.pathologies
    shape = (len(case_ids), len(pathologies))
    gt_px, pred_px, intersection_px, image_px = (np.zeros(shape, np.int64) for _ in range(4))
    not_predicted, unreadable, absent = (np.zeros(shape, np.bool_) for _ in range(3))
    both_listed = (set(set_a.case_ids()), set(set_b.case_ids()))
    for row, case_id in enumerate(track(case_ids, "masks compared")):
        masks_a = [set_a.mask(case_id, pathology) for pathology in pathologies]
        masks_b = [set_b.mask(case_id, pathology) for pathology in pathologies]
        size_hw = next((mask.size_hw for mask in (*masks_a, *masks_b) if mask is not None), None)
        for column, pathology in enumerate(pathologies):
            mask_a, mask_b = masks_a[column], masks_b[column]
            if mask_a is None or mask_b is None:
                missing = [s for s, m in ((set_a, mask_a), (set_b, mask_b)) if m is None]
                if any(annotated.state(case_id, pathology) is State.UNREADABLE for annotated in missing):
                    unreadable[row, column] = True
                    continue
                absent[row, column] = True
                if not absent_is_empty:
                    not_predicted[row, column] = True
                    continue
            if mask_a is not None and mask_b is not None and mask_a.size_hw != mask_b.size_hw:
                unreadable[row, column] = True
                _note_sizes(problems, set_b, f"{case_id} / {pathology}", mask_a, mask_b)
                continue
            present = mask_a or mask_b
            height, width = present.size_hw if present is not None else size_hw or (0, 0)
            image_px[row, column] = height * width
            gt_px[row, column] = mask_a.area_px if mask_a is not None else 0
            pred_px[row, column] = mask_b.area_px if mask_b is not None else 0
            if mask_a is not None and mask_b is not None and mask_a.area_px and mask_b.area_px:
                intersection_px[row, column] = mask_a.intersection_px(mask_b)
    areas = pair_areas(gt_px, pred_px, intersection_px, image_px, not_predicted, unreadable)
    listed_a, listed_b = (np.array([case_id in listed for case_id in case_ids], np.bool_) for listed in both_listed)
    return PairGrid(tuple(case_ids), pathologies, areas, absent, listed_a, listed_b)


def union_grid(set_a: AnnotationSet, set_b: AnnotationSet, problems: ProblemLog, track: Track = untracked) -> PairGrid:
    """Compare two sets on every case that either lists, sorted by id; what is absent counts as an empty mask.

    From it every rule and every choice of cases follows without reading a mask again: `PairGrid.without_absent`, `on`.
    """
    case_ids = sorted({*set_a.case_ids(), *set_b.case_ids()})
    return pair_grid(set_a, set_b, case_ids, problems, absent_is_empty=True, track=track)


def _note_sizes(problems: ProblemLog, annotated: AnnotationSet, item: str, expected: Mask, found: Mask) -> None:
    height, width = expected.size_hw
    problems.add(
        ", ".join(annotated.files),
        item,
        f"a mask of height {height} and width {width} px, as the other set has",
        f"height {found.size_hw[0]} and width {found.size_hw[1]} px",
    )
