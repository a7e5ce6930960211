"""The one place that opens dataset files: no path leaves the folder, nothing too large is read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from data_access.files import FileError, Folder, find_folder, is_text, join
from tests.builders import put


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Return a folder that holds `inside.txt` and `sub/deep.txt`; beside it lies `outside.txt`."""
    root = tmp_path / "data"
    put(root / "inside.txt", "inside")
    put(root / "sub" / "deep.txt", "deep")
    put(tmp_path / "outside.txt", "outside")
    put(tmp_path / "data-2" / "neighbour.txt", "neighbour")
    return Folder(root.resolve())


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("inside.txt", b"inside", id="file"),
        pytest.param("sub/deep.txt", b"deep", id="deeper"),
        pytest.param("sub/../inside.txt", b"inside", id="up and down within the folder"),
    ],
)
def test_file_inside_is_read(folder: Folder, path: str, content: bytes) -> None:
    assert folder.read_bytes(path) == content
    with folder.open(path) as stream:
        assert stream.read() == content
    assert folder.is_file(path)
    assert folder.holds(path)
    assert folder.size_bytes(path) == len(content)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        pytest.param("../outside.txt", "leads out of the dataset folder", id="up"),
        pytest.param("sub/../../outside.txt", "leads out of the dataset folder", id="down and up"),
        pytest.param("../data-2/neighbour.txt", "leads out of the dataset folder", id="folder of a longer name"),
        pytest.param("/etc/passwd", "leads out of the dataset folder", id="absolute"),
        pytest.param("null\0byte", "cannot be resolved", id="null byte"),
        pytest.param("missing.txt", "no such file", id="missing"),
        pytest.param("inside.txt/more", "no such file", id="below a file"),
        pytest.param("x" * 5_000, "name too long", id="too long"),
        pytest.param("sub", "not a regular file", id="folder"),
        pytest.param(".", "not a regular file", id="the folder itself"),
    ],
)
def test_other_path_is_refused(folder: Folder, path: str, message: str) -> None:
    with pytest.raises(FileError, match=rf"(?i){message}"):
        folder.read_bytes(path)
    with pytest.raises(FileError, match=rf"(?i){message}"):
        folder.open(path)
    assert not folder.is_file(path)


@pytest.mark.parametrize("target", ["outside.txt", "data-2", "/etc"])
def test_link_out_of_the_folder_is_refused(folder: Folder, tmp_path: Path, target: str) -> None:
    (folder.root / "link").symlink_to(tmp_path / target)
    below = {"outside.txt": "link", "data-2": "link/neighbour.txt", "/etc": "link/passwd"}[target]
    with pytest.raises(FileError, match="leads out of the dataset folder"):
        folder.read_bytes(below)
    assert not folder.is_file(below)
    assert not folder.is_dir("link")
    assert not folder.holds("link")
    assert folder.list("link") == []
    assert folder.size_bytes(below) == 0


def test_link_within_the_folder_is_followed(folder: Folder) -> None:
    (folder.root / "link.txt").symlink_to(folder.root / "sub" / "deep.txt")
    assert folder.read_bytes("link.txt") == b"deep"


def test_endless_link_is_refused(folder: Folder) -> None:
    (folder.root / "loop").symlink_to(folder.root / "loop")
    with pytest.raises(FileError):
        folder.read_bytes("loop")
    assert not folder.holds("loop")
    assert folder.list("loop") == []


def test_pipe_is_not_waited_for(folder: Folder) -> None:
    os.mkfifo(folder.root / "pipe")
    with pytest.raises(FileError, match="not a regular file"):
        folder.read_bytes("pipe")


def test_large_file_is_refused_before_it_is_read(folder: Folder) -> None:
    assert folder.read_bytes("inside.txt", max_bytes=6) == b"inside"
    with pytest.raises(FileError, match="6 bytes, more than the 5 bytes read at most"):
        folder.read_bytes("inside.txt", max_bytes=5)


def test_unreadable_file_is_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", deny)
    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(FileError, match="Permission denied"):
        folder.read_bytes("inside.txt")
    with pytest.raises(FileError, match="Permission denied"):
        folder.open("inside.txt")


def test_entries_are_sorted_and_hidden_ones_left_out(folder: Folder) -> None:
    for name in ("b", ".hidden", "a"):
        put(folder.root / name, "")
    assert [entry.name for entry in folder.list()] == ["a", "b", "inside.txt", "sub"]


@pytest.mark.parametrize("path", ["missing", "inside.txt", "..", "null\0byte"])
def test_what_cannot_be_listed_has_no_entries(folder: Folder, path: str) -> None:
    assert folder.list(path) == []


def test_stamp_changes_with_the_file(folder: Folder) -> None:
    first = folder.stamp("inside.txt")
    assert folder.stamp("inside.txt") == first
    os.utime(folder.root / "inside.txt", ns=(1, 1))
    assert folder.stamp("inside.txt") != first
    assert folder.stamp("missing") == "missing:missing"
    assert folder.stamp("../outside.txt") == "../outside.txt:missing"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param((".", "CheXpert", "val"), "CheXpert/val", id="root vanishes"),
        pytest.param((".",), ".", id="root alone"),
        pytest.param((".", ""), ".", id="empty parts vanish"),
        pytest.param(("a", ".", "b"), "a/b", id="in the middle"),
    ],
)
def test_join(parts: tuple[str, ...], expected: str) -> None:
    assert join(*parts) == expected


@pytest.mark.parametrize("path", ["", "~", "data"])
def test_folder_is_found(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_folder(path) == Folder((tmp_path / path.replace("~", "")).resolve())


@pytest.mark.parametrize("path", ["missing", "null\0byte", "x" * 5_000, "~nobody-of-this-name/x", "file", "loop"])
def test_what_is_no_folder_is_none(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "file", "")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.chdir(tmp_path)
    assert find_folder(path) is None


def test_names_that_are_no_text() -> None:
    assert is_text("ä 心 🫁")
    assert not is_text(os.fsdecode(b"caf\xe9"))
    assert not is_text("\ud800")
