"""The skeleton of a frontal chest: each rib a loop around it, seen from the front."""

import numpy as np

from data_access.phantom.canvas import Fill, Stroke
from data_access.phantom.curves import Curve, closed_curve, ellipse, open_curve, ribbon
from data_access.phantom.frontal import column
from data_access.phantom.thorax import Thorax

# heads of the ribs 1 to 11 against the spine: half the chest's width at each, and how far it falls to its front end
_RIB_TOP = -0.86
_RIB_STEP = 0.142
_RIB_REACH = (0.42, 0.66, 0.80, 0.89, 0.95, 0.985, 1.0, 1.01, 1.01, 0.99, 0.95)
_RIB_FALL = (0.22, 0.36, 0.48, 0.58, 0.66, 0.72, 0.76, 0.76, 0.72, 0.64, 0.50)
# the front end in radians around the chest; the lowest ribs float
_RIB_END = (2.45, 2.45, 2.5, 2.5, 2.5, 2.5, 2.45, 2.35, 2.2, 1.9, 1.7)


def _rib(number: int, side: int, start_rad: float, stop_rad: float, n_points: int = 50) -> Curve:
    """Middle line of a rib (0 to 10) as seen from the front, from `start_rad` to `stop_rad` around the chest."""
    phi = np.linspace(start_rad, min(stop_rad, _RIB_END[number]), n_points)
    reach, fall = _RIB_REACH[number], _RIB_FALL[number]
    x = reach * np.sin(phi) ** 0.92
    # ribs climb a little behind before they fall
    y = _RIB_TOP + _RIB_STEP * number + fall * (1 - np.cos(phi)) / 2 - 0.055 * np.sin(phi) ** 2 * np.cos(phi)
    return np.column_stack([side * x, y])


def bones(rng: np.random.Generator, thorax: Thorax) -> list[Stroke]:
    """Ribs behind and in front, spine, collar bones, shoulder blades and upper arms."""
    dense = rng.uniform(0.85, 1.1) * (0.8 if thorax.portable else 1.0)
    # a rib fades where it joins the spine
    middle = [(column(0.10, -1.9, 2.0), 0.045)]
    behind: list[Curve] = []
    front: list[Curve] = []
    front_short: list[Curve] = []
    for side in (-1, 1):
        for number in range(10):
            width = 0.040 * (0.85 if number == 0 else 1.0)
            arc = _rib(number, side, (0.06 / _RIB_REACH[number]) ** 1.09, 1.75)
            head = np.sqrt(np.clip(np.linspace(0.1, 8, len(arc)), 0, 1))
            behind.append(ribbon(arc, np.linspace(0.85, 1.05, len(arc)) * width * head))
            if number > 8:
                continue
            for share, ends in ((1.0, front), (0.93, front_short), (0.86, front_short)):
                arc = _rib(number, side, 1.45, share * _RIB_END[number])
                rounded = np.sqrt(np.clip(np.linspace(8, 0, len(arc)), 0, 1))
                ends.append(ribbon(arc, np.linspace(1.0, 1.3, len(arc)) * width * rounded))
    strokes: list[Stroke] = []
    for group, density in (
        (behind[::2], 0.13),
        (behind[1::2], 0.13),
        (front, 0.035),
        (front_short[::2], 0.03),
        (front_short[1::2], 0.03),
    ):
        strokes.append(Fill(group, density * dense, edge=0.003, bulge=-0.65, depth=0.012, cut=middle))
    return strokes + _spine(dense) + _shoulders(rng, thorax, dense)


def _spine(dense: float) -> list[Stroke]:
    strokes: list[Stroke] = [Fill([column(0.115, -1.9, 2.0)], 0.07 * dense, edge=0.04)]
    for number in range(-5, 15):
        middle = -0.84 + 0.142 * number + 0.004 * max(number, 0)
        half, tall = 0.105 + 0.0015 * number, 0.056 + 0.001 * max(number, 0)
        corner = 0.85
        body = closed_curve(
            [(-half, middle - tall), (0, middle - corner * tall), (half, middle - tall), (0.9 * half, middle),
             (half, middle + tall), (0, middle + corner * tall), (-half, middle + tall), (-0.9 * half, middle)], 48
        )  # fmt: skip
        strokes.append(Fill([body], 0.06 * dense, edge=0.006, bulge=-0.65, depth=0.016))
        for side in (-1, 1):
            pedicle = ellipse((side * 0.062, middle - 0.012), (0.018, 0.027), n_points=24)
            strokes.append(Fill([pedicle], 0.07 * dense, edge=0.005, bulge=-0.6, depth=0.008))
            if number < 4:
                arm = open_curve([(side * 0.09, middle - 0.01), (side * 0.20, middle - 0.03)], 8)
                strokes.append(Fill([ribbon(arm, 0.022)], 0.05 * dense, edge=0.008, bulge=-0.4, depth=0.01))
        spinous = ellipse((0.0, middle + 0.05), (0.016, 0.034), n_points=24)
        strokes.append(Fill([spinous], 0.075 * dense, edge=0.006, bulge=-0.3, depth=0.008))
    return strokes


def _shoulders(rng: np.random.Generator, thorax: Thorax, dense: float) -> list[Stroke]:
    strokes: list[Stroke] = []
    lift = -0.05 if thorax.portable else 0.0
    out = 0.0 if thorax.portable else 0.06
    for side in (-1, 1):
        tilt = rng.uniform(-0.03, 0.03)
        mirror = np.array([side, 1.0])
        clavicle = open_curve(
            [
                (0.09, -0.63),
                (0.24, -0.665),
                (0.50, -0.79 + lift),
                (0.78, -0.93 + lift + tilt),
                (1.06, -0.975 + lift + tilt),
            ],
            50,
        )
        rounded = np.sqrt(np.clip(np.minimum(np.linspace(0.02, 14, 50), np.linspace(14, 0.02, 50)), 0, 1))
        thick = rounded * np.interp(np.linspace(0, 1, 50), [0, 0.12, 0.5, 0.85, 1], [0.030, 0.040, 0.030, 0.036, 0.030])
        strokes.append(Fill([ribbon(clavicle, thick) * mirror], 0.16 * dense, edge=0.006, bulge=-0.5, depth=0.016))
        blade = closed_curve(
            [(0.96 + out, -0.84), (0.86 + out, -0.78), (0.70 + out, -0.80), (0.70 + out, -0.55), (0.86 + out, -0.1),
             (0.98 + out, 0.06), (1.06 + out, 0.0), (0.98 + out, -0.45), (0.95 + out, -0.68)]
        )  # fmt: skip
        strokes.append(Fill([blade * mirror], 0.045 * dense, edge=0.008, bulge=-0.45, depth=0.02))
        rim = open_curve([(1.06 + out, 0.0), (1.02 + out, -0.2), (0.97 + out, -0.48), (0.90 + out, -0.68)], 30)
        strokes.append(Fill([ribbon(rim, np.linspace(0.004, 0.024, 30)) * mirror], 0.07 * dense, edge=0.008))
        spine = open_curve([(0.66 + out, -0.72), (0.85 + out, -0.86), (1.12 + out, -1.0)], 30)
        strokes.append(Fill([ribbon(spine, 0.025) * mirror], 0.06 * dense, edge=0.008, bulge=-0.4, depth=0.012))
        strokes.append(
            Fill(
                [ellipse((0.94 + out, -0.80), (0.05, 0.055)) * mirror],
                0.07 * dense,
                edge=0.006,
                bulge=-0.6,
                depth=0.016,
            )
        )
        arm = closed_curve(
            [(1.06, -0.92), (1.22, -0.96), (1.36, -0.86), (1.40, -0.70), (1.50, -0.40), (1.70, 0.2), (1.60, 0.25),
             (1.36, -0.36), (1.22, -0.62), (1.08, -0.70), (1.03, -0.82)]
        )  # fmt: skip
        strokes.append(
            Fill([(arm + np.array([out, 0.0])) * mirror], 0.17 * dense, edge=0.007, bulge=-0.45, depth=0.025)
        )
    return strokes
