"""The SQLite file that notes are kept in: opened for one use, made when first needed, its faults said in words."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE notes (
    collection TEXT NOT NULL,
    case_id TEXT NOT NULL,
    flags TEXT NOT NULL,
    text TEXT NOT NULL,
    version INTEGER NOT NULL,
    changed TEXT NOT NULL,
    user TEXT NOT NULL,
    PRIMARY KEY (collection, case_id)
) WITHOUT ROWID
"""

_WORDS = {  # by the beginning of SQLite's own name of the error
    "SQLITE_BUSY": "another program has been writing to it for too long; try again in a moment",
    "SQLITE_LOCKED": "another program has been writing to it for too long; try again in a moment",
    "SQLITE_FULL": "the disk is full; make room and try again",
    "SQLITE_NOTADB": "it is no notes file, or broken; move it away and a new one is made",
    "SQLITE_CORRUPT": "it is broken; move it away and a new one is made",
    "SQLITE_CANTOPEN": "it cannot be opened; check that the folder exists and may be written to",
    "SQLITE_READONLY": "it may not be written to; check who owns it and its folder",
    "SQLITE_IOERR": "the disk cannot be read or written; check it and try again",
}


class NotesError(RuntimeError):
    """Notes that could not be read or saved; the message is fit for a user."""


def make_folder(folder: Path) -> None:
    """Make the folder of the file.

    Raises
    ------
    NotesError
        If that cannot be done.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotesError(f"Notes cannot be kept in {folder}: {error.strerror or error}.") from error


@contextlib.contextmanager
def opened(path: Path, wait_s: float) -> Iterator[sqlite3.Connection]:
    """Open the file for one use; a new one gets its table.

    Parameters
    ----------
    path : Path
        The file, on a local disk: the write-ahead log needs one.
    wait_s : float
        How long to wait for another writer, in seconds.

    Yields
    ------
    Connection
        Without transactions of its own; whatever SQLite refuses while it is used becomes a NotesError.

    Raises
    ------
    NotesError
        Says which file, what is wrong and what to do.
    """
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=wait_s, isolation_level=None)) as connection:
            _prepare(connection, path, wait_s)
            yield connection
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        words = next((words for start, words in _WORDS.items() if name.startswith(start)), str(error))
        raise NotesError(f"The notes file {path} cannot be used: {words}.") from error


def _prepare(connection: sqlite3.Connection, path: Path, wait_s: float) -> None:
    connection.execute("PRAGMA synchronous = FULL")  # a saved note outlives a power cut
    version = _version(connection)
    if version == 0:
        _use_write_ahead_log(connection, wait_s)
        connection.execute("BEGIN IMMEDIATE")
        if _version(connection) == 0:  # else another process was faster
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
        version = _version(connection)
    if version != SCHEMA_VERSION:
        raise NotesError(
            f"The notes file {path} was written by another version of this program: expected layout "
            f"{SCHEMA_VERSION}, found {version}. Use that version, or move the file away."
        )


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _use_write_ahead_log(connection: sqlite3.Connection, wait_s: float) -> None:
    """Switch a new file over; SQLite does not wait by itself where two processes do so at once."""
    end = time.monotonic() + wait_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
