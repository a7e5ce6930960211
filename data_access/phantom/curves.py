"""Smooth plane curves from a few control points: the pencil strokes every shape of the phantom is made of."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Curve: TypeAlias = NDArray[np.float64]
"""Points `(n, 2)`, x first and y downwards; a closed curve does not repeat its first point."""


def open_curve(control: ArrayLike, n_points: int = 60) -> Curve:
    """Pass a Catmull-Rom spline through `control` from its first to its last point.

    Parameters
    ----------
    control : array_like, shape (m, 2)
        At least two points.
    n_points : int
        How many points to return, evenly spread over the control points.
    """
    points = np.asarray(control, dtype=np.float64)
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    return _catmull_rom(padded, np.linspace(0.0, len(points) - 1, n_points))


def closed_curve(control: ArrayLike, n_points: int = 120) -> Curve:
    """Pass a closed Catmull-Rom spline through `control` (m, 2), m >= 3; answers `n_points` points."""
    points = np.asarray(control, dtype=np.float64)
    padded = np.concatenate([points[-1:], points, points[:2]])
    return _catmull_rom(padded, np.linspace(0.0, len(points), n_points, endpoint=False))


def _catmull_rom(padded: Curve, position: NDArray[np.float64]) -> Curve:
    """Evaluate the spline at `position`, counted in control points; `padded` has one extra point before the first."""
    index = np.minimum(position.astype(np.int64), len(padded) - 4)
    t = (position - index)[:, None]
    p0, p1, p2, p3 = (padded[index + k] for k in range(4))
    return np.asarray(
        p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0))),
        dtype=np.float64,
    )


def offset_curve(curve: Curve, distance: ArrayLike) -> Curve:
    """Shift each point of an open curve by `distance` (scalar or one per point) along its left-hand normal."""
    tangent = np.gradient(curve, axis=0)
    tangent /= np.maximum(np.hypot(tangent[:, 0], tangent[:, 1]), 1e-9)[:, None]
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    return np.asarray(curve + normal * np.reshape(np.asarray(distance, dtype=np.float64), (-1, 1)), dtype=np.float64)


def ribbon(curve: Curve, half_width: ArrayLike) -> Curve:
    """Outline of a band of `half_width` (scalar or one per point) around an open curve."""
    half = np.asarray(half_width, dtype=np.float64)
    return np.concatenate([offset_curve(curve, half), offset_curve(curve, -half)[::-1]])


def ellipse(centre: ArrayLike, radius: ArrayLike, angle_rad: float = 0.0, n_points: int = 72) -> Curve:
    """Ellipse with the two `radius` along its own axes, turned by `angle_rad` (clockwise on a film)."""
    phi = np.linspace(0.0, 2 * np.pi, n_points, endpoint=False)
    x, y = np.asarray(radius, dtype=np.float64)[:, None] * (np.cos(phi), np.sin(phi))
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return np.column_stack([cos * x - sin * y, sin * x + cos * y]) + np.asarray(centre, dtype=np.float64)


def wobble(rng: np.random.Generator, n_points: int, harmonics: int, roughness: float = 1.0) -> NDArray[np.float64]:
    """Draw a smooth periodic deviation of unit standard deviation.

    Parameters
    ----------
    n_points : int
        Length of the answer.
    harmonics : int
        Highest number of bumps around the turn.
    roughness : float
        Power by which higher harmonics fade; smaller is rougher.
    """
    phi = np.linspace(0.0, 2 * np.pi, n_points, endpoint=False)
    order = np.arange(1, harmonics + 1)
    weight = order ** -float(roughness)
    phase = rng.uniform(0.0, 2 * np.pi, harmonics)
    height = rng.normal(0.0, 1.0, harmonics) * weight
    wave = (height[:, None] * np.cos(order[:, None] * phi + phase[:, None])).sum(axis=0)
    return np.asarray(wave / np.sqrt((weight**2).sum() / 2), dtype=np.float64)


def blob(
    rng: np.random.Generator, centre: Sequence[float], radius: Sequence[float], irregularity: float, n_points: int = 90
) -> Curve:
    """Ellipse-like closed curve whose radius wavers by the share `irregularity`."""
    outline = ellipse((0.0, 0.0), radius, rng.uniform(-0.5, 0.5), n_points)
    factor = np.clip(1 + irregularity * wobble(rng, n_points, 7), 0.45, 1.7)
    return np.asarray(outline * factor[:, None] + np.asarray(centre, dtype=np.float64), dtype=np.float64)


def resample_closed(curve: Curve, n_points: int) -> Curve:
    """Spread `n_points` evenly along the outline of a closed curve."""
    loop = np.concatenate([curve, curve[:1]])
    length = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(loop, axis=0).T))])
    at = np.linspace(0.0, length[-1], n_points, endpoint=False)
    return np.column_stack([np.interp(at, length, loop[:, 0]), np.interp(at, length, loop[:, 1])])


def clip_to_box(curve: Curve, size_wh: tuple[float, float]) -> Curve:
    """Cut a closed curve off at the box from (0, 0) to `size_wh`; empty (0, 2) where it lies outside.

    Sutherland and Hodgman's rule: one side of the box after the other. A curve that leaves and comes back runs along
    the side in between.
    """
    for axis in (0, 1):
        for sign, limit in ((-1, 0.0), (1, float(size_wh[axis]))):
            beyond = sign * (curve[:, axis] - limit)
            if len(curve) == 0 or beyond.max() <= 0:
                continue
            following, beyond_following = np.roll(curve, -1, axis=0), np.roll(beyond, -1)
            crosses = (beyond > 0) != (beyond_following > 0)
            share = beyond / np.where(crosses, beyond - beyond_following, 1.0)
            cut = curve + share[:, np.newaxis] * (following - curve)
            cut[:, axis] = limit
            # each point that is inside stays, followed by where the way to the next one meets the side
            both = np.stack([curve, cut], axis=1)
            curve = both[np.column_stack([beyond <= 0, crosses])]
    return curve
