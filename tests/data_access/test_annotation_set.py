"""Annotation sets: the three ways of showing nothing are kept apart, and a file is read when first asked for, once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import numpy as np
import pytest

from data_access.annotation_set import AnnotationSet, Source, State
from data_access.geometry import Contours, HeatMap, Mask, Points
from data_access.lazy import Lazy
from data_access.records import HeatMapFiles, Records, Unreadable
from tests.builders import CASE_A, CASE_B, CASE_C, SIZE_HW, box, box_xy

T = TypeVar("T")

SOURCE = Source("mine", "Mine", "model", "automatic")
HEART = Mask.from_array(box(2, 2, 4, 4))
NOTHING = Mask.empty(SIZE_HW)
OUTLINE = Contours(SIZE_HW, (np.array(box_xy(2, 2, 4, 4)),))
POINTS = Points(np.array([[4.5, 3.0]]))
HEATMAP = HeatMap(np.ones((2, 2), np.float32), 0.25, SIZE_HW)

BARE = AnnotationSet(SOURCE, "val", ("Cardiomegaly", "Edema", "Atelectasis"))


def lazy(value: T) -> Lazy[T]:
    """Return a value not read yet."""
    return Lazy(lambda: value)


MASKS: Records[Mask] = Records(
    {CASE_A: {"Cardiomegaly": HEART, "Edema": NOTHING, "Atelectasis": Unreadable()}, CASE_B: {}}
)
CONTOURS: Records[Contours] = Records(
    {CASE_A: {"Cardiomegaly": OUTLINE, "Atelectasis": Unreadable()}, CASE_B: {}},
    complete=True,
    size_hw_of_case={CASE_A: SIZE_HW, CASE_B: SIZE_HW},
)
HEATMAPS = HeatMapFiles({CASE_A: {"Edema": "a.npz"}, CASE_C: {"Edema": "c.npz"}}, lambda case_id, target: HEATMAP)

from_masks = replace(BARE, mask_records=lazy(MASKS))
from_contours = replace(BARE, contour_records=lazy(CONTOURS))


@pytest.mark.parametrize(
    ("annotated", "case_id", "target", "state"),
    [
        pytest.param(from_masks, CASE_A, "Cardiomegaly", State.DRAWN, id="drawn mask"),
        pytest.param(from_masks, CASE_A, "Edema", State.EMPTY, id="empty mask"),
        pytest.param(from_masks, CASE_A, "Atelectasis", State.UNREADABLE, id="unreadable mask"),
        pytest.param(from_masks, CASE_B, "Edema", State.ABSENT, id="mask not listed"),
        pytest.param(from_masks, CASE_C, "Edema", State.ABSENT, id="case without masks"),
        pytest.param(from_contours, CASE_A, "Cardiomegaly", State.DRAWN, id="drawn contour"),
        pytest.param(from_contours, CASE_A, "Edema", State.EMPTY, id="contour not listed"),
        pytest.param(from_contours, CASE_A, "Atelectasis", State.UNREADABLE, id="unreadable contour"),
        pytest.param(from_contours, CASE_B, "Edema", State.EMPTY, id="case without a contour"),
        pytest.param(from_contours, CASE_C, "Edema", State.ABSENT, id="case not in the contour file"),
        pytest.param(BARE, CASE_A, "Edema", State.ABSENT, id="set without masks"),
    ],
)
def test_states(annotated: AnnotationSet, case_id: str, target: str, state: State) -> None:
    """An empty mask is one that can be counted; for the other two there is no mask."""
    assert annotated.state(case_id, target) is state
    mask = annotated.mask(case_id, target)
    if state in (State.DRAWN, State.EMPTY):
        assert mask is not None
        assert (mask.size_hw, mask.is_empty) == (SIZE_HW, state is State.EMPTY)
    else:
        assert mask is None


def test_nothing_drawn_on_an_image_of_unknown_size_is_unreadable() -> None:
    """Without its size there is no empty mask to count."""
    annotated = replace(BARE, contour_records=lazy(Records({CASE_A: {}}, complete=True)))
    assert annotated.state(CASE_A, "Edema") is State.UNREADABLE
    assert annotated.mask(CASE_A, "Edema") is None


def test_masks_from_contours_are_kept() -> None:
    assert from_contours.mask(CASE_A, "Cardiomegaly") == HEART
    assert from_contours.mask(CASE_A, "Cardiomegaly") is from_contours.mask(CASE_A, "Cardiomegaly")


def test_masks_are_preferred_to_contours() -> None:
    """Where both files are there, the masks are the segmentations' and the contours are not read for them."""
    contours = lazy(Records({CASE_C: {"Cardiomegaly": OUTLINE}}, complete=True))
    annotated = replace(from_masks, contour_records=contours)
    assert annotated.mask(CASE_C, "Cardiomegaly") is None
    assert not contours.is_read
    assert annotated.contours(CASE_C, "Cardiomegaly") is OUTLINE
    assert contours.is_read


@pytest.mark.parametrize(
    ("annotated", "expected"),
    [
        pytest.param(from_masks, (CASE_A, CASE_B), id="masks"),
        pytest.param(from_contours, (CASE_A, CASE_B), id="contours"),
        pytest.param(replace(BARE, point_records=lazy(Records({CASE_C: {}}))), (CASE_C,), id="points alone"),
        pytest.param(replace(BARE, heatmap_files=HEATMAPS), (CASE_A, CASE_C), id="heat maps alone"),
        pytest.param(replace(from_masks, heatmap_files=HEATMAPS), (CASE_A, CASE_B), id="masks and heat maps"),
        pytest.param(BARE, (), id="nothing"),
    ],
)
def test_cases(annotated: AnnotationSet, expected: tuple[str, ...]) -> None:
    assert annotated.case_ids() == expected
    assert annotated.is_read


def test_it_knows_when_its_cases_are_known() -> None:
    """Heat maps are listed by name, so their cases are known without reading; those of a file are not."""
    assert not replace(BARE, mask_records=lazy(MASKS)).is_read
    assert not replace(BARE, point_records=lazy(Records({}))).is_read
    assert replace(BARE, heatmap_files=HEATMAPS).is_read


def test_it_has_a_case_whose_areas_it_knows() -> None:
    assert from_masks.has_case(CASE_B)
    assert not from_masks.has_case(CASE_C)
    assert not replace(BARE, heatmap_files=HEATMAPS).has_case(CASE_A)


def test_what_it_holds() -> None:
    whole = replace(
        from_masks,
        contour_records=lazy(CONTOURS),
        point_records=lazy(Records({CASE_A: {"Edema": POINTS}})),
        probability_records=lazy(Records({CASE_A: {"Edema": 0.75}})),
        heatmap_files=HEATMAPS,
    )
    assert (whole.has_masks, whole.has_points, whole.has_heatmaps) == (True, True, True)
    assert (BARE.has_masks, BARE.has_points, BARE.has_heatmaps) == (False, False, False)
    assert whole.kinds == ("masks", "contours", "points", "heat maps", "probabilities")
    assert (BARE.kinds, from_contours.has_masks, BARE.records) == ((), True, ())
    assert len(whole.records) == 4
    assert (whole.key, whole.label) == ("mine", "Mine")
    assert whole.contours(CASE_A, "Cardiomegaly") is OUTLINE
    assert whole.points(CASE_A, "Edema") is POINTS
    assert whole.points(CASE_B, "Edema") is None
    assert BARE.contours(CASE_A, "Cardiomegaly") is None
    assert BARE.points(CASE_A, "Edema") is None


@pytest.mark.parametrize(
    ("records", "case_id", "expected"),
    [
        pytest.param(None, CASE_A, 0.25, id="from the heat map"),
        pytest.param(Records({CASE_A: {"Edema": 0.75}}), CASE_A, 0.75, id="the table goes first"),
        pytest.param(Records({CASE_A: {"Edema": Unreadable()}}), CASE_A, None, id="unreadable in the table"),
        pytest.param(Records({}), CASE_A, None, id="not in the table"),
        pytest.param(None, CASE_B, None, id="no heat map"),
    ],
)
def test_probability(records: Records[float] | None, case_id: str, expected: float | None) -> None:
    table = None if records is None else lazy(records)
    annotated = replace(BARE, heatmap_files=HEATMAPS, probability_records=table)
    assert annotated.probability(case_id, "Edema") == expected


def test_heatmap_that_is_not_listed_is_not_read() -> None:
    def fail(case_id: str, target: str) -> HeatMap:
        raise AssertionError(f"read {case_id} {target}")

    annotated = replace(BARE, heatmap_files=HeatMapFiles({CASE_A: {"Edema": "a.npz"}}, fail))
    assert annotated.heatmap(CASE_A, "Cardiomegaly") is None
    assert annotated.heatmap(CASE_B, "Edema") is None
    assert BARE.heatmap(CASE_A, "Edema") is None


def test_annotations_are_what_was_drawn() -> None:
    """Contours where stored, else masks; nothing for what is empty, unreadable or an empty list of contours."""
    points = lazy(Records({CASE_A: {"Edema": POINTS}}))
    found = list(replace(from_masks, point_records=points).annotations(CASE_A))
    assert [(one.target, one.geometry) for one in found] == [("Cardiomegaly", HEART), ("Edema", POINTS)]
    assert [one.geometry for one in from_contours.annotations(CASE_A)] == [OUTLINE]
    none_drawn = Records({CASE_A: {"Edema": Contours(SIZE_HW, ())}}, complete=True, size_hw_of_case={CASE_A: SIZE_HW})
    assert list(replace(BARE, contour_records=lazy(none_drawn)).annotations(CASE_A)) == []
    assert list(from_masks.annotations(CASE_C)) == []


def test_sets_are_told_apart_by_a_serial() -> None:
    serials = {AnnotationSet(SOURCE, "val", ()).serial for _ in range(100)}  # each is freed before the next is made
    assert len(serials) == 100
    assert replace(BARE).serial != BARE.serial


def test_file_is_read_once_by_the_first_thread_that_asks() -> None:
    n_reads = 0

    def read() -> Records[Mask]:
        nonlocal n_reads
        n_reads += 1
        time.sleep(0.05)  # long enough for the others to ask meanwhile
        return MASKS

    annotated = replace(BARE, mask_records=Lazy(read))
    found: list[Mask | None] = []
    threads = [threading.Thread(target=lambda: found.append(annotated.mask(CASE_A, "Cardiomegaly"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [HEART] * 8
    assert n_reads == 1


def test_failed_read_is_tried_again() -> None:
    answers: Iterator[OSError | Records[Mask]] = iter([OSError("gone"), MASKS])

    def read() -> Records[Mask]:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    value = Lazy(read)
    with pytest.raises(OSError, match="gone"):
        value.get()
    assert not value.is_read
    assert value.get() is MASKS
