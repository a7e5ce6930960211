"""A model's heat map of one case and pathology: the mask each threshold gives, and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.metrics import binarize, outlines, pointing
from components.metrics.thresholds import threshold_areas
from data_access.annotation_set import AnnotationSet
from data_access.geometry import HeatMap, Mask

THRESHOLDS = np.round(np.arange(0.02, 1, 0.02), 2)
_TRACED_SIDE_PX = 720
"""Outlines are traced on a map of at most this size; the numbers come from the full one."""


@dataclass(frozen=True, slots=True, eq=False)
class HeatSteps:
    """A heat map and the masks of ascending thresholds.

    Attributes
    ----------
    levels : ndarray of uint8, shape (h, w)
        The map at the model's own size, its lowest value 0 and its highest 255.
    size_hw : tuple of int
        Height and width of the X-ray in pixels.
    probability : float or None
        The model's probability of the pathology.
    otsu : float
        Otsu's threshold of the normalised map, 0 to 1.
    tuned : float or None
        The threshold tuned for the pathology; None where none is known.
    thresholds : ndarray of float64, shape (n,)
        `THRESHOLDS`, Otsu's and the tuned one.
    area_share, iou : ndarray of float64, shape (n,)
        Share of the image above each threshold, and intersection over union with the ground truth; NaN without one.
    rings_xy : tuple of list
        For each threshold the outlines of its mask in pixels of the X-ray.
    peak_xy : tuple of int
        The pixel of the highest value.
    peak_hits : bool or None
        Whether it lies in the ground truth; None where that is not drawn.
    """

    levels: NDArray[np.uint8]
    size_hw: tuple[int, int]
    probability: float | None
    otsu: float
    tuned: float | None
    thresholds: NDArray[np.float64]
    area_share: NDArray[np.float64]
    iou: NDArray[np.float64]
    rings_xy: tuple[list[list[list[float]]], ...]
    peak_xy: tuple[int, int]
    peak_hits: bool | None


def heat_steps(
    model: AnnotationSet, truth: AnnotationSet | None, case_id: str, target: str, tuned: float | None = None
) -> HeatSteps | None:
    """Read a heat map and take it apart; None where there is none that can be read.

    Parameters
    ----------
    model : AnnotationSet
        The source of the map.
    truth : AnnotationSet or None
        What to compare with.
    case_id, target : str
        Which map.
    tuned : float or None
        The tuned threshold, where the model's own files give none.
    """
    heat_map = model.heatmap(case_id, target)
    if heat_map is None:
        return None
    mask = truth.mask(case_id, target) if truth is not None else None
    if mask is not None and (mask.is_empty or mask.size_hw != heat_map.size_hw):
        mask = None
    height, width = heat_map.size_hw
    upsampled = binarize.upsample(heat_map.map_hw, (width, height))
    otsu = binarize.otsu_threshold(binarize.to_levels(binarize.normalise(upsampled)))
    own = model.tuned_threshold(target)
    tuned = own if own is not None else tuned
    thresholds = np.unique(np.append(THRESHOLDS, [otsu] if tuned is None else [otsu, tuned]))
    box, (x, y) = mask.decode_box() if mask is not None else (np.zeros((0, 0), np.bool_), (0, 0))
    areas = threshold_areas(upsampled, box, (y, x), thresholds)
    peak_y, peak_x = pointing.peak_yx(heat_map.map_hw, (width, height))
    return HeatSteps(
        levels=binarize.to_levels(binarize.normalise(heat_map.map_hw)),
        size_hw=heat_map.size_hw,
        probability=heat_map.probability,
        otsu=otsu,
        tuned=tuned,
        thresholds=thresholds,
        area_share=areas.pred_px / (height * width),
        iou=_iou(areas.pred_px, areas.intersection_px, mask),
        rings_xy=_rings(heat_map, thresholds),
        peak_xy=(peak_x, peak_y),
        peak_hits=bool(pointing.inside(box, np.array([[peak_y - y, peak_x - x]]))[0]) if mask is not None else None,
    )


def _iou(pred_px: NDArray[np.int64], shared_px: NDArray[np.int64], mask: Mask | None) -> NDArray[np.float64]:
    if mask is None:
        return np.full(pred_px.shape, np.nan)
    return shared_px / (pred_px + mask.area_px - shared_px)


def _rings(heat_map: HeatMap, thresholds: NDArray[np.float64]) -> tuple[list[list[list[float]]], ...]:
    """Trace the mask of every threshold on a map small enough to do so at once."""
    height, width = heat_map.size_hw
    factor = max(1.0, max(height, width) / _TRACED_SIDE_PX)
    traced_hw = (max(1, round(height / factor)), max(1, round(width / factor)))
    normalised = binarize.normalise(binarize.upsample(heat_map.map_hw, (traced_hw[1], traced_hw[0])))
    scale_xy = (width / traced_hw[1], height / traced_hw[0])
    return tuple(
        [
            outlines.scale(outlines.simplify(ring, 0.5), scale_xy)
            for ring in outlines.trace(binarize.above(normalised, float(threshold)))
        ]
        for threshold in thresholds
    )
