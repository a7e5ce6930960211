"""Flags and notes that readers keep of cases, in one SQLite file; several readers may write at once.

A note belongs to a case id of a *collection*, the name of a dataset, and not to a folder: a release that was moved or
copied keeps its notes, and two folders of the same dataset share them. Demo data are a collection of their own.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from data_access.dataset import Dataset
from data_access.notes_file import NotesError, make_folder, opened
from data_access.paths import data_home

GOOD_EXAMPLE = "good example"
FLAGS = ("discuss", "annotation error", GOOD_EXAMPLE, "teaching")

FILE_NAME = "notes.sqlite3"
MAX_CHARACTERS = 4_000
MAX_ID_CHARACTERS = 300

_WAIT_S = 5.0
_COLUMNS = "case_id, flags, text, version, changed, user"
_BETWEEN_FLAGS = ";"


@dataclass(frozen=True, slots=True)
class Note:
    """What readers keep of one case.

    Attributes
    ----------
    case_id : str
        The case.
    flags : tuple of str
        Some of `FLAGS`, in their order.
    text : str
        At most `MAX_CHARACTERS`.
    version : int
        Counts the changes; 0 if nothing was ever saved.
    changed : str
        When it was saved, UTC, such as `2026-05-01T09:30:00Z`; empty for version 0.
    user : str
        Who saved it, where readers sign in; else empty.
    """

    case_id: str
    flags: tuple[str, ...] = ()
    text: str = ""
    version: int = 0
    changed: str = ""
    user: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing: never saved, or cleared."""
        return not self.flags and not self.text

    def says_the_same(self, other: Note) -> bool:
        """Whether flags and text are those of another note."""
        return (self.flags, self.text) == (other.flags, other.text)


class NoteConflictError(NotesError):
    """Somebody else saved the note meanwhile; nothing was written.

    Attributes
    ----------
    stored, refused : Note
        What is kept, and what was to be saved.
    """

    def __init__(self, stored: Note, refused: Note) -> None:
        self.stored, self.refused = stored, refused
        who = f" by {stored.user}" if stored.user else ""
        super().__init__(f"the note was changed{who} meanwhile (at {stored.changed}); nothing was overwritten")


def now_utc() -> str:
    """Return the time as notes keep it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def collection_of(dataset: Dataset) -> str:
    """Return the collection that the notes of a dataset belong to."""
    return f"{dataset.name} (synthetic demo)" if dataset.is_demo else dataset.name


def open_notes(dataset: Dataset) -> Notes:
    """Return the notes of a dataset, in the folder for the user's data; opens no file yet."""
    return Notes(data_home() / FILE_NAME, collection_of(dataset))


def clean_text(text: str) -> str:
    """Return text as it is kept: lines end with a line feed, and nothing that cannot be stored or shown."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode("utf-8")
    return "".join(char for char in whole if char in "\n\t" or (char.isprintable() or ord(char) >= 0xA0)).strip()


def storable(case_id: str) -> str:
    """Return a case id as it is kept: file names may hold bytes that are no text."""
    return case_id.encode("utf-8", "backslashreplace").decode("utf-8")


def sort_flags(flags: Iterable[str]) -> tuple[str, ...]:
    """Return the flags that are known, each once, in the order to show."""
    given = set(flags)
    return tuple(flag for flag in FLAGS if flag in given)


@dataclass(frozen=True)
class Notes:
    """The notes of one collection; any number of these may be used at once, by threads and by processes.

    Attributes
    ----------
    path : Path
        The SQLite file; made when something is first saved. On a local disk: the write-ahead log needs one.
    collection : str
        From `collection_of`.
    wait_s : float
        How long to wait for another writer, in seconds.
    """

    path: Path
    collection: str
    wait_s: float = _WAIT_S

    def get(self, case_id: str) -> Note:
        """Return the note of a case; an empty one where nothing was saved.

        Raises
        ------
        NotesError
            If the file cannot be read.
        """
        if not self._exists():
            return Note(case_id)
        with opened(self.path, self.wait_s) as connection:
            return self._stored(connection, case_id)

    def all(self, flag: str | None = None) -> list[Note]:
        """Return all notes that say something, or those with one flag, by case id.

        Raises
        ------
        NotesError
            If the file cannot be read.
        """
        if not self._exists():
            return []
        with opened(self.path, self.wait_s) as connection:
            query = f"SELECT {_COLUMNS} FROM notes WHERE collection = ? ORDER BY case_id"  # noqa: S608 - own names
            notes = [_note(row) for row in connection.execute(query, (self.collection,))]
        return [note for note in notes if not note.is_empty and (flag is None or flag in note.flags)]

    def save(self, case_id: str, flags: Iterable[str], text: str, seen_version: int, user: str = "") -> Note:
        """Save what a reader has made of the version they saw.

        Parameters
        ----------
        case_id : str
            The case.
        flags : iterable of str
            Some of `FLAGS`.
        text : str
            At most `MAX_CHARACTERS` after `clean_text`; empty to clear it.
        seen_version : int
            Version of the note that was changed.
        user : str
            Who, if signed in.

        Returns
        -------
        Note
            As kept; the stored one where it says the same already, whoever saved it.

        Raises
        ------
        NoteConflictError
            If another version than the one seen is stored and says something else.
        NotesError
            If flags or text are not as expected, or the file cannot be written.
        """
        wanted = Note(case_id, tuple(flags), clean_text(text), seen_version + 1, now_utc(), user)
        check_note(wanted)
        wanted = replace(wanted, flags=sort_flags(wanted.flags))
        with self.changing() as change:
            stored = change.stored(case_id)
            if stored.says_the_same(wanted):
                return stored
            if stored.version != seen_version:
                raise NoteConflictError(stored, wanted)
            change.put(wanted)
        return wanted

    @contextlib.contextmanager
    def changing(self) -> Iterator[Change]:
        """Hold the file for one change, which happens as a whole or not at all.

        Raises
        ------
        NotesError
            If the file cannot be written.
        """
        make_folder(self.path.parent)
        with opened(self.path, self.wait_s) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield Change(self, connection)
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # a full disk has rolled back by itself
                    connection.execute("ROLLBACK")
                raise

    def _exists(self) -> bool:
        try:
            return self.path.exists()
        except OSError:  # a folder that may not be entered: opening the file says so
            return True

    def _stored(self, connection: sqlite3.Connection, case_id: str) -> Note:
        query = f"SELECT {_COLUMNS} FROM notes WHERE collection = ? AND case_id = ?"  # noqa: S608 - own names
        row = connection.execute(query, (self.collection, storable(case_id))).fetchone()
        return Note(case_id) if row is None else _note(row)


@dataclass(frozen=True)
class Change:
    """A change in progress; nobody else writes meanwhile."""

    notes: Notes
    connection: sqlite3.Connection

    def stored(self, case_id: str) -> Note:
        """Return the note of a case as it is now."""
        return self.notes._stored(self.connection, case_id)

    def put(self, note: Note) -> None:
        """Write a checked note in place of the stored one. A cleared note stays, so that its version counts on."""
        flags = _BETWEEN_FLAGS.join(note.flags)
        case_id = storable(note.case_id)
        row = (self.notes.collection, case_id, flags, note.text, note.version, note.changed, note.user)
        self.connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def check_note(note: Note) -> None:
    """Raise NotesError if a note is not one that can be kept."""
    if not 0 < len(note.case_id) <= MAX_ID_CHARACTERS:
        raise NotesError(f"expected a case id of 1 to {MAX_ID_CHARACTERS} characters, found {len(note.case_id)}")
    unknown = [flag for flag in note.flags if flag not in FLAGS]
    if unknown:
        raise NotesError(f"expected flags of {', '.join(FLAGS)}, found {unknown[0][:40]!r}")
    if len(note.text) > MAX_CHARACTERS:
        raise NotesError(f"expected at most {MAX_CHARACTERS:,} characters, found {len(note.text):,}")


def _note(row: tuple[str, str, str, int, str, str]) -> Note:
    case_id, flags, text, version, changed, user = row
    return Note(case_id, sort_flags(flags.split(_BETWEEN_FLAGS)), text, version, changed, user)
