"""Masks as outlines that fit the X-ray and a browser: scaled to the film, simplified, the smallest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from components.tables.case import Drawing
from data_access.geometry import Mask

ASPECT_TOLERANCE = 0.01
"""Annotations of another size are scaled to the film if their aspect ratio agrees within this share."""

_SIMPLIFY_SHOWN_PX = 0.5


class Layer(NamedTuple):
    """One mask, ready to draw.

    Attributes
    ----------
    source_key, source_label, target : str
        Who drew what.
    area_px : int
        Pixels of the mask at its own size.
    area_share : float
        Share of the image.
    iou : float or None
        With the ground truth.
    rings_xy : tuple of list
        Closed rings in pixels of the film, each a list of [x, y]; holes run the other way round.
    """

    source_key: str
    source_label: str
    target: str
    area_px: int
    area_share: float
    iou: float | None
    rings_xy: tuple[list[list[float]], ...]


class PointLayer(NamedTuple):
    """The points one source clicked for one pathology, in pixels of the film."""

    source_key: str
    source_label: str
    target: str
    points_xy: list[list[float]]


class Fit(NamedTuple):
    """How annotations of one size lie on a film of another.

    Attributes
    ----------
    scale_xy : tuple of float or None
        Film pixels per annotation pixel; None if they do not fit.
    remark : str
        What to tell the user; empty if the sizes are equal.
    """

    scale_xy: tuple[float, float] | None
    remark: str


def fit(source_label: str, annotation_hw: tuple[int, int], film_hw: tuple[int, int]) -> Fit:
    """Decide how annotations of one size lie on a film of another."""
    if annotation_hw == film_hw:
        return Fit((1.0, 1.0), "")
    scale_y, scale_x = film_hw[0] / annotation_hw[0], film_hw[1] / annotation_hw[1]
    sizes = (
        f"{source_label} was drawn on {annotation_hw[1]} x {annotation_hw[0]} px, "
        f"the film has {film_hw[1]} x {film_hw[0]} px"
    )
    if abs(scale_x / scale_y - 1) > ASPECT_TOLERANCE:
        return Fit(None, f"{sizes}: not the same shape, so it is not laid over the film.")
    return Fit((scale_x, scale_y), f"{sizes}: scaled to fit.")


def layer(drawing: Drawing, mask: Mask, scale_xy: tuple[float, float], film_px_per_shown_px: float) -> Layer:
    """Trace one mask.

    Parameters
    ----------
    drawing : Drawing
        What the mask belongs to.
    mask : Mask
        Its area, not empty.
    scale_xy : tuple of float
        From `fit`.
    film_px_per_shown_px : float
        How much the film is reduced for display; outlines are simplified to half a shown pixel.
    """
    tolerance_px = _SIMPLIFY_SHOWN_PX * film_px_per_shown_px / max(scale_xy)
    rings = (_ring(outline, tolerance_px) for outline in mask.outlines_xy())
    scaled = tuple(_scaled(ring, scale_xy) for ring in rings)
    source = drawing.source
    return Layer(source.key, source.label, drawing.target, mask.area_px, mask.area_share, drawing.iou, scaled)


def largest_first(layers: Sequence[Layer]) -> list[Layer]:
    """Sort layers so that the smallest is drawn last and stays visible and within reach."""
    return sorted(layers, key=lambda drawn: -drawn.area_share)


def _ring(outline_xy: NDArray[np.int32], tolerance_px: float) -> NDArray[np.float64]:
    """Simplify an outline; one that would have no extent becomes the border of its pixels."""
    ring = cv2.approxPolyDP(outline_xy.reshape(-1, 1, 2), tolerance_px, True).reshape(-1, 2).astype(np.float64)
    if len(ring) > 2:
        return ring
    (left, top), (right, bottom) = outline_xy.min(axis=0) - 0.5, outline_xy.max(axis=0) + 0.5
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _scaled(ring_xy: NDArray[np.float64], scale_xy: tuple[float, float]) -> list[list[float]]:
    """Scale pixel centres (pixel 0 spans -0.5 to 0.5 at either size) and write whole numbers as such."""
    scaled = np.round((ring_xy + 0.5) * np.array(scale_xy) - 0.5, 1)
    return [[int(value) if value == int(value) else value for value in point] for point in scaled.tolist()]
