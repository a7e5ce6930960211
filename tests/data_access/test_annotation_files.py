"""The official annotation files: each bad item is listed and costs itself alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from data_access.adapters.chexlocalize_names import GROUND_TRUTH, PATHOLOGIES, find_target
from data_access.annotation_files import contours_from, masks_from, points_from, probabilities_from, usable_ids
from data_access.annotation_json import AnnotationFileError
from data_access.annotation_set import AnnotationSet, State
from data_access.geometry import Contours, Mask, Points
from data_access.lazy import Lazy
from data_access.problems import ProblemLog
from data_access.records import Records, Unreadable
from tests.builders import CASE_A, CASE_B, SIZE_HW, box, box_xy, mask_json

GOOD = mask_json(box(2, 2, 4, 4))
SQUARE = box_xy(2, 2, 4, 4)
Read = Callable[..., Records[Any]]


def read(from_cases: Read, cases: Mapping[str, Any]) -> tuple[Mapping[str, Mapping[str, Any]], list[str]]:
    """Return what a reader makes of a file's content, by case and target, and the problems it lists."""
    problems = ProblemLog()
    records = from_cases(cases, "a.json", problems, find_target)
    return records.of_case, [str(problem) for problem in problems]


def test_usable_ids_are_those_of_cases() -> None:
    cases = {CASE_A: {}, "number": 3, "list": [], "": {}, "x" * 201: {}, "half \ud800": {}, "x" * 200: {}}
    assert usable_ids(cases) == (CASE_A, "x" * 200)


def test_only_files_of_what_was_drawn_are_complete() -> None:
    """A pathology that a contour file leaves out was looked at; of one that a mask file leaves out nothing is known."""
    cases = {CASE_A: {"img_size": list(SIZE_HW)}, CASE_B: {"img_size": [5, 4]}}
    readers: tuple[Read, ...] = (masks_from, contours_from, points_from)
    found = [from_cases(cases, "a.json", ProblemLog(), find_target) for from_cases in readers]
    assert [records.complete for records in found] == [False, True, True]
    assert found[1].size_hw_of_case == {CASE_A: SIZE_HW, CASE_B: (5, 4)}


def test_masks_are_read() -> None:
    uncompressed = {"size": [3, 3], "counts": [1, 1, 1, 3, 1, 1, 1]}
    of_case, problems = read(masks_from, {CASE_A: {"Cardiomegaly": GOOD, "Lung Opacity": uncompressed}, CASE_B: {}})
    assert problems == []
    assert of_case[CASE_A]["Cardiomegaly"] == Mask.from_array(box(2, 2, 4, 4))
    assert of_case[CASE_A]["Airspace Opacity"].area_px == 5
    assert of_case[CASE_B] == {}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        pytest.param({**GOOD, "counts": ""}, "an empty string", id="empty string"),
        pytest.param({**GOOD, "counts": "~~~~~~~~"}, "characters that COCO run lengths do not have", id="tildes"),
        pytest.param({**GOOD, "counts": "!!!"}, "characters that COCO run lengths do not have", id="exclamation marks"),
        pytest.param({**GOOD, "counts": "é"}, "characters that COCO run lengths do not have", id="not ASCII"),
        pytest.param({"size": [3, 5], "counts": "é"}, "characters that COCO", id="not ASCII where ? would be a mask"),
        pytest.param({**GOOD, "counts": "\ud800"}, "characters that COCO", id="half a character"),
        pytest.param({**GOOD, "counts": str(GOOD["counts"])[:-1]}, "cut in the middle", id="cut string"),
        pytest.param({**GOOD, "counts": [100, 10]}, "runs that sum to 110 px", id="counts of a wrong sum"),
        pytest.param({**GOOD, "counts": None}, "counts that are not all whole numbers", id="null counts"),
        pytest.param({**GOOD, "counts": 120}, "counts that are not all whole numbers", id="number as counts"),
        pytest.param({**GOOD, "size": [12, 11]}, "runs that sum to 120 px", id="other size"),
        pytest.param({**GOOD, "size": [0, 10]}, "that no chest X-ray has", id="size 0"),
        pytest.param({**GOOD, "size": [10**9, 10**9]}, "that no chest X-ray has", id="size 10**9"),
        pytest.param({**GOOD, "size": [True, 10]}, "not two whole numbers", id="bool size"),
        pytest.param({**GOOD, "size": [12.0, 10.0]}, "not two whole numbers", id="float size"),
        pytest.param({**GOOD, "size": [12]}, "the size [12]", id="one side"),
        pytest.param({**GOOD, "size": "12x10"}, "the size '12x10'", id="text size"),
        pytest.param({**GOOD, "size": [[12], [10]]}, "not two whole numbers", id="nested size"),
        pytest.param({"counts": "0"}, "dict without size and counts", id="no size"),
        pytest.param({"size": [12, 10]}, "dict without size and counts", id="no counts"),
        pytest.param([SQUARE], "list without size and counts", id="a contour instead"),
        pytest.param(None, "NoneType without size and counts", id="null"),
        pytest.param(3, "int without size and counts", id="number"),
    ],
)
def test_bad_mask_is_listed_and_costs_itself_alone(value: object, found: str) -> None:
    of_case, problems = read(masks_from, {CASE_A: {"Edema": value, "Cardiomegaly": GOOD}, CASE_B: {"Edema": GOOD}})
    assert of_case[CASE_A]["Edema"] == Unreadable()
    assert of_case[CASE_A]["Cardiomegaly"].area_px == of_case[CASE_B]["Edema"].area_px == 16
    assert len(problems) == 1
    assert problems[0].startswith(f"a.json: {CASE_A} / Edema: expected size [height, width] and COCO run lengths")
    assert found in problems[0]


@pytest.mark.parametrize("from_cases", [masks_from, contours_from, points_from])
@pytest.mark.parametrize(
    ("cases", "problem"),
    [
        pytest.param({"b": []}, "a.json: b: expected an object with a pathology for each key, found list", id="list"),
        pytest.param({"b": 3}, "a.json: b: expected an object with a pathology for each key, found int", id="number"),
        pytest.param({"": {}}, "a.json: expected an id of 1 to 200 characters, found 0 characters", id="empty id"),
        pytest.param({"x" * 10_000: {}}, "1 to 200 characters, found 10,000 characters", id="long id"),
        pytest.param({"\ud800": {}}, "found characters that are no text", id="id that is no text"),
        pytest.param({CASE_A: {"img_size": [12, 10], "Edme": []}}, "found an unknown name", id="misspelt pathology"),
        pytest.param({CASE_A: {"img_size": [12, 10], "<b>": []}}, f"{CASE_A} / <b>: expected", id="HTML as pathology"),
    ],
)
def test_other_items_are_listed(from_cases: Read, cases: Mapping[str, Any], problem: str) -> None:
    _, problems = read(from_cases, cases)
    assert len(problems) == 1
    assert problem in problems[0]


def test_one_pathology_under_two_names_is_listed() -> None:
    empty = mask_json(box(0, 0, 0, 0))
    of_case, problems = read(masks_from, {CASE_A: {"Airspace Opacity": GOOD, "Lung Opacity": empty}})
    assert of_case[CASE_A]["Airspace Opacity"].area_px == 16
    assert [problem.split(": ")[1] for problem in problems] == [f"{CASE_A} / Lung Opacity"]


@pytest.mark.parametrize("case_id", ["../../etc/passwd", "a/b", r"a\b", "/etc/passwd", "<script>", "🫁 心", " "])
def test_foreign_ids_are_ids(case_id: str) -> None:
    """An id is data: whatever it looks like, it is a case of that name."""
    of_case, problems = read(masks_from, {case_id: {"Edema": GOOD}})
    assert list(of_case) == [case_id]
    assert problems == []


def test_contours_are_read() -> None:
    cases = {
        CASE_A: {"img_size": list(SIZE_HW), "Edema": [SQUARE, SQUARE], "Atelectasis": []},
        CASE_B: {"img_size": [5, 4]},
    }
    of_case, problems = read(contours_from, cases)
    assert problems == []
    found = of_case[CASE_A]["Edema"]
    assert isinstance(found, Contours)
    assert (found.size_hw, found.n_instances) == (SIZE_HW, 2)
    np.testing.assert_array_equal(found.contours_xy[0], SQUARE)
    assert of_case[CASE_A]["Atelectasis"].n_instances == 0
    assert of_case[CASE_B] == {}


@pytest.mark.parametrize(
    ("contour", "found", "is_kept"),
    [
        pytest.param([[3, 3]], "expected a contour, found 1 point(s) (skipped)", False, id="one point"),
        pytest.param([], "expected a contour, found 0 point(s) (skipped)", False, id="no point"),
        pytest.param([[3, 3], [float("nan"), 4]], "found the point [nan, 4] (skipped)", False, id="NaN"),
        pytest.param([[3, 3], [4]], "found the point [4] (skipped)", False, id="half a point"),
        pytest.param("contour", "found str instead of a list of [x, y] (skipped)", False, id="text"),
        pytest.param([3, 4], "found the point 3 (skipped)", False, id="one level too flat"),
        pytest.param(
            [[3, 3], [11, 3], [3, -1]],
            "expected points inside the image of 10 x 12 px, found 2 of 3 outside (repaired)",
            True,
            id="two points outside",
        ),
    ],
)
def test_bad_contour_is_listed(contour: object, found: str, is_kept: bool) -> None:
    """The good contour beside it stays; one that leaves the image is cut off by filling."""
    of_case, problems = read(contours_from, {CASE_A: {"img_size": list(SIZE_HW), "Edema": [SQUARE, contour]}})
    assert len(problems) == 1
    assert problems[0].startswith(f"a.json: {CASE_A} / Edema, contour 2: ")
    assert problems[0].endswith(found)
    assert of_case[CASE_A]["Edema"].n_instances == 1 + is_kept


def test_pathology_without_a_good_contour_is_unreadable() -> None:
    of_case, problems = read(contours_from, {CASE_A: {"img_size": list(SIZE_HW), "Edema": [[[1, 1]]]}})
    assert of_case[CASE_A]["Edema"] == Unreadable()
    assert len(problems) == 1


@pytest.mark.parametrize("size", [None, [12], [12, 0], [10**9, 10], [12.5, 10], "12x10", [True, True], {}])
@pytest.mark.parametrize("drawn", [{"Edema": [SQUARE]}, {}])
def test_contours_need_a_usable_size(size: object, drawn: dict[str, object]) -> None:
    of_case, problems = read(contours_from, {CASE_A: {"img_size": size, **drawn}})
    assert len(problems) == 1
    assert "found no usable img_size" in problems[0]
    assert all(found == Unreadable() for found in of_case[CASE_A].values())


@pytest.mark.parametrize("value", [None, 3, "Edema", {"0": SQUARE}])
def test_contours_must_be_a_list(value: object) -> None:
    of_case, problems = read(contours_from, {CASE_A: {"img_size": list(SIZE_HW), "Edema": value}})
    assert of_case[CASE_A]["Edema"] == Unreadable()
    assert len(problems) == 1


def test_points_are_read_with_and_without_a_size() -> None:
    cases = {
        CASE_A: {"Edema": [[4.5, 3]], "Lung Opacity": []},
        CASE_B: {"img_size": [12, 10], "Edema": [[1, 2], [11, 2]]},
    }
    of_case, problems = read(points_from, cases)
    assert isinstance(of_case[CASE_A]["Edema"], Points)
    np.testing.assert_array_equal(of_case[CASE_A]["Edema"].points_xy, [[4.5, 3.0]])
    assert len(of_case[CASE_A]["Airspace Opacity"].points_xy) == 0
    assert len(of_case[CASE_B]["Edema"].points_xy) == 2
    assert [problem.split("found ")[1] for problem in problems] == ["1 of 2 outside (repaired)"]


@pytest.mark.parametrize("value", [None, 3, [3, 4], [[1, 2], [None, 4]], [[[1, 2]]], {"x": 1}])
def test_bad_points_are_listed(value: object) -> None:
    of_case, problems = read(points_from, {CASE_A: {"Edema": value, "Cardiomegaly": [[1, 2]]}})
    assert of_case[CASE_A]["Edema"] == Unreadable()
    assert isinstance(of_case[CASE_A]["Cardiomegaly"], Points)
    assert len(problems) == 1


@pytest.mark.parametrize("id_column", ["id", "ID", "img_id", "image_id"])
def test_probabilities_are_read(id_column: str) -> None:
    problems = ProblemLog()
    content = f"{id_column},Lung Opacity,No Finding,Edema\na,0.25,0.5,1\nb,,0.5,0\n".encode()
    records = probabilities_from(content, "p.csv", problems, find_target)
    assert records.of_case == {"a": {"Airspace Opacity": 0.25, "Edema": 1.0}, "b": {"Edema": 0.0}}
    assert list(problems) == []


@pytest.mark.parametrize("cell", ["1.5", "-0.1", "nan", "inf", "high"])
def test_bad_probability_is_listed(cell: str) -> None:
    problems = ProblemLog()
    records = probabilities_from(f"id,Edema\na,{cell}\nb,0.5\n".encode(), "p.csv", problems, find_target)
    assert records.of_case == {"a": {"Edema": Unreadable()}, "b": {"Edema": 0.5}}
    assert [str(p) for p in problems] == [f"p.csv: a / Edema: expected a probability in 0 to 1, found {cell} (skipped)"]


def test_second_and_nameless_rows_of_probabilities_are_listed() -> None:
    problems = ProblemLog()
    records = probabilities_from(b"id,Edema\na,0.5\na,0.75\n,0.1\nb,0.2,0.3\n", "p.csv", problems, find_target)
    assert records.of_case == {"a": {"Edema": 0.5}}
    assert [(problem.item, problem.found) for problem in problems] == [
        ("line 5", "3 cells"),
        ("a", "a second row of the case"),
        ("", "0 characters"),
    ]


def test_probabilities_need_an_id_column() -> None:
    with pytest.raises(AnnotationFileError, match="no column id among case, Edema"):
        probabilities_from(b"case,Edema\na,0.5\n", "p.csv", ProblemLog(), find_target)


def test_a_case_refused_as_a_whole_is_known_and_not_taken_for_absent() -> None:
    """Else the command line would count it as empty masks."""
    problems = ProblemLog()
    records = masks_from({"a": [1, 2]}, "file", problems, find_target)
    annotated = AnnotationSet(GROUND_TRUTH, "val", PATHOLOGIES, mask_records=Lazy(lambda: records))
    assert annotated.case_ids() == ("a",)
    assert {annotated.state("a", pathology) for pathology in PATHOLOGIES} == {State.UNREADABLE}
    assert annotated.state("b", PATHOLOGIES[0]) is State.ABSENT
    assert len(problems) == 1
