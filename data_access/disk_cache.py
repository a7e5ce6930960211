"""Small files that can be made again, kept between starts: bounded in bytes, the least recently used removed first."""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import suppress
from pathlib import Path

from data_access.writers import write_bytes

_DIGEST_BYTES = 16
_FULL_SHARE = 0.8
"""A full cache is emptied to this share, so that not every file that comes in looks for one that has to go."""


class DiskCache:
    """Bytes by key in one folder; whatever is wrong with a file, it counts as not there.

    Parameters
    ----------
    folder : Path
        Made when first written to; may be deleted at any time.
    max_bytes : int
        Bound of all files together.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._total_bytes: int | None = None
        self._lock = threading.Lock()

    def get(self, key: str) -> bytes | None:
        """Return what was put; None where there is nothing, or nothing whole."""
        path = self._path(key)
        try:
            stored = path.read_bytes()
        except OSError:
            return None
        digest, content = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
        if digest != _digest(content):
            return None
        with suppress(OSError):
            os.utime(path)  # used just now, which is what decides who has to go
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keep bytes; a folder that cannot be written to, or a full disk, keeps nothing and is no error."""
        if len(content) > self._max_bytes:
            return
        with suppress(OSError):
            write_bytes(self._path(key), _digest(content) + content)
            self._make_room(len(content) + _DIGEST_BYTES)

    def _path(self, key: str) -> Path:
        return self._folder / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:40]

    def _make_room(self, added_bytes: int) -> None:
        """Remove the files longest unused once all together are too large."""
        with self._lock:
            if self._total_bytes is not None:
                self._total_bytes += added_bytes
                if self._total_bytes <= self._max_bytes:
                    return
            files = sorted(self._files())
            total = sum(size for _, size, _ in files)
            if total > self._max_bytes:
                for _, size, path in files:
                    if total <= _FULL_SHARE * self._max_bytes:
                        break
                    path.unlink(missing_ok=True)
                    total -= size
            self._total_bytes = total

    def _files(self) -> list[tuple[int, int, Path]]:
        """List time of last use, size and path of every file; another process may remove some meanwhile."""
        found = []
        with os.scandir(self._folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    stat = entry.stat()
                    found.append((stat.st_mtime_ns, stat.st_size, Path(entry.path)))
        return found


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_DIGEST_BYTES]
