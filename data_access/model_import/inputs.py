"""The files a user gives: uploads, paths, folders and what zip archives hold; all bounded before they are unpacked."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from data_access.files import FileError, Folder, find_folder, is_text, join
from data_access.problems import ProblemLog, clip_text

MAX_FILES = 50_000
"""Files of one import; a split of 668 films with ten masks each has 6,680."""

MAX_GIVEN_BYTES = 512 * 1024**2
"""Largest single file: a segmentations file of the sets in view is below 100 MB."""

MAX_UNPACKED_BYTES = 4 * 1024**3
"""What the files of one archive may add up to once unpacked; they are unpacked one at a time."""

MAX_RATIO = 250
"""How far a file of an archive may shrink; real masks shrink to a hundredth at most, bombs to a thousandth."""

_SMALL_BYTES = 1024**2  # what unpacks to less than this may shrink as far as it likes

MAX_DEPTH = 2
"""How many folders deep a folder is searched."""

_HEADER_OF_ENTRY = b"PK\x01\x02"


@dataclass(frozen=True)
class GivenFile:
    """One file a user gave.

    Attributes
    ----------
    name : str
        Its name without folders, which is all that counts: nothing is ever written under it.
    read : callable
        Returns its bytes.

        Raises FileError if they cannot be had.
    is_trusted : bool
        Whether it lies on this computer's disk as it is, so that the official pickles may be read from it.
    where : str
        What it is called in the report; for a file of an archive the archive's name comes first.
    """

    name: str
    read: Callable[[], bytes]
    is_trusted: bool
    where: str

    @property
    def ending(self) -> str:
        """The ending of its name in small letters, such as `.json`."""
        return PurePosixPath(self.name).suffix.lower()


def uploaded(name: str, content: bytes) -> GivenFile:
    """Return an uploaded file; of its name, which the sender chose, only the last part is kept."""
    plain = PurePosixPath(name.replace("\\", "/")).name
    return GivenFile(plain, lambda: content, is_trusted=False, where=plain)


def at_path(path: Path) -> list[GivenFile]:
    """Return the file at a path on this computer, or the files of a folder, as deep as `MAX_DEPTH`.

    Raises
    ------
    FileError
        If there is nothing there, or more than `MAX_FILES` files.
    """
    folder = find_folder(path)
    if folder is None:
        try:
            target = path.expanduser().resolve()
            is_there = target.is_file()
        except (OSError, ValueError, RuntimeError) as error:
            raise FileError("a path that cannot be resolved") from error
        if not is_there:
            raise FileError("no such file or folder")
        return [_on_disk(Folder(target.parent), target.name)]
    found = []
    for place in _walk(folder, ".", MAX_DEPTH):
        found.append(_on_disk(folder, place))
        if len(found) > MAX_FILES:
            raise FileError(f"more than {MAX_FILES:,} files")
    return found


def _on_disk(folder: Folder, place: str) -> GivenFile:
    name = PurePosixPath(place).name
    return GivenFile(name, lambda: folder.read_bytes(place, MAX_GIVEN_BYTES), is_trusted=True, where=place)


def _walk(folder: Folder, place: str, max_depth: int) -> Iterator[str]:
    for entry in folder.list(place):
        inner = join(place, entry.name)
        if folder.is_file(inner):
            yield inner
        elif max_depth > 0 and folder.is_dir(inner) and not entry.is_symlink():
            yield from _walk(folder, inner, max_depth - 1)


def expanded(given: Sequence[GivenFile], problems: ProblemLog) -> list[GivenFile]:
    """Return the files given with each zip archive in its place replaced by what it holds; nothing is unpacked yet."""
    found: list[GivenFile] = []
    for file in given:
        if file.ending != ".zip":
            found.append(file)
            continue
        try:
            found += _of_archive(file, problems)
        except FileError as error:
            problems.add(file.where, "", "a zip archive", str(error))
    if len(found) > MAX_FILES:
        problems.add(found[MAX_FILES].where, "", f"at most {MAX_FILES:,} files", f"{len(found):,}")
    return found[:MAX_FILES]


def _of_archive(file: GivenFile, problems: ProblemLog) -> list[GivenFile]:
    """List what an archive holds, by its own table of contents.

    Raises
    ------
    FileError
        If it is no archive, or one that holds more than any model's masks.
    """
    content = file.read()
    if content.count(_HEADER_OF_ENTRY) > 2 * MAX_FILES:  # before memory is taken for each
        raise FileError(f"more than {MAX_FILES:,} files")
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        members = [member for member in archive.infolist() if not member.is_dir() and not _is_hidden(member.filename)]
    except Exception as error:  # a broken archive raises zipfile, struct, value and Unicode errors
        raise FileError(f"no readable archive ({type(error).__name__}: {clip_text(str(error))})") from error
    unpacked_bytes = sum(member.file_size for member in members)
    if len(members) > MAX_FILES or unpacked_bytes > MAX_UNPACKED_BYTES:
        raise FileError(f"{len(members):,} files of {unpacked_bytes:,} bytes together, more than any model's masks")
    found = []
    for member in members:
        name = PurePosixPath(member.filename.replace("\\", "/")).name
        fault = _fault(member, name)
        if fault is not None:
            problems.add(file.where, member.filename, "a file that can be unpacked safely", fault)
        else:
            found.append(GivenFile(name, _unpacker(archive, member), is_trusted=False, where=f"{file.where}: {name}"))
    return found


def _is_hidden(filename: str) -> bool:
    """Say whether an entry is of those that systems add by themselves, such as `__MACOSX/._mask.png`."""
    parts = PurePosixPath(filename.replace("\\", "/")).parts
    return "__MACOSX" in parts or parts[-1:] == ("Thumbs.db",) or (bool(parts) and parts[-1].startswith("."))


def _fault(member: zipfile.ZipInfo, name: str) -> str | None:
    """Return why an entry is not to be unpacked; None if it may be."""
    if not name or not is_text(name):
        return "no name that is text"
    if PurePosixPath(name).suffix.lower() == ".zip":
        return "an archive within the archive"
    if member.flag_bits & 0x1:
        return "an encrypted file"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "a compression other than deflate"
    if member.file_size > MAX_GIVEN_BYTES:
        return f"{member.file_size:,} bytes once unpacked, more than the {MAX_GIVEN_BYTES:,} read at most"
    if member.file_size > max(_SMALL_BYTES, MAX_RATIO * member.compress_size):
        return f"{member.file_size:,} bytes packed into {member.compress_size:,}, as in an archive made to do harm"
    return None


def _unpacker(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], bytes]:
    def unpack() -> bytes:
        try:
            with archive.open(member) as stream:
                content = stream.read(member.file_size)  # never more than announced, whatever it holds
                if stream.read(1):
                    raise FileError("more bytes than the archive announces")
                return content
        except FileError:
            raise
        except Exception as error:  # as above, and zlib's
            raise FileError(f"cannot be unpacked ({type(error).__name__}: {clip_text(str(error))})") from error

    return unpack
