"""Which cases to look at: criteria that a case must all meet, kept as one short text in a link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import pandas as pd

from components.tables import case_filter_text
from components.tables.case_criteria import AgeBetween, Criterion, Numbers, WordsInId, lacks, meets
from components.tables.case_table import FACTS, Offer
from data_access.problems import clip_text

C = TypeVar("C")

MAX_TEXT = 8_000
"""Longest filter read from a link; those that can be made are shorter."""

MAX_OF_A_KIND = 8
"""Most criteria of one kind, such as masks of several pathologies."""

_ONCE = (WordsInId.kind, *FACTS, AgeBetween.kind)
"""Kinds of which one criterion says all there is to say."""


def most_of(kind: str) -> int:
    """Return how many criteria of a kind a filter may hold."""
    return 1 if kind in _ONCE else MAX_OF_A_KIND


@dataclass(frozen=True)
class CaseFilter:
    """Criteria that a case must all meet; without any, every case is shown.

    Attributes
    ----------
    criteria : tuple of Criterion
        At most `most_of` a kind, those that read no annotation file first; the same one twice counts once.
    """

    criteria: tuple[Criterion, ...] = ()

    def __post_init__(self) -> None:
        different = dict.fromkeys(self.criteria)
        for kind, count in Counter(criterion.kind for criterion in different).items():
            if count > most_of(kind):
                raise ValueError(f"expected at most {most_of(kind)} of the kind {kind!r}, found {count}")
        in_order = sorted(different, key=lambda one: case_filter_text.KINDS.index(one.kind))
        object.__setattr__(self, "criteria", tuple(in_order))

    def __bool__(self) -> bool:
        return bool(self.criteria)

    def find(self, of_type: type[C], kind: str | None = None) -> C | None:
        """Return the first criterion of a type (and kind, where a type has several), or None."""
        found = (one for one in self.criteria if kind in (None, one.kind))
        return next((one for one in found if isinstance(one, of_type)), None)

    def find_all(self, of_type: type[C]) -> list[C]:
        """Return the criteria of a type, in order."""
        return [one for one in self.criteria if isinstance(one, of_type)]

    def n_of_each(self) -> Counter[str]:
        """Return how many criteria there are of each kind that may come again."""
        return Counter(one.kind for one in self.criteria if one.kind not in _ONCE)

    def beside(self, other: CaseFilter) -> tuple[Criterion, ...]:
        """Return the criteria that a filter has room for."""
        found: list[Criterion] = []
        for one in self.criteria:
            if sum(kept.kind == one.kind for kept in (*other.criteria, *found)) < most_of(one.kind):
                found.append(one)
        return tuple(found)

    def to_text(self) -> str:
        """Return the filter as it stands in a link, such as `view:frontal;iou:gt~hb~~0..0.3`; empty if it is empty."""
        return ";".join(case_filter_text.write(criterion) for criterion in self.criteria)

    def chips(self, labels: Mapping[str, str]) -> list[str]:
        """Say each criterion in words; `labels` names the sources by key. Not escaped."""
        return [case_filter_text.words(criterion, labels) for criterion in self.criteria]


def from_text(text: str) -> tuple[CaseFilter, list[str]]:
    """Read a filter from a link.

    Returns
    -------
    CaseFilter
        What could be read.
    list of str
        The parts that could not, or of whose kind there are enough; clipped, not escaped.
    """
    read: list[Criterion] = []
    ignored = []
    for part in text[:MAX_TEXT].split(";"):
        if not part.strip():
            continue
        try:
            criterion = case_filter_text.read(part)
        except ValueError:
            ignored.append(clip_text(part))
            continue
        if criterion in read:
            continue
        if sum(one.kind == criterion.kind for one in read) < most_of(criterion.kind):
            read.append(criterion)
        else:
            ignored.append(clip_text(part))
    if len(text) > MAX_TEXT:
        ignored.append(f"everything after {MAX_TEXT:,} characters")
    return CaseFilter(tuple(read)), ignored


def usable(chosen: CaseFilter, offer: Offer) -> tuple[CaseFilter, CaseFilter]:
    """Part a filter in what a split can be asked and what it cannot, such as a source that it has not."""
    missing = tuple(criterion for criterion in chosen.criteria if lacks(criterion, offer))
    return CaseFilter(tuple(criterion for criterion in chosen.criteria if criterion not in missing)), CaseFilter(
        missing
    )


def apply(chosen: CaseFilter, table: Numbers) -> list[str]:
    """Return the ids of the cases that meet every criterion, in the table's order.

    Each criterion reads what it tests and nothing else. A case that a criterion knows nothing of does not meet it.
    """
    tests = [meets(criterion, table) for criterion in chosen.criteria]
    kept = pd.Index(list(table.case_ids), dtype="str")  # listed last: what was read may have brought cases of its own
    for test in tests:
        kept = kept[test.reindex(kept, fill_value=False).to_numpy(bool)]
    return kept.tolist()


def rows_of(table: pd.DataFrame, case_ids: Iterable[str]) -> pd.DataFrame:
    """Return the rows of a table with a column `case_id` that belong to some cases."""
    return table[table["case_id"].isin(list(case_ids))]
