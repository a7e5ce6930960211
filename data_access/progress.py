"""How a long loop says how far it is: the caller hands in something that wraps the loop, such as a progress bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Track(Protocol):
    """Wraps the items of a long loop; yields each of them, in order."""

    def __call__(self, items: Sequence[T], label: str) -> Iterable[T]:
        """Yield `items`; `label` says in a few words what is done to them."""


def untracked(items: Sequence[T], label: str) -> Iterable[T]:
    """Yield the items and show nothing."""
    return items
