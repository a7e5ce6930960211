"""X-ray images: size without decoding, and a display copy; all of them bounded before they are decoded."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

MAX_IMAGE_PX = 200_000_000
"""Largest image decoded; the largest film of the sets in view has 20 million pixels."""

_JPEG_QUALITY = 88
_EXIF_ORIENTATION = 0x0112
_ROTATED_BY_EXIF = (5, 6, 7, 8)


class ImageError(ValueError):
    """An image that cannot be shown; the message says why."""


@dataclass(frozen=True, slots=True)
class DisplayImage:
    """An X-ray encoded for a browser.

    Attributes
    ----------
    content : bytes
        The encoded picture.
    media_type : str
        Such as `image/jpeg`.
    size_hw : tuple of int
        Height and width of the original in pixels, which all annotations refer to.
    shown_hw : tuple of int
        Height and width of the encoded picture.
    """

    content: bytes
    media_type: str
    size_hw: tuple[int, int]
    shown_hw: tuple[int, int]


def read_size_hw(stream: BinaryIO) -> tuple[int, int]:
    """Return height and width of an image in pixels as it is shown, reading its header only.

    Raises
    ------
    ImageError
        If it is no image, or one too large to show.
    """
    with _opened(stream) as image:
        width, height = image.size
        turned = image.getexif().get(_EXIF_ORIENTATION) in _ROTATED_BY_EXIF
        return (width, height) if turned else (height, width)


def read_grey(content: bytes) -> NDArray[np.uint8]:
    """Decode an image to 8-bit grey, upright.

    Returns
    -------
    ndarray of uint8, shape (height, width)
        16-bit images are scaled by their own range.

    Raises
    ------
    ImageError
        If it is no image, broken, or too large to show.
    """
    return np.asarray(_decoded(content))


def make_display(content: bytes, max_side_px: int) -> DisplayImage:
    """Encode an X-ray for display, no side longer than `max_side_px`.

    Raises
    ------
    ImageError
        If it is no image, broken, or too large to show.
    """
    grey = _decoded(content)
    size_hw = (grey.height, grey.width)
    scale = min(1.0, max_side_px / max(size_hw))
    if scale < 1:
        shown_wh = (max(1, round(grey.width * scale)), max(1, round(grey.height * scale)))
        grey = grey.resize(shown_wh, Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BILINEAR)
    stream = io.BytesIO()
    grey.save(stream, "JPEG", quality=_JPEG_QUALITY)
    return DisplayImage(stream.getvalue(), "image/jpeg", size_hw, (grey.height, grey.width))


def _opened(stream: BinaryIO) -> Image.Image:
    """Open an image without decoding it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(stream)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError("an image of more pixels than any X-ray") from error
    except Exception as error:  # Pillow's readers raise whatever the broken bytes lead them to
        raise ImageError("no image that can be read") from error
    if image.width * image.height > MAX_IMAGE_PX:
        raise ImageError(f"an image of {image.width} x {image.height} px")
    return image


def _decoded(content: bytes) -> Image.Image:
    """Decode to mode L, turned upright."""
    with _opened(io.BytesIO(content)) as image:
        try:
            upright = ImageOps.exif_transpose(image)
            if upright.mode.startswith(("I", "F")):
                return Image.fromarray(_eight_bit(np.asarray(upright)))
            return upright.convert("L")
        except Exception as error:  # as above
            raise ImageError(f"an image cut short or broken ({type(error).__name__})") from error


def _eight_bit(deep: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Scale a deep image to 8 bits by its own darkest and brightest value; a constant one becomes black."""
    values = np.nan_to_num(deep.astype(np.float64))
    span = np.ptp(values)
    scaled = 255 * (values - values.min()) / span if span else np.zeros(values.shape)
    return scaled.astype(np.uint8)
