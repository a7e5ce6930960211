"""Making thumbnails: those looked at come in order, those ahead never make anybody wait."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from components.exports import thumbnail as drawing
from components.exports.thumbnail import Outlines, Thumbnail
from components.ui import thumbnails
from components.ui.thumbnails import MAX_WAITING, Maker
from data_access import open_dataset
from data_access.disk_cache import DiskCache
from tests.builders import CASES, Release

WHAT = Outlines(("gt", "hb"))


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(DiskCache(tmp_path / "cache", 1_000_000))


def test_pictures_come_in_the_order_asked_for(tmp_path: Path, maker: Maker) -> None:
    dataset = open_dataset(Release().write(tmp_path / "release"))
    made = maker.make(dataset, [*CASES, CASES[0]], WHAT)
    assert [case_id in picture.alt for case_id, picture in zip(CASES, made, strict=False)] == [True] * 3
    assert made[3] == made[0]
    assert maker.make(dataset, [], WHAT) == []


def test_those_ahead_are_made_without_waiting(tmp_path: Path, maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand are asked for while the first cannot go on: those looked at come all the same, most are left out."""
    dataset = open_dataset(Release().write(tmp_path / "release"))
    may_go_on = threading.Event()
    made_ahead = threading.Semaphore(0)

    def slow(*args: object) -> Thumbnail:
        assert may_go_on.wait(30)
        made_ahead.release()
        return Thumbnail(b"", "", "")

    monkeypatch.setattr(thumbnails, "thumbnail", slow)
    maker.prepare(dataset, [CASES[0]] * 1_000, WHAT)
    monkeypatch.setattr(thumbnails, "thumbnail", drawing.thumbnail)
    assert len(maker.make(dataset, CASES, WHAT)) == 3
    may_go_on.set()
    for _ in range(MAX_WAITING):
        assert made_ahead.acquire(timeout=30)
    assert not made_ahead.acquire(timeout=0.1)


def test_room_is_given_back(tmp_path: Path, maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even those that fail make room for others."""
    dataset = open_dataset(Release().write(tmp_path / "release"))
    tried = threading.Semaphore(0)

    def fail(*args: object) -> Thumbnail:
        tried.release()
        raise OSError("disk gone")

    monkeypatch.setattr(thumbnails, "thumbnail", fail)
    for _ in range(3):
        maker.prepare(dataset, [CASES[0]] * MAX_WAITING, WHAT)
        for _ in range(MAX_WAITING // 2):
            assert tried.acquire(timeout=30)
