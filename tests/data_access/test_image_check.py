"""Images that are there to their end, told by their last bytes alone."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from data_access import image_check
from data_access.files import FileError, Folder
from data_access.image_check import whole_size_hw
from data_access.images import ImageError
from tests.builders import SIZE_HW, image_bytes

BOUND = 1_000_000
LARGE_HW = (400, 300)


@pytest.mark.parametrize(
    ("content", "size_hw"),
    [
        pytest.param(image_bytes(), SIZE_HW, id="jpeg"),
        pytest.param(image_bytes(image_format="PNG"), SIZE_HW, id="png"),
        pytest.param(image_bytes() + bytes(20), SIZE_HW, id="filled up with zeros"),
        pytest.param(image_bytes() + bytes(4_000), SIZE_HW, id="filled up far: decoded, and whole"),
    ],
)
def test_whole_image(content: bytes, size_hw: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(content)
    assert whole_size_hw(Folder(tmp_path), "a", BOUND) == size_hw


@pytest.mark.parametrize("image_format", ["JPEG", "PNG"])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_image_cut_short_is_refused(image_format: str, share: float, tmp_path: Path) -> None:
    stream = io.BytesIO()
    noise = np.random.default_rng(7).integers(0, 255, LARGE_HW).astype(np.uint8)
    Image.fromarray(noise).save(stream, image_format)
    content = stream.getvalue()
    cut = content[: int(share * len(content))]
    (tmp_path / "a").write_bytes(cut)
    with pytest.raises(ImageError):
        whole_size_hw(Folder(tmp_path), "a", BOUND)
    (tmp_path / "a").write_bytes(cut + bytes(len(content) - len(cut)))  # room reserved, not all of it filled yet
    with pytest.raises(ImageError):
        whole_size_hw(Folder(tmp_path), "a", BOUND)


def test_a_whole_image_is_not_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(image_check, "make_display", refuse)
    (tmp_path / "a").write_bytes(image_bytes(LARGE_HW))
    assert whole_size_hw(Folder(tmp_path), "a", BOUND) == LARGE_HW


def test_missing_file_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        whole_size_hw(Folder(tmp_path), "a", BOUND)
