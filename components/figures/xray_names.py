"""Where the names of the masks are written on the film."""

from __future__ import annotations

from collections.abc import Sequence

from components.figures.xray_layers import Layer

LINE_SHARE = 0.03
"""What a line of text takes of the film's height, as it is usually shown."""

REACH_SHARE = 0.2
"""What a long name takes of the film's width."""


def place_names(layers: Sequence[Layer], film_hw: tuple[int, int]) -> list[tuple[float, float]]:
    """Place each name at the highest point of its mask, and higher where it would lie on another pathology's name.

    Parameters
    ----------
    layers : sequence of Layer
        The masks; those of one pathology share a name, of which a viewer shows one.
    film_hw : tuple of int
        Height and width of the film in pixels.

    Returns
    -------
    list of tuple of float
        x and y in pixels of the film, never above its border; empty for no layer.
    """
    line_px, reach_px = LINE_SHARE * film_hw[0], REACH_SHARE * film_hw[1]
    placed: list[tuple[float, float]] = []
    for drawn in layers:
        x, y = min((point for ring in drawn.rings_xy for point in ring), key=lambda point: point[1])
        others_y = [
            other_y
            for other, (other_x, other_y) in zip(layers, placed, strict=False)
            if other.target != drawn.target and abs(other_x - x) < reach_px
        ]
        for other_y in sorted(others_y, reverse=True):
            if abs(other_y - y) < line_px:
                y = other_y - line_px
        placed.append((x, max(y, 0.0)))
    return placed
