"""The one place that opens a dataset file: stays inside the folder and bounds sizes; remote storage would go here."""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAX_FILE_BYTES = 2 * 1024**3
"""Largest file read into memory: the largest annotation file of the sets in view is below 1 GB."""


class FileError(ValueError):
    """A dataset file that could not be read; the message is fit for a user."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A dataset's folder; every path given to it is relative to it and stays inside it.

    Attributes
    ----------
    root : Path
        The folder, resolved.
    """

    root: Path

    def resolve(self, relative: str) -> Path:
        """Return the absolute path of `relative`.

        Raises
        ------
        FileError
            If the path leaves the folder, by `..`, by being absolute or through a symbolic link.
        """
        try:
            path = (self.root / relative).resolve()
        except (OSError, ValueError, RuntimeError) as error:  # a null byte, an endless link
            raise FileError("the path cannot be resolved") from error
        if not path.is_relative_to(self.root):
            raise FileError("the path leads out of the dataset folder")
        return path

    def read_bytes(self, relative: str, max_bytes: int = MAX_FILE_BYTES) -> bytes:
        """Read a whole file.

        Parameters
        ----------
        relative : str
            Path inside the folder.
        max_bytes : int
            Files larger than this are refused before they are read.

        Raises
        ------
        FileError
            If it is missing, unreadable, too large, not a regular file or outside the folder.
        """
        path = self.resolve(relative)
        try:
            if not path.is_file():
                raise FileError("no such file" if not path.exists() else "not a regular file")
            size_bytes = path.stat().st_size
            if size_bytes > max_bytes:
                raise FileError(f"{size_bytes:,} bytes, more than the {max_bytes:,} bytes read at most")
            return path.read_bytes()
        except OSError as error:
            raise FileError(error.strerror or "cannot be read") from error

    def open(self, relative: str) -> BinaryIO:
        """Open a file for reading its beginning only, such as an image's size.

        Raises
        ------
        FileError
            If it is missing, unreadable, not a regular file or outside the folder.
        """
        path = self.resolve(relative)
        try:
            if not path.is_file():
                raise FileError("no such file" if not path.exists() else "not a regular file")
            return path.open("rb")
        except OSError as error:
            raise FileError(error.strerror or "cannot be read") from error

    def holds(self, relative: str) -> bool:
        """Say whether something lies at `relative`, inside the folder after all links."""
        try:
            return self.resolve(relative).exists()
        except (FileError, OSError):
            return False

    def size_bytes(self, relative: str) -> int:
        """Return the size of a file; 0 for one that is not there."""
        try:
            return self.resolve(relative).stat().st_size
        except (FileError, OSError):
            return 0

    def is_file(self, relative: str) -> bool:
        """Say whether `relative` is a regular file inside the folder."""
        try:
            return self.resolve(relative).is_file()
        except (FileError, OSError):
            return False

    def is_dir(self, relative: str) -> bool:
        """Say whether `relative` is a folder inside the folder."""
        try:
            return self.resolve(relative).is_dir()
        except (FileError, OSError):
            return False

    def entries(self, relative: str = ".") -> list[os.DirEntry[str]]:
        """Return the entries of a folder sorted by name; one that is missing, no folder or outside has none.

        Raises
        ------
        FileError
            If the folder is there and may not be listed.
        """
        if not self.is_dir(relative):
            return []
        try:
            with os.scandir(self.resolve(relative)) as entries:
                return sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda e: e.name)
        except (FileNotFoundError, NotADirectoryError):  # gone meanwhile
            return []
        except OSError as error:
            raise FileError(error.strerror or "cannot be listed") from error

    def list(self, relative: str = ".") -> list[os.DirEntry[str]]:
        """Return the entries of a folder as `entries` does; a folder that may not be listed has none."""
        try:
            return self.entries(relative)
        except FileError:
            return []

    def stamp(self, relative: str) -> str:
        """Return name, size and time of change of a file, by which a changed file is noticed; no content is read."""
        try:
            stat = self.resolve(relative).stat()
        except (FileError, OSError):
            return f"{relative}:missing"
        return f"{relative}:{stat.st_size}:{stat.st_mtime_ns}"

    def contents_stamp(self, relative: str) -> str:
        """Return a digest of names, sizes and times of change of the files in a folder; no content is read.

        By it a file that is overwritten is noticed, of which the folder itself knows nothing.
        """
        digest = hashlib.sha256()
        for entry in self.list(relative):
            with contextlib.suppress(OSError):  # gone meanwhile, or a link to nowhere
                stat = entry.stat()
                digest.update(os.fsencode(f"{entry.name}:{stat.st_size}:{stat.st_mtime_ns}\n"))
        return digest.hexdigest()[:16]


def find_folder(path: str | Path) -> Folder | None:
    """Return the folder a user named, `~` and links followed; None if there is none that can be reached."""
    try:
        root = Path(path).expanduser().resolve()
        return Folder(root) if root.is_dir() else None
    except (OSError, ValueError, RuntimeError):  # too long, a null byte, an endless link, no such user
        return None


def is_text(name: str) -> bool:
    """Say whether a name is text; a file name need not be, and JSON can hold halves of characters."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def join(*parts: str) -> str:
    """Join parts of a path relative to a `Folder`; `.` parts vanish.

    >>> join(".", "CheXpert", "val")
    'CheXpert/val'
    """
    kept = [part for part in parts if part not in (".", "")]
    return "/".join(kept) or "."
