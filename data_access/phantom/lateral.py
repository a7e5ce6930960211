"""The normal lateral chest: spine at the right of the film, breastbone at the left, both lungs over each other."""

import numpy as np

from data_access.phantom.canvas import Fill, Stroke
from data_access.phantom.curves import Curve, closed_curve, ellipse, open_curve, ribbon
from data_access.phantom.thorax import Lung, Thorax

_SPINE = (
    (0.16, -1.35),
    (0.24, -0.95),
    (0.36, -0.55),
    (0.43, -0.15),
    (0.44, 0.25),
    (0.38, 0.65),
    (0.28, 1.0),
    (0.22, 1.5),
)
_STERNUM = ((-0.27, -0.64), (-0.40, -0.50), (-0.52, -0.25), (-0.60, 0.05), (-0.62, 0.25))


def lateral_thorax(rng: np.random.Generator, *, portable: bool, heart_size: float, width: float) -> Thorax:
    """Draw the outlines of one patient's chest from the side; parameters as for `frontal.frontal_thorax`."""
    full = rng.uniform(-0.04, 0.05) - (0.06 if portable else 0.0)
    wall = open_curve(
        [
            (0.06, -0.88),
            (0.24, -0.82),
            (0.44, -0.62),
            (0.56, -0.32),
            (0.62, 0.0),
            (0.625, 0.35),
            (0.58, 0.66),
            (0.50, 0.94 + full),
        ],
        80,
    )
    dome = open_curve(
        [(0.50, 0.94 + full), (0.44, 0.78 + full), (0.30, 0.60 + full), (0.10, 0.46 + full), (-0.12, 0.40 + full),
         (-0.34, 0.40 + full), (-0.52, 0.46 + full), (-0.63, 0.54 + full)], 60
    )  # fmt: skip
    medial = open_curve(
        [
            (-0.63, 0.54 + full),
            (-0.62, 0.2),
            (-0.56, -0.15),
            (-0.44, -0.48),
            (-0.28, -0.68),
            (-0.10, -0.83),
            (0.06, -0.88),
        ],
        60,
    )
    lung = Lung(1, wall, dome, medial, (0.06, -0.03))

    stretch = heart_size * rng.uniform(0.96, 1.04)
    low = 0.42 + full
    heart = closed_curve(
        [
            (-0.44, -0.02),
            (-0.26, -0.10),
            (-0.04, -0.06),
            (-0.30 + 0.37 * stretch, 0.08),
            (-0.30 + 0.42 * stretch, 0.26),
            (-0.30 + 0.34 * stretch, low + 0.02),
            (-0.25, low + 0.01),
            (-0.58, low + 0.06),
            (-0.635, 0.30),
            (-0.57, 0.10),
        ],
        150,
    )
    vessels = closed_curve(
        [
            (-0.20 * width, -0.66),
            (0.02, -0.72),
            (0.20 * (0.6 + 0.4 * width), -0.60),
            (0.27 * (0.6 + 0.4 * width), -0.34),
            (0.20, -0.08),
            (0.02, 0.05),
            (-0.30, 0.02),
            (-0.36 * (0.7 + 0.3 * width), -0.18),
            (-0.27 * (0.5 + 0.5 * width), -0.44),
        ],
        150,
    )
    trachea = open_curve([(-0.08, -1.7), (-0.02, -1.15), (0.0, -0.85), (0.06, -0.45), (0.09, -0.16)], 40)
    return Thorax("lateral", portable, (lung,), heart, vessels, trachea)


def soft_tissue(rng: np.random.Generator, thorax: Thorax, *, female: bool) -> list[Stroke]:
    """Draw raised arms, chest wall, overlaid lungs, heart, great vessels and the belly."""
    stout = rng.uniform(0.0, 0.12)
    bust = (0.16 if female else 0.0) + 0.5 * stout
    (lung,) = thorax.lungs
    body = closed_curve(
        [(-0.62, -1.9), (-0.50, -1.15), (-0.48 - stout, -0.70), (-0.68 - stout, -0.30), (-0.78 - bust, 0.08),
         (-0.80 - 0.8 * bust - stout, 0.32), (-0.76 - stout, 0.60), (-0.74 - 1.6 * stout, 1.0),
         (-0.72 - 2 * stout, 2.2),
         (0.74 + stout, 2.2), (0.72 + stout, 1.0), (0.80 + stout, 0.40), (0.86 + stout, -0.10), (0.84 + stout, -0.55),
         (0.74 + stout, -1.0), (0.85, -1.9)], 220
    )  # fmt: skip
    belly = np.concatenate([lung.dome, [(-0.68, 0.9), (-0.72, 2.2), (0.78, 2.2), (0.66, 1.3), (0.55, 1.0)]])
    left_dome = lung.dome + np.array([0.02, rng.uniform(0.035, 0.07)])
    left = np.concatenate([left_dome, belly[len(lung.dome) :]])
    air = 0.36 if thorax.portable else 0.40
    strokes: list[Stroke] = [
        Fill([body], 0.60, edge=0.010, bulge=0.9, depth=0.13),
        Fill([ellipse((0.1, -1.25), (0.75, 0.52))], 0.24, edge=0.13),
        Fill([lung.field], -0.72 * air, edge=0.012),
        Fill([lung.field], -0.45 * air, edge=0.01, bulge=1.0, depth=0.14),
        # before and behind the heart the lungs meet, and the film is darkest
        Fill([ellipse((-0.36, -0.28), (0.10, 0.26), -0.45)], -0.05, edge=0.05),
        Fill([ellipse((0.22, 0.42), (0.17, 0.24), -0.5)], -0.07, edge=0.07),
        Fill([belly], 0.05, edge=0.006),
        Fill([left], 0.04, edge=0.006),
        Fill([belly], 0.11, edge=0.008, bulge=1.0, depth=0.03),
        Fill([left], 0.10, edge=0.008, bulge=1.0, depth=0.03),
        Fill([belly], 0.20, edge=0.02, bulge=1.0, depth=0.14),
        Fill([thorax.heart], 0.14, edge=0.018),
        Fill([thorax.heart], 0.18, edge=0.014, bulge=1.0, depth=0.10),
        Fill([thorax.mediastinum], 0.10, edge=0.03, bulge=0.5, depth=0.10),
        Fill([_arch()], 0.065, edge=0.012, cut=[(ribbon(open_curve(_SPINE, 60), 0.16), 0.05)]),
        Fill([ribbon(thorax.trachea, 0.048)], -0.13, edge=0.010, bulge=0.5, depth=0.03),
        # hila: the right artery before the airway, the left over it
        Fill([ellipse((0.00, 0.00), (0.07, 0.11), 0.2)], 0.11, edge=0.02),
        Fill([ellipse((0.13, -0.08), (0.10, 0.06), 0.3)], 0.09, edge=0.02),
        Fill([ellipse((0.095, -0.02), (0.022, 0.022))], -0.09, edge=0.006),
    ]
    gas = ellipse((0.12, float(left_dome[30, 1]) + 0.16), (0.13, 0.05), 0.35)
    return [*strokes, Fill([gas], -0.16, edge=0.012, bulge=0.5, depth=0.03)]


def _arch() -> Curve:
    """Arch of the aorta and where it descends before the spine."""
    line = open_curve(
        [(-0.13, -0.12), (-0.12, -0.33), (0.0, -0.46), (0.17, -0.42), (0.25, -0.22), (0.30, 0.15), (0.30, 0.5)], 50
    )
    return ribbon(line, np.linspace(0.085, 0.065, 50))


def bones(rng: np.random.Generator, thorax: Thorax) -> list[Stroke]:
    """Spine, breastbone, the ribs of both sides and the shoulder blades."""
    dense = rng.uniform(0.85, 1.1) * (0.85 if thorax.portable else 1.0)
    strokes: list[Stroke] = []
    for shift in (0.0, float(rng.uniform(0.03, 0.06))):
        ribs = [_rib(number, shift) for number in range(10)]
        for group in (ribs[::2], ribs[1::2]):
            strokes.append(Fill(group, 0.055 * dense, edge=0.005, bulge=-0.6, depth=0.012))
    sternum = open_curve(_STERNUM, 40)
    strokes += [
        Fill(
            [
                ribbon(
                    sternum,
                    0.034 * np.sqrt(np.clip(np.minimum(np.linspace(0.1, 8, 40), np.linspace(8, 0.1, 40)), 0, 1)),
                )
            ],
            0.16 * dense,
            edge=0.008,
            bulge=-0.4,
            depth=0.014,
        ),
        Fill([ribbon(open_curve(_SPINE, 60), 0.125)], 0.13 * dense, edge=0.03),
    ]
    spine = open_curve(_SPINE, 240)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(spine, axis=0).T))])
    tangent = np.gradient(spine, axis=0)
    for middle in np.arange(0.06, along[-1], 0.150):
        index = int(np.searchsorted(along, middle))
        centre, angle = spine[index], float(np.arctan2(tangent[index, 1], tangent[index, 0])) - np.pi / 2
        box = closed_curve(
            [
                (-0.105, -0.057),
                (0, -0.050),
                (0.105, -0.057),
                (0.095, 0),
                (0.105, 0.057),
                (0, 0.050),
                (-0.105, 0.057),
                (-0.095, 0),
            ],
            40,
        )
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        strokes.append(Fill([box @ turn + centre], 0.13 * dense, edge=0.005, bulge=-0.55, depth=0.016))
        process = open_curve([(0.11, 0.02), (0.20, 0.05), (0.30, 0.11)], 10) @ turn + centre
        strokes.append(
            Fill([ribbon(process, np.linspace(0.034, 0.016, 10))], 0.035 * dense, edge=0.012, bulge=-0.4, depth=0.012)
        )
    for shift in (0.0, 0.07):
        blade = open_curve([(0.30 + shift, -0.95), (0.48 + shift, -0.60), (0.60 + shift, -0.22)], 30)
        strokes.append(Fill([ribbon(blade, np.linspace(0.03, 0.012, 30))], 0.06 * dense, edge=0.010))
    arm = open_curve([(0.10, -0.80), (-0.15, -1.05), (-0.60, -1.4)], 30)
    strokes.append(Fill([ribbon(arm, 0.07)], 0.10 * dense, edge=0.010, bulge=-0.5, depth=0.02))
    return strokes


def _rib(number: int, shift: float) -> Curve:
    """Outline of a rib (0 to 9) seen from the side, falling from the spine to the front."""
    phi = np.linspace(-0.35, min(2.3, 1.5 + 0.16 * number) if number < 7 else 2.0, 40)
    reach = 0.40 + 0.24 * np.sin(min(number, 6) / 6 * np.pi / 2)
    fall = 0.30 + 0.055 * min(number, 7)
    x = 0.02 + shift + reach * np.cos(phi) * (1 - 0.03 * number * (phi > 2))
    y = -0.80 + 0.138 * number + fall * (1 - np.cos(np.clip(phi, 0, None))) / 2 + 0.10 * np.sin(phi)
    rounded = np.sqrt(np.clip(np.minimum(np.linspace(0.05, 10, 40), np.linspace(2.2, 0, 40)), 0, 1))
    return ribbon(np.column_stack([x, y]), 0.034 * rounded)
