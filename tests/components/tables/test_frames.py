"""Annotations on a film of another size: scaled or left out, and noted with where and how."""

from __future__ import annotations

import numpy as np
import pytest

from components.tables.frames import ADVICE, fit, note_frames, note_map_frame
from data_access.adapters.chexlocalize_names import PATHOLOGIES
from data_access.annotation_set import AnnotationSet
from data_access.geometry import Contours, HeatMap, Mask, Points
from data_access.lazy import Lazy
from data_access.problems import ProblemLog
from data_access.records import Records
from tests.sets import MODEL

FILM_HW = (64, 48)


@pytest.mark.parametrize(
    ("annotation_hw", "scale_xy", "words"),
    [
        pytest.param(FILM_HW, (1.0, 1.0), "", id="same size"),
        pytest.param((32, 24), (2.0, 2.0), "scaled to fit", id="half the size"),
        pytest.param((64, 64), None, ADVICE, id="padded to a square"),
        pytest.param((48, 64), None, ADVICE, id="width for height"),
    ],
)
def test_fit(annotation_hw: tuple[int, int], scale_xy: tuple[float, float] | None, words: str) -> None:
    found = fit("Mine", annotation_hw, FILM_HW)
    assert found.scale_xy == scale_xy
    assert words in found.remark
    assert bool(found.remark) == (annotation_hw != FILM_HW)


def noted(annotated: AnnotationSet) -> list[tuple[str, str, str]]:
    """Return file, item and what was found of each note."""
    problems = ProblemLog()
    note_frames(annotated, "a", FILM_HW, problems)
    assert {problem.action for problem in problems} <= {"noted"}
    return [(problem.file, problem.item, problem.found) for problem in problems]


def masks_of(**sizes: tuple[int, int]) -> AnnotationSet:
    """Return a set with a mask of each size, by pathology."""
    of_case = {target: Mask.empty(size_hw) for target, size_hw in sizes.items()}
    records = Lazy(lambda: Records({"a": of_case}))
    return AnnotationSet(MODEL, "val", PATHOLOGIES, ("m.json",), mask_records=records)


def test_each_size_is_noted_once() -> None:
    assert noted(masks_of(Edema=FILM_HW, Cardiomegaly=FILM_HW)) == []
    assert noted(masks_of(Cardiomegaly=(32, 24), Edema=(32, 24), Atelectasis=(64, 64), Pneumothorax=FILM_HW)) == [
        ("m.json", "a / Cardiomegaly", "24 x 32 px: scaled to fit"),
        ("m.json", "a / Atelectasis", "64 x 64 px: not the same shape, so it is not laid over the film"),
    ]


def test_the_size_of_contours_is_that_of_their_file() -> None:
    records = Records[Contours]({"a": {}}, complete=True, size_hw_of_case={"a": (32, 24)})
    annotated = AnnotationSet(MODEL, "val", PATHOLOGIES, ("c.json",), contour_records=Lazy(lambda: records))
    assert noted(annotated) == [("c.json", "a", "24 x 32 px: scaled to fit")]


def test_points_outside_their_frame_are_noted() -> None:
    points = Lazy(lambda: Records({"a": {"Edema": Points(np.array([[30.0, 30.0], [-1.0, 5.0]]))}}))
    annotated = AnnotationSet(MODEL, "val", PATHOLOGIES, ("p.json",), point_records=points)
    assert noted(annotated) == [("p.json", "a / Edema", "1 of 2 outside")]


def test_a_case_without_anything_has_no_note() -> None:
    assert noted(AnnotationSet(MODEL, "val", PATHOLOGIES)) == []


@pytest.mark.parametrize(
    ("size_hw", "found"),
    [pytest.param(FILM_HW, [], id="same"), pytest.param((48, 64), ["(64, 48)"], id="width for height")],
)
def test_heat_map_of_another_frame_is_noted(size_hw: tuple[int, int], found: list[str]) -> None:
    problems = ProblemLog()
    note_map_frame(HeatMap(np.zeros((2, 2), np.float32), 0.5, size_hw), "m.npz", "a / Edema", FILM_HW, problems)
    assert [problem.found for problem in problems] == found
