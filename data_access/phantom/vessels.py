"""Vessels of the lungs, which taper and branch from the hila."""

from math import cos, sin

import numpy as np

from data_access.phantom.canvas import Threads
from data_access.phantom.thorax import Thorax

# few trunks leave upwards, most downwards: on a standing patient the bases carry more blood
_TRUNKS_RAD = (-1.35, -1.0, -0.6, -0.2, 0.1, 0.4, 0.7, 0.95, 1.2, 1.45)
_FINEST = 0.0016


def vessels(rng: np.random.Generator, thorax: Thorax) -> Threads:
    """Grow the vessels of all lungs; the widest come last, so that they lie over the others."""
    pieces: list[tuple[float, float, float, float, float]] = []
    for lung in thorax.lungs:
        for angle in _TRUNKS_RAD:
            heading = angle + rng.normal(0, 0.1)
            x = lung.hilum[0] + lung.side * rng.uniform(-0.10, -0.02)
            y = lung.hilum[1] + 0.08 * sin(heading) + rng.normal(0, 0.02)
            width = rng.uniform(0.013, 0.019) * (1.25 if heading > 0.5 else 0.9)
            _grow(rng, pieces, x, y, heading, width, lung.side)
    table = np.array(sorted(pieces, key=lambda piece: piece[4]))
    return Threads(table[:, :4].reshape(-1, 2, 2), table[:, 4], 0.035 + 3.6 * table[:, 4])


def _grow(
    rng: np.random.Generator,
    pieces: list[tuple[float, float, float, float, float]],
    x: float,
    y: float,
    heading: float,
    width: float,
    side: int,
) -> None:
    """Grow one vessel from (x, y) towards `heading` (0 outwards, positive down) until it is too fine to see."""
    turn = rng.normal(0, 0.05)
    fork = 1 if rng.random() < 0.5 else -1
    since = 0
    for _ in range(40):
        if width <= _FINEST:
            break
        step = 0.022 + 0.5 * width
        turn = 0.7 * turn + rng.normal(0, 0.055)
        heading += turn
        next_x, next_y = x + step * side * cos(heading), y + step * sin(heading)
        pieces.append((x, y, next_x, next_y, width))
        x, y = next_x, next_y
        width *= 0.965
        since += 1
        if since > 2 and rng.random() < 0.33:
            share = rng.uniform(0.45, 0.75)
            _grow(rng, pieces, x, y, heading + fork * rng.uniform(0.35, 0.8), width * share, side)
            width *= 1 - 0.25 * share
            heading -= fork * rng.uniform(0.0, 0.15)
            fork, since = -fork, 0
