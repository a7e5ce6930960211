"""Files that change, vanish and appear while the release is open: noticed at the next run, and said."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data_access import opened
from data_access.dataset import DatasetNotFoundError
from data_access.opened import CHANGED, GONE, NEW, OpenedRelease
from tests.hostile.conftest import numbers
from tests.hostile.spoil import ALL_PAGES, CASES, DATA, GOOD, HEART, VICTIM, Place, copy
from tests.pages.conftest import OpenApp, all_text

GT = "CheXlocalize/gt_segmentations_val.json"
MODEL_FILE = "CheXlocalize/mine_segmentations_val.json"
MAPS = "CheXlocalize/gradcam_maps_val"
NOTICE = "Files of this release have changed while it was open"


@pytest.fixture
def place(good_root: Path, tmp_path: Path) -> Place:
    return Place(copy(good_root, tmp_path / "release"))


def touch_later(path: Path) -> None:
    """Let a file be of a later time, which a copy within the clock's grain need not be."""
    stat = path.stat()
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))


def change(place: Place) -> None:
    """Empty the good case's heart as the ground truth has it."""
    place.edit(place.root / GT, lambda cases: cases[GOOD[0]].pop(HEART))
    touch_later(place.root / GT)


def text(app: AppTest) -> str:
    return all_text(app).replace("\\", "")


def test_an_untouched_release_stays_the_same_object(place: Place) -> None:
    release = OpenedRelease(place.root)
    first = release.current()
    assert release.current() is first


def test_a_draft_beside_a_file_changes_nothing(place: Place) -> None:
    """A file that is none of the release's does not cost what has been read."""
    release = OpenedRelease(place.root)
    first = release.current()
    (place.annotations / ".draft.part").write_text("half")
    touch_later(place.annotations)
    second = release.current()
    assert second.dataset is first.dataset
    assert second.changes_since(first) == {}


def test_changed_vanished_and_new_files_are_told_apart(place: Place) -> None:
    release = OpenedRelease(place.root)
    first = release.current()
    change(place)
    place.model_file.rename(place.annotations / "yours_segmentations_val.json")
    second = release.current()
    assert second.dataset is not first.dataset
    assert second.changes_since(first) == {
        GT: CHANGED,
        MODEL_FILE: GONE,
        "CheXlocalize/yours_segmentations_val.json": NEW,
    }


@pytest.mark.parametrize(
    ("every_s", "noticed"),
    [
        pytest.param(0.0, {MAPS: CHANGED}, id="looked at"),
        pytest.param(float("inf"), {}, id="not looked at yet"),
    ],
)
def test_a_heat_map_overwritten_in_place_is_noticed_when_it_is_looked_at(
    every_s: float, noticed: dict[str, str], place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened, "MAPS_LOOKED_AT_EVERY_S", every_s)
    release = OpenedRelease(place.root)
    first = release.current()
    heat_map = next((place.root / MAPS).iterdir())
    heat_map.write_bytes(heat_map.read_bytes())
    touch_later(heat_map)
    second = release.current()
    assert second.changes_since(first) == noticed
    assert (second.dataset is first.dataset) == (not noticed)
    assert release.current() is second


def test_a_release_that_vanishes_and_comes_back(place: Place) -> None:
    release = OpenedRelease(place.root)
    away = place.root.rename(place.root.with_name("away"))
    with pytest.raises(DatasetNotFoundError, match="no such folder"):
        release.current()
    away.rename(place.root)
    assert release.current().dataset.case_ids("val")


@pytest.mark.parametrize("page", ALL_PAGES)
def test_a_changed_file_is_noticed_on_every_page(page: str, place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, page)
    assert NOTICE not in text(app)
    change(place)
    app.run()
    assert not app.exception
    assert NOTICE in text(app)
    assert f"- {GT} {CHANGED}" in text(app)


def test_numbers_are_those_of_the_changed_file_and_the_notice_goes_when_read(place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, CASES, case=GOOD[0])
    before = numbers(app).set_index("pathology").loc[HEART]
    assert before["area_share:gt"] > 0
    change(place)
    app.run()
    after = numbers(app).set_index("pathology").loc[HEART]
    assert after.isna()["area_share:gt"]
    assert after["area_share:hb"] == before["area_share:hb"]
    app.run()
    assert NOTICE in text(app), "it stays until it is read"
    app.button(key="changes_read").click().run()
    assert NOTICE not in text(app)


def test_a_vanished_file_is_noticed(place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, CASES, case=GOOD[0])
    place.model_file.unlink()
    app.run()
    assert not app.exception
    assert f"- {MODEL_FILE} {GONE}" in text(app)
    assert "area_share:mine" not in numbers(app)


def test_a_file_being_written_is_noticed_and_read_once_it_is_whole(place: Place, open_app: OpenApp) -> None:
    whole = (place.root / GT).read_bytes()
    app = open_app(place.root, CASES, case=GOOD[0])
    before = numbers(app)
    (place.root / GT).write_bytes(whole[: len(whole) // 2])
    app.run()
    assert not app.exception
    assert f"- {GT} {CHANGED}" in text(app)
    assert numbers(app)["area_share:gt"].isna().all()
    (place.root / GT).write_bytes(whole)
    touch_later(place.root / GT)
    app.run()
    assert numbers(app).equals(before)


def test_an_image_that_vanishes_is_said_on_the_page(place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, CASES, case=VICTIM)
    assert "No X-ray to show" not in text(app)
    place.image.unlink()
    app.run()
    assert "No X-ray to show: no such file" in text(app)
    app.switch_page(DATA).run()
    shown = next(table.value for table in app.dataframe if {"file", "item", "found"} <= set(table.value.columns))
    assert VICTIM in set(shown["item"])


def test_an_image_that_changes_is_shown_anew(place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, CASES, case=VICTIM)
    place.image.write_bytes(b"half an ima")
    app.run()
    assert "No X-ray to show: no image that can be read" in text(app)


def test_a_release_that_vanishes_is_said_and_comes_back(place: Place, open_app: OpenApp) -> None:
    app = open_app(place.root, CASES, case=GOOD[0])
    away = place.root.rename(place.root.with_name("away"))
    app.run()
    assert not app.exception
    assert "No release found" in text(app)
    away.rename(place.root)
    app.run()
    assert len(numbers(app)) == 10


def test_caches_are_made_again_when_deleted(
    place: Place, open_app: OpenApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two runs and between two sessions: what is in the cache's folder is never needed."""
    monkeypatch.setenv("CXR_HOME", str(tmp_path / "home"))
    cache = tmp_path / "home" / "cache"
    app = open_app(place.root, "pages/gallery.py")
    kept = sorted(path.name for path in (cache / "thumbnails").iterdir())
    assert kept
    shutil.rmtree(cache)
    app.segmented_control(key="look").set_value("List").run()
    app.segmented_control(key="look").set_value("Tiles").run()
    assert not app.exception
    assert sorted(path.name for path in (cache / "thumbnails").iterdir()) == kept
    shutil.rmtree(cache)
    assert not open_app(place.root, "pages/gallery.py").exception
