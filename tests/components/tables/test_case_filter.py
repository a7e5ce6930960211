"""Filters: what each criterion keeps, what a link says of it, and what becomes of a link that says something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.tables import case_filter_text
from components.tables.case_criteria import (
    OUTCOMES,
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
from components.tables.case_filter import MAX_OF_A_KIND, MAX_TEXT, CaseFilter, apply, from_text, rows_of, usable
from components.tables.case_table import FACTS, NOT_MENTIONED, OUTCOME_CODES, Offer, PairNumbers

IDS = ("p1_frontal", "p2_frontal", "p3_lateral", "p4_lateral")
CODE = OUTCOME_CODES
NAN = np.nan


def frame(edema: Sequence[float], nodule: Sequence[float], ids: Sequence[str] = IDS) -> pd.DataFrame:
    """Return a grid of two pathologies."""
    return pd.DataFrame({"Edema": list(edema), "Nodule": list(nodule)}, index=list(ids))


@dataclass
class HandMade:
    """Four cases whose numbers are written down here; remembers what was asked for."""

    case_ids: tuple[str, ...] = IDS
    asked: list[str] = field(default_factory=list)

    @property
    def facts(self) -> pd.DataFrame:
        """Return what the case table says."""
        columns = {
            "view": ["frontal", "frontal", "lateral", "lateral"],
            "sex": ["Male", "Female", "", "Female"],
            "ap_pa": ["AP", "PA", "", ""],
            "age": pd.array([30, 60, None, 85], dtype="Float64"),
        }
        return pd.DataFrame(columns, index=list(IDS))

    @property
    def labels(self) -> pd.DataFrame:
        """Return labels of three of the cases; the fourth is in no table."""
        return pd.DataFrame({"Edema": pd.array([1, 0, None], dtype="Int8")}, index=list(IDS[:3]))

    def areas(self, source_key: str) -> pd.DataFrame:
        """Return areas: the third case has an unreadable mask, the fourth is not known."""
        self.asked.append(source_key)
        return frame([0.1, 0, NAN, NAN], [0, 0, 0.2, NAN])

    def pair(self, key_a: str, key_b: str) -> PairNumbers:
        """Return a pair."""
        self.asked.append(f"{key_a} {key_b}")
        both, scored = CODE["both empty"], CODE["scored"]
        outcome = frame([scored, CODE["missed"], both, -1], [scored, CODE["false alarm"], scored, -1])
        return PairNumbers(frame([0.2, NAN, NAN, NAN], [0.8, NAN, 0.5, NAN]), outcome)

    def probabilities(self, source_key: str) -> pd.DataFrame:
        """Return probabilities."""
        self.asked.append(f"probabilities of {source_key}")
        return frame([0.9, 0.1, NAN, 0.4], [0.2, 0.2, NAN, NAN])


OFFER = Offer(
    values={"view": ("frontal", "lateral"), "sex": ("Female", "Male"), "ap_pa": ()},
    ages=(30, 85),
    labels={"Edema": (0, 1, NOT_MENTIONED)},
    drawing={"gt": "Ground truth", "hb": "Benchmark"},
    truth="gt",
    predicting={"cam": "A model"},
    pathologies=("Edema", "Nodule"),
)
LABELS = {"gt": "Ground truth", "hb": "Benchmark", "cam": "A model"}

EXAMPLES = (
    pytest.param(WordsInId("P2  front"), [1], "id:P2 front", "id with P2 front", id="words"),
    pytest.param(FactIsOneOf("view", ("lateral",)), [2, 3], "view:lateral", "View: lateral", id="view"),
    pytest.param(FactIsOneOf("sex", ("Male", "Female")), [0, 1, 3], "sex:Male~Female", "Sex: Male or Female", id="sex"),
    pytest.param(AgeBetween(Range(60, 85)), [1, 3], "age:60..85", "Age 60–85", id="age, bounds included"),
    pytest.param(LabelIs("Edema", 1), [0], "label:Edema~positive", "Label Edema: positive", id="label"),
    pytest.param(
        LabelIs("Edema", NOT_MENTIONED), [2], "label:Edema~not mentioned", "Label Edema: not mentioned", id="blank"
    ),
    pytest.param(DrawnBy("gt", "Edema"), [0], "mask:drawn~gt~Edema", "Ground truth: Edema drawn", id="drawn"),
    pytest.param(DrawnBy("gt", ""), [0, 2], "mask:drawn~gt~", "Ground truth: anything drawn", id="anything drawn"),
    pytest.param(
        DrawnBy("gt", "Edema", False), [1], "mask:not drawn~gt~Edema", "Ground truth: Edema not drawn", id="not drawn"
    ),
    pytest.param(
        IouBetween("gt", "hb", "", Range(0, 0.5)),
        [0, 2],
        "iou:gt~hb~~0..0.5",
        "IoU 0–0.5 of any pathology, Ground truth / Benchmark",
        id="IoU of any",
    ),
    pytest.param(
        IouBetween("gt", "hb", "Nodule", Range(0, 0.5)),
        [2],
        "iou:gt~hb~Nodule~0..0.5",
        "IoU 0–0.5 of Nodule, Ground truth / Benchmark",
        id="IoU of one",
    ),
    pytest.param(
        OutcomeIs("gt", "hb", "", ("missed", "false alarm")),
        [1],
        "outcome:gt~hb~~missed~false alarm",
        "Benchmark: missed or false alarm of any pathology (Ground truth)",
        id="either outcome",
    ),
    pytest.param(
        OutcomeIs("gt", "hb", "Edema", ("false alarm",)),
        [],
        "outcome:gt~hb~Edema~false alarm",
        "Benchmark: false alarm of Edema (Ground truth)",
        id="no such outcome",
    ),
    pytest.param(
        ProbabilityBetween("cam", "Edema", Range(0.4, 1)),
        [0, 3],
        "prob:cam~Edema~0.4..1",
        "A model: probability 0.4–1 of Edema",
        id="probability",
    ),
)


@pytest.mark.parametrize(("criterion", "kept", "text", "words"), EXAMPLES)
def test_each_criterion(criterion: Criterion, kept: list[int], text: str, words: str) -> None:
    chosen = CaseFilter((criterion,))
    assert apply(chosen, HandMade()) == [IDS[number] for number in kept]
    assert chosen.to_text() == text
    assert from_text(text) == (chosen, [])
    assert chosen.chips(LABELS) == [words]
    assert usable(chosen, OFFER) == (chosen, CaseFilter())


def test_no_criterion_keeps_all_and_reads_nothing() -> None:
    table = HandMade()
    assert apply(CaseFilter(), table) == list(IDS)
    assert table.asked == []
    assert not CaseFilter()
    assert CaseFilter().to_text() == ""


def test_all_criteria_must_be_met_and_each_reads_its_own() -> None:
    table = HandMade()
    chosen = CaseFilter((IouBetween("gt", "hb", "", Range(0, 0.5)), FactIsOneOf("view", ("frontal",))))
    assert apply(chosen, table) == [IDS[0]]
    assert table.asked == ["gt hb"]
    assert chosen.to_text() == "view:frontal;iou:gt~hb~~0..0.5"


def test_several_of_a_kind_must_all_be_met() -> None:
    """The first case is the only one with an Edema; its Nodule is drawn by the benchmark as well."""
    edema, nodule = IouBetween("gt", "hb", "Edema", Range(0, 0.3)), IouBetween("gt", "hb", "Nodule", Range(0.6, 1))
    text = "iou:gt~hb~Edema~0..0.3;iou:gt~hb~Nodule~0.6..1"
    assert from_text(text) == (CaseFilter((edema, nodule)), [])
    assert CaseFilter((edema, nodule)).to_text() == text
    assert CaseFilter((edema, nodule)).find_all(IouBetween) == [edema, nodule]
    assert apply(CaseFilter((edema, nodule)), HandMade()) == [IDS[0]]
    assert apply(CaseFilter((edema, IouBetween("gt", "hb", "Nodule", Range(0, 0.5)))), HandMade()) == []


def test_the_same_twice_counts_once() -> None:
    edema = DrawnBy("gt", "Edema")
    assert CaseFilter((edema, edema)) == CaseFilter((edema,))
    assert from_text("mask:drawn~gt~Edema;mask:drawn~gt~Edema") == (CaseFilter((edema,)), [])


def test_of_a_kind_there_is_a_most() -> None:
    parts = [f"mask:drawn~gt~{number}" for number in range(MAX_OF_A_KIND + 1)]
    chosen, ignored = from_text(";".join(parts))
    assert len(chosen.criteria) == MAX_OF_A_KIND
    assert ignored == parts[-1:]
    kept = CaseFilter((WordsInId("a"), DrawnBy("cam", "Edema"))).beside(
        CaseFilter((*chosen.criteria[1:], WordsInId("b")))
    )
    assert kept == (DrawnBy("cam", "Edema"),)
    assert CaseFilter((DrawnBy("cam", "Edema"),)).beside(chosen) == ()


def test_cases_that_reading_brings_are_listed() -> None:
    table = HandMade()
    assert apply(CaseFilter((DrawnBy("gt", "Edema"),)), table) == [IDS[0]]
    table.case_ids = (*IDS, "p5_frontal")  # as a set read meanwhile may do; the numbers above do not know it
    assert apply(CaseFilter((DrawnBy("gt", "Edema"),)), table) == [IDS[0]]


@pytest.mark.parametrize(
    "criterion",
    [
        pytest.param(FactIsOneOf("view", ("oblique",)), id="value"),
        pytest.param(FactIsOneOf("ap_pa", ("AP",)), id="column without a choice"),
        pytest.param(LabelIs("Nodule", 1), id="label"),
        pytest.param(DrawnBy("cam", "Edema"), id="source"),
        pytest.param(DrawnBy("gt", "Effusion"), id="pathology"),
        pytest.param(IouBetween("hb", "gt", "", Range(0, 1)), id="pair"),
        pytest.param(OutcomeIs("gt", "cam", "", ("missed",)), id="pair of an outcome"),
        pytest.param(ProbabilityBetween("gt", "", Range(0, 1)), id="probabilities"),
    ],
)
def test_what_a_split_has_not_is_set_apart(criterion: Criterion) -> None:
    words = WordsInId("p")
    assert usable(CaseFilter((words, criterion)), OFFER) == (CaseFilter((words,)), CaseFilter((criterion,)))


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        pytest.param("nonsense", ["nonsense"], id="no kind"),
        pytest.param("colour:red", ["colour:red"], id="unknown kind"),
        pytest.param("age:old", ["age:old"], id="no range"),
        pytest.param("age:60", ["age:60"], id="half a range"),
        pytest.param("age:85..60", ["age:85..60"], id="wrong way round"),
        pytest.param("age:0..inf", ["age:0..inf"], id="not finite"),
        pytest.param("iou:gt~hb~~nan..1", ["iou:gt~hb~~nan..1"], id="not a number"),
        pytest.param("iou:gt~hb", ["iou:gt~hb"], id="too few parts"),
        pytest.param("label:Edema~maybe", ["label:Edema~maybe"], id="unknown state"),
        pytest.param("view:", ["view:"], id="no value"),
        pytest.param("mask:drawn~~Edema", ["mask:drawn~~Edema"], id="no source"),
        pytest.param("outcome:gt~hb~Edema", ["outcome:gt~hb~Edema"], id="no outcome"),
        pytest.param("view:frontal;view:lateral", ["view:lateral"], id="a second of a kind"),
        pytest.param("id:\x00\n;x", ["x"], id="control characters"),
    ],
)
def test_a_malformed_part_is_ignored_and_said(text: str, ignored: list[str]) -> None:
    chosen, said = from_text(f"sex:Male;{text}")
    assert said == ignored
    assert chosen.find(FactIsOneOf, "sex") == FactIsOneOf("sex", ("Male",))


def test_a_link_of_any_length_is_read() -> None:
    chosen, ignored = from_text("sex:Male;" + "x" * 10 * MAX_TEXT)
    assert chosen == CaseFilter((FactIsOneOf("sex", ("Male",)),))
    assert len(ignored) == 2
    assert max(map(len, ignored)) < 300


REPEATED = ("label", "mask", "iou", "outcome", "prob")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
names = texts.filter(bool)
ranges = st.tuples(*[st.floats(allow_nan=False, allow_infinity=False)] * 2).map(lambda two: Range(*sorted(two)))
criteria = st.one_of(
    texts.filter(lambda text: bool(text.split())).map(WordsInId),
    st.builds(FactIsOneOf, st.sampled_from(FACTS), st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(AgeBetween, ranges),
    st.builds(LabelIs, names, st.sampled_from(sorted(STATE_WORDS))),
    st.builds(DrawnBy, names, texts, st.booleans()),
    st.builds(IouBetween, texts, texts, texts, ranges),
    st.builds(OutcomeIs, texts, texts, texts, st.lists(st.sampled_from(OUTCOMES), min_size=1, unique=True).map(tuple)),
    st.builds(ProbabilityBetween, texts, texts, ranges),
)


@given(
    st.lists(criteria, max_size=MAX_OF_A_KIND, unique_by=lambda one: one if one.kind in REPEATED else one.kind)
    .map(tuple)
    .map(CaseFilter)
)
def test_whatever_is_written_reads_back_the_same(chosen: CaseFilter) -> None:
    assert from_text(chosen.to_text()) == (chosen, [])
    assert len(chosen.chips({})) == len(chosen.criteria)


@given(st.text())
def test_any_text_is_read_without_an_error(text: str) -> None:
    chosen, ignored = from_text(text)
    assert from_text(chosen.to_text()) == (chosen, [])
    assert all(isinstance(part, str) for part in ignored)


def test_every_kind_has_its_place() -> None:
    assert len(set(case_filter_text.KINDS)) == len(case_filter_text.KINDS)
    with pytest.raises(ValueError, match="at most 1 of the kind 'id'"):
        CaseFilter((WordsInId("a"), WordsInId("b")))


def test_rows_of_some_cases() -> None:
    table = pd.DataFrame({"case_id": ["a", "b", "a"], "n": [1, 2, 3]})
    assert rows_of(table, ["a"])["n"].tolist() == [1, 3]
    assert rows_of(table, []).empty


def test_250000_cases_are_filtered_with_one_look_at_the_pair() -> None:
    many = tuple(f"patient{number:06d}_study1_view1_frontal" for number in range(250_000))
    grid = pd.DataFrame({"Edema": np.linspace(0, 1, len(many)), "Nodule": NAN}, index=list(many))

    asked = []

    class Many(HandMade):
        def pair(self, key_a: str, key_b: str) -> PairNumbers:
            asked.append((key_a, key_b))
            return PairNumbers(grid, grid)

    kept = apply(CaseFilter((WordsInId("frontal PATIENT00000"), IouBetween("gt", "hb", "", Range(0, 0.1)))), Many(many))
    assert kept == list(many[:10])
    assert asked == [("gt", "hb")]
