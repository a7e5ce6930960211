"""Smooth lines and signs for Pillow, which draws none: drawn larger, then reduced to an opacity."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import cast

from PIL import Image, ImageDraw, ImageFont

Points = Sequence[Sequence[float]]
Rgb = tuple[int, int, int]

MIN_DASH_UNIT_PX = 1.0

# Plotly's line styles in widths of the line: drawn, left out, drawn, left out.
_DASHES: dict[str, tuple[float, ...]] = {
    "solid": (),
    "dot": (1, 1),
    "dash": (3, 3),
    "longdash": (5, 5),
    "dashdot": (3, 1, 1, 1),
    "longdashdot": (5, 2, 1, 2),
}
_SIGNS: dict[str, Points] = {
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "triangle-up": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    "triangle-down": ((0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
    "cross": (
        *((-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4)),
        *((0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4), (-1.1, -0.4), (-0.4, -0.4)),
    ),
}
_HALF_X = ((0, -0.4), (0.7, -1.1), (1.1, -0.7), (0.4, 0), (1.1, 0.7), (0.7, 1.1), (0, 0.4))
_SIGNS["x"] = (*_HALF_X, *((-x, -y) for x, y in _HALF_X[1:-1]))
_CIRCLE: Points = tuple((math.cos(i * math.pi / 24), math.sin(i * math.pi / 24)) for i in range(48))


def colour_rgb(colour: str) -> Rgb:
    """Return a six-digit hexadecimal colour as red, green, blue.

    >>> colour_rgb("#3FA7F0")
    (63, 167, 240)
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


def font_of(size_px: float) -> ImageFont.FreeTypeFont:
    """Return the font that Pillow brings along, so that a picture looks the same on every system."""
    return cast(ImageFont.FreeTypeFont, ImageFont.load_default(size_px))


def line(canvas: Image.Image, points_xy: Points, colour: str, width_px: float, dash: str = "solid") -> None:
    """Draw a line through pixel centres, in one of Plotly's line styles; an unknown style is solid."""
    pieces = list(dashed(points_xy, dash, max(width_px, MIN_DASH_UNIT_PX)))
    _paint(canvas, pieces, colour, width_px, filled=False)


def sign(
    canvas: Image.Image, x: float, y: float, symbol: str, radius_px: float, colour: str, *, hollow: bool = False
) -> None:
    """Draw one of Plotly's marker symbols around a point, a hollow one as its outline; an unknown one is a circle."""
    shape = [(x + radius_px * dx, y + radius_px * dy) for dx, dy in _SIGNS.get(symbol, _CIRCLE)]
    rim_px = max(1.0, radius_px / 3)
    if not hollow:
        _paint(canvas, [shape], colour, 0, filled=True)
    _paint(canvas, [[*shape, shape[0], shape[1]]], colour if hollow else "#000000", rim_px, filled=False)


def dashed(points_xy: Points, dash: str, unit_px: float) -> Iterator[list[tuple[float, float]]]:
    """Cut a line into the pieces that a line style draws.

    Parameters
    ----------
    points_xy : sequence of [x, y]
        The line.
    dash : str
        One of Plotly's line styles.
    unit_px : float
        The length that a dot of the style has.

    Yields
    ------
    list of (x, y)
        Each piece; the whole line where the style is solid.
    """
    pattern = [unit_px * part for part in _DASHES.get(dash, ())]
    here = (float(points_xy[0][0]), float(points_xy[0][1]))
    piece = [here]
    part = 0
    left_px = pattern[0] if pattern else math.inf
    for point in points_xy[1:]:
        end = (float(point[0]), float(point[1]))
        while (rest_px := math.dist(here, end)) > left_px:
            share = left_px / rest_px
            here = (here[0] + share * (end[0] - here[0]), here[1] + share * (end[1] - here[1]))
            if part % 2 == 0:
                yield [*piece, here]
            piece = [here]
            part = (part + 1) % len(pattern)
            left_px = pattern[part]
        left_px -= rest_px
        here = end
        piece.append(end)
    if part % 2 == 0 and len(piece) > 1:
        yield piece


def _paint(canvas: Image.Image, pieces: Sequence[Points], colour: str, width_px: float, *, filled: bool) -> None:
    """Paint lines or areas with smooth borders, within their bounding box."""
    if not pieces:
        return
    margin_px = width_px + 2
    xs = [point[0] for piece in pieces for point in piece]
    ys = [point[1] for piece in pieces for point in piece]
    left, top = max(0, math.floor(min(xs) - margin_px)), max(0, math.floor(min(ys) - margin_px))
    right = min(canvas.width, math.ceil(max(xs) + margin_px) + 1)
    bottom = min(canvas.height, math.ceil(max(ys) + margin_px) + 1)
    if left >= right or top >= bottom:
        return
    finer = 4 if (right - left) * (bottom - top) < 1_000_000 else 2
    opacity = Image.new("L", ((right - left) * finer, (bottom - top) * finer), 0)
    draw = ImageDraw.Draw(opacity)
    for piece in pieces:
        # The centre of pixel 0 lies in the middle of the pixels it is drawn with.
        moved = [((x - left + 0.5) * finer - 0.5, (y - top + 0.5) * finer - 0.5) for x, y in piece]
        if filled:
            draw.polygon(moved, fill=255)
        else:
            draw.line(moved, fill=255, width=max(1, round(width_px * finer)), joint="curve")
    canvas.paste(colour_rgb(colour), (left, top), opacity.reduce(finer))
