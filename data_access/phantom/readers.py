"""Those who look at a phantom: the hand that drew the truth, other readers, and a model that is often right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from data_access.phantom.curves import Curve, clip_to_box, resample_closed, wobble

HeatMap = NDArray[np.float32]

# how often the model looks at the right place: well for large shadows and badly for small ones, as published
_SKILL = {
    "Enlarged Cardiomediastinum": 0.9,
    "Cardiomegaly": 0.92,
    "Lung Lesion": 0.45,
    "Airspace Opacity": 0.6,
    "Edema": 0.8,
    "Consolidation": 0.65,
    "Atelectasis": 0.5,
    "Pneumothorax": 0.45,
    "Pleural Effusion": 0.7,
    "Support Devices": 0.6,
}


def trace_by_hand(
    rng: np.random.Generator, outlines_px: Sequence[Curve], size_hw: tuple[int, int], *, steady: float, smooth: bool
) -> list[Curve]:
    """Draw round `outlines_px` with a hand that is not quite exact.

    Parameters
    ----------
    rng : Generator
        The hand.
    outlines_px : sequence of Curve
        Closed curves in pixels, x first.
    size_hw : tuple of int
        Height and width of the image in pixels; the answer stays inside.
    steady : float
        Deviation of the hand, as a share of the image's smaller side.
    smooth : bool
        Cut corners as a quick hand does, and set fewer points.

    Returns
    -------
    list of ndarray of float64, shape (n, 2)
        Those of the curves that lie on the image, in pixels, without the first point repeated.
    """
    height, width = size_hw
    contours: list[Curve] = []
    for outline in outlines_px:
        perimeter = float(np.hypot(*np.diff(outline, axis=0, append=outline[:1]).T).sum())
        n_points = int(np.clip(perimeter / (min(size_hw) * (0.016 if smooth else 0.010)), 16, 320))
        curve = resample_closed(outline, n_points)
        if smooth:
            curve = _cut_corners(curve, 3)
        shake = np.column_stack([wobble(rng, n_points, 9, 0.7), wobble(rng, n_points, 9, 0.7)])
        # nobody's hand shakes as wide as the thing it draws
        reach = 0.05 * float(np.sqrt(abs(cv2.contourArea(curve.astype(np.float32)))))
        curve = curve + shake * min(steady * min(size_hw), reach)
        # a hundredth of a pixel is finer than any hand, and keeps files small
        curve = clip_to_box(curve, (width - 1, height - 1)).round(2)
        if len(curve) < 3:
            continue
        low, high = curve.min(axis=0), curve.max(axis=0)
        if (high - low).min() >= 1:
            contours.append(curve)
    return contours


def _cut_corners(curve: Curve, rounds: int) -> Curve:
    for _ in range(rounds):
        curve = 0.5 * curve + 0.25 * (np.roll(curve, 1, axis=0) + np.roll(curve, -1, axis=0))
    return curve


def read_again(
    rng: np.random.Generator,
    truth_px: dict[str, list[Curve]],
    size_hw: tuple[int, int],
    imagine: Callable[[str], Sequence[Curve]],
) -> dict[str, list[Curve]]:
    """Draw what the benchmark readers draw: displaced, smoother, now and then missed or seen where nothing is.

    Parameters
    ----------
    rng : Generator
        The readers.
    truth_px : dict of pathology to list of Curve
        The ground-truth contours in pixels.
    size_hw : tuple of int
        Height and width of the image in pixels.
    imagine : callable
        Answers outlines in pixels of a pathology that is not there.
    """
    drawn: dict[str, list[Curve]] = {}
    side = min(size_hw)
    for pathology, contours in truth_px.items():
        if rng.random() > 0.97 - 0.25 * (1 - _SKILL[pathology]):
            continue
        # of several instances one is easily overlooked
        seen = [c for c in contours if len(contours) == 1 or rng.random() < 0.85] or list(contours)
        shift = rng.normal(0, 0.010, 2) * side
        moved = []
        for contour in seen:
            middle = contour.mean(axis=0)
            # a line is drawn along itself, not scaled
            factor = 1.0 if pathology == "Support Devices" else float(np.exp(rng.normal(0.03, 0.10)))
            drift = shift * (0.3 if pathology == "Support Devices" else 1.0)
            moved.append(middle + (contour - middle) * factor + drift)
        steady = 0.0012 if pathology == "Support Devices" else 0.006
        again = trace_by_hand(rng, moved, size_hw, steady=steady, smooth=True)
        if again:
            drawn[pathology] = again
    absent = sorted(set(_SKILL) - set(truth_px))
    if absent and rng.random() < 0.22:
        extra = absent[int(rng.integers(len(absent)))]
        again = trace_by_hand(rng, imagine(extra), size_hw, steady=0.006, smooth=True)
        if again:
            drawn[extra] = again
    return drawn


def click(
    rng: np.random.Generator, drawn_px: dict[str, list[Curve]], size_hw: tuple[int, int]
) -> dict[str, list[tuple[float, float]]]:
    """Set one to three most representative points (x, y) in pixels for each pathology drawn; mostly inside."""
    points: dict[str, list[tuple[float, float]]] = {}
    height, width = size_hw
    for pathology, contours in drawn_px.items():
        largest = sorted(contours, key=lambda c: -abs(cv2.contourArea(c.astype(np.float32))))[: int(rng.integers(1, 4))]
        clicked: list[tuple[float, float]] = []
        for contour in largest:
            low, high = contour.min(axis=0), contour.max(axis=0)
            tries = rng.uniform(low, high, (60, 2))
            depth = [cv2.pointPolygonTest(contour.astype(np.float32), (float(x), float(y)), True) for x, y in tries]
            # the deepest of the tries: about the middle of a round shadow, somewhere along a tube
            best = tries[int(np.argmax(depth))] + rng.normal(0, 0.006, 2) * min(size_hw)
            x, y = np.clip(best, 0, (width - 1, height - 1)).round(2).tolist()
            clicked.append((x, y))
        points[pathology] = clicked
    return points


@dataclass(frozen=True)
class ModelOpinion:
    """What the model says of one case: a heat map and a probability 0..1 for each pathology."""

    heatmaps: dict[str, HeatMap]
    probabilities: dict[str, float]


def ask_model(
    rng: np.random.Generator,
    truth_px: dict[str, list[Curve]],
    size_hw: tuple[int, int],
    imagine: Callable[[str], Sequence[Curve]],
) -> ModelOpinion:
    """Make up the heat maps and probabilities of a classifier that looks at the whole film in a coarse grid.

    Parameters
    ----------
    rng : Generator
        The model.
    truth_px : dict of pathology to list of Curve
        The ground-truth contours in pixels.
    size_hw : tuple of int
        Height and width of the image in pixels.
    imagine : callable
        Answers outlines in pixels of a pathology that is not there, where the model would look for it.

    Returns
    -------
    ModelOpinion
        For all ten pathologies; heat maps (n, n) with n from 10 to 20, at least 0, stretched over the film.
    """
    n_cells = int(rng.integers(10, 21))
    heatmaps: dict[str, HeatMap] = {}
    probabilities: dict[str, float] = {}
    for pathology, skill in _SKILL.items():
        truth = truth_px.get(pathology)
        focus = _cells(truth if truth else imagine(pathology), size_hw, n_cells)
        right = rng.random() < skill
        if not right:
            # the classical mistakes: the other side, or some other place altogether
            focus = focus[:, ::-1] if rng.random() < 0.5 else np.roll(focus, tuple(rng.integers(-4, 5, 2)), axis=(0, 1))
        heat = _soft(focus, rng.uniform(0.7, 1.6))
        heat = heat / max(float(heat.max()), 1e-6) * rng.uniform(0.5, 2.0)
        stray = _soft(rng.standard_normal((n_cells, n_cells), dtype=np.float32), 1.2)
        heat = heat + 0.28 * float(heat.max()) * stray
        heatmaps[pathology] = np.maximum(heat - 0.05 * float(heat.max()), 0).astype(np.float32)
        present, absent = rng.beta(5.5, 2.2) if right else rng.beta(3.0, 2.6), rng.beta(1.6, 7.0)
        probabilities[pathology] = round(float(present if truth else absent), 4)
    return ModelOpinion(heatmaps, probabilities)


def _soft(grid: HeatMap, spread_cells: float) -> HeatMap:
    return np.asarray(cv2.GaussianBlur(np.ascontiguousarray(grid), (0, 0), spread_cells), dtype=np.float32)


def _cells(contours_px: Sequence[Curve], size_hw: tuple[int, int], n_cells: int) -> HeatMap:
    """Share of each of n x n cells over the film that lies in the contours."""
    fine = 8 * n_cells
    mask = np.zeros((fine, fine), dtype=np.uint8)
    factor = np.array([fine / size_hw[1], fine / size_hw[0]])
    for contour in contours_px:
        cv2.fillPoly(mask, [np.round(contour * factor).astype(np.int32)], 255)
    share = cv2.resize(mask, (n_cells, n_cells), interpolation=cv2.INTER_AREA)
    return (share / 255).astype(np.float32)
