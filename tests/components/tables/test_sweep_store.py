"""A kept sweep is the same as a made one, and is found only while everything it depends on is as it was."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from components.tables.sweep import sweep_case
from components.tables.sweep_store import from_bytes, key_of, to_bytes
from data_access.annotation_set import AnnotationSet
from data_access.problems import ProblemLog
from data_access.records import Unreadable
from tests.sets import heat_map, map_set, memory_set, rectangle

VALUES = [[0.0, 0.25], [0.5, 1.0]]


def _truth(height: int = 4, case_id: str = "a") -> AnnotationSet:
    return memory_set({case_id: {"Edema": rectangle(height, 4)}})


def _stamp(file: str) -> str:
    return f"{file}:1:1"


@pytest.mark.parametrize(
    ("truth", "probability"),
    [
        pytest.param(_truth(), 0.75, id="drawn"),
        pytest.param(_truth(0), None, id="empty ground truth, no probability"),
        pytest.param(_truth(case_id="another"), 0.0, id="a case the ground truth does not list"),
    ],
)
def test_a_sweep_reads_back_to_the_same(truth: AnnotationSet, probability: float | None) -> None:
    made = sweep_case(truth, map_set({"a": heat_map(VALUES, probability)}), "a", ProblemLog())
    assert len(made.maps) == 1
    kept = from_bytes(to_bytes(made))
    pd.testing.assert_frame_equal(kept.maps, made.maps)
    np.testing.assert_array_equal(kept.pred_px, made.pred_px)
    np.testing.assert_array_equal(kept.shared_px, made.shared_px)


@pytest.mark.parametrize(
    ("truth", "case_id", "stamp"),
    [
        pytest.param(_truth(5), "a", _stamp, id="another mask"),
        pytest.param(_truth(case_id="another"), "a", _stamp, id="case no longer listed"),
        pytest.param(memory_set({"a": {"Edema": Unreadable()}}), "a", _stamp, id="mask unreadable"),
        pytest.param(_truth(), "b", _stamp, id="another case"),
        pytest.param(_truth(), "a", lambda file: f"{file}:1:2", id="file changed"),
    ],
)
def test_what_a_sweep_depends_on_is_in_its_key(truth: AnnotationSet, case_id: str, stamp: object) -> None:
    maps = map_set({"a": heat_map(VALUES), "b": heat_map(VALUES)})
    key = key_of(_truth(), maps, "a", _stamp)
    assert key is not None
    assert key == key_of(_truth(), maps, "a", _stamp)
    assert key_of(truth, maps, case_id, stamp) != key  # type: ignore[arg-type]


def test_a_file_that_is_none_has_no_key() -> None:
    assert key_of(_truth(), map_set({"a": heat_map(VALUES)}), "a", lambda _: None) is None
