"""A value read when it is first asked for, once, by whichever thread asks first."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Lazy(Generic[T]):
    """A value and the function that reads it.

    Parameters
    ----------
    read : callable
        Called once, at the first `get`.
    """

    def __init__(self, read: Callable[[], T]) -> None:
        self._read: Callable[[], T] | None = read
        self._lock = threading.Lock()
        self._value: T

    @property
    def is_read(self) -> bool:
        """Whether the value has been read."""
        return self._read is None

    def get(self) -> T:
        """Return the value, reading it first if need be; other threads wait for the one that reads."""
        if self._read is not None:
            with self._lock:
                if self._read is not None:
                    self._value = self._read()
                    self._read = None
        return self._value
