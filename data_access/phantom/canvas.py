"""A canvas of X-ray attenuation: strokes add up as tissue does along a ray, so that shadows overlap as on a film."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from data_access.phantom.curves import Curve

Layer: TypeAlias = NDArray[np.float32]
_SUBPIXEL_BITS = 4


@dataclass(frozen=True)
class Fill:
    """Areas of tissue.

    Attributes
    ----------
    outlines : sequence of Curve
        Closed curves in body units; where they overlap they count once.
    density : float
        Attenuation added (negative for air).
    edge : float
        Blur of the border, body units.
    bulge : float
        0 for a slab, 1 for a ball (thin at its border), -1 for a shell (dense at its border).
    depth : float
        How far from the border the ball or shell reaches its middle, body units.
    grain : float
        Share of the density that comes and goes in patches.
    grain_size : float
        Size of such a patch, body units.
    cut : sequence of (Curve, float)
        Closed curves within which the density fades away, each with the width of the fading in body units.
    """

    outlines: Sequence[Curve]
    density: float
    edge: float = 0.01
    bulge: float = 0.0
    depth: float = 0.1
    grain: float = 0.0
    grain_size: float = 0.03
    cut: Sequence[tuple[Curve, float]] = ()


@dataclass(frozen=True)
class Line:
    """A thread of tissue along an open curve; `width` and `edge` in body units."""

    curve: Curve
    width: float
    density: float
    edge: float = 0.0


Stroke: TypeAlias = Fill | Line


@dataclass(frozen=True)
class Threads:
    """Many straight pieces of fine vessels.

    Attributes
    ----------
    ends : ndarray of float64, shape (n, 2, 2)
        First and last point of each piece, body units.
    width : ndarray of float64, shape (n,)
        Body units.
    density : ndarray of float64, shape (n,)
        Attenuation, at most 0.5.
    """

    ends: NDArray[np.float64]
    width: NDArray[np.float64]
    density: NDArray[np.float64]


@dataclass(frozen=True)
class Frame:
    """Where the body lies on a picture: scale, turn and shift from body units to pixels.

    Attributes
    ----------
    size_hw : tuple of int
        Height and width of the picture in pixels.
    px_per_unit : float
        Pixels per body unit (half the width of a chest).
    tall : float
        How much longer a body unit is downwards than across: slender or stout patients.
    bend : tuple of float
        Share by which the spine curves, the chest is turned, and the shoulders slope; no chest is quite even.
    centre_xy : tuple of float
        Pixel of the body's origin.
    turn_rad : float
        How far the patient leans.
    """

    size_hw: tuple[int, int]
    px_per_unit: float
    centre_xy: tuple[float, float]
    turn_rad: float
    tall: float = 1.0
    bend: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def to_px(self, curve: Curve) -> Curve:
        """Turn points in body units `(n, 2)` into pixel positions `(n, 2)`, x first."""
        cos, sin = np.cos(self.turn_rad), np.sin(self.turn_rad)
        x, y = curve[:, 0], curve[:, 1]
        curved, rotated, sloped = self.bend
        x_bent = x + curved * (y**2 - 0.4) + rotated * (1 - np.minimum(x**2, 1))
        y_bent = self.tall * (y + sloped * (x**2 - 0.3))
        turned = np.column_stack([x_bent, y_bent]) @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(turned * self.px_per_unit + np.asarray(self.centre_xy), dtype=np.float64)

    def scaled(self, size_hw: tuple[int, int]) -> "Frame":
        """Answer the same view on a picture of another size, which should have the same shape."""
        factor = size_hw[1] / self.size_hw[1]
        centre = (self.centre_xy[0] * factor, self.centre_xy[1] * factor)
        return Frame(size_hw, self.px_per_unit * factor, centre, self.turn_rad, self.tall, self.bend)


class Canvas:
    """Attenuation `(h, w)` in float32, to which strokes are added.

    Parameters
    ----------
    frame : Frame
        Where body units lie.
    seed : int
        Of the patches within tissue.
    """

    def __init__(self, frame: Frame, seed: int) -> None:
        self.frame = frame
        self.density: Layer = np.zeros(frame.size_hw, dtype=np.float32)
        self._seed = seed

    def draw(self, strokes: Iterable[Stroke]) -> None:
        """Add `strokes`; areas beyond the picture are ignored."""
        for stroke in strokes:
            if isinstance(stroke, Fill):
                self._fill(stroke)
            else:
                self._line(stroke)

    def coverage(self, outlines: Sequence[Curve], edge: float) -> Layer:
        """Share 0..1 of each pixel that lies in `outlines`, blurred by `edge` body units."""
        mask = np.zeros(self.frame.size_hw, dtype=np.uint8)
        self._cover(mask, outlines)
        return blur(mask, edge * self.frame.px_per_unit) * np.float32(1 / 255)

    def draw_threads(self, threads: Threads, keep: Layer) -> None:
        """Add many fine straight pieces at once, of which only the last counts where two cross.

        Parameters
        ----------
        threads : Threads
            What to draw.
        keep : ndarray of float32, shape (h, w)
            Factor 0..1 a pixel, for instance the coverage of the lungs.
        """
        layer = np.zeros(self.frame.size_hw, dtype=np.uint8)
        ends = self._fixed(threads.ends.reshape(-1, 2)).reshape(-1, 2, 2)
        width_px = threads.width * self.frame.px_per_unit
        # a thread finer than a pixel keeps its width and loses density instead
        level = np.round(np.minimum(threads.density, 0.5) * 510 * np.minimum(width_px, 1.0)).astype(int)
        thickness = np.maximum(np.round(width_px), 1).astype(int)
        for (first, last), grey, thick in zip(ends.tolist(), level.tolist(), thickness.tolist(), strict=True):
            cv2.line(layer, first, last, grey, thick, cv2.LINE_AA, _SUBPIXEL_BITS)
        self.density += blur(layer, 0.0022 * self.frame.px_per_unit) * keep / 510

    def _fixed(self, curve: Curve, origin_xy: tuple[int, int] = (0, 0)) -> NDArray[np.int32]:
        """Pixel positions as OpenCV's fixed-point numbers, relative to `origin_xy`."""
        shifted = self.frame.to_px(curve) - np.asarray(origin_xy)
        return np.asarray(np.round(shifted * (1 << _SUBPIXEL_BITS)), dtype=np.int32)

    def _cover(self, mask: NDArray[np.uint8], outlines: Sequence[Curve], origin_xy: tuple[int, int] = (0, 0)) -> None:
        """Set the inside of `outlines` to 255; one call each, since OpenCV leaves out what two outlines share."""
        for outline in outlines:
            cv2.fillPoly(mask, [self._fixed(outline, origin_xy)], 255, cv2.LINE_AA, _SUBPIXEL_BITS)

    def _window(self, curves: Sequence[Curve], margin_px: float) -> tuple[int, int, int, int] | None:
        """Bounding box (x0, y0, x1, y1) of `curves` on the picture, or None where they miss it."""
        points = np.concatenate([self.frame.to_px(c) for c in curves])
        height, width = self.frame.size_hw
        low = np.floor(points.min(axis=0) - margin_px).astype(int)
        high = np.ceil(points.max(axis=0) + margin_px).astype(int) + 1
        x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
        x1, y1 = min(int(high[0]), width), min(int(high[1]), height)
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def _fill(self, fill: Fill) -> None:
        unit = self.frame.px_per_unit
        pad = int(max(3 * fill.edge, 1.5 * fill.depth if fill.bulge else 0.0) * unit) + 2
        window = self._window(fill.outlines, 3 * fill.edge * unit + 2)
        if window is None:
            return
        x0, y0, x1, y1 = window
        # the mask is wider than what is written, so that a ball cut by the picture's edge is not taken for thin there
        mask = np.zeros((y1 - y0 + 2 * pad, x1 - x0 + 2 * pad), dtype=np.uint8)
        origin = (x0 - pad, y0 - pad)
        self._cover(mask, fill.outlines, origin)
        inner = (slice(pad, pad + y1 - y0), slice(pad, pad + x1 - x0))
        value = blur(mask, fill.edge * unit)[inner]
        if fill.bulge:
            core = np.clip(blur(mask, fill.depth * unit)[inner] * np.float32(2 / 255) - 1, 0, 1)
            at_border, inside = (1 - fill.bulge, 1.0) if fill.bulge > 0 else (1.0, 1 + fill.bulge)
            core *= inside - at_border
            core += at_border
            value *= core
        for outline, edge in fill.cut:
            away = np.zeros((y1 - y0, x1 - x0), dtype=np.uint8)
            self._cover(away, [outline], (x0, y0))
            value *= 1 - blur(away, edge * unit) / 255
        if fill.grain:
            self._seed += 1
            noise = clouds(self._seed, (y1 - y0, x1 - x0), fill.grain_size * unit)
            value *= np.clip(1 + fill.grain * noise, 0, None)
        value *= fill.density / 255
        self.density[y0:y1, x0:x1] += value

    def _line(self, line: Line) -> None:
        unit = self.frame.px_per_unit
        width_px = line.width * unit
        window = self._window([line.curve], width_px + 3 * line.edge * unit + 2)
        if window is None:
            return
        x0, y0, x1, y1 = window
        mask = np.zeros((y1 - y0, x1 - x0), dtype=np.uint8)
        points = self._fixed(line.curve, (x0, y0))
        cv2.polylines(mask, [points], False, 255, max(round(width_px), 1), cv2.LINE_AA, _SUBPIXEL_BITS)
        amount = line.density * min(width_px, 1.0) / 255
        self.density[y0:y1, x0:x1] += amount * blur(mask, line.edge * unit)


def blur(mask: NDArray[np.uint8], sigma_px: float) -> Layer:
    """Blur a mask (h, w) of 0 to 255; its time does not grow with `sigma_px`: a wide blur is done on a small copy."""
    if sigma_px < 0.3:
        return mask.astype(np.float32)
    height, width = mask.shape
    shrink = max(1, min(int(sigma_px / 2.5), height // 4, width // 4))
    if shrink == 1:
        # steps of 1/255 are far below the grain of the film
        return cv2.GaussianBlur(mask, (0, 0), sigma_px, borderType=cv2.BORDER_REPLICATE).astype(np.float32)
    small_wh = (-(-width // shrink), -(-height // shrink))
    small = cv2.resize(mask, small_wh, interpolation=cv2.INTER_AREA).astype(np.float32)
    smooth = cv2.GaussianBlur(small, (0, 0), sigma_px / shrink, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def clouds(seed: int, size_hw: tuple[int, int], patch_px: float, octaves: int = 3) -> Layer:
    """Cloudy noise of mean 0 and standard deviation about 1, its largest patches `patch_px` wide."""
    rng = np.random.default_rng(seed)
    height, width = size_hw
    total = np.zeros(size_hw, dtype=np.float32)
    for octave in range(octaves):
        step = max(patch_px / 2**octave, 1.0)
        grid = (max(int(height / step), 1) + 3, max(int(width / step), 1) + 3)
        coarse = rng.standard_normal(grid, dtype=np.float32)
        total += 0.6**octave * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(total / max(float(total.std()), 1e-6), dtype=np.float32)
