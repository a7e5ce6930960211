"""What annotation files hold once read; an annotation that was refused leaves a mark in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from data_access.geometry import HeatMap
from data_access.lazy import Lazy

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Stands where a file holds an annotation that was refused; why is in the problem list."""


WHOLE_CASE = "*"
"""The target under which a case that was refused as a whole is `Unreadable`, so that it is not taken for absent."""


@dataclass(frozen=True)
class Records(Generic[G]):
    """What one file holds: case id, then target, then its annotation or `Unreadable`.

    Attributes
    ----------
    of_case : mapping
        The records.
    complete : bool
        True if a target that a case does not list was looked at and not drawn (contour files), False if nothing is
        known of it (segmentation files list every target).
    size_hw_of_case : mapping
        Height and width of the images in pixels, where the file says them beside its targets.
    """

    of_case: Mapping[str, Mapping[str, G | Unreadable]]
    complete: bool = False
    size_hw_of_case: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeatMapFiles:
    """Heat maps, one file a case and target.

    Attributes
    ----------
    targets_of_case : mapping of case id to mapping of target to path
        What there is, by name only.
    read : callable
        Case id and target to heat map; None for a file that was refused, and why is in the problem list.
    tuned : Lazy or None
        Target to its tuned threshold of the normalised map, 0 to 1; None without a table of them.
    """

    targets_of_case: Mapping[str, Mapping[str, str]]
    read: Callable[[str, str], HeatMap | None]
    tuned: Lazy[Mapping[str, float]] | None = None
