"""Two annotation sets side by side as arrays: areas and intersections of every mask, from run lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.metrics.overlap import PairAreas, pair_areas
from components.tables.progress import Track, untracked
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import Mask
from data_access.problems import ProblemLog


@dataclass(frozen=True, eq=False)
class PairGrid:
    """Two sets compared.

    Attributes
    ----------
    case_ids, pathologies : tuple of str
        Rows and columns of all arrays.
    areas : PairAreas, shape (n_cases, n_pathologies)
        The first set stands in the place of the ground truth.
    """

    case_ids: tuple[str, ...]
    pathologies: tuple[str, ...]
    areas: PairAreas


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
    not_predicted, unreadable = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
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
    return PairGrid(tuple(case_ids), pathologies, areas)


def _note_sizes(problems: ProblemLog, annotated: AnnotationSet, item: str, expected: Mask, found: Mask) -> None:
    height, width = expected.size_hw
    problems.add(
        ", ".join(annotated.files),
        item,
        f"a mask of height {height} and width {width} px, as the other set has",
        f"height {found.size_hw[0]} and width {found.size_hw[1]} px",
    )
