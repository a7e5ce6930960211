"""What can be drawn on an X-ray: masks, contours, points and heat maps; every area becomes a mask."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from data_access import rle

MIN_CONTOUR_POINTS = 2
"""Pillow's polygon needs two points; a single one has no outline."""

MAX_COORDINATE_PX = 1_000_000
"""Beyond this a coordinate is an error, and Pillow's whole numbers would overflow."""


@dataclass(frozen=True, slots=True)
class Mask:
    """An area in pixels, held as checked COCO run lengths and decoded only to be drawn.

    Attributes
    ----------
    size_hw : tuple of int
        Height and width of its image in pixels.
    counts : bytes
        Compressed run lengths that passed `run_lengths.check_strings`.
    area_px : int
        Foreground pixels; 0 for an empty mask.
    """

    size_hw: tuple[int, int]
    counts: bytes
    area_px: int

    @classmethod
    def empty(cls, size_hw: tuple[int, int]) -> Mask:
        """Return a mask without foreground."""
        return cls(size_hw, rle.empty(size_hw), 0)

    @classmethod
    def from_array(cls, mask: NDArray[np.bool_]) -> Mask:
        """Encode a boolean mask of shape (height, width)."""
        return cls((mask.shape[0], mask.shape[1]), rle.encode(mask), int(np.count_nonzero(mask)))

    @property
    def is_empty(self) -> bool:
        """Whether the mask has no foreground."""
        return self.area_px == 0

    @property
    def area_share(self) -> float:
        """Foreground pixels / image pixels, in 0 to 1; 0 for an empty mask."""
        return self.area_px / (self.size_hw[0] * self.size_hw[1])

    def decode(self) -> NDArray[np.bool_]:
        """Return the mask as an array of shape (height, width)."""
        return rle.decode(self.counts, self.size_hw)

    def decode_box(self) -> tuple[NDArray[np.bool_], tuple[int, int]]:
        """Return the mask within its bounding box and the column and row of the box's upper left pixel."""
        return rle.decode_box(self.counts, self.size_hw)

    def intersection_px(self, other: Mask) -> int:
        """Return the pixels shared with a mask of the same size.

        Raises
        ------
        ValueError
            If the sizes differ.
        """
        if self.size_hw != other.size_hw:
            raise ValueError(f"expected masks of one size, found {self.size_hw} and {other.size_hw} (height, width)")
        return rle.intersection_px(self.counts, other.counts, self.area_px, self.size_hw)

    def outlines_xy(self) -> list[NDArray[np.int32]]:
        """Trace the mask: outer borders and borders of holes, in opposite directions.

        Returns
        -------
        list of ndarray of int32, shape (n, 2)
            Pixel coordinates x, y; empty for an empty mask.
        """
        columns, (x, y) = rle.decode_columns(self.counts, self.size_hw)
        if not columns.size:
            return []
        # Traced as it was decoded: turning the mask would take longer. So x and y change places, and the direction.
        found, _ = cv2.findContours(columns.view(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE, offset=(y, x))
        turned = (np.asarray(contour, np.int32).reshape(-1, 2)[:, ::-1] for contour in found)
        return [np.concatenate([contour[:1], contour[:0:-1]]) for contour in turned]


@dataclass(frozen=True, slots=True)
class Contours:
    """Closed contours of one pathology as they were drawn; their union is the mask.

    Attributes
    ----------
    size_hw : tuple of int
        Height and width of the image in pixels.
    contours_xy : tuple of ndarray of float64, shape (n, 2)
        Pixel coordinates x, y; the first point is not repeated at the end.
    """

    size_hw: tuple[int, int]
    contours_xy: tuple[NDArray[np.float64], ...]

    @property
    def n_instances(self) -> int:
        """Number of contours, which is the paper's number of instances."""
        return len(self.contours_xy)

    def to_mask(self) -> Mask:
        """Fill all contours with Pillow's polygon, outline and inside, as the paper does."""
        return Mask.from_array(fill_contours(self.contours_xy, self.size_hw))


def fill_contours(contours_xy: Sequence[NDArray[np.generic]], size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Fill contours with Pillow's polygon (outline and inside) and return their union.

    Parameters
    ----------
    contours_xy : sequence of ndarray, shape (n, 2)
        Pixel coordinates x, y. Contours of fewer than two points are left out; what lies outside the image is cut off.
    size_hw : tuple of int
        Height and width of the image in pixels.

    Returns
    -------
    ndarray of bool, shape (height, width)
        All False for no contour.
    """
    canvas = Image.new("L", (size_hw[1], size_hw[0]), 0)
    draw = ImageDraw.Draw(canvas)
    for contour in contours_xy:
        if len(contour) >= MIN_CONTOUR_POINTS:
            draw.polygon([(x, y) for x, y in contour.tolist()], outline=1, fill=1)
    return np.asarray(canvas).astype(bool)


def parse_points_xy(points: object) -> NDArray[np.float64]:
    """Read a list of [x, y] as found in a file.

    Returns
    -------
    ndarray of float64, shape (n, 2)

    Raises
    ------
    ValueError
        If it is anything else, or holds a coordinate that is not finite or beyond `MAX_COORDINATE_PX`.
    """
    if not isinstance(points, list):
        raise ValueError(f"{type(points).__name__} instead of a list of [x, y]")
    for point in points:
        if not (isinstance(point, list) and len(point) == 2 and all(type(value) in (int, float) for value in point)):
            raise ValueError(f"the point {reprlib.repr(point)}")
        if not all(-MAX_COORDINATE_PX <= value <= MAX_COORDINATE_PX for value in point):  # NaN is neither
            raise ValueError(f"the point {reprlib.repr(point)}")
    return np.array(points, np.float64).reshape(-1, 2)


def count_outside(points_xy: NDArray[np.float64], size_hw: tuple[int, int]) -> int:
    """Count points outside the image, whose pixels span 0 to width and 0 to height."""
    outside = (points_xy < 0) | (points_xy > np.array([size_hw[1], size_hw[0]]))
    return int(np.count_nonzero(outside.any(axis=1)))


@dataclass(frozen=True, slots=True)
class Points:
    """Points that readers clicked as most representative of one pathology.

    Attributes
    ----------
    points_xy : ndarray of float64, shape (n, 2)
        Pixel coordinates x, y.
    """

    points_xy: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A model's map of where it saw a pathology, at the model's own size.

    Attributes
    ----------
    map_hw : ndarray of float32, shape (h, w), read-only
        Values as in the file; a common size is a few dozen to a few hundred pixels a side.
    probability : float or None
        The model's probability of the pathology; None where the file has none.
    size_hw : tuple of int
        Height and width of the X-ray in pixels, to which the map is upsampled.
    """

    map_hw: NDArray[np.float32]
    probability: float | None
    size_hw: tuple[int, int]


Geometry = Mask | Contours | Points | HeatMap
