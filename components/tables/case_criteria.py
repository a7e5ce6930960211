"""Conditions a case can be filtered by; each is tested on whole columns and reads only what it needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, assert_never

import numpy as np
import pandas as pd

from components.tables.case import LABEL_WORDS
from components.tables.case_table import FACTS, NOT_MENTIONED, OUTCOME_CODES, Offer, PairNumbers, of_pathology

STATE_WORDS = {NOT_MENTIONED if state is None else state: words for state, words in LABEL_WORDS.items()}
"""The states a label can be filtered by, in words."""

OUTCOMES = ("missed", "false alarm")
"""The outcomes of a pair that one looks for."""


class Numbers(Protocol):
    """What is asked of `case_table.CaseTable`, or of one that remembers its answers; see there."""

    @property
    def case_ids(self) -> Sequence[str]:
        """Return the cases in order."""

    @property
    def facts(self) -> pd.DataFrame:
        """Return view, sex, AP/PA and age."""

    @property
    def labels(self) -> pd.DataFrame:
        """Return label states."""

    def areas(self, source_key: str) -> pd.DataFrame:
        """Return the area shares of one source."""

    def pair(self, key_a: str, key_b: str) -> PairNumbers:
        """Return two sources compared."""

    def probabilities(self, source_key: str) -> pd.DataFrame:
        """Return a model's probabilities."""


@dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high`, both included."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low <= self.high):
            raise ValueError(f"expected two numbers, the lower one first, found {self.low} and {self.high}")

    def holds(self, numbers: pd.DataFrame) -> pd.Series:
        """Say for each row whether any of its numbers is in the range; a missing one is not."""
        values = numbers.to_numpy(np.float64, na_value=np.nan)
        return pd.Series(((values >= self.low) & (values <= self.high)).any(axis=1), index=numbers.index)


@dataclass(frozen=True)
class WordsInId:
    """Every word is somewhere in the id, upper and lower case alike."""

    text: str
    kind: ClassVar[str] = "id"

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(self.text.split()))
        if not self.text:
            raise ValueError("expected words, found none")


@dataclass(frozen=True)
class FactIsOneOf:
    """A column of the case table, one of `FACTS`, has one of some values."""

    fact: str
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.fact not in FACTS or not self.values or not all(self.values):
            raise ValueError(f"expected values of {' or '.join(FACTS)}, found {self.values} of {self.fact!r}")

    @property
    def kind(self) -> str:
        """Each column is a kind of its own."""
        return self.fact


@dataclass(frozen=True)
class AgeBetween:
    """The age is in a range; a case without one is not."""

    years: Range
    kind: ClassVar[str] = "age"


@dataclass(frozen=True)
class LabelIs:
    """The label table gives a state of `STATE_WORDS`; a case that no table lists has none."""

    label: str
    state: int
    kind: ClassVar[str] = "label"

    def __post_init__(self) -> None:
        if self.state not in STATE_WORDS or not self.label:
            raise ValueError(f"expected a label and its state, found {self.state!r} of {self.label!r}")


@dataclass(frozen=True)
class DrawnBy:
    """A source drew a pathology (anything, if it is empty), or looked and did not.

    A case that the source does not know, or whose mask is unreadable, is neither.
    """

    source_key: str
    pathology: str
    drawn: bool = True
    kind: ClassVar[str] = "mask"

    def __post_init__(self) -> None:
        if not self.source_key:
            raise ValueError("expected a source, found none")


@dataclass(frozen=True)
class IouBetween:
    """IoU of two sources is in a range, on a pathology that both drew (any such, if it is empty)."""

    key_a: str
    key_b: str
    pathology: str
    iou: Range
    kind: ClassVar[str] = "iou"


@dataclass(frozen=True)
class OutcomeIs:
    """One source missed what another drew, or drew what that did not; one of `outcomes` is enough.

    `key_a` stands in the place of the ground truth; an empty `pathology` stands for any.
    """

    key_a: str
    key_b: str
    pathology: str
    outcomes: tuple[str, ...]
    kind: ClassVar[str] = "outcome"

    def __post_init__(self) -> None:
        if not self.outcomes or not set(self.outcomes) <= set(OUTCOMES):
            raise ValueError(f"expected {' or '.join(OUTCOMES)}, found {self.outcomes}")


@dataclass(frozen=True)
class ProbabilityBetween:
    """A model's probability of a pathology (of any, if it is empty) is in a range."""

    source_key: str
    pathology: str
    probability: Range
    kind: ClassVar[str] = "prob"


Criterion = WordsInId | FactIsOneOf | AgeBetween | LabelIs | DrawnBy | IouBetween | OutcomeIs | ProbabilityBetween


def meets(criterion: Criterion, table: Numbers) -> pd.Series:
    """Say for each case, by id, whether it meets a criterion; an unknown number meets none."""
    match criterion:
        case WordsInId(text):
            return _has_words(table.case_ids, text)
        case FactIsOneOf(fact, values):
            return table.facts[fact].isin(values)
        case AgeBetween(years):
            return years.holds(table.facts[["age"]])
        case LabelIs(label, state):
            return table.labels[label].fillna(NOT_MENTIONED).eq(state).astype(bool)
        case DrawnBy(key, pathology, drawn):
            areas = of_pathology(table.areas(key), pathology)
            has_any = (areas > 0).any(axis=1)
            return has_any if drawn else ~has_any & areas.notna().any(axis=1)
        case IouBetween(key_a, key_b, pathology, iou):
            return iou.holds(of_pathology(table.pair(key_a, key_b).iou, pathology))
        case OutcomeIs(key_a, key_b, pathology, outcomes):
            codes = of_pathology(table.pair(key_a, key_b).outcome, pathology)
            return codes.isin([OUTCOME_CODES[word] for word in outcomes]).any(axis=1)
        case ProbabilityBetween(key, pathology, probability):
            return probability.holds(of_pathology(table.probabilities(key), pathology))
        case _:
            assert_never(criterion)


def _has_words(case_ids: Sequence[str], text: str) -> pd.Series:
    index = pd.Index(list(case_ids), dtype="str")
    folded = index.to_series().str.casefold()
    found = pd.Series(True, index=index)
    for word in text.casefold().split():
        found &= folded.str.contains(word, regex=False)
    return found


def lacks(criterion: Criterion, offer: Offer) -> bool:
    """Say whether a split has not what a criterion asks for, such as a source."""
    match criterion:
        case WordsInId():
            return False
        case FactIsOneOf(fact, values):
            return not set(values) <= set(offer.values[fact])
        case AgeBetween():
            return offer.ages is None
        case LabelIs(label):
            return label not in offer.labels
        case DrawnBy(key, pathology):
            return key not in offer.drawing or not offer.knows(pathology)
        case IouBetween(key_a, key_b, pathology) | OutcomeIs(key_a, key_b, pathology):
            return (key_a, key_b) not in offer.pairs or not offer.knows(pathology)
        case ProbabilityBetween(key, pathology):
            return key not in offer.predicting or not offer.knows(pathology)
        case _:
            assert_never(criterion)
