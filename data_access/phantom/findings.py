"""What each pathology looks like: the contours a reader would draw around it, and the shadow it casts inside them."""

from collections.abc import Callable, Mapping

import numpy as np

from data_access.phantom.canvas import Fill, Line, Stroke
from data_access.phantom.curves import Curve, blob, ellipse, offset_curve, open_curve, ribbon, wobble
from data_access.phantom.devices import support_devices
from data_access.phantom.finding import Finding
from data_access.phantom.thorax import Lung, Thorax

Finder = Callable[[np.random.Generator, Thorax, Mapping[str, Finding]], Finding]


def _pick_lungs(rng: np.random.Generator, thorax: Thorax, both: float) -> list[Lung]:
    """One lung, or with the probability `both` all of them."""
    if rng.random() < both:
        return list(thorax.lungs)
    return [thorax.lungs[int(rng.integers(len(thorax.lungs)))]]


def _enlarged_cardiomediastinum(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    # as in the published annotations: the great vessels, and the heart as a second contour
    return Finding((thorax.mediastinum, thorax.heart))


def _cardiomegaly(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    return Finding((thorax.heart,))


def _lung_lesion(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    for number in range(1 if rng.random() < 0.65 else int(rng.integers(2, 4))):
        lung = thorax.lungs[int(rng.integers(len(thorax.lungs)))]
        radius = rng.uniform(0.055, 0.105) if number == 0 else rng.uniform(0.035, 0.05)
        centre = lung.at(rng.uniform(0.40, 0.75), rng.uniform(0.22, 0.70))
        shape = blob(rng, centre, (radius, radius * rng.uniform(0.85, 1.1)), 0.06)
        contours.append(np.asarray(centre) + (shape - centre) * 1.12)
        strokes.append(Fill([shape], 0.24, edge=0.008, bulge=0.35, depth=0.5 * radius, grain=0.06, grain_size=0.03))
        for angle in rng.uniform(0, 2 * np.pi, 7):
            out = np.array([np.cos(angle), np.sin(angle)])
            spike = np.array([centre + 0.8 * radius * out, centre + rng.uniform(1.2, 1.5) * radius * out])
            strokes.append(Line(spike, 0.004, 0.04, edge=0.003))
    return Finding(tuple(contours), tuple(strokes))


def _consolidation(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    for lung in _pick_lungs(rng, thorax, 0.2):
        centre = lung.at(rng.uniform(0.42, 0.62), rng.uniform(0.40, 0.68))
        shape = lung.clip(blob(rng, centre, (rng.uniform(0.20, 0.28), rng.uniform(0.16, 0.27)), 0.16))
        middle = shape.mean(axis=0)
        contours.append(shape)
        inner = middle + (shape - middle) * 0.72
        strokes += [
            Fill([middle + (shape - middle) * 0.93], 0.17, edge=0.035, grain=0.20, grain_size=0.09),
            Fill([inner], 0.12, edge=0.05, grain=0.16, grain_size=0.06),
        ]
        # airways still filled with air show as dark branches
        for _ in range(4):
            way = rng.uniform(-0.7, 0.9)
            out = np.array([lung.side * np.cos(way), np.sin(way)])
            bend = np.array([-out[1], out[0]]) * rng.normal(0, 0.02)
            start = middle - np.array([lung.side * 0.07, 0.03]) + rng.normal(0, 0.035, 2)
            branch = open_curve([start, start + 0.08 * out + bend, start + 0.19 * out], 16)
            strokes.append(Fill([ribbon(branch, np.linspace(0.009, 0.002, 16))], -0.085, edge=0.004))
    return Finding(tuple(contours), tuple(strokes))


def _airspace_opacity(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    if "Consolidation" in found:
        # an opacity is the wider word: it holds the consolidation and the haze around it
        for dense in found["Consolidation"].contours:
            middle = dense.mean(axis=0)
            lung = min(thorax.lungs, key=lambda lung: abs(lung.hilum[0] - middle[0]))
            shape = lung.clip(middle + (dense - middle) * (1.17 + 0.03 * wobble(rng, len(dense), 5))[:, None])
            contours.append(shape)
            strokes.append(Fill([shape], 0.07, edge=0.05, grain=0.25, grain_size=0.06))
        if rng.random() < 0.6:
            return Finding(tuple(contours), tuple(strokes))
    for lung in _pick_lungs(rng, thorax, 0.4):
        low = rng.uniform(0.55, 0.82) if rng.random() < 0.75 else rng.uniform(0.15, 0.35)
        centre = lung.at(rng.uniform(0.40, 0.65), low)
        shape = lung.clip(blob(rng, centre, (rng.uniform(0.19, 0.28), rng.uniform(0.16, 0.26)), 0.12))
        middle = shape.mean(axis=0)
        contours.append(shape)
        strokes += [
            Fill([middle + (shape - middle) * 0.9], 0.12, edge=0.06, grain=0.28, grain_size=0.11),
            Fill([middle + (shape - middle) * 0.6], 0.07, edge=0.07, grain=0.25, grain_size=0.07),
        ]
    return Finding(tuple(contours), tuple(strokes))


def _edema(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    for lung in thorax.lungs:
        x, y = lung.hilum
        centre = (x + lung.side * 0.15, y + 0.06)
        wing = lung.clip(blob(rng, centre, (rng.uniform(0.30, 0.38), rng.uniform(0.38, 0.48)), 0.07))
        contours.append(wing)
        middle = wing.mean(axis=0)
        for share, density in ((0.85, 0.10), (0.6, 0.08), (0.35, 0.05)):
            shape = middle + (wing - middle) * share - (lung.side * 0.05 * (1 - share), 0)
            strokes.append(Fill([shape], density, edge=0.075, grain=0.25, grain_size=0.08))
        # thick airway walls around the hilum, and short septal lines at the chest wall
        for _ in range(3):
            ring = ellipse(
                (x + lung.side * rng.uniform(0.02, 0.16), y + rng.uniform(-0.14, 0.18)), (0.018, 0.018), n_points=24
            )
            strokes.append(Fill([ring], 0.10, edge=0.003, bulge=-1.0, depth=0.007))
        for level in np.linspace(0.66, 0.86, 6) + rng.normal(0, 0.01, 6):
            end_x, end_y = lung.at(0.97, level)
            kerley = np.array(
                [(end_x, end_y), (end_x - lung.side * rng.uniform(0.05, 0.09), end_y + rng.normal(0, 0.008))]
            )
            strokes.append(Line(kerley, 0.0045, 0.07, edge=0.002))
    return Finding(tuple(contours), tuple(strokes))


def _atelectasis(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    for lung in _pick_lungs(rng, thorax, 0.35):
        base = 0.66 if thorax.view == "frontal" else 0.56
        for number in range(int(rng.integers(1, 3))):
            x, y = lung.at(rng.uniform(0.28, 0.40), base - 0.10 * number + rng.uniform(-0.03, 0.03))
            length, slope = rng.uniform(0.30, 0.42), rng.uniform(-0.06, 0.14)
            plate = open_curve(
                [
                    (x, y),
                    (x + lung.side * 0.5 * length, y + 0.5 * slope + rng.normal(0, 0.012)),
                    (x + lung.side * length, y + slope),
                ],
                40,
            )
            plate = lung.clip(plate)
            thick = rng.uniform(0.010, 0.017) * np.sin(np.linspace(0.25, np.pi - 0.25, 40))
            contours.append(lung.clip(ribbon(plate, thick + 0.018)))
            strokes += [
                Fill([ribbon(plate, thick)], 0.19, edge=0.005, grain=0.15, grain_size=0.05),
                Fill([ribbon(plate, thick + 0.014)], 0.06, edge=0.014, grain=0.3, grain_size=0.04),
            ]
    return Finding(tuple(contours), tuple(strokes))


def _pneumothorax(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    lung = thorax.lungs[int(rng.integers(len(thorax.lungs)))]
    stop_y = float(lung.wall[0, 1]) + rng.uniform(0.85, 1.35)
    over = lung.medial[lung.medial[:, 1] < float(lung.wall[0, 1]) + 0.05]
    outer = np.concatenate([over[:-1], lung.wall[lung.wall[:, 1] <= stop_y]])
    along = np.linspace(0, 1, len(outer))
    gap = rng.uniform(0.11, 0.17) * np.sin(np.pi * along**0.75) ** 0.8
    # the curve runs up the middle, over the apex and down the wall: inwards is to its right on the film's right side
    edge = offset_curve(outer, lung.side * gap)
    edge = open_curve(edge[[0, *np.linspace(16, len(edge) - 1, 5).astype(int)]], 80)
    contour = np.concatenate([outer, edge[::-1]])
    strokes: list[Stroke] = [
        Fill([contour], -0.075, edge=0.003),
        Line(edge[2:-2], 0.0065, 0.13, edge=0.0022),
    ]
    return Finding((contour,), tuple(strokes), clears=(contour,))


def _pleural_effusion(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    contours: list[Curve] = []
    strokes: list[Stroke] = []
    for lung in _pick_lungs(rng, thorax, 0.35):
        level_y = float(lung.dome[:, 1].min()) + rng.uniform(-0.20, 0.07) + (0.0 if thorax.view == "frontal" else 0.22)
        top_y = level_y - rng.uniform(0.14, 0.28)
        beside = thorax.heart[np.abs(thorax.heart[:, 1] - level_y) < 0.06]
        # a reader stops where the shadow of the heart begins; the fluid goes on behind it
        stop = max(float((lung.side * beside[:, 0]).max(initial=0.0)), 0.26) if thorax.view == "frontal" else -0.10
        cut = [(thorax.heart, 0.025)] if thorax.view == "frontal" else []
        drawn, shadow = (_fluid(lung, top_y, level_y, lung.side * inner) for inner in (stop, min(stop, 0.14)))
        contours.append(drawn)
        strokes += [
            Fill([shadow], 0.34, edge=0.008, cut=cut),
            Fill([shadow], 0.17, edge=0.008, bulge=1.0, depth=0.06, cut=cut),
            Fill([shadow - (0, 0.03)], 0.05, edge=0.03, cut=cut),
        ]
    return Finding(tuple(contours), tuple(strokes))


def _fluid(lung: Lung, top_y: float, level_y: float, inner_x: float) -> Curve:
    """Outline of fluid that climbs to `top_y` on the chest wall and is nearly level at `level_y` towards `inner_x`."""
    share = np.linspace(0, 1, 60)
    x = lung.wall_x(top_y) + (inner_x - lung.wall_x(top_y)) * share
    y = top_y + (level_y - top_y) * (1 - np.exp(-share / 0.13)) + 0.03 * share
    over = y < np.array([lung.dome_y(at) for at in x]) - 0.02
    upper = np.column_stack([x, y])[np.cumprod(over).astype(bool)]
    wall = lung.wall[lung.wall[:, 1] > top_y][::-1]
    floor = lung.dome[(lung.dome[:, 0] - upper[-1, 0]) * lung.side > 0][::-1]
    return np.concatenate([upper, floor, wall[1:]])


def _support_devices(rng: np.random.Generator, thorax: Thorax, found: Mapping[str, Finding]) -> Finding:
    return support_devices(rng, thorax)


FINDERS: dict[str, Finder] = {
    "Enlarged Cardiomediastinum": _enlarged_cardiomediastinum,
    "Cardiomegaly": _cardiomegaly,
    "Lung Lesion": _lung_lesion,
    "Consolidation": _consolidation,
    "Airspace Opacity": _airspace_opacity,
    "Edema": _edema,
    "Atelectasis": _atelectasis,
    "Pneumothorax": _pneumothorax,
    "Pleural Effusion": _pleural_effusion,
    "Support Devices": _support_devices,
}
"""How each of the ten pathologies is found in a chest; a later one may look at the earlier ones."""
