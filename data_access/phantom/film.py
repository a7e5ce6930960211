"""From attenuation to the picture on the film: exposure, grey curve, grain, collimation and lead marker."""

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from data_access.phantom.canvas import Layer

_WORDS_FROM_PX = 200
"""Height below which words would cover the chest."""


def develop(
    rng: np.random.Generator, density: Layer, size_hw: tuple[int, int], *, portable: bool, lateral: bool
) -> NDArray[np.uint8]:
    """Turn attenuation into grey levels at the size of the film.

    Parameters
    ----------
    rng : Generator
        The machine and the technician.
    density : ndarray of float32, shape (h, w)
        Attenuation, about 0 in air and 1 behind spine and belly, on a canvas of the film's shape.
    size_hw : tuple of int
        Height and width of the film in pixels.
    portable : bool
        Less contrast and more grain, as without a moving grid.
    lateral : bool
        Whether the marker stands for a view from the side.
    """
    exposure = _uneven(rng, density.shape)
    gain = rng.uniform(0.93, 1.04) * (0.94 if portable else 1.02)
    lift = rng.uniform(0.015, 0.04) + (0.045 if portable else 0.0)
    grey = _tone((density * gain + lift * np.clip(density * 8, 0, 1)) * exposure)
    film = cv2.resize(grey, (size_hw[1], size_hw[0]), interpolation=_interpolation(density.shape, size_hw))
    film = film + _grain(rng, size_hw, 3.4 if portable else 2.4) * (0.55 + film / 330)
    picture = np.clip(film, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        picture = _collimate(rng, picture)
    return _mark(rng, picture, portable=portable, lateral=lateral)


def _interpolation(shape: tuple[int, ...], size_hw: tuple[int, int]) -> int:
    return cv2.INTER_AREA if shape[0] > size_hw[0] else cv2.INTER_CUBIC


def _tone(density: Layer) -> Layer:
    """Grey level 0..255 of an attenuation: even over lungs and soft tissue, flat behind spine and belly."""
    knee, room = 0.60, 0.40
    density = np.maximum(density, 0)
    shoulder = knee + room * np.tanh((density - knee) / room)
    return np.asarray(3 + 249 * np.where(density < knee, density, shoulder), dtype=np.float32)


def _uneven(rng: np.random.Generator, shape: tuple[int, ...]) -> Layer:
    """Factor a pixel, near 1: the beam is weaker towards the edges and never quite level."""
    y, x = (np.linspace(-1, 1, n_px, dtype=np.float32) for n_px in shape)
    (tilt_x, tilt_y), fall = rng.normal(0, 0.025, 2), rng.uniform(0.0, 0.06)
    along_x, along_y = tilt_x * x - fall * x**2 / 2, 1 + tilt_y * y - fall * y**2 / 2
    return np.asarray(along_y[:, np.newaxis] + along_x, dtype=np.float32)


def _grain(rng: np.random.Generator, size_hw: tuple[int, int], strength: float) -> Layer:
    """Grain of the film, part finer than a pixel and part a few pixels wide, in grey levels."""
    fine = rng.standard_normal(size_hw, dtype=np.float32)
    coarse = cv2.GaussianBlur(fine, (0, 0), 1.1) * 3.0
    return np.asarray(strength * (0.45 * fine + 0.55 * coarse), dtype=np.float32)


def _collimate(rng: np.random.Generator, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Blacken what the shutters kept from the beam: a border, seldom quite straight."""
    height, width = picture.shape
    inset = rng.uniform(0.002, 0.035, 4) * (height, width, height, width)
    skew = rng.normal(0, 0.003, 4) * (height, width, height, width)
    corners = np.array(
        [
            (inset[1] + skew[1], inset[0] + skew[0]),
            (width - inset[3], inset[0]),
            (width - inset[3] + skew[3], height - inset[2]),
            (inset[1], height - inset[2] + skew[2]),
        ]
    )
    window = np.zeros(picture.shape, dtype=np.uint8)
    cv2.fillPoly(window, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(window, (0, 0), max(width / 900, 0.5))
    return np.asarray(cv2.multiply(picture, soft, scale=1 / 255), dtype=np.uint8)


def _mark(rng: np.random.Generator, picture: NDArray[np.uint8], *, portable: bool, lateral: bool) -> NDArray[np.uint8]:
    """Burn in the lead letter of the patient's side, and that this is a phantom."""
    height, width = picture.shape
    image = Image.fromarray(picture)
    draw = ImageDraw.Draw(image)
    letter = "L" if lateral or rng.random() < 0.7 else "R"
    left = (letter == "R") if not lateral else True
    large = max(round(0.058 * height), 9)
    x = round(width * (rng.uniform(0.05, 0.09) if left else rng.uniform(0.89, 0.92)))
    y = round(height * rng.uniform(0.06, 0.13))
    level = int(rng.integers(225, 250))
    draw.text((x, y), letter, fill=level, font=ImageFont.load_default(large))
    if height >= _WORDS_FROM_PX:
        words = "PHANTOM  AP PORTABLE" if portable and height >= 2 * _WORDS_FROM_PX else "PHANTOM"
        place = (x if left else x + round(0.4 * large), y + round(1.15 * large))
        font = ImageFont.load_default(max(round(0.017 * height), 8))
        draw.text(place, words, fill=level - 30, font=font, anchor="la" if left else "ra")
    return np.asarray(image, dtype=np.uint8)
