"""The soft tissue of a frontal chest: what lies where, and how much it weakens the rays."""

import numpy as np

from data_access.phantom.canvas import Fill, Stroke
from data_access.phantom.curves import Curve, closed_curve, ellipse, open_curve, ribbon
from data_access.phantom.thorax import Lung, Thorax


def frontal_thorax(rng: np.random.Generator, *, portable: bool, heart_size: float, width: float) -> Thorax:
    """Draw the outlines of one patient's chest.

    Parameters
    ----------
    rng : Generator
        The patient.
    portable : bool
        Whether the film is taken in bed, where lungs are less full.
    heart_size : float
        1 for a normal heart, about 1.35 for a large one.
    width : float
        1 for a normal mediastinum, about 2 for a wide one.
    """
    full = rng.uniform(-0.05, 0.06) - (0.10 if portable else 0.0)
    dome_right, dome_left = 0.52 + full, 0.52 + full + rng.uniform(0.04, 0.10)
    angle = 0.90 + 0.6 * full
    lungs = (_lung(-1, dome_right, angle), _lung(1, dome_left, angle + 0.02))

    stretch = heart_size * (1.10 if portable else 1.0) * rng.uniform(0.97, 1.05)
    low = dome_left
    heart = closed_curve(
        [
            (-0.16, 0.00 + 0.02 * heart_size),
            (-0.245 * stretch, 0.20),
            (-0.275 * stretch, 0.36),
            (-0.20 * stretch, low - 0.01),
            (0.05, low + 0.035),
            (0.34 * stretch, low + 0.025),
            (0.505 * stretch, low - 0.02),
            (0.50 * stretch, low - 0.15),
            (0.385 * stretch, 0.24),
            (0.26 * stretch, 0.04),
            (0.19, -0.09),
            (0.0, -0.12),
        ],
        180,
    )
    knob = rng.uniform(0.17, 0.205) * (0.55 + 0.45 * width)
    vena = 0.185 * (0.35 + 0.65 * width)
    vessels = closed_curve(
        [
            (-0.14 * (0.4 + 0.6 * width), -0.74),
            (-vena * 0.95, -0.55),
            (-vena, -0.28),
            (-0.19, 0.02),
            (-0.20, 0.22),
            (0.0, 0.32),
            (0.22, 0.18),
            (0.235 + 0.05 * (width - 1), -0.06),
            (0.17 * (0.5 + 0.5 * width), -0.17),
            (0.94 * knob, -0.27),
            (1.08 * knob, -0.37),
            (0.86 * knob, -0.47),
            (0.145 * (0.4 + 0.6 * width), -0.58),
            (0.14 * (0.4 + 0.6 * width), -0.74),
            (0.0, -0.77),
        ],
        180,
    )
    trachea = open_curve([(0.0, -1.7), (0.0, -1.12), (0.005, -0.80), (-0.02, -0.45), (-0.015, -0.24)], 40)
    return Thorax("frontal", portable, lungs, heart, vessels, trachea)


def _lung(side: int, dome_top: float, angle_y: float) -> Lung:
    """One lung field, mirrored for the patient's right (`side` -1)."""
    mirror = np.array([side, 1.0])
    wall = open_curve(
        [
            (0.30, -0.86),
            (0.43, -0.82),
            (0.60, -0.67),
            (0.75, -0.47),
            (0.86, -0.22),
            (0.93, 0.06),
            (0.968, 0.38),
            (0.985, 0.66),
            (0.978, angle_y),
        ],
        80,
    )
    dome = open_curve(
        [
            (0.978, angle_y),
            (0.955, angle_y - 0.12),
            (0.87, dome_top + 0.135),
            (0.75, dome_top + 0.05),
            (0.60, dome_top + 0.006),
            (0.45, dome_top),
            (0.28, dome_top + 0.02),
            (0.10, dome_top + 0.04),
        ],
        60,
    )
    medial = open_curve(
        [(0.10, dome_top + 0.04), (0.09, 0.3), (0.10, -0.2), (0.11, -0.66), (0.18, -0.80), (0.30, -0.86)], 60
    )
    hilum = (0.25, 0.02) if side < 0 else (0.26, -0.05)
    return Lung(side, wall * mirror, dome * mirror, medial * mirror, (side * hilum[0], hilum[1]))


def soft_tissue(rng: np.random.Generator, thorax: Thorax, *, female: bool) -> list[Stroke]:
    """Neck, shoulders, chest wall, air in the lungs, heart and vessels, and the belly below."""
    stout = rng.uniform(0.0, 0.16)
    side = 1.16 + stout
    half = [
        (0.30, -1.9),
        (0.31, -1.28),
        (0.40, -1.13),
        (0.75, -1.06),
        (1.25, -1.00),
        (1.75, -0.72),
        (2.3, 0.1),
        (1.9, 0.3),
        (side + 0.22, -0.22),
        (side + 0.04, 0.0),
        (side, 0.4),
        (side - 0.02, 0.9),
        (side + 0.03, 2.0),
    ]
    body = open_curve(half, 160)
    outline = np.concatenate([body, body[::-1] * (-1, 1)])
    strokes: list[Stroke] = [
        Fill([outline], 0.50, edge=0.012, bulge=0.85, depth=0.13),
        # the middle of the body is thicker, and scatter veils it
        Fill([ellipse((0, 0.35), (0.95, 1.2))], 0.08, edge=0.25),
        Fill([column(0.20, -1.9, -0.80)], 0.16, edge=0.07),
    ]
    fields = [_air(lung) for lung in thorax.lungs]
    neck = column(0.14, -1.9, -0.70)
    beyond = [(column(1.0, -3.0, -0.90), 0.13), (_belly(thorax), 0.007)]
    middle_shadow = [thorax.mediastinum, thorax.heart, neck]
    middle = [(column(0.105, -1.9, 1.2), 0.055)]
    air = 0.43 if thorax.portable else 0.48
    strokes += [
        Fill(fields, -0.75 * air, edge=0.006, cut=middle),
        Fill(fields, -0.25 * air, edge=0.006, bulge=1.0, depth=0.09, cut=middle),
        Fill([_belly(thorax)], 0.06, edge=0.006),
        Fill([_belly(thorax)], 0.18, edge=0.012, bulge=1.0, depth=0.04),
        Fill([_belly(thorax)], 0.24, edge=0.012, bulge=1.0, depth=0.16),
        # heart and great vessels, which lose themselves in the neck and the belly
        Fill(middle_shadow, 0.26 if thorax.portable else 0.21, edge=0.006, cut=beyond),
        Fill(middle_shadow, 0.12, edge=0.006, bulge=1.0, depth=0.09, cut=beyond),
        Fill([thorax.heart], 0.12, edge=0.03, bulge=1.0, depth=0.16, cut=beyond[1:]),
        # the descending aorta, behind the heart
        Fill([ribbon(open_curve([(0.12, -0.35), (0.10, 0.1), (0.05, 0.6)], 30), 0.075)], 0.06, edge=0.012),
        Fill([ribbon(thorax.trachea, 0.052)], -0.20, edge=0.010, bulge=0.5, depth=0.03),
        Fill([ribbon(open_curve([(-0.015, -0.25), (-0.12, -0.10), (-0.22, 0.0)], 20), 0.035)], -0.06, edge=0.012),
        Fill([ribbon(open_curve([(-0.015, -0.25), (0.10, -0.11), (0.24, -0.04)], 20), 0.03)], -0.06, edge=0.012),
    ]
    for lung in thorax.lungs:
        x, y = lung.hilum
        artery = open_curve(
            [
                (x - lung.side * 0.10, y - 0.10),
                (x, y - 0.05),
                (x + lung.side * 0.03, y + 0.06),
                (x + lung.side * 0.01, y + 0.20),
            ],
            24,
        )
        strokes.append(Fill([ribbon(artery, np.linspace(0.050, 0.016, 24))], 0.13, edge=0.012, bulge=0.4, depth=0.02))
        strokes.append(Fill([ellipse((x, y), (0.10, 0.17))], 0.06, edge=0.05))
    strokes += _folds(rng, female=female, stout=stout)
    return strokes + _gas(rng, thorax)


def _air(lung: Lung) -> Curve:
    """Lung up to the middle of the chest: what lies before and behind the spine hides where it really ends."""
    base = float(lung.dome[-1, 1])
    middle = open_curve(
        [(0.10, base), (-0.03, base + 0.02), (-0.03, 0.2), (-0.03, -0.45), (0.02, -0.62), (0.15, -0.79), (0.30, -0.86)]
    )
    return np.concatenate([lung.wall, lung.dome[1:-1], middle[:-1] * (lung.side, 1)])


def column(half_width: float, top: float, bottom: float) -> Curve:
    """Answer a band down the middle, with points enough to bend with the spine."""
    return ribbon(np.column_stack([np.zeros(40), np.linspace(top, bottom, 40)]), half_width)


def _belly(thorax: Thorax) -> Curve:
    """Outline of the belly under both domes, as wide as the ribs."""
    right, left = thorax.lungs
    flank = np.array([(1.02, 1.1), (1.1, 2.2), (-1.1, 2.2), (-1.02, 1.1)])
    return np.concatenate([right.dome, left.dome[::-1], flank])


def _folds(rng: np.random.Generator, *, female: bool, stout: float) -> list[Stroke]:
    """Breasts or chest muscles: faint shadows with one soft lower border."""
    strokes: list[Stroke] = []
    for side in (-1, 1):
        if female:
            size, low = rng.uniform(0.36, 0.46) + stout, rng.uniform(0.26, 0.40)
            shape = ellipse((side * 0.68, low - 0.05), (size, size * 0.95), side * 0.2)
            strokes.append(Fill([shape], 0.07, edge=0.014, bulge=0.6, depth=0.16))
        else:
            shape = closed_curve([(0.5, -0.6), (1.2, -0.7), (1.3, -0.2), (0.85, 0.05), (0.45, -0.2)]) * (side, 1)
            strokes.append(Fill([shape], 0.035, edge=0.03))
    return strokes


def _gas(rng: np.random.Generator, thorax: Thorax) -> list[Stroke]:
    """Stomach bubble under the left dome, and some gas in the bowel beside it."""
    left = thorax.lungs[1]
    x = rng.uniform(0.34, 0.5)
    top = left.dome_y(x) + 0.05
    size = rng.uniform(0.07, 0.13)
    bubble = closed_curve(
        [(x - size, top + 0.06), (x - 0.3 * size, top), (x + 0.8 * size, top + 0.02), (x + 1.3 * size, top + 0.1),
         (x + 0.4 * size, top + 0.13), (x - 0.6 * size, top + 0.12)]
    )  # fmt: skip
    strokes: list[Stroke] = [Fill([bubble], -0.20, edge=0.012, bulge=0.4, depth=0.04)]
    for _ in range(int(rng.integers(0, 3))):
        centre = (rng.uniform(0.35, 0.75), rng.uniform(0.95, 1.15))
        strokes.append(Fill([ellipse(centre, rng.uniform(0.05, 0.1, 2))], -0.13, edge=0.014, bulge=0.6, depth=0.04))
    return strokes
