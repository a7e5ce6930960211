"""The film with its drawings as a picture, at the film's own resolution, drawn with Pillow alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from components.exports import strokes
from components.exports.closer import draw_areas, draw_heat, draw_threshold
from components.exports.view import Pane, View
from components.figures.xray_layers import Layer, PointLayer
from data_access.geometry import Mask

_SCREEN_SIDE_PX = 900
"""Widths in pixels of a screen are meant for a film that is shown about this large."""

_NAME_PX = 14
_SIGN_RADIUS_PX = 5.5
_FAULT_COLOUR = (176, 184, 192)


def screen_px(film_hw: tuple[int, int]) -> float:
    """Return how many pixels of the film a pixel of the screen stands for, at least one."""
    return max(1.0, max(film_hw) / _SCREEN_SIDE_PX)


def draw_film(view: View, pane: Pane, larger: float = 1.0) -> Image.Image:
    """Draw one film of a view: fills, then outlines, points and names, the smallest mask on top of each.

    Parameters
    ----------
    view : View
        The case and how to draw it.
    pane : Pane
        One of its films.
    larger : float
        How much thicker lines, and larger names and signs are than on a screen.

    Returns
    -------
    Image
        RGB, of the film's size; black with the reason where there is no film.
    """
    height, width = view.info.film_hw
    unit_px = larger * screen_px(view.info.film_hw)
    if view.film_grey is not None:
        picture = Image.fromarray(view.film_grey).convert("RGB")
    else:
        picture = Image.new("RGB", (width, height))
        font = strokes.font_of(_NAME_PX * unit_px)
        ImageDraw.Draw(picture).text((font.size, font.size), "No X-ray to show", fill=_FAULT_COLOUR, font=font)
    if view.closer is not None and view.closer.is_heat:
        draw_heat(picture, view.closer)
    elif view.closer is not None:
        draw_areas(picture, view.closer, unit_px)
    elif view.settings.fill:
        masks = {(one.source.key, one.target): one.mask for one in view.drawn}
        for drawn in pane.layers:
            mask = masks[drawn.source_key, drawn.target]
            if mask is not None:
                look = view.look_of(drawn)
                _fill(picture, mask, look.style.colour, look.opacity_share)
    for drawn in pane.layers:
        look = view.look_of(drawn)
        for ring in drawn.rings_xy:
            strokes.line(picture, [*ring, ring[0]], look.style.colour, look.line_px * unit_px, look.style.dash)
    if view.closer is not None and view.closer.is_heat:
        look = view.look_at(view.closer.model_key, view.closer.target)
        draw_threshold(picture, view.closer, look.style, look.line_px * unit_px, unit_px)
    for clicked in pane.points:
        _points(picture, clicked, view, unit_px)
    _names(picture, pane.named, unit_px)
    if pane.title:
        _title(picture, pane, unit_px)
    return picture


def on_film(mask: Mask, film_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Return a mask at the size of the film, of shape (height, width); each pixel takes the nearest of the mask."""
    decoded = mask.decode()
    if mask.size_hw == film_hw:
        return decoded
    scaled = Image.fromarray(decoded).resize((film_hw[1], film_hw[0]), Image.Resampling.NEAREST)
    return np.asarray(scaled)


def _fill(picture: Image.Image, mask: Mask, colour: str, opacity: float) -> None:
    area = on_film(mask, (picture.height, picture.width))
    picture.paste(strokes.colour_rgb(colour), (0, 0), Image.fromarray(area.astype(np.uint8) * round(255 * opacity)))


def _points(picture: Image.Image, clicked: PointLayer, view: View, unit_px: float) -> None:
    style = view.look_of(clicked).style
    for index, (x, y) in enumerate(clicked.points_xy):
        misses = clicked.hits is not None and not clicked.hits[index]
        strokes.sign(picture, x, y, style.symbol, _SIGN_RADIUS_PX * unit_px, style.colour, hollow=misses)


def _names(picture: Image.Image, named: Sequence[Layer], unit_px: float) -> None:
    """Write each pathology above the highest point of its mask, turned inwards near the film's border.

    Where names would lie on each other, the later one goes further up, at the upper border down.
    """
    draw, font = ImageDraw.Draw(picture), strokes.font_of(_NAME_PX * unit_px)
    taken: list[tuple[float, float, float, float]] = []
    for drawn in named:
        x, y = min((point for ring in drawn.rings_xy for point in ring), key=lambda point: point[1])
        is_at_top = y < 0.06 * picture.height
        anchor = ("r" if x > 0.8 * picture.width else "l" if x < 0.2 * picture.width else "m") + "ad"[not is_at_top]
        step_px = (1 if is_at_top else -1) * 1.25 * font.size
        y += (4 if is_at_top else -4) * unit_px
        look: dict[str, Any] = {"font": font, "anchor": anchor, "stroke_width": max(1, round(1.5 * unit_px))}
        while any(_overlap(draw.textbbox((x, y), drawn.target, **look), other) for other in taken):
            y += step_px
        taken.append(draw.textbbox((x, y), drawn.target, **look))
        draw.text((x, y), drawn.target, fill=(255, 255, 255), stroke_fill=(0, 0, 0), **look)


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _title(picture: Image.Image, pane: Pane, unit_px: float) -> None:
    font = strokes.font_of(1.6 * _NAME_PX * unit_px)
    ImageDraw.Draw(picture).text(
        (8 * unit_px, 8 * unit_px),
        pane.title,
        fill=strokes.colour_rgb(pane.colour),
        font=font,
        anchor="la",
        stroke_width=max(1, round(2 * unit_px)),
        stroke_fill=(0, 0, 0),
    )
