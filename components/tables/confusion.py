"""Which pathology of the reference a source's mask covers best, be it the one it was drawn for or another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from data_access.annotation_set import AnnotationSet
from data_access.geometry import Mask
from data_access.progress import Track, untracked

NOTHING = "nothing drawn there"
COLUMNS = ("case_id", "pathology", "overlaps", "iou", "iou_own")


def confusion_cases(
    set_a: AnnotationSet, set_b: AnnotationSet, case_ids: Sequence[str], track: Track = untracked
) -> pd.DataFrame:
    """Find for each mask of the second set the mask of the first that it overlaps most.

    Parameters
    ----------
    set_a, set_b : AnnotationSet
        `set_a` stands in the place of the ground truth.
    case_ids : sequence of str
        Rows; cases that a set does not list give none.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    DataFrame
        One row a mask of `set_b` that is not empty: `case_id`, `pathology`, `overlaps` (the pathology of `set_a` with
        the largest intersection over union, its own on a tie; `NOTHING` where it meets no mask), `iou` with it and
        `iou_own` with the mask of its own pathology (0 where that is empty).
    """
    rows = []
    for case_id in track(case_ids, "masks compared with those of other pathologies"):
        if not (set_a.has_case(case_id) and set_b.has_case(case_id)):
            continue
        drawn = {target: mask for target in set_a.pathologies if (mask := _drawn(set_a, case_id, target)) is not None}
        for pathology in set_b.pathologies:
            mask_b = _drawn(set_b, case_id, pathology)
            if mask_b is None:
                continue
            iou_of = {target: _iou(mask, mask_b) for target, mask in drawn.items()}
            own = iou_of.get(pathology, 0.0)
            best = max(iou_of, key=lambda target: (iou_of[target], target == pathology), default=NOTHING)
            best = best if iou_of.get(best, 0.0) > 0 else NOTHING
            rows.append((case_id, pathology, best, iou_of.get(best, 0.0), own))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def confusion_table(cases: pd.DataFrame, pathologies: Sequence[str]) -> pd.DataFrame:
    """Count what the masks of each pathology overlap most.

    Parameters
    ----------
    cases : DataFrame
        From `confusion_cases`, filtered by case or not.
    pathologies : sequence of str
        Rows and columns, in order.

    Returns
    -------
    DataFrame of int, indexed by the pathology the mask was drawn for
        A column a pathology of the reference, then `NOTHING`.
    """
    counts = np.zeros((len(pathologies), len(pathologies) + 1), np.int64)
    row_of = {name: row for row, name in enumerate(pathologies)}
    column_of = {**row_of, NOTHING: len(pathologies)}
    for pathology, overlaps in zip(cases["pathology"], cases["overlaps"], strict=True):
        counts[row_of[pathology], column_of[overlaps]] += 1
    index = pd.Index(list(pathologies), name="pathology")
    return pd.DataFrame(counts, index=index, columns=[*pathologies, NOTHING])


def _drawn(annotated: AnnotationSet, case_id: str, target: str) -> Mask | None:
    mask = annotated.mask(case_id, target)
    return mask if mask is not None and not mask.is_empty else None


def _iou(mask_a: Mask, mask_b: Mask) -> float:
    if mask_a.size_hw != mask_b.size_hw:
        return 0.0
    both_px = mask_a.intersection_px(mask_b)
    return both_px / (mask_a.area_px + mask_b.area_px - both_px)
