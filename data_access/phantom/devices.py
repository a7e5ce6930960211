"""Tubes, lines, leads and pacemakers, and the contours a reader draws along them."""

import numpy as np

from data_access.phantom.canvas import Fill, Line, Stroke
from data_access.phantom.curves import Curve, closed_curve, ellipse, open_curve, ribbon
from data_access.phantom.finding import Finding
from data_access.phantom.thorax import Thorax

Part = tuple[list[Curve], list[Stroke]]
_MARGIN = 0.014
"""How far beside a tube its contour runs, body units."""


def support_devices(rng: np.random.Generator, thorax: Thorax) -> Finding:
    """Devices as they are met: a tube and lines in bed, a pacemaker or a port in a patient who stands."""
    lateral = thorax.view == "lateral"
    parts: list[Part] = []
    if thorax.portable:
        if rng.random() < 0.6:
            parts.append(_airway_tube(thorax))
        if rng.random() < 0.5 and not lateral:
            parts.append(_stomach_tube(rng, thorax))
        if (rng.random() < 0.7 or not parts) and not lateral:
            parts.append(_central_line(rng))
        if rng.random() < 0.75 or not parts:
            parts.append(_electrodes(rng, thorax))
    elif lateral:
        parts.append(_pacemaker_lateral(rng))
    else:
        kind = rng.random()
        parts.append(_pacemaker(rng, thorax) if kind < 0.45 else _port(rng) if kind < 0.75 else _sternotomy(rng))
        if kind >= 0.45 and rng.random() < 0.3:
            parts.append(_electrodes(rng, thorax))
    return Finding(
        tuple(contour for contours, _ in parts for contour in contours),
        tuple(stroke for _, strokes in parts for stroke in strokes),
    )


def _tube(curve: Curve, half_width: float, density: float, wall: float = 0.005) -> Part:
    """Draw a hollow tube: two bright walls."""
    outline = ribbon(curve, half_width)
    sides = np.split(outline, 2)
    strokes: list[Stroke] = [Fill([outline], 0.25 * density, edge=0.003)]
    strokes += [Line(side, wall, density, edge=0.0015) for side in sides]
    return [ribbon(curve, half_width + _MARGIN)], strokes


def _wire(curve: Curve, width: float, density: float) -> Part:
    """Draw a solid line of `width`."""
    return [ribbon(curve, 0.5 * width + _MARGIN)], [Line(curve, width, density, edge=0.0018)]


def _join(*parts: Part) -> Part:
    return [c for contours, _ in parts for c in contours], [s for _, strokes in parts for s in strokes]


def _airway_tube(thorax: Thorax) -> Part:
    # its tip belongs a few centimetres above where the airway divides
    return _tube(thorax.trachea[: int(0.80 * len(thorax.trachea))], 0.026, 0.20)


def _stomach_tube(rng: np.random.Generator, thorax: Thorax) -> Part:
    floor = thorax.lungs[-1].dome_y(0.3)
    end = (rng.uniform(0.30, 0.42), floor + 0.30)
    curve = open_curve(
        [(0.06, -1.8), (0.065, -0.8), (0.05, -0.2), (0.06, 0.3), (0.10, floor + 0.04), (0.2, floor + 0.2), end], 90
    )
    return _tube(curve, 0.013, 0.20, wall=0.004)


def _central_line(rng: np.random.Generator) -> Part:
    tip = (-0.155 + rng.normal(0, 0.01), rng.uniform(-0.16, 0.0))
    if rng.random() < 0.5:
        points = [(-0.29, -1.8), (-0.27, -1.30), (-0.22, -1.0), (-0.16, -0.70), (-0.155, -0.42), tip]
    else:
        points = [
            (-1.7, 0.1),
            (-1.30, -0.36),
            (-1.02, -0.62),
            (-0.74, -0.77),
            (-0.45, -0.79),
            (-0.22, -0.70),
            (-0.155, -0.50),
            tip,
        ]
    return _wire(open_curve(points, 80), 0.013, 0.22)


def _electrodes(rng: np.random.Generator, thorax: Thorax) -> Part:
    """Patches of the heart monitor with their leads, which lie anywhere."""
    parts: list[Part] = []
    spread = 0.8 if thorax.view == "frontal" else 0.45
    for x, y in ((-0.72, -0.52), (0.74, -0.50), (rng.uniform(0.45, 0.7), 0.42)):
        spot = np.array([x * spread / 0.72, y]) + rng.normal(0, 0.05, 2)
        patch = ellipse(spot, (0.030, 0.024), rng.uniform(0, 3), 36)
        snap = ellipse(spot, (0.011, 0.011), n_points=24)
        end = (rng.uniform(-1.1, -0.5) * spread, 1.9) if rng.random() < 0.5 else (rng.uniform(-0.3, 0.8), 1.9)
        way = [spot + (np.asarray(end) - spot) * share + rng.normal(0, 0.10, 2) for share in (0.25, 0.45, 0.7)]
        away = spot + np.array([0.05 * np.sign(-x), 0.10])
        lead = open_curve(np.array([spot, away, *way, end]), 110)
        strokes: list[Stroke] = [
            Fill([patch], 0.10, edge=0.003, bulge=-0.7, depth=0.008),
            Fill([snap], 0.35, edge=0.0025),
        ]
        parts += [([ellipse(spot, (0.045, 0.040), n_points=36)], strokes), _wire(lead, 0.0085, 0.17)]
    return _join(*parts)


def _box(centre: tuple[float, float], side: int) -> Part:
    x, y = centre
    case = closed_curve(
        [
            (x - 0.10, y - 0.02),
            (x - 0.07, y - 0.085),
            (x + 0.06, y - 0.09),
            (x + 0.105, y - 0.02),
            (x + 0.08, y + 0.085),
            (x - 0.06, y + 0.09),
        ]
    )
    header = ellipse((x - side * 0.02, y - 0.085), (0.06, 0.026), n_points=36)
    strokes: list[Stroke] = [
        Fill([case], 0.40, edge=0.003, bulge=0.25, depth=0.03),
        Fill([header], 0.14, edge=0.003),
        Fill([ellipse((x, y + 0.01), (0.05, 0.045), n_points=36)], 0.20, edge=0.005),
    ]
    return [np.asarray(centre) + (case - centre) * 1.14], strokes


def _pacemaker(rng: np.random.Generator, thorax: Thorax) -> Part:
    x, y = 0.68 + rng.uniform(-0.04, 0.06), -0.50 + rng.uniform(-0.06, 0.05)
    apex = thorax.heart[:, 0].max()
    way = [(x - 0.05, y - 0.08), (x - 0.16, y - 0.16), (0.36, -0.70), (0.12, -0.62), (-0.08, -0.52), (-0.15, -0.30)]
    ventricle = open_curve([*way, (-0.17, 0.10), (-0.08, 0.36), (0.12, 0.45), (0.72 * apex, 0.44)], 120)
    parts = [_box((x, y), 1), _wire(ventricle, 0.0105, 0.30)]
    tip = Fill([ellipse(ventricle[-1], (0.016, 0.010), n_points=24)], 0.25, edge=0.002)
    if rng.random() < 0.6:
        beside = np.asarray(way) + np.array([0.012, 0.016])
        atrium = open_curve([*beside, (-0.19, 0.06), (-0.16, 0.20), (-0.215, 0.12)], 110)
        parts.append(_wire(atrium, 0.0095, 0.27))
    return _join(*parts, ([], [tip]))


def _pacemaker_lateral(rng: np.random.Generator) -> Part:
    x, y = -0.52 + rng.uniform(-0.03, 0.03), -0.42
    lead = open_curve(
        [
            (x + 0.05, y - 0.06),
            (-0.30, -0.64),
            (-0.12, -0.50),
            (-0.05, -0.20),
            (-0.06, 0.12),
            (-0.20, 0.30),
            (-0.44, 0.33),
        ],
        100,
    )
    thin = ellipse((x, y), (0.05, 0.10), 0.5, 60)
    strokes: list[Stroke] = [Fill([thin], 0.40, edge=0.004)]
    return _join(([ellipse((x, y), (0.062, 0.115), 0.5, 60)], strokes), _wire(lead, 0.0105, 0.30))


def _port(rng: np.random.Generator) -> Part:
    x, y = -0.62 + rng.uniform(-0.06, 0.06), -0.34 + rng.uniform(-0.06, 0.06)
    ring = ellipse((x, y), (0.052, 0.052), n_points=48)
    strokes: list[Stroke] = [
        Fill([ring], 0.30, edge=0.003, bulge=-0.8, depth=0.014),
        Fill([ellipse((x, y), (0.030, 0.030), n_points=36)], 0.12, edge=0.004),
    ]
    line = open_curve(
        [(x + 0.03, y - 0.05), (-0.50, -0.66), (-0.38, -0.84), (-0.22, -0.72), (-0.155, -0.48), (-0.16, -0.06)], 90
    )
    return _join(([ellipse((x, y), (0.066, 0.066), n_points=48)], strokes), _wire(line, 0.012, 0.22))


def _sternotomy(rng: np.random.Generator) -> Part:
    """Wires that close the breastbone after heart surgery, and the ring of a valve."""
    parts: list[Part] = []
    for y in np.arange(-0.42, 0.42, 0.145):
        loop = ellipse((rng.normal(0.01, 0.008), y), (0.042, 0.020), rng.normal(0, 0.25), 40)
        parts.append(([ellipse((0.01, y), (0.060, 0.036), n_points=40)], [Line(loop, 0.0075, 0.30, edge=0.0015)]))
    valve = ellipse((0.10, 0.12), (0.066, 0.036), -0.6, 60)
    ring = Line(np.concatenate([valve, valve[:1]]), 0.013, 0.26, edge=0.002)
    parts.append(([ellipse((0.10, 0.12), (0.084, 0.054), -0.6, 60)], [ring]))
    return _join(*parts)
