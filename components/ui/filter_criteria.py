"""One field, or a few, for each criterion of the filter; each returns the criterion, or None where nothing is chosen.

A field's start is what the filter says, `now`; afterwards its key keeps what the user enters. A field for a criterion
that may come again with other values is `further` where one of its kind stands above it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

import streamlit as st

from components.tables.case_criteria import (
    OUTCOMES,
    STATE_WORDS,
    AgeBetween,
    DrawnBy,
    FactIsOneOf,
    IouBetween,
    LabelIs,
    OutcomeIs,
    ProbabilityBetween,
    Range,
    WordsInId,
)
from components.tables.case_filter import CaseFilter, most_of
from components.tables.case_filter_text import DRAWN_WORDS, FACT_WORDS
from components.tables.case_table import Offer
from components.ui.markdown import markdown_text

T = TypeVar("T")
N = TypeVar("N", int, float)
C = TypeVar("C", LabelIs, DrawnBy, IouBetween, OutcomeIs, ProbabilityBetween)

_POSITIVE = 1
_NONE = "any"
_AND = "and also …"
_HIDDEN: Literal["collapsed"] = "collapsed"


def every(
    field: Callable[[Offer, C | None, str, bool], C | None],
    of_type: type[C],
    offer: Offer,
    chosen: CaseFilter,
    missing: CaseFilter,
    prefix: str,
) -> Sequence[C | None]:
    """Show a field for each criterion of a type, and an empty one for a further one where there is room."""
    kind = of_type.kind
    nows: list[C | None] = list(chosen.find_all(of_type))
    if len(nows) + len(missing.find_all(of_type)) < most_of(kind):
        nows.append(None)
    return [field(offer, now, f"{prefix}_{kind}_{number}", number > 0) for number, now in enumerate(nows)]


def words_in_id(chosen: CaseFilter, key: str) -> WordsInId | None:
    """Ask for words in the id."""
    now = chosen.find(WordsInId)
    text = st.text_input("Words in the id", now.text if now else "", key=key, placeholder="e.g. 64741 lateral")
    return WordsInId(text) if text.split() else None


def fact(offer: Offer, chosen: CaseFilter, name: str, key: str) -> FactIsOneOf | None:
    """Ask for values of a column of the case table."""
    if not offer.values[name]:
        return None
    now = chosen.find(FactIsOneOf, name)
    values = st.pills(
        FACT_WORDS[name],
        offer.values[name],
        selection_mode="multi",
        default=now.values if now else None,
        format_func=markdown_text,
        key=key,
    )
    return FactIsOneOf(name, tuple(values)) if values else None


def age(offer: Offer, chosen: CaseFilter, key: str) -> AgeBetween | None:
    """Ask for a range of ages; the whole range is no condition."""
    if offer.ages is None:
        return None
    lowest, highest = int(offer.ages[0]), int(-(-offer.ages[1] // 1))
    now = chosen.find(AgeBetween)
    start = (int(now.years.low), int(now.years.high)) if now else (lowest, highest)
    low, high = st.slider("Age", lowest, highest, _within(start, lowest, highest), key=key)
    return AgeBetween(Range(low, high)) if (low, high) != (lowest, highest) else None


def label(offer: Offer, now: LabelIs | None, key: str, further: bool) -> LabelIs | None:
    """Ask for a label and its state."""
    if not offer.labels:
        return None
    name = _one_of("Label", list(offer.labels), now.label if now else None, key, further)
    if name is None:
        return None
    states = offer.labels[name]
    first = now.state if now and now.state in states else _POSITIVE if _POSITIVE in states else states[0]
    state = st.segmented_control(
        "State of the label",
        states,
        required=True,
        default=first,
        format_func=STATE_WORDS.__getitem__,
        key=f"{key}_state_{name}",
        label_visibility=_HIDDEN,
    )
    return LabelIs(name, int(state))


def drawn(offer: Offer, now: DrawnBy | None, key: str, further: bool) -> DrawnBy | None:
    """Ask for a source and what it drew."""
    if not offer.drawing:
        return None
    names = offer.drawing.__getitem__
    source = _one_of("Drawn by", list(offer.drawing), now.source_key if now else None, key, further, names)
    if source is None:
        return None
    pathology = _pathology(offer, now.pathology if now else "", f"{key}_pathology", "anything")
    is_drawn = st.segmented_control(
        "Drawn or not",
        (True, False),
        required=True,
        default=now.drawn if now else True,
        format_func=DRAWN_WORDS.__getitem__,
        key=f"{key}_drawn",
        label_visibility=_HIDDEN,
    )
    return DrawnBy(source, pathology, bool(is_drawn))


def iou(offer: Offer, now: IouBetween | None, key: str, further: bool) -> IouBetween | None:
    """Ask for two sources and a range of IoU."""
    pair = _pair("IoU of", offer, (now.key_a, now.key_b) if now else None, key, further)
    if pair is None:
        return None
    pathology = _pathology(offer, now.pathology if now else "", f"{key}_pathology", "any pathology")
    return IouBetween(*pair, pathology, _share("IoU from, to", now.iou if now else None, f"{key}_range"))


def outcome(offer: Offer, now: OutcomeIs | None, key: str, further: bool) -> OutcomeIs | None:
    """Ask for two sources and what one missed or drew alone."""
    pair = _pair("Missed or false alarm of", offer, (now.key_a, now.key_b) if now else None, key, further)
    if pair is None:
        return None
    pathology = _pathology(offer, now.pathology if now else "", f"{key}_pathology", "any pathology")
    outcomes = st.pills(
        "Outcome",
        OUTCOMES,
        selection_mode="multi",
        default=now.outcomes if now else OUTCOMES,
        key=f"{key}_outcomes",
        label_visibility=_HIDDEN,
        help="Missed: the first drew it, the second did not. False alarm: the other way round.",
    )
    return OutcomeIs(*pair, pathology, tuple(outcomes)) if outcomes else None


def probability(offer: Offer, now: ProbabilityBetween | None, key: str, further: bool) -> ProbabilityBetween | None:
    """Ask for a model and a range of its probability."""
    if not offer.predicting:
        return None
    names = offer.predicting.__getitem__
    source = _one_of("Probability by", list(offer.predicting), now.source_key if now else None, key, further, names)
    if source is None:
        return None
    pathology = _pathology(offer, now.pathology if now else "", f"{key}_pathology", "any pathology")
    numbers = _share("Probability from, to", now.probability if now else None, f"{key}_range")
    return ProbabilityBetween(source, pathology, numbers)


def _one_of(
    title: str, options: Sequence[T], now: T | None, key: str, further: bool, words: Callable[[T], str] = str
) -> T | None:
    """Ask for one of a few, or none."""
    if key not in st.session_state and now in options:
        st.session_state[key] = now  # given as `index`, it could not be cleared
    return st.selectbox(
        title,
        options,
        index=None,
        format_func=words,
        placeholder=_AND if further else _NONE,
        key=key,
        label_visibility=_HIDDEN if further else "visible",
    )


def _pair(title: str, offer: Offer, now: tuple[str, str] | None, key: str, further: bool) -> tuple[str, str] | None:
    if not offer.pairs:
        return None
    return _one_of(title, offer.pairs, now, key, further, lambda pair: " / ".join(offer.drawing[one] for one in pair))


def _pathology(offer: Offer, now: str, key: str, any_words: str) -> str:
    options = ("", *offer.pathologies)
    index = options.index(now) if now in options else 0
    chosen = st.selectbox(
        "Pathology",
        options,
        index=index,
        format_func=lambda name: name or any_words,
        key=key,
        label_visibility=_HIDDEN,
    )
    return str(chosen)


def _share(title: str, now: Range | None, key: str) -> Range:
    start = (now.low, now.high) if now else (0.0, 1.0)
    low, high = st.slider(title, 0.0, 1.0, _within(start, 0.0, 1.0), 0.05, key=key)
    return Range(low, high)


def _within(numbers: tuple[N, N], lowest: N, highest: N) -> tuple[N, N]:
    """Return two numbers of a link cut to what a slider can show."""
    low, high = (min(max(number, lowest), highest) for number in numbers)
    return low, high
