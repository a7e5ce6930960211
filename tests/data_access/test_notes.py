"""Flags and notes: saved, refused and shared between writers; `tests/hostile/test_loss.py` kills the writer."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.demo import write_demo
from data_access.notes import FLAGS, MAX_CHARACTERS, Note, NoteConflictError, Notes, collection_of, open_notes
from data_access.notes_file import NotesError

CASE = "patient1_study1_view1_frontal"


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "home" / "notes.sqlite3", "A dataset", wait_s=0.2)


def test_nothing_saved_makes_no_file(notes: Notes) -> None:
    assert notes.get(CASE) == Note(CASE)
    assert notes.all() == []
    assert not notes.path.exists()


def test_a_note_is_kept_with_time_version_and_user(notes: Notes) -> None:
    saved = notes.save(CASE, ("teaching", "discuss"), "apex", 0, "Dr A")
    assert notes.get(CASE) == saved
    assert (saved.version, saved.user, saved.text) == (1, "Dr A", "apex")
    assert len(saved.changed) == 20
    assert saved.changed.endswith("Z")
    assert notes.get(CASE).flags == ("discuss", "teaching")


def test_saving_the_same_again_changes_nothing(notes: Notes) -> None:
    first = notes.save(CASE, ("discuss",), "apex", 0, "Dr A")
    assert notes.save(CASE, ("discuss",), "apex\r\n", 0, "Dr B") == first


def test_notes_are_listed_by_flag_and_cleared_ones_are_not(notes: Notes) -> None:
    notes.save("b", ("discuss",), "", 0)
    notes.save("a", ("discuss", "teaching"), "", 0)
    notes.save("c", (), "only text", 0)
    cleared = notes.save("c", (), "", 1)
    assert [note.case_id for note in notes.all()] == ["a", "b"]
    assert [note.case_id for note in notes.all("teaching")] == ["a"]
    assert notes.all("good example") == []
    assert cleared.is_empty
    assert notes.get("c").version == 2, "a cleared note counts on, else a second writer would not be told"


def test_datasets_do_not_share_notes(notes: Notes) -> None:
    notes.save(CASE, ("discuss",), "", 0)
    assert Notes(notes.path, "Another dataset").all() == []


def test_a_moved_folder_keeps_its_notes_and_the_demo_has_its_own(tmp_path: Path) -> None:
    here = write_demo(tmp_path / "here", n_cases=1, size_hw=(96, 80))
    open_notes(open_dataset(here)).save(CASE, ("discuss",), "", 0)
    dataset = open_dataset(here.rename(tmp_path / "there"))
    assert open_notes(dataset).get(CASE).flags == ("discuss",)
    assert "demo" in collection_of(dataset)


def test_the_second_writer_is_told_and_nothing_is_lost(notes: Notes) -> None:
    seen = notes.save(CASE, (), "as both saw it", 0)
    theirs = notes.save(CASE, ("discuss",), "theirs", seen.version, "Dr A")
    with pytest.raises(NoteConflictError, match="changed by Dr A meanwhile") as told:
        notes.save(CASE, ("teaching",), "mine", seen.version, "Dr B")
    assert told.value.stored == theirs == notes.get(CASE)
    assert (told.value.refused.text, told.value.refused.flags) == ("mine", ("teaching",))
    assert notes.save(CASE, ("teaching",), "mine", told.value.stored.version).version == 3


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("<script>alert('x')</script>", id="markup"),
        pytest.param("'); DROP TABLE notes; --", id="SQL"),
        pytest.param("\"quoted\", 'twice'\nand\ta line", id="quotes and lines"),
        pytest.param("Pneumothorax 🫁👩🏽‍⚕️ größer", id="emoji"),
        pytest.param("=cmd|' /C calc'!A0", id="formula"),
        pytest.param("x" * MAX_CHARACTERS, id="as long as may be"),
    ],
)
def test_text_is_data(notes: Notes, text: str) -> None:
    notes.save(CASE, (), text, 0)
    assert notes.get(CASE).text == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line ends"),
        pytest.param("a\x00\x07\x1b[31mb", "a[31mb", id="control characters"),
        pytest.param("a\ud800b", "a?b", id="half a character"),
        pytest.param("  \n ", "", id="blank"),
    ],
)
def test_what_cannot_be_stored_or_shown_is_left_out(notes: Notes, text: str, kept: str) -> None:
    notes.save(CASE, ("discuss",), text, 0)
    assert notes.get(CASE).text == kept


@pytest.mark.parametrize(
    ("case_id", "flags", "text", "message"),
    [
        pytest.param(CASE, (), "x" * 10_240, "at most 4,000 characters, found 10,240", id="too long"),
        pytest.param(CASE, ("best",), "", "expected flags of discuss.*found 'best'", id="unknown flag"),
        pytest.param("", ("discuss",), "", "case id of 1 to 300", id="no id"),
        pytest.param("x" * 301, ("discuss",), "", "found 301", id="endless id"),
    ],
)
def test_what_is_no_note_is_refused(
    notes: Notes, case_id: str, flags: tuple[str, ...], text: str, message: str
) -> None:
    with pytest.raises(NotesError, match=message):
        notes.save(case_id, flags, text, 0)
    assert notes.all() == []


def test_an_id_that_is_no_text_is_kept_as_well(notes: Notes) -> None:
    notes.save("case\udcff", ("discuss",), "", 0)
    assert notes.get("case\udcff").flags == ("discuss",)


def _break_no_database(path: Path) -> None:
    path.write_bytes(b"certainly no database, " * 100)


def _break_cut(path: Path) -> None:
    Notes(path, "A dataset").save(CASE, (), "text", 0)
    path.write_bytes(path.read_bytes()[:4096])


def _break_folder(path: Path) -> None:
    path.mkdir()


def _break_newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()


def _break_other_table(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (something TEXT)")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        pytest.param(_break_no_database, "no notes file, or broken; move it away", id="no database"),
        pytest.param(_break_cut, "broken", id="cut short"),
        pytest.param(_break_folder, "cannot be opened", id="a folder"),
        pytest.param(_break_newer, "expected layout 1, found 99", id="a newer layout"),
        pytest.param(_break_other_table, "already exists", id="somebody else's table"),
    ],
)
def test_a_broken_file_is_said_in_words(notes: Notes, spoil: object, message: str) -> None:
    notes.path.parent.mkdir()
    assert callable(spoil)
    spoil(notes.path)
    with pytest.raises(NotesError, match=message) as reading:
        notes.get(CASE)
    assert str(notes.path) in str(reading.value)
    with pytest.raises(NotesError, match=message):
        notes.save(CASE, ("discuss",), "", 0)


def test_a_folder_that_cannot_be_made_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NotesError, match="cannot be kept in"):
        Notes(tmp_path / "file" / "home" / "notes.sqlite3", "A dataset").save(CASE, ("discuss",), "", 0)


def test_a_locked_file_can_be_read_and_says_so_when_written(notes: Notes) -> None:
    notes.save(CASE, (), "before", 0)
    other = sqlite3.connect(notes.path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotesError, match="another program has been writing"):
            notes.save(CASE, (), "after", 1)
        assert notes.get(CASE).text == "before"
    finally:
        other.close()
    assert notes.save(CASE, (), "after", 1).version == 2


def _fill(notes: Notes) -> None:
    for number in range(50):
        notes.save(f"case{number}", (), "x" * MAX_CHARACTERS, 0)


def test_a_full_disk_is_said_and_what_was_there_stays(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    notes.save(CASE, (), "before", 0)
    connect = sqlite3.connect

    def on_a_full_disk(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")  # what SQLite answers is that of a full disk
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", on_a_full_disk)
        with pytest.raises(NotesError, match="the disk is full"):
            _fill(notes)
    assert notes.get(CASE).text == "before"
    assert notes.save(CASE, (), "after", 1).text == "after"


def _write_many(path: Path, writer: int, n_notes: int) -> int:
    """Write notes of this writer's own and take part in one that all write to; count the conflicts met."""
    notes = Notes(path, "A dataset", wait_s=30)
    n_conflicts = 0
    for number in range(n_notes):
        notes.save(f"own{writer}", (), f"{writer} {number}", number)
        while True:
            seen = notes.get("shared")
            try:
                notes.save("shared", (), f"{seen.text} {writer}.{number}".strip(), seen.version)
                break
            except NoteConflictError:
                n_conflicts += 1
    return n_conflicts


def _assert_all_is_there(notes: Notes, n_writers: int, n_notes: int) -> None:
    """Every writer's every word is there, once: no update was lost."""
    assert sorted(notes.get("shared").text.split()) == sorted(
        f"{writer}.{number}" for writer in range(n_writers) for number in range(n_notes)
    )
    assert notes.get("shared").version == n_writers * n_notes
    assert [notes.get(f"own{writer}").version for writer in range(n_writers)] == [n_notes] * n_writers


def test_processes_that_start_at_once_lose_nothing(notes: Notes) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=context) as pool:
        for done in [pool.submit(_write_many, notes.path, writer, 12) for writer in range(3)]:
            done.result(timeout=120)
    _assert_all_is_there(notes, 3, 12)


def test_threads_lose_nothing(notes: Notes) -> None:
    threads = [threading.Thread(target=_write_many, args=(notes.path, writer, 8)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    _assert_all_is_there(notes, 4, 8)


def test_every_flag_can_be_stored(notes: Notes) -> None:
    notes.save(CASE, FLAGS, "", 0)
    assert notes.get(CASE).flags == FLAGS
