"""Notes as CSV, out and in: checked row by row, taken over as a whole, and never over a newer note."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from data_access.csv_cells import guard, unguard
from data_access.notes import FLAGS, Change, Note, Notes, check_note, clean_text, now_utc, sort_flags
from data_access.notes_file import NotesError
from data_access.problems import Action, Problem, clip_text

COLUMNS = ("dataset", "case_id", "flags", "note", "changed_utc", "user", "version")
MAX_BYTES = 20 * 1024**2
MAX_ROWS = 100_000

_NEEDED = ("case_id", "flags", "note")
_BETWEEN_FLAGS = "; "
_CLOCKS_DIFFER_BY = timedelta(minutes=10)
_FILE = "the CSV file"


@dataclass(frozen=True)
class Imported:
    """What became of a CSV file.

    Attributes
    ----------
    n_added, n_changed, n_same : int
        Rows without a note before, rows newer than the note that was there, rows that say what was there already.
    problems : tuple of Problem
        Rows or parts of rows that were left out or mended, and why.
    """

    n_added: int
    n_changed: int
    n_same: int
    problems: tuple[Problem, ...]


def to_csv(notes: Iterable[Note], collection: str) -> bytes:
    """Write notes as CSV in UTF-8 with the mark by which spreadsheets know it.

    Texts that a spreadsheet would take for a formula get an apostrophe before them (`csv_cells.guard`), which
    `import_csv` takes away again.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for note in notes:
        flags = _BETWEEN_FLAGS.join(note.flags)
        texts = (collection, note.case_id, flags, note.text, note.changed, note.user)
        writer.writerow([*map(guard, texts), note.version])
    return stream.getvalue().encode("utf-8-sig")


def import_csv(notes: Notes, content: bytes) -> Imported:
    """Take over the notes of a CSV file in one transaction.

    A row counts where there is no note, or where its `changed_utc` is later than that of the note; any other row that
    says something else is skipped and reported. Its version is the stored one's successor, not the file's.

    Parameters
    ----------
    notes : Notes
        Where they go to.
    content : bytes
        A file as `to_csv` writes it; of the columns only `case_id`, `flags` and `note` must be there.

    Raises
    ------
    NotesError
        If it is no such file, or nothing could be written; then nothing has changed.
    """
    rows = _rows(content)
    problems: list[Problem] = []
    counts = {"added": 0, "changed": 0, "same": 0}
    seen: dict[str, int] = {}
    with notes.changing() as change:
        for line, row in rows:
            found = _read(line, row, notes.collection, problems)
            if found is None:
                continue
            if found.case_id in seen:
                _skip(problems, line, "one row a case", f"a second one after that of line {seen[found.case_id]}")
                continue
            seen[found.case_id] = line
            outcome = _take(change, found, line, problems)
            if outcome:
                counts[outcome] += 1
    return Imported(counts["added"], counts["changed"], counts["same"], tuple(problems))


def _take(change: Change, found: Note, line: int, problems: list[Problem]) -> str:
    """Put one row in place of what is stored, if it may; say what became of it, nothing if it was skipped."""
    stored = change.stored(found.case_id)
    if stored.says_the_same(found):
        return "same"
    if stored.version and not found.changed > stored.changed:
        told = f"one of {found.changed}" if found.changed else "one without a time"
        _skip(problems, line, f"a note newer than the one kept here (of {stored.changed})", told)
        return ""
    change.put(replace(found, version=stored.version + 1, changed=found.changed or now_utc()))
    return "changed" if stored.version else "added"


def _rows(content: bytes) -> list[tuple[int, dict[str, str] | None]]:
    """Read the file into rows with the number of the line each ends on; None for one of too many cells."""
    if len(content) > MAX_BYTES:
        raise NotesError(f"Nothing was imported: expected at most {MAX_BYTES:,} bytes, found {len(content):,}.")
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), restval="", strict=True)
        missing = [column for column in _NEEDED if column not in (reader.fieldnames or ())]
        if missing:
            raise NotesError(
                f"Nothing was imported: expected the columns {', '.join(_NEEDED)}, found no {', '.join(missing)}."
            )
        rows: list[tuple[int, dict[str, str] | None]] = []
        for row in reader:
            if len(rows) == MAX_ROWS:
                raise NotesError(f"Nothing was imported: expected at most {MAX_ROWS:,} rows, found more.")
            rows.append((reader.line_num, row if None not in row else None))
    except (UnicodeDecodeError, csv.Error) as error:
        raise NotesError(f"Nothing was imported: expected a CSV file in UTF-8, found {error}.") from error
    return rows


def _read(line: int, row: Mapping[str, str] | None, collection: str, problems: list[Problem]) -> Note | None:
    """Check one row; None if it was skipped."""
    if row is None:
        _skip(problems, line, "as many cells as columns", "more")
        return None
    cells = {key: unguard(value) for key, value in row.items()}
    dataset = cells.get("dataset", "")
    if dataset and dataset != collection:
        _skip(problems, line, f"a note on {collection}", f"one on {dataset}")
        return None
    named = [flag.strip().casefold() for flag in cells["flags"].split(_BETWEEN_FLAGS.strip()) if flag.strip()]
    unknown = [flag for flag in named if flag not in FLAGS]
    if unknown:
        _skip(problems, line, f"flags of {', '.join(FLAGS)}", ", ".join(unknown), "repaired")
    changed = _time(cells.get("changed_utc", ""))
    if changed is None:
        _skip(problems, line, "a time in UTC that has passed", cells["changed_utc"])
        return None
    user = clean_text(cells.get("user", ""))[:200]
    note = Note(cells["case_id"].strip(), sort_flags(named), clean_text(cells["note"]), 0, changed, user)
    try:
        check_note(note)
    except NotesError as error:
        expected, _, found = str(error).removeprefix("expected ").partition(", found ")
        _skip(problems, line, expected, found)
        return None
    return note


def _time(text: str) -> str | None:
    """Return a time as notes keep it, empty for none, None if it is no time or has not come yet."""
    if not text.strip():
        return ""
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    if moment > datetime.now(UTC) + _CLOCKS_DIFFER_BY:
        return None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _skip(problems: list[Problem], line: int, expected: str, found: str, action: Action = "skipped") -> None:
    problems.append(Problem(_FILE, f"line {line}", expected, clip_text(found), action))
