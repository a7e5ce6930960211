"""Notes as CSV: there and back again, row by row, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest

from data_access.csv_cells import guard, unguard
from data_access.notes import Notes
from data_access.notes_csv import COLUMNS, import_csv, to_csv
from data_access.notes_file import NotesError

HOSTILE = (
    "<script>alert('x')</script>",
    "=cmd|' /C calc'!A0",
    "'=already quoted",
    "+1",
    "-1",
    "@SUM(A1)",
    "quotes \" and ' and, commas;\nlines\tand tabs",
    "🫁 größer",
    "x" * 4_000,
    "'s",
    "＝1+1",
)


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "notes.sqlite3", "A dataset")


def rows_of(*rows: Sequence[str], columns: Sequence[str] = ("case_id", "flags", "note", "changed_utc")) -> bytes:
    """Return a CSV file of these rows."""
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows([columns, *rows])
    return stream.getvalue().encode()


def test_there_and_back_again(notes: Notes, tmp_path: Path) -> None:
    for number, text in enumerate(HOSTILE):
        notes.save(f"case{number:02}", ("teaching", "discuss"), text, 0, "=Dr A")
    other = Notes(tmp_path / "other.sqlite3", "A dataset")
    content = to_csv(notes.all(), notes.collection)
    done = import_csv(other, content)
    assert (done.n_added, done.n_changed, done.n_same, done.problems) == (len(HOSTILE), 0, 0, ())
    assert other.all() == notes.all()
    assert import_csv(other, content).n_same == len(HOSTILE)
    assert to_csv(other.all(), other.collection) == content


@pytest.mark.parametrize("text", [pytest.param(text, id=repr(text[:20])) for text in ("", *HOSTILE, "''=", "'", "\t=")])
def test_a_guard_is_taken_away_exactly(text: str) -> None:
    assert unguard(guard(text)) == text
    assert not guard(text).startswith(("=", "+", "-", "@", "＝", "\t"))


def test_no_cell_starts_a_formula(notes: Notes) -> None:
    notes.save("=case", ("discuss",), "=cmd|' /C calc'!A0", 0, "@user")
    table = pd.read_csv(io.BytesIO(to_csv(notes.all(), notes.collection)), dtype=str)
    assert tuple(table.columns) == COLUMNS
    assert table[["case_id", "note", "user"]].to_numpy().tolist() == [["'=case", "'=cmd|' /C calc'!A0", "'@user"]]


def test_a_row_never_replaces_a_newer_note(notes: Notes) -> None:
    kept = notes.save("a", ("discuss",), "kept", 0)
    done = import_csv(notes, rows_of(("a", "teaching", "older", "2020-01-01T00:00:00Z"), ("a2", "", "new", "")))
    assert (done.n_added, done.n_changed) == (1, 0)
    assert notes.get("a") == kept
    (problem,) = done.problems
    assert kept.changed in problem.expected
    assert (problem.item, problem.found) == ("line 2", "one of 2020-01-01T00:00:00Z")


def test_a_newer_row_replaces_an_older_note_and_counts_its_version_on(notes: Notes) -> None:
    import_csv(notes, rows_of(("a", "discuss", "older", "2020-01-01T00:00:00Z")))
    done = import_csv(notes, rows_of(("a", "teaching", "newer", "2020-01-02T01:00:00+02:00")))
    found = notes.get("a")
    assert (done.n_added, done.n_changed) == (0, 1)
    assert (found.text, found.flags, found.version, found.changed) == (
        "newer", ("teaching",), 2, "2020-01-01T23:00:00Z",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("row", "expected", "found"),
    [
        pytest.param(("", "discuss", "", ""), "a case id of 1 to 300 characters", "0", id="no id"),
        pytest.param(("b", "", "x" * 10_240, ""), "at most 4,000 characters", "10,240", id="too long"),
        pytest.param(("b", "", "t", "yesterday"), "a time in UTC", "yesterday", id="no time"),
        pytest.param(("b", "", "t", "9999-01-01"), "a time in UTC that has passed", "9999-01-01", id="the future"),
        pytest.param(("b", "", "t", "0001-01-01T00:00:00+14:00"), "a time in UTC", "0001", id="before all time"),
        pytest.param(("a", "", "again", ""), "one row a case", "that of line 2", id="twice"),
        pytest.param(("b", "", "t", "", "surplus"), "as many cells as columns", "more", id="too many cells"),
    ],
)
def test_a_bad_row_is_skipped_and_said(notes: Notes, row: tuple[str, ...], expected: str, found: str) -> None:
    done = import_csv(notes, rows_of(("a", "discuss", "good", ""), row, ("z", "", "good too", "")))
    assert done.n_added == 2
    assert [note.case_id for note in notes.all()] == ["a", "z"]
    (problem,) = done.problems
    assert problem.item == "line 3"
    assert expected in problem.expected
    assert found in problem.found


def test_an_unknown_flag_costs_only_the_flag(notes: Notes) -> None:
    done = import_csv(notes, rows_of(("a", "Discuss; best;teaching", "", "")))
    assert notes.get("a").flags == ("discuss", "teaching")
    assert [(problem.action, problem.found) for problem in done.problems] == [("repaired", "best")]


def test_notes_of_another_dataset_are_skipped(notes: Notes) -> None:
    columns = ("dataset", "case_id", "flags", "note")
    done = import_csv(notes, rows_of(("Another", "a", "discuss", ""), columns=columns))
    assert (done.n_added, notes.all()) == (0, [])
    assert done.problems[0].found == "one on Another"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "found no case_id", id="empty"),
        pytest.param(b"id,text\n1,2\n", "found no case_id, flags, note", id="other columns"),
        pytest.param(b"\x89PNG\r\n\x1a\n\xff", "a CSV file in UTF-8", id="a picture"),
        pytest.param(b'case_id,flags,note\n"a', "a CSV file in UTF-8", id="cut in a quoted cell"),
        pytest.param(b"case_id,flags,note\na,," + b"x" * 200_000, "a CSV file in UTF-8", id="an endless cell"),
        pytest.param(b" " * (20 * 1024**2 + 1), "at most 20,971,520 bytes", id="an endless file"),
    ],
)
def test_what_is_no_such_file_changes_nothing(notes: Notes, content: bytes, message: str) -> None:
    notes.save("a", ("discuss",), "", 0)
    with pytest.raises(NotesError, match=f"Nothing was imported.*{message}"):
        import_csv(notes, content)
    assert len(notes.all()) == 1


def test_an_import_that_fails_midway_changes_nothing(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> None:
    notes.save("a", ("discuss",), "", 0)
    from data_access.notes import Change, Note

    put = Change.put

    def fail_at_c(self: Change, note: Note) -> None:
        if note.case_id == "c":
            raise OSError("out of luck")
        put(self, note)

    monkeypatch.setattr(Change, "put", fail_at_c)
    with pytest.raises(OSError, match="out of luck"):
        import_csv(notes, rows_of(("b", "discuss", "", ""), ("c", "discuss", "", "")))
    assert [note.case_id for note in notes.all()] == ["a"]
