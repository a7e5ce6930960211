"""X-ray images: sizes from the header alone, every kind of pixel as upright grey, broken ones refused."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFile

from data_access import images
from data_access.images import (
    MAX_IMAGE_PX,
    ImageError,
    equalise,
    make_display,
    make_original,
    read_grey,
    read_size_hw,
)
from tests.builders import SIZE_HW, image_bytes

BROKEN_EXIF = b"Exif\x00\x00MM\x00*\xff\xff\xff\xff"


def saved(image: Image.Image, image_format: str = "PNG", **options: object) -> bytes:
    """Return an image's file."""
    stream = io.BytesIO()
    image.save(stream, image_format, **options)
    return stream.getvalue()


def exif(orientation: int) -> bytes:
    """Return EXIF data with an orientation."""
    data = Image.Exif()
    data[0x0112] = orientation
    return data.tobytes()


def corner(image_format: str = "PNG", orientation: int = 1) -> bytes:
    """Return an image of 12 x 10 that is black but for its upper left quarter, with an EXIF orientation."""
    pixels = np.zeros(SIZE_HW, np.uint8)
    pixels[:6, :5] = 255
    return saved(Image.fromarray(pixels), image_format, exif=exif(orientation))


def png_header(width: int, height: int, bits: int = 8) -> bytes:
    """Return a PNG that announces a size and has no pixels."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0), b"IDAT")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks
    )


def deep(values: list[int]) -> bytes:
    """Return a 16-bit PNG of one row."""
    return saved(Image.fromarray(np.array([values], np.uint16)))


@pytest.fixture
def no_decoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test fail that decodes an image."""

    def load(self: ImageFile.ImageFile) -> None:
        raise AssertionError(f"decoded {self}")

    monkeypatch.setattr(ImageFile.ImageFile, "load", load)


@pytest.mark.usefixtures("no_decoding")
@pytest.mark.parametrize(
    ("content", "size_hw"),
    [
        pytest.param(image_bytes(), (12, 10), id="jpeg"),
        pytest.param(image_bytes(image_format="PNG"), (12, 10), id="png"),
        pytest.param(corner("JPEG", 6), (10, 12), id="jpeg turned by EXIF"),
        pytest.param(corner("PNG", 8), (10, 12), id="png turned by EXIF"),
        pytest.param(corner("JPEG", 3), (12, 10), id="upside down"),
        pytest.param(image_bytes(exif=BROKEN_EXIF), (12, 10), id="broken EXIF"),
        pytest.param(image_bytes((400, 300))[:3_000], (400, 300), id="cut short after the header"),
        pytest.param(deep([1, 2, 3]), (1, 3), id="16 bits"),
        pytest.param(png_header(8_900, 10_000), (10_000, 8_900), id="largest"),
    ],
)
def test_size_is_read_without_decoding(content: bytes, size_hw: tuple[int, int]) -> None:
    assert read_size_hw(io.BytesIO(content)) == size_hw


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("image_format", ["JPEG", "PNG"])
def test_size_is_that_of_the_upright_image(image_format: str, orientation: int) -> None:
    content = corner(image_format, orientation)
    size_hw = read_size_hw(io.BytesIO(content))
    assert read_grey(content).shape == size_hw
    assert make_display(content, 100).size_hw == size_hw


@pytest.mark.parametrize(
    ("orientation", "bright"),
    [
        pytest.param(1, (0, 0), id="as stored"),
        pytest.param(2, (0, -1), id="mirrored"),
        pytest.param(3, (-1, -1), id="turned by 180 degrees"),
        pytest.param(4, (-1, 0), id="mirrored upside down"),
        pytest.param(5, (0, 0), id="transposed"),
        pytest.param(6, (0, -1), id="turned clockwise"),
        pytest.param(7, (-1, -1), id="transversed"),
        pytest.param(8, (-1, 0), id="turned anticlockwise"),
    ],
)
def test_image_is_turned_upright(orientation: int, bright: tuple[int, int]) -> None:
    """The bright quarter lies at the upper left as stored, and where EXIF says it belongs as read."""
    grey = read_grey(corner(orientation=orientation))
    corners = {(0, 0), (0, -1), (-1, 0), (-1, -1)}
    assert {at for at in corners if grey[at] == 255} == {bright}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(saved(Image.new("L", (3, 2), 200)), 200, id="grey"),
        pytest.param(saved(Image.new("1", (3, 2), 1)), 255, id="one bit"),
        pytest.param(saved(Image.new("RGB", (3, 2), (200, 200, 200))), 200, id="colour"),
        pytest.param(saved(Image.new("RGBA", (3, 2), (200, 200, 200, 9))), 200, id="transparent"),
        pytest.param(saved(Image.new("LA", (3, 2), (200, 9))), 200, id="grey, transparent"),
        pytest.param(saved(Image.new("L", (3, 2), 200).convert("P")), 200, id="palette"),
        pytest.param(saved(Image.new("CMYK", (3, 2), (0, 0, 0, 55)), "JPEG"), 200, id="CMYK"),
    ],
)
def test_every_kind_of_pixel_becomes_grey(content: bytes, expected: int) -> None:
    grey = read_grey(content)
    assert grey.shape == (2, 3)
    assert grey.dtype == np.uint8
    assert abs(grey.astype(int) - expected).max() <= 2  # JPEG is lossy


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([0, 32_768, 65_535], [0, 127, 255], id="full range"),
        pytest.param([1_000, 1_500, 2_000], [0, 127, 255], id="own range"),
        pytest.param([7, 7, 7], [0, 0, 0], id="constant"),
    ],
)
def test_16_bits_are_scaled_by_their_own_range(values: list[int], expected: list[int]) -> None:
    assert read_grey(deep(values)).tolist() == [expected]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"", "no image that can be read", id="zero bytes"),
        pytest.param(b"this is no image", "no image that can be read", id="text renamed"),
        pytest.param(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "no image", id="PostScript renamed"),
        pytest.param(saved(Image.new("L", (3, 2)), "TIFF"), "no image that can be read", id="TIFF renamed"),
        pytest.param(b"\xff\xd8\xff", "no image that can be read", id="start of a JPEG"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "no image that can be read", id="start of a PNG"),
        pytest.param(png_header(0, 12), "no image that can be read", id="no width"),
        pytest.param(png_header(60_000, 60_000), "more pixels than any X-ray", id="decompression bomb"),
        pytest.param(png_header(2**31 - 1, 2**31 - 1), "more pixels than any X-ray", id="giant bomb"),
        pytest.param(png_header(9_001, 9_900), "an image of 9001 x 9900 px", id="just too large"),
    ],
)
def test_what_is_no_image_is_refused(content: bytes, found: str) -> None:
    """By its header already, so both by its size and by its pixels."""
    with pytest.raises(ImageError, match=found):
        read_size_hw(io.BytesIO(content))
    with pytest.raises(ImageError, match=found):
        read_grey(content)
    with pytest.raises(ImageError, match=found):
        make_display(content, 100)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(image_bytes((400, 300))[:3_000], id="jpeg cut short"),
        pytest.param(image_bytes((400, 300), "PNG")[:1_000], id="png cut short"),
        pytest.param(png_header(10, 12), id="no pixels"),
        pytest.param(png_header(10, 12) + b"\0\0\0\x04IDATjunkjunk", id="junk for pixels"),
    ],
)
def test_broken_image_is_refused(content: bytes) -> None:
    with pytest.raises(ImageError, match="an image cut short or broken"):
        read_grey(content)


@pytest.mark.parametrize(
    ("max_side_px", "shown_hw"),
    [
        pytest.param(400, (400, 300), id="as it is"),
        pytest.param(1_000, (400, 300), id="never enlarged"),
        pytest.param(200, (200, 150), id="half"),
        pytest.param(40, (40, 30), id="a tenth"),
        pytest.param(1, (1, 1), id="one pixel"),
    ],
)
def test_display_copy_is_bounded(max_side_px: int, shown_hw: tuple[int, int]) -> None:
    shown = make_display(image_bytes((400, 300)), max_side_px)
    assert (shown.size_hw, shown.shown_hw, shown.media_type) == ((400, 300), shown_hw, "image/jpeg")
    with Image.open(io.BytesIO(shown.content)) as image:
        assert (image.height, image.width, image.mode, image.format) == (*shown_hw, "L", "JPEG")


def test_bound_is_below_pillows_own() -> None:
    """Else Pillow would refuse what we allow."""
    assert Image.MAX_IMAGE_PIXELS is not None
    assert Image.MAX_IMAGE_PIXELS >= MAX_IMAGE_PX


def test_sample_film_has_the_annotations_size(shared_dir: Path) -> None:
    with (shared_dir / "sample/valid/patient64541/study1/view1_frontal.jpg").open("rb") as stream:
        assert images.read_size_hw(stream) == (2320, 2828)


def grey(mode: str = "L", image_format: str = "PNG", **options: object) -> bytes:
    """Return an image of 12 x 10 with a ramp of grey."""
    pixels = np.linspace(0, 255, SIZE_HW[0] * SIZE_HW[1]).astype(np.uint8).reshape(SIZE_HW)
    return saved(Image.fromarray(pixels).convert(mode), image_format, **options)


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        pytest.param(grey(), "image/png", id="grey PNG"),
        pytest.param(grey("RGB"), "image/png", id="RGB PNG"),
        pytest.param(grey("L", "JPEG"), "image/jpeg", id="grey JPEG"),
        pytest.param(grey("RGB", "JPEG"), "image/jpeg", id="RGB JPEG"),
        pytest.param(grey("L", "JPEG", exif=exif(1)), "image/jpeg", id="upright by EXIF"),
    ],
)
def test_full_resolution_is_the_file_itself(content: bytes, media_type: str) -> None:
    original = make_original(content)
    assert original.content == content
    assert original.is_original
    assert (original.media_type, original.size_hw, original.shown_hw) == (media_type, SIZE_HW, SIZE_HW)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(corner("JPEG", orientation=6), id="turned by EXIF"),
        pytest.param(grey("L", "JPEG", exif=exif(3)), id="upside down by EXIF"),
        pytest.param(saved(Image.fromarray(np.arange(120, dtype=np.uint16).reshape(SIZE_HW))), id="16 bit"),
        pytest.param(grey("P"), id="palette"),
        pytest.param(grey("LA"), id="opacity"),
        pytest.param(grey("1"), id="1 bit"),
        pytest.param(grey("CMYK", "JPEG"), id="CMYK"),
        pytest.param(grey(icc_profile=b"profile"), id="colour profile"),
        pytest.param(grey("L", transparency=0), id="a transparent grey"),
    ],
)
def test_what_browsers_would_show_otherwise_is_encoded_without_loss(content: bytes) -> None:
    original = make_original(content)
    assert not original.is_original
    assert original.media_type == "image/png"
    assert original.shown_hw == original.size_hw == read_size_hw(io.BytesIO(content))
    np.testing.assert_array_equal(read_grey(original.content), read_grey(content))


def test_what_is_too_large_to_send_becomes_jpeg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MAX_SENT_BYTES", 50)
    assert make_original(grey()).media_type == "image/jpeg"


@pytest.mark.parametrize("content", [b"", b"no image", grey()[:60], grey("L", "JPEG")[:200]])
def test_a_broken_original_is_refused(content: bytes) -> None:
    with pytest.raises(ImageError):
        make_original(content)


def test_clahe_raises_contrast_where_there_is_little() -> None:
    faint = np.full((64, 64), 100, np.uint8)
    faint[::2] = 104
    assert np.ptp(equalise(faint)) > np.ptp(faint)
    assert equalise(faint).shape == faint.shape


@pytest.mark.parametrize("size_hw", [(1, 1), (3, 200)])
def test_clahe_takes_any_size(size_hw: tuple[int, int]) -> None:
    assert equalise(np.zeros(size_hw, np.uint8)).shape == size_hw


def test_clahe_never_sends_the_file_itself() -> None:
    raised = make_original(grey(), clahe=True)
    assert not raised.is_original
    np.testing.assert_array_equal(read_grey(raised.content), equalise(read_grey(grey())))
    display = make_display(grey(), 6, clahe=True)
    assert (display.size_hw, display.shown_hw) == (SIZE_HW, (6, 5))
    assert display.content != make_display(grey(), 6).content


@pytest.mark.parametrize(
    ("values", "mode", "expected", "has_shades"),
    [
        pytest.param([0, 255, 0], "L", [False, True, False], False, id="black and white"),
        pytest.param([0, 1, 0], "L", [False, True, False], False, id="0 and 1"),
        pytest.param([0, 0, 0], "L", [False, False, False], False, id="empty"),
        pytest.param([7, 7, 7], "L", [True, True, True], False, id="all foreground"),
        pytest.param([127, 128, 255], "L", [False, True, True], True, id="shades, cut at half"),
        pytest.param([0, 65535, 300], "I;16", [False, True, False], True, id="16 bits"),
    ],
)
def test_masks_as_pictures(values: list[int], mode: str, expected: list[bool], has_shades: bool) -> None:
    stream = io.BytesIO()
    Image.fromarray(np.array([values], np.uint16 if mode == "I;16" else np.uint8)).save(stream, "PNG")
    mask, found = images.read_mask(stream.getvalue())
    assert mask.tolist() == [expected]
    assert found is has_shades


def test_a_mask_with_transparency_is_refused() -> None:
    stream = io.BytesIO()
    Image.new("RGBA", (2, 2)).save(stream, "PNG")
    with pytest.raises(images.ImageError, match="transparency"):
        images.read_mask(stream.getvalue())
