"""A heat map taken apart: each threshold's numbers are those of thresholding the upsampled map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.metrics import binarize
from components.tables.case_heat import THRESHOLDS, heat_steps
from data_access.annotation_set import AnnotationSet
from data_access.geometry import HeatMap
from data_access.lazy import Lazy
from data_access.records import HeatMapFiles
from tests.sets import MODEL, memory_set, rectangle

SIZE_HW = (40, 60)
MAP_HW = np.add.outer(np.linspace(1, 0, 4), np.linspace(1, 0, 6)).astype(np.float32)


def _model(map_hw: np.ndarray = MAP_HW) -> AnnotationSet:
    files = HeatMapFiles({"a": {"Edema": "map"}}, lambda case_id, target: HeatMap(map_hw, 0.25, SIZE_HW))
    return AnnotationSet(MODEL, "test", ("Edema",), heatmap_files=files)


def test_numbers_are_those_of_the_upsampled_map() -> None:
    truth = rectangle(20, 30, SIZE_HW)
    steps = heat_steps(_model(), memory_set({"a": {"Edema": truth}}), "a", "Edema")
    assert steps is not None
    normalised = binarize.normalise(binarize.upsample(MAP_HW, (60, 40)))
    for index in (0, 10, 30):
        mask = binarize.above(normalised, float(steps.thresholds[index]))
        assert steps.area_share[index] == mask.mean()
        assert steps.iou[index] == (mask & truth).sum() / (mask | truth).sum()
    assert steps.peak_xy == (0, 0)
    assert steps.peak_hits is True
    assert steps.probability == 0.25


def test_otsu_is_one_of_the_thresholds() -> None:
    steps = heat_steps(_model(), None, "a", "Edema")
    assert steps is not None
    assert len(steps.thresholds) == len(steps.rings_xy) == len(THRESHOLDS) + 1
    normalised = binarize.normalise(binarize.upsample(MAP_HW, (60, 40)))
    outlines = binarize.otsu_contours(binarize.to_levels(normalised))
    index = int(np.flatnonzero(steps.thresholds == steps.otsu)[0])
    corners = {tuple(point) for ring in steps.rings_xy[index] for point in ring}
    assert corners <= {tuple(point) for outline in outlines for point in outline.tolist()}


@pytest.mark.parametrize("truth", [None, rectangle(0, 0, SIZE_HW), rectangle(5, 5, (10, 10))])
def test_without_a_ground_truth_to_compare_there_is_no_overlap(truth: np.ndarray | None) -> None:
    drawn = memory_set({"a": {"Edema": truth}}) if truth is not None else None
    steps = heat_steps(_model(), drawn, "a", "Edema")
    assert steps is not None
    assert np.isnan(steps.iou).all()
    assert steps.peak_hits is None


def test_a_constant_map_has_no_mask() -> None:
    steps = heat_steps(_model(np.ones((3, 3), np.float32)), None, "a", "Edema")
    assert steps is not None
    assert not steps.area_share.any()
    assert not any(steps.rings_xy)


def test_no_map_is_none() -> None:
    assert heat_steps(_model(), None, "a", "Nodule") is None


@pytest.mark.parametrize(
    ("own", "given", "expected"),
    [
        pytest.param({"Edema": 0.35}, None, 0.35, id="the model's table"),
        pytest.param({"Edema": 0.35}, 0.5, 0.35, id="the model's table goes first"),
        pytest.param({"Lung Lesion": 0.35}, 0.5, 0.5, id="not in the table"),
        pytest.param({}, None, None, id="none known"),
    ],
)
def test_the_tuned_threshold_is_one_of_the_steps(
    own: dict[str, float], given: float | None, expected: float | None
) -> None:
    model = _model()
    assert model.heatmap_files is not None
    tuned = replace(model.heatmap_files, tuned=Lazy(lambda: own))
    steps = heat_steps(replace(model, heatmap_files=tuned), None, "a", "Edema", given)
    assert steps is not None
    assert steps.tuned == expected
    assert expected is None or expected in steps.thresholds
    assert len(steps.rings_xy) == len(steps.thresholds) == len(steps.iou)
