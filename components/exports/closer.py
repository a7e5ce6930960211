"""The viewer's two closer looks on an exported film: where two sources agree, and a model's heat map."""

from __future__ import annotations

import base64
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from components.exports import strokes
from components.figures.theme import SourceStyle

# The same as in the viewer: dark violet to light yellow.
HEAT_COLOURS = (
    (0.0, (0, 0, 4)),
    (0.25, (87, 16, 110)),
    (0.5, (188, 55, 84)),
    (0.75, (249, 142, 9)),
    (1.0, (252, 255, 164)),
)

_AREA_OPACITY = 0.28
_HATCH_OPACITY = 0.6
_HATCH_PX = 9
_PEAK_PX = 8


class Closer(NamedTuple):
    """A closer look at one pathology.

    Attributes
    ----------
    extra : mapping
        What the viewer was sent of it: `figures.xray_extra`, with what was chosen.
    step : mapping or None
        Of a heat map, the threshold that is shown.
    heat_opacity : float
        Of a heat map, 0 to 1.
    """

    extra: Mapping[str, Any]
    step: Mapping[str, Any] | None
    heat_opacity: float

    @property
    def is_heat(self) -> bool:
        """Whether it is a heat map, else an agreement map."""
        return self.step is not None

    @property
    def model_key(self) -> str:
        """The source of the heat map."""
        return str(self.extra["heat"]["source"])

    @property
    def target(self) -> str:
        """The pathology."""
        return str(self.extra["target"])


def closer_look(extra: Mapping[str, Any] | None, threshold_percent: float, heat_percent: float) -> Closer | None:
    """Return the closer look that is shown; None where there is none, or nothing to see."""
    if extra is None or extra["fault"]:
        return None
    heat = extra.get("heat")
    if heat is None:
        return Closer(extra, None, 0.0)
    wanted = heat["otsu"] if threshold_percent < 0 else threshold_percent / 100
    step = min(heat["steps"], key=lambda step: abs(step["threshold"] - wanted))
    return Closer(extra, step, heat_percent / 100)


def closer_words(closer: Closer) -> str:
    """Say in words what is shown."""
    if closer.step is None:
        names = {source["key"]: source["label"] for source in closer.extra["sources"]}
        scores = ", ".join(f"{name} {value}" for name, value in closer.extra["numbers"])
        first, second = (names[closer.extra[which]] for which in ("first", "second"))
        return f"agreement of {second} with {first} on {closer.target}: {scores}"
    iou = f", IoU with the ground truth {closer.step['iou']:.3f}" if closer.step["iou"] is not None else ""
    probability = closer.extra["heat"]["probability"]
    said = f", probability {probability:.3f}" if probability is not None else ""
    share = f"{closer.step['areaShare']:.1%} of the image"
    return f"heat map of {closer.target}{said}, threshold {closer.step['threshold']:.2f}: {share}{iou}"


def draw_areas(picture: Image.Image, closer: Closer, unit_px: float) -> None:
    """Draw what both sources and what only one of them drew: a colour each, hatched where only one did."""
    hatches = {name: hatch for name, _, _, hatch, _ in closer.extra["areas"]}
    for trace in closer.extra["data"]:
        rings = split_rings(trace["x"], trace["y"])
        colour = strokes.colour_rgb(trace["line"]["color"])
        area = np.asarray(fill_rings(rings, picture.size))
        stripes = _stripes(picture.size, hatches[trace["meta"]["name"]], unit_px)
        opacity = np.where(stripes, _HATCH_OPACITY, _AREA_OPACITY)
        alpha = np.where(area, np.round(255 * opacity), 0).astype(np.uint8)
        picture.paste(colour, (0, 0), Image.fromarray(alpha))
        for ring in rings:
            strokes.line(picture, ring, trace["line"]["color"], trace["line"]["width"] * unit_px)


def draw_heat(picture: Image.Image, closer: Closer) -> None:
    """Lay the heat map over the film; what is low is clear."""
    heat = heat_picture(closer).resize(picture.size, Image.Resampling.BILINEAR)
    red, green, blue, alpha = heat.split()
    fainter = alpha.point(lambda value: value * closer.heat_opacity)
    picture.paste(Image.merge("RGB", (red, green, blue)), (0, 0), fainter)


def draw_threshold(picture: Image.Image, closer: Closer, style: SourceStyle, line_px: float, unit_px: float) -> None:
    """Outline the mask that the threshold gives, and mark the highest value with a cross."""
    if closer.step is not None:
        for ring in split_rings(closer.step["x"], closer.step["y"]):
            strokes.line(picture, ring, style.colour, line_px, style.dash)
        peak, reach = closer.extra["heat"]["peak"], _PEAK_PX * unit_px
        for colour, width_px in (("#FFFFFF", 5 * unit_px), (style.colour, 2.5 * unit_px)):
            for slope in (1, -1):
                ends = [(peak["x"] - reach, peak["y"] - slope * reach), (peak["x"] + reach, peak["y"] + slope * reach)]
                strokes.line(picture, ends, colour, width_px)


def heat_picture(closer: Closer) -> Image.Image:
    """Return the heat map at the model's own size, RGBA, as opaque as it is high."""
    packed = closer.extra["heat"]["map"]
    levels = np.frombuffer(base64.b64decode(packed["levels"]), np.uint8).reshape(packed["height"], packed["width"])
    stops = [255 * share for share, _ in HEAT_COLOURS]
    channels = [np.interp(levels, stops, [colour[i] for _, colour in HEAT_COLOURS]) for i in range(3)]
    return Image.fromarray(np.dstack([np.round(np.dstack(channels)).astype(np.uint8), levels]))


def split_rings(x: Sequence[float | None], y: Sequence[float | None]) -> list[list[tuple[float, float]]]:
    """Split a line at its gaps.

    >>> split_rings([1, 2, None, 5], [3, 4, None, 6])
    [[(1, 3), (2, 4)], [(5, 6)]]
    """
    groups = itertools.groupby(zip(x, y, strict=True), key=lambda point: point[0] is None)
    return [[(a, b) for a, b in points if a is not None and b is not None] for is_gap, points in groups if not is_gap]


def fill_rings(rings: Sequence[strokes.Points], size_wh: tuple[int, int]) -> Image.Image:
    """Fill closed rings, those within another as holes; an image of mode 1."""
    filled = Image.new("1", size_wh)
    for ring in rings:
        one = Image.new("1", size_wh)
        ImageDraw.Draw(one).polygon([(x, y) for x, y in ring], fill=1)
        filled = ImageChops.logical_xor(filled, one)
    return filled


def _stripes(size_wh: tuple[int, int], hatch: str, unit_px: float) -> NDArray[np.bool_]:
    """Return where a hatching is drawn, of shape (height, width); nowhere for none."""
    rows, columns = np.ogrid[: size_wh[1], : size_wh[0]]
    if not hatch:
        return np.zeros((size_wh[1], size_wh[0]), bool)
    along = columns + rows if hatch == "/" else columns - rows
    return np.asarray(along % (_HATCH_PX * unit_px) < 0.25 * _HATCH_PX * unit_px)
