"""A criterion as text: a short one for links, which reads back to the same, and one in words for readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never
from urllib.parse import quote, unquote

from components.tables.case_criteria import (
    STATE_WORDS,
    AgeBetween,
    Criterion,
    DrawnBy,
    FactIsOneOf,
    IouBetween,
    LabelIs,
    OutcomeIs,
    ProbabilityBetween,
    Range,
    WordsInId,
)
from components.tables.case_table import FACTS

FACT_WORDS = {"view": "View", "sex": "Sex", "ap_pa": "AP/PA"}
DRAWN_WORDS = {True: "drawn", False: "not drawn"}

KINDS = (
    WordsInId.kind,
    *FACTS,
    *(one.kind for one in (AgeBetween, LabelIs, DrawnBy, IouBetween, OutcomeIs, ProbabilityBetween)),
)
"""Names of the criteria in links; those that read no annotation file come first."""

_STATES = {words: state for state, words in STATE_WORDS.items()}
_DRAWN = {words: drawn for drawn, words in DRAWN_WORDS.items()}


def write(criterion: Criterion) -> str:
    """Return a criterion as it stands in a link, such as `view:frontal` or `iou:gt~hb~~0..0.3`."""
    return f"{criterion.kind}:{'~'.join(_parts(criterion))}"


def _parts(criterion: Criterion) -> list[str]:
    match criterion:
        case WordsInId(text):
            return [escape(text)]
        case FactIsOneOf(_, values):
            return [escape(value) for value in values]
        case AgeBetween(years):
            return [_range(years)]
        case LabelIs(label, state):
            return [escape(label), STATE_WORDS[state]]
        case DrawnBy(key, pathology, drawn):
            return [DRAWN_WORDS[drawn], escape(key), escape(pathology)]
        case IouBetween(key_a, key_b, pathology, iou):
            return [escape(key_a), escape(key_b), escape(pathology), _range(iou)]
        case OutcomeIs(key_a, key_b, pathology, outcomes):
            return [escape(key_a), escape(key_b), escape(pathology), *outcomes]
        case ProbabilityBetween(key, pathology, probability):
            return [escape(key), escape(pathology), _range(probability)]
        case _:
            assert_never(criterion)


def read(text: str) -> Criterion:
    """Read what `write` wrote.

    Raises
    ------
    ValueError
        If it is anything else.
    """
    kind, _, value = text.partition(":")
    match [kind.strip(), *(unquote(part) for part in value.split("~"))]:
        case [WordsInId.kind, words]:
            return WordsInId(words)
        case [fact, *values] if fact in FACTS:
            return FactIsOneOf(fact, tuple(dict.fromkeys(values)))
        case [AgeBetween.kind, years]:
            return AgeBetween(_read_range(years))
        case [LabelIs.kind, label, words] if words in _STATES:
            return LabelIs(label, _STATES[words])
        case [DrawnBy.kind, words, key, pathology] if words in _DRAWN:
            return DrawnBy(key, pathology, _DRAWN[words])
        case [IouBetween.kind, key_a, key_b, pathology, iou]:
            return IouBetween(key_a, key_b, pathology, _read_range(iou))
        case [OutcomeIs.kind, key_a, key_b, pathology, *outcomes]:
            return OutcomeIs(key_a, key_b, pathology, tuple(dict.fromkeys(outcomes)))
        case [ProbabilityBetween.kind, key, pathology, probability]:
            return ProbabilityBetween(key, pathology, _read_range(probability))
    raise ValueError(f"expected one of {', '.join(KINDS)} and its parts, found {text!r}")


def words(criterion: Criterion, labels: Mapping[str, str]) -> str:
    """Say a criterion to a reader; a source that `labels` does not name is called by its key. Not escaped."""

    def of(*keys: str) -> str:
        return " / ".join(labels.get(key, key) for key in keys)

    match criterion:
        case WordsInId(text):
            return f"id with {text}"
        case FactIsOneOf(fact, values):
            return f"{FACT_WORDS[fact]}: {' or '.join(values)}"
        case AgeBetween(years):
            return f"Age {_range_words(years)}"
        case LabelIs(label, state):
            return f"Label {label}: {STATE_WORDS[state]}"
        case DrawnBy(key, pathology, drawn):
            return f"{of(key)}: {pathology or 'anything'} {DRAWN_WORDS[drawn]}"
        case IouBetween(key_a, key_b, pathology, iou):
            return f"IoU {_range_words(iou)} of {pathology or 'any pathology'}, {of(key_a, key_b)}"
        case OutcomeIs(key_a, key_b, pathology, outcomes):
            return f"{of(key_b)}: {' or '.join(outcomes)} of {pathology or 'any pathology'} ({of(key_a)})"
        case ProbabilityBetween(key, pathology, probability):
            return f"{of(key)}: probability {_range_words(probability)} of {pathology or 'any pathology'}"
        case _:
            assert_never(criterion)


def escape(text: str) -> str:
    """Return text without any of the characters that part a link's filter; `unquote` gives it back."""
    return quote(text, safe=" ", errors="replace").replace("~", "%7E")


def _range(numbers: Range) -> str:
    return f"{_number(numbers.low)}..{_number(numbers.high)}"


def _range_words(numbers: Range) -> str:
    return f"{numbers.low:g}–{numbers.high:g}"


def _read_range(text: str) -> Range:
    low, _, high = text.partition("..")
    return Range(float(low), float(high))


def _number(value: float) -> str:
    """Return the shortest text that reads as the same number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
