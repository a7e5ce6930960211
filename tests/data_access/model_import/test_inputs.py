"""Archives and folders give their files, and nothing else: no path, no bomb, no archive within."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from data_access.files import FileError
from data_access.model_import import inputs
from data_access.problems import ProblemLog


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return an archive of these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def names_and_problems(content: bytes) -> tuple[list[str], list[str]]:
    problems = ProblemLog()
    found = inputs.expanded([inputs.uploaded("model.zip", content)], problems)
    return [file.name for file in found], [problem.found for problem in problems]


def test_an_archive_gives_names_without_folders() -> None:
    files = {"masks/a.png": b"1", "../../etc/b.png": b"2", "/c.png": b"3", "d\\e.png": b"4"}
    problems = ProblemLog()
    found = inputs.expanded([inputs.uploaded("x/model.zip", zipped(files))], problems)
    assert [file.name for file in found] == ["a.png", "b.png", "c.png", "e.png"]
    assert [file.read() for file in found] == [b"1", b"2", b"3", b"4"]
    assert {file.is_trusted for file in found} == {False}
    assert found[0].where == "model.zip: a.png"
    assert not len(problems)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param({"inner.zip": zipped({"a.png": b"1"})}, "an archive within the archive", id="nested"),
        pytest.param({"a.json": b"0" * 20_000_000}, "as in an archive made to do harm", id="a bomb"),
    ],
)
def test_an_entry_that_may_do_harm_is_listed_and_the_rest_kept(files: dict[str, bytes], said: str) -> None:
    names, problems = names_and_problems(zipped({**files, "good.png": b"1"}))
    assert names == ["good.png"]
    assert len(problems) == 1
    assert said in problems[0]


def test_what_systems_add_by_themselves_is_passed_over() -> None:
    assert names_and_problems(zipped({"__MACOSX/._a.png": b"", ".DS_Store": b"", "a.png": b"1"})) == (["a.png"], [])


def test_other_compressions_are_not_unpacked() -> None:
    names, problems = names_and_problems(zipped({"a.png": b"1"}, zipfile.ZIP_LZMA))
    assert (names, problems) == ([], ["a compression other than deflate"])


def test_an_encrypted_entry_is_not_unpacked() -> None:
    content = bytearray(zipped({"a.png": b"1"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert names_and_problems(bytes(content)) == ([], ["an encrypted file"])


def test_an_archive_that_holds_too_much_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    content = zipped({f"{number}.png": b"12345" for number in range(5)})
    monkeypatch.setattr(inputs, "MAX_UNPACKED_BYTES", 24)
    names, problems = names_and_problems(content)
    assert names == []
    assert "5 files of 25 bytes together" in problems[0]


def test_an_archive_of_too_many_files_is_refused_before_it_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    content = zipped({f"{number}.png": b"" for number in range(5)})
    monkeypatch.setattr(inputs, "MAX_FILES", 2)
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("opened"))
    assert names_and_problems(content) == ([], ["more than 2 files"])


def test_an_entry_longer_than_it_announces_is_refused() -> None:
    content = bytearray(zipped({"a.png": b"0123456789"}, zipfile.ZIP_STORED))
    for header, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):  # the length once unpacked, in both headers
        content[content.index(header) + place] = 4
    found = inputs.expanded([inputs.uploaded("m.zip", bytes(content))], ProblemLog())
    with pytest.raises(FileError):
        found[0].read()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"PK\x03\x04 and no more", id="cut"),
        pytest.param(b"\0" * 50, id="no zip"),
    ],
)
def test_what_is_no_archive_is_listed(content: bytes) -> None:
    names, problems = names_and_problems(content)
    assert names == []
    assert problems[0].startswith("no readable archive")


def test_an_upload_keeps_the_last_part_of_its_name() -> None:
    assert inputs.uploaded("..\\..\\a/b.PNG", b"").name == "b.PNG"
    assert inputs.uploaded("b.PNG", b"").ending == ".png"


def test_a_folder_gives_its_files_two_folders_deep(tmp_path: Path) -> None:
    for place in ("a.png", "x/b.png", "x/y/c.png", "x/y/z/d.png"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(b"1")
    (tmp_path / "out.png").symlink_to("/etc/hostname")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = inputs.at_path(tmp_path)
    assert [file.name for file in found] == ["a.png", "b.png", "c.png"]
    assert all(file.is_trusted for file in found)


def test_a_file_is_given_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"{}")
    assert [file.read() for file in inputs.at_path(tmp_path / "a.json")] == [b"{}"]


@pytest.mark.parametrize("path", ["missing", "a\0b", "x" * 5000])
def test_a_path_without_a_file_is_said(tmp_path: Path, path: str) -> None:
    with pytest.raises(FileError):
        inputs.at_path(tmp_path / path)


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (tmp_path / name).write_bytes(b"")
    monkeypatch.setattr(inputs, "MAX_FILES", 2)
    with pytest.raises(FileError, match="more than 2 files"):
        inputs.at_path(tmp_path)
