"""Masks as outlines that fit the X-ray and a browser: scaled to the film, simplified, the smallest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from components.metrics import outlines
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
    rings = (outlines.simplify(outline, tolerance_px) for outline in mask.outlines_xy())
    scaled = tuple(outlines.scale(ring, scale_xy) for ring in rings)
    source = drawing.source
    return Layer(source.key, source.label, drawing.target, mask.area_px, mask.area_share, drawing.iou, scaled)


def largest_first(layers: Sequence[Layer]) -> list[Layer]:
    """Sort layers so that the smallest is drawn last and stays visible and within reach."""
    return sorted(layers, key=lambda drawn: -drawn.area_share)
