"""Masks as outlines that fit the X-ray and a browser: scaled to the film, simplified, the smallest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from components.metrics import outlines
from components.tables.case import Drawing
from data_access.geometry import Mask

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
    """The points one source clicked for one pathology.

    Attributes
    ----------
    source_key, source_label, target : str
        Who clicked for what.
    points_xy : list of [x, y]
        In pixels of the film.
    hits : list of bool or None
        Whether each lies in the ground truth; None where there is no ground truth to hit.
    """

    source_key: str
    source_label: str
    target: str
    points_xy: list[list[float]]
    hits: list[bool] | None


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
    rings = (outlines.simplify(outline, tolerance_px) for outline in mask.outlines_xy())
    scaled = tuple(outlines.scale(ring, scale_xy) for ring in rings)
    source = drawing.source
    return Layer(source.key, source.label, drawing.target, mask.area_px, mask.area_share, drawing.iou, scaled)


def largest_first(layers: Sequence[Layer]) -> list[Layer]:
    """Sort layers so that the smallest is drawn last and stays visible and within reach."""
    return sorted(layers, key=lambda drawn: -drawn.area_share)
