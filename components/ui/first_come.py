"""What somebody waits for comes first: while a film is being made for one session, none is made ahead for another."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_S = 0.5
"""How long work that nobody waits for yet stands back; on a server that is never quiet it is not done at all."""

_changed = threading.Condition()
_waited_for = 0


@contextmanager
def somebody_waits() -> Iterator[None]:
    """Say that somebody waits for what is done meanwhile."""
    global _waited_for
    with _changed:
        _waited_for += 1
    try:
        yield
    finally:
        with _changed:
            _waited_for -= 1
            _changed.notify_all()


def is_quiet(patience_s: float = PATIENCE_S) -> bool:
    """Wait until nobody waits for anything, and return whether that is so before the patience is over."""
    with _changed:
        return _changed.wait_for(lambda: _waited_for == 0, patience_s)
