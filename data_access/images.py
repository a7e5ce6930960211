"""X-ray images: size without decoding, a display copy, the original; all bounded before they are decoded."""

from __future__ import annotations

import io
import math
import warnings
from dataclasses import dataclass
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

MAX_IMAGE_PX = 89_000_000
"""Largest image decoded, just below Pillow's own bound; the largest film of the sets in view has 20 million pixels."""

_FORMATS = ("JPEG", "PNG")  # Pillow would read dozens by their content, some of them by starting another program

MAX_SENT_BYTES = 48 * 1024**2
"""Largest picture sent to a browser as it is; a larger one is encoded anew."""

_JPEG_QUALITY = 88
_FULL_JPEG_QUALITY = 95
_LEAST_SHARE = 0.95
"""A film may be this much smaller than asked for where that spares making it smaller after decoding."""

_PNG_EFFORT = 1  # a film of grain shrinks little further, at ten times the work

_CLAHE_CLIP_LIMIT = 2.0
_CLAHE_TILES_XY = (8, 8)

_EXIF_ORIENTATION = 0x0112
_ROTATED_BY_EXIF = (5, 6, 7, 8)
_TURNS: dict[int | None, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


_CHANGES_SHADES = ("icc_profile", "gamma", "chromaticity", "transparency")
"""What a file may say that browsers follow and `read_grey` does not."""


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
    is_original : bool
        Whether `content` is the file itself, byte for byte.
    """

    content: bytes
    media_type: str
    size_hw: tuple[int, int]
    shown_hw: tuple[int, int]
    is_original: bool = False


def read_size_hw(stream: BinaryIO) -> tuple[int, int]:
    """Return height and width of an image in pixels as it is shown, reading its header only.

    Raises
    ------
    ImageError
        If it is no image, or one too large to show.
    """
    with _opened(stream) as image:
        width, height = image.size
        return (width, height) if _orientation(image) in _ROTATED_BY_EXIF else (height, width)


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


def read_mask(content: bytes) -> tuple[NDArray[np.bool_], bool]:
    """Decode a picture of a mask: foreground is what is brighter than half of its brightest pixel.

    Returns
    -------
    mask : ndarray of bool, shape (height, width)
        All False for a black picture.
    has_shades : bool
        Whether it has more than two values, so that shades were cut at half.

    Raises
    ------
    ImageError
        If it is no image, broken, too large, or says transparency, which could mean foreground as well as background.
    """
    with _opened(io.BytesIO(content)) as image:
        if image.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in image.info:
            raise ImageError("a picture with transparency")
        try:
            values = np.asarray(image if image.mode.startswith("I") else image.convert("L"))
        except Exception as error:  # Pillow's readers raise whatever the broken bytes lead them to
            raise ImageError(f"an image cut short or broken ({type(error).__name__})") from error
    darkest, brightest = int(values.min()), int(values.max())
    has_shades = bool(((values != darkest) & (values != brightest)).any())
    return values > brightest // 2, has_shades


def equalise(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Raise local contrast: contrast-limited adaptive histogram equalisation (CLAHE) in 8 x 8 tiles, clip limit 2.

    Parameters
    ----------
    grey : ndarray of uint8, shape (height, width)
        Not empty.

    Returns
    -------
    ndarray of uint8, shape (height, width)
        After K. Zuiderveld, Contrast limited adaptive histogram equalization, Graphics Gems IV, 1994.
    """
    return np.asarray(cv2.createCLAHE(_CLAHE_CLIP_LIMIT, _CLAHE_TILES_XY).apply(grey), np.uint8)


def make_display(content: bytes, max_side_px: int, *, clahe: bool = False) -> DisplayImage:
    """Encode an X-ray for display, no side longer than `max_side_px`.

    Parameters
    ----------
    content : bytes
        The image file.
    max_side_px : int
        Longest side sent.
    clahe : bool
        Whether local contrast is raised first, at full size, so that it looks alike at every size.

    Raises
    ------
    ImageError
        If it is no image, broken, or too large to show.
    """
    size_hw = read_size_hw(io.BytesIO(content))
    grey = np.asarray(_decoded(content, 0 if clahe else round(_LEAST_SHARE * max_side_px)))
    if clahe:
        grey = equalise(grey)
    height, width = grey.shape
    scale = min(1.0, max_side_px / max(height, width))
    if scale < 1:  # the mean of the area under each pixel: no moire, and twice as fast as Pillow's
        shown_wh = (max(1, round(width * scale)), max(1, round(height * scale)))
        grey = np.asarray(cv2.resize(grey, shown_wh, interpolation=cv2.INTER_AREA), np.uint8)
    stream = io.BytesIO()
    Image.fromarray(grey).save(stream, "JPEG", quality=_JPEG_QUALITY)
    shown_hw = (grey.shape[0], grey.shape[1])
    return DisplayImage(stream.getvalue(), "image/jpeg", size_hw, shown_hw)


def make_original(content: bytes, *, clahe: bool = False) -> DisplayImage:
    """Return an X-ray at full resolution: the file's own bytes where every browser shows them as they are.

    Those are JPEG and PNG of 8-bit grey or RGB, upright, opaque and without a colour profile. Others, and what `clahe`
    (see `make_display`) has changed, are encoded anew in 8-bit grey without loss, or as JPEG of high quality where that
    would be too large to send.

    Raises
    ------
    ImageError
        If it is no image, broken, or too large to show.
    """
    grey = _decoded(content)
    size_hw = (grey.height, grey.width)
    media_type = _shown_as_is(content)
    if media_type is not None and not clahe:
        return DisplayImage(content, media_type, size_hw, size_hw, is_original=True)
    if clahe:
        grey = Image.fromarray(equalise(np.asarray(grey)))
    stream, media_type = io.BytesIO(), "image/png"
    grey.save(stream, "PNG", compress_level=_PNG_EFFORT)
    if stream.tell() > MAX_SENT_BYTES:
        stream, media_type = io.BytesIO(), "image/jpeg"
        grey.save(stream, "JPEG", quality=_FULL_JPEG_QUALITY)
    return DisplayImage(stream.getvalue(), media_type, size_hw, size_hw)


def _shown_as_is(content: bytes) -> str | None:
    """Return the media type of a file that a browser shows as `_decoded` reads it; None for any other."""
    if len(content) > MAX_SENT_BYTES:
        return None
    with _opened(io.BytesIO(content)) as image:
        is_plain = image.mode in ("L", "RGB") and getattr(image, "n_frames", 1) == 1
        is_changed = _orientation(image) in _TURNS or not image.info.keys().isdisjoint(_CHANGES_SHADES)
        return Image.MIME.get(image.format or "") if is_plain and not is_changed else None


def _opened(stream: BinaryIO) -> Image.Image:
    """Open an image without decoding it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # broken EXIF and the like, which costs no image
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(stream, formats=_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ImageError("an image of more pixels than any X-ray") from error
    except Exception as error:  # Pillow's readers raise whatever the broken bytes lead them to
        raise ImageError("no image that can be read") from error
    if image.width * image.height > MAX_IMAGE_PX:
        raise ImageError(f"an image of {image.width} x {image.height} px")
    return image


def _orientation(image: Image.Image) -> int | None:
    """Return the EXIF orientation from an image's header, without decoding; None for none or a broken one."""
    if "exif" not in image.info:  # a PNG would be decoded in search of it
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return image.getexif().get(_EXIF_ORIENTATION)
    except Exception:  # as above; such a picture is shown as it is stored
        return None


def _decoded(content: bytes, least_side_px: int = 0) -> Image.Image:
    """Decode to mode L, turned upright; a JPEG at once to a half, quarter or eighth if its longest side is enough."""
    with _opened(io.BytesIO(content)) as image:
        turn = _TURNS.get(_orientation(image))
        if 0 < least_side_px < max(image.size):
            share = least_side_px / max(image.size)
            image.draft(image.mode, (math.ceil(image.width * share), math.ceil(image.height * share)))
        try:
            upright = image if turn is None else image.transpose(turn)
            if upright.mode.startswith(("I", "F")):
                return Image.fromarray(_eight_bit(np.asarray(upright)))
            upright.load()
            return upright if upright.mode == "L" else upright.convert("L")
        except Exception as error:  # as above
            raise ImageError(f"an image cut short or broken ({type(error).__name__})") from error


def _eight_bit(deep: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Scale a deep image to 8 bits by its own darkest and brightest value; a constant one becomes black."""
    values = np.nan_to_num(deep.astype(np.float64))
    span = np.ptp(values)
    scaled = 255 * (values - values.min()) / span if span else np.zeros(values.shape)
    return scaled.astype(np.uint8)
