"""One case in numbers and words: the three ways of showing nothing are kept apart."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from components.tables.case import NO_LABEL, case_table, drawings, label_words, set_remarks
from data_access.annotation_set import AnnotationSet, State
from data_access.dataset import Case
from data_access.geometry import Points
from data_access.lazy import Lazy
from data_access.records import Records, Unreadable
from tests.sets import BENCHMARK, GROUND_TRUTH, MODEL, memory_set, rectangle

PATHOLOGIES = ("Edema", "Nodule")


def _case(labels: dict[str, int | None] | None = None) -> Case:
    return Case("a", "test", "p", "s", "frontal", "", "", "", "", labels or {})


def _sets() -> list[AnnotationSet]:
    return [
        memory_set({"a": {"Edema": rectangle(2, 4), "Nodule": rectangle(0, 0)}}, GROUND_TRUTH),
        memory_set({"a": {"Edema": rectangle(4, 2), "Nodule": Unreadable()}}, BENCHMARK),
        memory_set({"b": {"Edema": rectangle(1, 1)}}, MODEL),
    ]


def _table(sets: list[AnnotationSet]) -> pd.DataFrame:
    return case_table(_case({"Edema": 1}), drawings(sets, "a", PATHOLOGIES), sets).set_index("pathology")


def test_areas_and_overlap_of_each_pair() -> None:
    edema = _table(_sets()).loc["Edema"]
    assert edema["area_share:gt"] == 0.08  # 8 of 100 pixels
    assert edema["iou:gt:hb"] == pytest.approx(4 / 12)
    assert pd.isna(edema["iou:gt:model"])
    assert edema["label"] == "positive"


def test_empty_absent_and_unreadable_are_three_things() -> None:
    nodule = _table(_sets()).loc["Nodule"]
    assert nodule["area_share:gt"] == 0
    assert pd.isna(nodule["area_share:hb"])
    assert pd.isna(nodule["area_share:model"])
    assert nodule["remark"] == "Ground truth: empty mask; Benchmark: unreadable; A model: not in this set"
    assert pd.isna(nodule["iou:gt:hb"])


def test_nothing_drawn_by_anyone_is_said_once() -> None:
    sets = [memory_set({"a": {"Edema": rectangle(0, 0)}}, source) for source in (GROUND_TRUTH, MODEL)]
    assert _table(sets).loc["Edema", "remark"] == "nothing drawn"


def test_no_source_gives_an_empty_table_with_its_columns() -> None:
    table = case_table(_case(), [], [])
    assert table.empty
    assert list(table.columns) == ["pathology", "label", "remark"]


def test_drawings_say_the_overlap_with_the_ground_truth_only() -> None:
    drawn = {(one.source.key, one.target): one for one in drawings(_sets(), "a", PATHOLOGIES)}
    assert drawn["gt", "Edema"].iou is None
    assert drawn["hb", "Edema"].iou == pytest.approx(4 / 12)
    assert drawn["hb", "Nodule"].state is State.UNREADABLE
    assert drawn["model", "Edema"].state is State.ABSENT


def test_without_ground_truth_there_is_no_overlap_to_say() -> None:
    drawn = drawings(_sets()[1:], "a", PATHOLOGIES)
    assert {one.iou for one in drawn} == {None}


@pytest.mark.parametrize(
    ("label", "words"),
    [(1, "positive"), (0, "negative"), (-1, "uncertain"), (None, "not mentioned")],
)
def test_label_words(label: int | None, words: str) -> None:
    assert label_words(_case({"Edema": label}), "Edema") == words


def test_a_case_without_labels_has_no_label() -> None:
    assert label_words(_case(), "Edema") == NO_LABEL


def test_remarks_name_the_sources_that_have_nothing() -> None:
    sets = [*_sets(), AnnotationSet(MODEL, "test", PATHOLOGIES), memory_set({}, BENCHMARK)]
    assert set_remarks(sets, "a") == [
        "A model does not know this case: it was not looked at.",
        "A model has no masks here.",
        "Benchmark holds no case that can be read; the Data page says why.",
    ]


@pytest.mark.parametrize(
    ("truth", "points_xy", "hits"),
    [
        pytest.param(rectangle(2, 4), [[3.9, 1.9], [4.0, 0.0], [-3.0, 0.0]], (True, False, False), id="in and out"),
        pytest.param(rectangle(0, 0), [[0.0, 0.0]], None, id="nothing to hit"),
    ],
)
def test_points_hit_the_ground_truth_or_miss_it(
    truth: NDArray[np.bool_], points_xy: list[list[float]], hits: tuple[bool, ...] | None
) -> None:
    clicked = Records({"a": {"Edema": Points(np.array(points_xy))}}, complete=True)
    benchmark = AnnotationSet(BENCHMARK, "test", PATHOLOGIES, point_records=Lazy(lambda: clicked))
    drawn = drawings([memory_set({"a": {"Edema": truth}}), benchmark], "a", PATHOLOGIES)
    assert {one.hits for one in drawn if one.points is not None} == {hits}
