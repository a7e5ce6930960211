"""What is kept on disk: bounded, the longest unused goes first, and a spoiled file is as if it were gone."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from data_access.disk_cache import DiskCache

KB = 1000


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def test_what_was_put_comes_back(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", 10 * KB)
    assert cache.get("a") is None
    cache.put("a", b"one")
    cache.put("b", b"")
    assert (cache.get("a"), cache.get("b")) == (b"one", b"")
    assert DiskCache(tmp_path / "cache", 10 * KB).get("a") == b"one"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:-1]), id="cut short"),
        pytest.param(lambda path: path.write_bytes(b""), id="empty"),
        pytest.param(lambda path: path.write_bytes(path.read_bytes() + b"x"), id="longer"),
        pytest.param(lambda path: path.write_bytes(b"\x00" * 50), id="overwritten"),
        pytest.param(lambda path: path.unlink(), id="deleted"),
    ],
)
def test_a_spoiled_file_is_as_if_it_were_gone(tmp_path: Path, spoil: object) -> None:
    cache = DiskCache(tmp_path, 10 * KB)
    cache.put("a", b"content")
    (path,) = _files(tmp_path)
    spoil(path)  # type: ignore[operator]
    assert cache.get("a") is None
    cache.put("a", b"made again")
    assert cache.get("a") == b"made again"


def test_a_deleted_folder_is_made_again(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", 10 * KB)
    cache.put("a", b"x")
    for path in _files(tmp_path / "cache"):
        path.unlink()
    (tmp_path / "cache").rmdir()
    assert cache.get("a") is None
    cache.put("a", b"x")
    assert cache.get("a") == b"x"


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 10 * KB)
    for age, key in enumerate(("old but used", "old", "new")):
        known = set(_files(tmp_path))
        cache.put(key, bytes(3 * KB))
        (path,) = set(_files(tmp_path)) - known
        os.utime(path, (1_000 + age, 1_000 + age))
    assert cache.get("old but used") is not None
    cache.put("newest", bytes(3 * KB))
    assert cache.get("old") is None
    assert cache.get("old but used") is not None
    assert cache.get("newest") is not None


def test_it_never_grows_beyond_its_bound(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 10 * KB)
    for number in range(40):
        cache.put(str(number), bytes(900))
        assert sum(path.stat().st_size for path in _files(tmp_path)) <= 10 * KB
    assert cache.get("39") is not None


def test_what_others_left_is_counted(tmp_path: Path) -> None:
    DiskCache(tmp_path, 100 * KB).put("theirs", bytes(9 * KB))
    cache = DiskCache(tmp_path, 10 * KB)
    cache.put("ours", bytes(2 * KB))
    assert cache.get("theirs") is None
    assert cache.get("ours") is not None


def test_something_larger_than_all_is_not_kept(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", 10)
    cache.put("a", bytes(11))
    assert cache.get("a") is None
    assert not (tmp_path / "cache").exists()


def test_a_place_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = DiskCache(tmp_path / "file" / "cache", KB)
    cache.put("a", b"x")
    assert cache.get("a") is None


def test_any_key_is_a_file_in_the_folder(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path / "cache", KB)
    for key in ("../../etc/passwd", "a/b", "\x00", "\udcff", "x" * 5_000):
        cache.put(key, key.encode("utf-8", "surrogateescape")[:10])
        assert cache.get(key) is not None
    assert len(_files(tmp_path / "cache")) == 5


def test_several_threads_at_once(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 20 * KB)

    def work(number: int) -> bool:
        content = bytes([number % 7]) * 1_000
        cache.put(str(number % 7), content)
        return cache.get(str(number % 7)) in (content, None)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(400)))
    assert sum(path.stat().st_size for path in _files(tmp_path)) <= 20 * KB
