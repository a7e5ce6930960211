"""Two sources on one case and pathology, pixel by pixel: what both drew, and what only one of them did."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.metrics import overlap
from data_access.annotation_set import AnnotationSet
from data_access.geometry import Mask


@dataclass(frozen=True, slots=True)
class Regions:
    """The areas of agreement and disagreement, and what they amount to.

    Attributes
    ----------
    both, only_a, only_b : Mask
        Pixels of both sources, and of one alone.
    iou, dice, precision, recall : float
        Of the second source against the first; NaN where there is nothing to divide by, see `metrics.overlap`.
    """

    both: Mask
    only_a: Mask
    only_b: Mask
    iou: float
    dice: float
    precision: float
    recall: float


def regions(set_a: AnnotationSet, set_b: AnnotationSet, case_id: str, target: str) -> Regions | None:
    """Compare two masks pixel by pixel; None where one of them is absent or unreadable, or their sizes differ."""
    mask_a, mask_b = set_a.mask(case_id, target), set_b.mask(case_id, target)
    if mask_a is None or mask_b is None or mask_a.size_hw != mask_b.size_hw:
        return None
    a, b = mask_a.decode(), mask_b.decode()
    both, only_a, only_b = (Mask.from_array(area) for area in (a & b, a & ~b, b & ~a))
    pairs = overlap.pair_areas(*(np.array([n]) for n in (mask_a.area_px, mask_b.area_px, both.area_px, a.size)))
    return Regions(
        both,
        only_a,
        only_b,
        iou=float(overlap.iou(pairs, "full")[0]),
        dice=float(overlap.dice(pairs)[0]),
        precision=float(overlap.precision(pairs)[0]),
        recall=float(overlap.recall(pairs)[0]),
    )
