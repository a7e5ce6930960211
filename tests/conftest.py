"""What every test may ask for: the shared reference data, a home of its own, and a record of the files it opens."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile("project", deadline=None)  # a busy machine is slow, and that is no failure
hypothesis.settings.load_profile("project")

PROJECT = Path(__file__).parents[1]

OpenedFiles = Callable[[Path], AbstractContextManager[list[str]]]

_recorders: list[Callable[[object], None]] = []
_hook_is_set = False


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Move the one folder we write to, so that no test touches a home folder."""
    monkeypatch.setenv("CXR_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder with the authors' sample and the reference release; skip where there is none."""
    folder = Path(os.environ.get("CXR_SHARED") or PROJECT.parent / "shared").resolve()
    if not (folder / "reference" / "expected").is_dir():
        pytest.skip("no reference data: put it into ../shared or name its folder in CXR_SHARED")
    return folder


@pytest.fixture
def opened_files() -> OpenedFiles:
    """Return a context manager that lists the files opened below a folder, whichever library opens them."""
    global _hook_is_set
    if not _hook_is_set:
        sys.addaudithook(_on_audit)  # there is no taking it away again, hence one for all tests
        _hook_is_set = True

    @contextmanager
    def record(root: Path) -> Iterator[list[str]]:
        opened: list[str] = []
        resolved = root.resolve()

        def note(path: object) -> None:
            if isinstance(path, str | bytes):
                absolute = Path(os.fsdecode(path)).absolute()
                if absolute.is_relative_to(resolved):
                    opened.append(absolute.relative_to(resolved).as_posix())

        _recorders.append(note)
        try:
            yield opened
        finally:
            _recorders.remove(note)

    return record


def _on_audit(event: str, args: tuple[object, ...]) -> None:
    if event == "open":
        for note in tuple(_recorders):
            note(args[0])
