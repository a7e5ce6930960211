"""Thumbnails: outlines at their place in their colour and line, and a picture even where there is no film."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from components.exports.thumbnail import SIDE_PX, Outlines, Thumbnail, thumbnail
from components.figures.theme import SourceStyle
from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.disk_cache import DiskCache
from tests.builders import CASE_A, CASE_B, Release, box
from tests.conftest import OpenedFiles

SIZE_HW = (640, 480)
# A square of 160 px: its outline lies on rows and columns 160 and 319, which are 80 and 159.5 of the thumbnail.
SQUARE = box(160, 160, 160, 160, SIZE_HW)
MASKS = {"gt": {CASE_A: {"Edema": SQUARE}, CASE_B: {}}, "hb": {CASE_A: {"Cardiomegaly": SQUARE}, CASE_B: {}}}
RED = SourceStyle("#FF0000", "solid", "circle")
GREEN = SourceStyle("#00FF00", "dash", "circle")
STYLES = {"gt": RED, "hb": GREEN}
BOTH = Outlines(("gt", "hb"))


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return Release(image_ids=(CASE_A, CASE_B), masks=MASKS, size_hw=SIZE_HW).write(tmp_path / "release")


@pytest.fixture
def cache(tmp_path: Path) -> DiskCache:
    return DiskCache(tmp_path / "cache", 1_000_000)


def make(root: Path, cache: DiskCache, what: Outlines = BOTH, case_id: str = CASE_A) -> Thumbnail:
    return thumbnail(open_dataset(root), case_id, what, STYLES, cache)


def pixels(made: Thumbnail) -> NDArray[np.int16]:
    with Image.open(io.BytesIO(made.content)) as picture:
        return np.asarray(picture.convert("RGB")).astype(np.int16)


def redness(made: Thumbnail) -> NDArray[np.int16]:
    """Return by how much each pixel is redder than green and blue."""
    rgb = pixels(made)
    return np.asarray(rgb[..., 0] - np.maximum(rgb[..., 1], rgb[..., 2]))


def test_the_outline_is_where_the_mask_is(release: Path, cache: DiskCache) -> None:
    red = redness(make(release, cache, Outlines(("gt",)))) > 60
    assert red.shape == (320, 240)
    rows, columns = np.nonzero(red)
    assert (rows.min(), columns.min()) == pytest.approx((80, 80), abs=2)
    assert (rows.max(), columns.max()) == pytest.approx((159, 159), abs=2)
    assert red[80, 90:150].all()
    assert not red[100:140, 100:140].any()


def test_the_line_style_tells_sources_apart_without_colour(release: Path, cache: DiskCache) -> None:
    solid = redness(make(release, cache, Outlines(("gt",))))[80, 90:150] > 60
    rgb = pixels(make(release, cache, Outlines(("hb",))))
    dashed = (rgb[..., 1] - np.maximum(rgb[..., 0], rgb[..., 2]))[80, 90:150] > 60
    assert solid.all()
    assert 0.2 < dashed.mean() < 0.8


def test_one_pathology_alone(release: Path, cache: DiskCache) -> None:
    made = make(release, cache, Outlines(("gt", "hb"), "Cardiomegaly"))
    assert not (redness(made) > 60).any()
    assert "Cardiomegaly" in made.alt
    assert "Edema" not in made.alt


def test_the_words_say_what_is_drawn(release: Path, cache: DiskCache) -> None:
    made = make(release, cache)
    assert made.alt.startswith(f"X-ray of {CASE_A} with ")
    assert "Ground truth: Edema" in made.alt
    assert "Benchmark: Cardiomegaly" in made.alt
    assert make(release, cache, case_id=CASE_B).alt == f"X-ray of {CASE_B}; nothing is drawn on it."


def test_only_the_sets_asked_for_are_read(release: Path, cache: DiskCache, opened_files: OpenedFiles) -> None:
    dataset = open_dataset(release)
    with opened_files(release) as opened:
        thumbnail(dataset, CASE_A, Outlines(()), STYLES, cache)
        thumbnail(dataset, CASE_A, Outlines(("hb",)), STYLES, cache)
    assert {name for name in opened if name.endswith(".json")} == {"CheXlocalize/hb_segmentations_test.json"}


def test_a_kept_picture_is_not_made_again(release: Path, cache: DiskCache, opened_files: OpenedFiles) -> None:
    dataset: Dataset = open_dataset(release)
    made = thumbnail(dataset, CASE_A, BOTH, STYLES, cache)
    with opened_files(release) as opened:
        assert thumbnail(dataset, CASE_A, BOTH, STYLES, cache) == made
    assert opened == []


def test_what_is_kept_depends_on_everything_shown(release: Path, cache: DiskCache) -> None:
    first = make(release, cache)
    assert make(release, cache, Outlines(("gt",))).content != first.content
    dataset = open_dataset(release)
    assert thumbnail(dataset, CASE_A, BOTH, {**STYLES, "gt": GREEN}, cache).content != first.content
    film = release / "CheXpert" / "test" / "patient64541" / "study1" / "view1_frontal.jpg"
    Image.new("L", (480, 640), 255).save(film)
    assert make(release, cache).content != first.content


def test_a_broken_picture_is_made_again(release: Path, cache: DiskCache, tmp_path: Path) -> None:
    made = make(release, cache)
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(b"nonsense")
    assert make(release, cache) == made


@pytest.mark.parametrize("is_there", [pytest.param(True, id="broken film"), pytest.param(False, id="no film")])
def test_masks_on_an_empty_frame(release: Path, cache: DiskCache, is_there: bool) -> None:
    film = release / "CheXpert" / "test" / "patient64541" / "study1" / "view1_frontal.jpg"
    if is_there:
        film.write_bytes(film.read_bytes()[:200])
    else:
        film.unlink()
    made = make(release, cache, Outlines(("gt",)))
    assert made.fault
    assert made.alt.startswith("Empty frame in place of the X-ray")
    assert redness(made).shape == (320, 240)
    assert (redness(made)[80, 90:150] > 60).all()


def test_a_film_that_could_not_be_read_is_tried_again(release: Path, cache: DiskCache) -> None:
    film = release / "CheXpert" / "test" / "patient64541" / "study1" / "view1_frontal.jpg"
    whole = film.read_bytes()
    film.write_bytes(b"")
    assert make(release, cache).fault
    film.write_bytes(whole)
    assert not make(release, cache).fault


def test_neither_film_nor_mask_is_still_a_picture(tmp_path: Path, cache: DiskCache) -> None:
    masks_alone = Release(image_ids=(), labels="", masks={"gt": {CASE_B: {}}}, contours_xy={}, points_xy={})
    root = masks_alone.write(tmp_path / "release")
    made = make(root, cache, case_id=CASE_B)
    assert max(pixels(made).shape[:2]) == SIDE_PX
    assert made.fault


def test_masks_of_another_shape_are_said(tmp_path: Path, cache: DiskCache) -> None:
    root = Release(image_ids=(CASE_A,), masks={"gt": {CASE_A: {"Edema": box(0, 0, 5, 5, (50, 90))}}}).write(tmp_path)
    made = make(root, cache, Outlines(("gt",)))
    assert any("not the same shape" in remark for remark in made.remarks)
    assert make(root, cache, Outlines(("gt",))) == made


def test_it_is_small(tmp_path: Path, cache: DiskCache) -> None:
    """Streamlit keeps every picture of a session, so each has to be small."""
    grain = np.random.default_rng(0).normal(128, 20, (1600, 1600)).clip(0, 255).astype(np.uint8)
    root = Release(image_ids=(CASE_A,), masks={"gt": {CASE_A: {"Edema": box(100, 100, 900, 900, (1600, 1600))}}})
    film = root.write(tmp_path) / "CheXpert" / "test" / "patient64541" / "study1" / "view1_frontal.jpg"
    Image.fromarray(grain).save(film)
    made = make(tmp_path, cache)
    assert max(pixels(made).shape[:2]) == SIDE_PX
    assert len(made.content) < 60_000
