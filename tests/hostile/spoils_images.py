"""X-rays that are missing, broken, of another kind, or far too large."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import numpy as np
from PIL import Image

from tests.builders import image_bytes
from tests.hostile.spoil import CASES, GALLERY, SIZE_HW, Place, Spoil

FILE, ITEM = "CheXpert/val/{case}", "{case}"
SEEN = (CASES, GALLERY)


def _file(content: bytes) -> Callable[[Place], object]:
    return lambda place: place.image.write_bytes(content)


def _as_png(content: bytes) -> Callable[[Place], object]:
    def do(place: Place) -> None:
        place.image.unlink()
        place.image.with_suffix(".png").write_bytes(content)

    return do


def _encoded(image: Image.Image, image_format: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, image_format, **options)
    return stream.getvalue()


def _png_header(height: int, width: int) -> bytes:
    """Return a PNG that announces any size and holds a line of it; no more than its header is worth reading."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(999))) + chunk(b"IEND", b"")
    )


HEIGHT, WIDTH = SIZE_HW
RAMP = np.linspace(0, 65_535, HEIGHT * WIDTH).reshape(SIZE_HW).astype(np.uint16)
EXIF = Image.Exif()
EXIF[0x0112] = 6  # stored lying, to be shown turned by a quarter

IMAGES = (
    Spoil("image-missing", lambda place: place.image.unlink(), says="No X-ray to show", same=True, pages=(CASES,)),
    Spoil("image-zero-bytes", _file(b""), "CheXpert/val", ITEM, "no image that can be read", same=True, pages=SEEN),
    Spoil(
        "image-truncated",
        _file(image_bytes(SIZE_HW, quality=100)[:-300]),
        "CheXpert/val",
        ITEM,
        "cut short",
        says="cut short or broken",
        same=True,
        pages=SEEN,
    ),
    Spoil(
        "image-a-text-file", _file(b"no image, " * 99), "CheXpert/val", ITEM, "no image that can", same=True, pages=SEEN
    ),
    Spoil("image-cmyk", _file(_encoded(Image.new("CMYK", (WIDTH, HEIGHT)), "JPEG")), same=True, pages=SEEN),
    Spoil("image-16-bit-png", _as_png(_encoded(Image.fromarray(RAMP), "PNG")), same=True, pages=SEEN),
    Spoil("image-exif-rotated", _file(image_bytes((WIDTH, HEIGHT), exif=EXIF)), same=True, pages=SEEN),
    Spoil(
        "image-20000-px-wide",
        _file(_encoded(Image.new("L", (20_000, 30)), "JPEG")),
        "segmentations_val.json",
        ITEM,
        "not the same shape",
        says="the film has 20000 x 30 px: not the same shape",
        pages=(CASES,),
    ),
    Spoil("image-bomb-of-4-gigapixels", _as_png(_png_header(65_000, 65_000)), "CheXpert/val", ITEM, "more pixels"),
    Spoil("image-bomb-of-a-line", _as_png(_png_header(1, 2**31 - 1)), "CheXpert/val", ITEM, "more pixels"),
    Spoil(
        "image-bomb-below-the-bound",
        _as_png(_png_header(9_000, 9_000)),
        "segmentations_val.json",
        ITEM,
        "not the same shape",
        says="cut short or broken",
    ),
)
