"""Killed, or out of room: what was saved is there, what was not is told, nothing half-written bears a final name."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from data_access.notes import MAX_CHARACTERS, Notes
from data_access.writers import beside
from tests.conftest import PROJECT

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a POSIX system")

COLLECTION = "A dataset"


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a script of ours in a process of its own."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> None:
    """End a process in the way that leaves it no last word."""
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait(timeout=60) == -signal.SIGKILL


def said(process: subprocess.Popen[str]) -> str:
    """Wait for the next line that a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


IN_THE_MIDDLE = """
import sys
from pathlib import Path
from data_access.notes import Note, Notes
notes = Notes(Path(sys.argv[1]), "A dataset")
with notes.changing() as change:
    change.connection.execute("PRAGMA cache_size = 5")  # pages, so that most of the change is on the disk already
    for number in range(300):
        change.put(Note(f"case{number}", ("discuss",), "half" * 900, 1, "2026-01-01T00:00:00Z"))
    print("in the middle", flush=True)
    sys.stdin.read()
"""


def test_notes_killed_in_the_middle_of_a_write(tmp_path: Path) -> None:
    """A megabyte of the change has reached the log when the process is killed; none of it is ever seen."""
    notes = Notes(tmp_path / "notes.sqlite3", COLLECTION)
    notes.save("kept", ("teaching",), "before", 0)
    with start(IN_THE_MIDDLE, notes.path) as process:
        assert said(process) == "in the middle"
        assert notes.path.with_name("notes.sqlite3-wal").stat().st_size > 1_000_000
        kill(process)
    assert [(note.case_id, note.text, note.flags) for note in notes.all()] == [("kept", "before", ("teaching",))]
    assert notes.save("kept", (), "after", 1).version == 2


ONE_AFTER_ANOTHER = """
import sys
from pathlib import Path
from data_access.notes import Notes
notes = Notes(Path(sys.argv[1]), "A dataset")
number = 0
while True:
    notes.save(f"case{number}", ("discuss",), f"{number} " + "x" * 2000, 0)
    print(number, flush=True)
    number += 1
"""


@pytest.mark.parametrize("n_saved", [1, 7, 20])
def test_notes_killed_at_any_moment_keep_every_save_that_was_told(n_saved: int, tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes.sqlite3", COLLECTION)
    with start(ONE_AFTER_ANOTHER, notes.path) as process:
        told = [said(process) for _ in range(n_saved)]
        kill(process)  # wherever it is in the next ones
    found = {note.case_id: note.text for note in notes.all()}
    assert {f"case{number}" for number in told} <= set(found)
    assert all(len(text.split()[1]) == 2000 for text in found.values())
    with sqlite3.connect(notes.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


NO_ROOM = """
import resource, sys
from pathlib import Path
from data_access.notes import Notes
from data_access.notes_file import NotesError
notes = Notes(Path(sys.argv[1]), "A dataset")
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
saved = 0
try:
    while saved < 500:
        notes.save(f"case{saved}", (), "x" * int(sys.argv[3]), 0)
        saved += 1
except NotesError as error:
    print(error)
print(saved)
"""


def test_notes_without_room_say_so_and_lose_nothing(tmp_path: Path) -> None:
    """The system takes no more bytes, in the middle of a save: that one is told, those before it are there."""
    notes = Notes(tmp_path / "notes.sqlite3", COLLECTION)
    notes.save("kept", ("teaching",), "before", 0)
    with start(NO_ROOM, notes.path, 200_000, MAX_CHARACTERS) as process:
        lines = process.communicate(timeout=120)[0].splitlines()
    told, n_saved = lines
    assert str(notes.path) in told
    assert "disk" in told
    assert 0 < int(n_saved) < 500
    assert {note.case_id for note in notes.all()} >= {"kept", *(f"case{number}" for number in range(int(n_saved)))}
    assert notes.get("kept").text == "before"
    assert notes.save("kept", (), "after", 1).version == 2


HALF_AN_EXPORT = """
import sys
from pathlib import Path
from data_access.writers import beside
with beside(Path(sys.argv[1])) as draft, draft.open("w") as stream:
    stream.write("half" * 10_000)
    stream.flush()
    print("half", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("before", [None, "whole"])
def test_an_export_killed_half_way_never_has_its_final_name(before: str | None, tmp_path: Path) -> None:
    path = tmp_path / "masks.json"
    if before is not None:
        path.write_text(before)
    with start(HALF_AN_EXPORT, path) as process:
        assert said(process) == "half"
        kill(process)
    assert (path.read_text() if path.exists() else None) == before
    left = [entry.name for entry in tmp_path.iterdir() if entry != path]
    assert all(name.startswith(".") and name.endswith(".part") for name in left)
    with beside(path) as draft:
        draft.write_text("again")
    assert path.read_text() == "again"


LITTLE_ROOM = """
import resource, sys
from cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
main(sys.argv[1:])
"""


def test_a_command_without_room_writes_nothing_and_says_why(good_root: Path, tmp_path: Path) -> None:
    """The second of three tables does not fit: none of the three appears, and what was there before stays."""
    folder, out = good_root / "CheXlocalize", tmp_path / "out"
    out.mkdir()
    (out / "iou_summary_results.csv").write_text("of last week")
    files = ["--gt", folder / "gt_segmentations_val.json", "--pred", folder / "hb_segmentations_val.json", "--out", out]
    command = [sys.executable, "-c", LITTLE_ROOM, "evaluate", "--metric", "iou", *map(str, files)]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2, done.stderr
    assert "File too large" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert {path.name: path.read_text() for path in out.iterdir()} == {"iou_summary_results.csv": "of last week"}
