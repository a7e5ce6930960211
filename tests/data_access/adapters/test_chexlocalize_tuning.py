"""Tuned thresholds are read from the table beside the heat maps; what is wrong in it is listed and left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.dataset import Dataset
from tests.builders import CASE_A, npz_bytes, put


def _release(root: Path, table: str | bytes | None) -> Dataset:
    put(root / "CheXlocalize" / "gradcam_maps_val" / f"{CASE_A}_Edema_map.npz", npz_bytes())
    if table is not None:
        put(root / "CheXlocalize" / "tuning_results.csv", table)
    return open_dataset(root)


def _tuned(dataset: Dataset, target: str) -> float | None:
    maps = dataset.annotation_set("val", "gradcam")
    assert maps is not None
    return maps.tuned_threshold(target)


def test_thresholds_are_found_beside_the_maps(tmp_path: Path) -> None:
    dataset = _release(tmp_path, "threshold,task\n0.4,Edema\n0.2,Airspace Opacity\n")
    assert (_tuned(dataset, "Edema"), _tuned(dataset, "Airspace Opacity")) == (0.4, 0.2)
    assert _tuned(dataset, "Cardiomegaly") is None
    assert not [problem for problem in dataset.problems if problem.file.endswith("tuning_results.csv")]


def test_without_a_table_nothing_is_tuned(tmp_path: Path) -> None:
    assert _tuned(_release(tmp_path, None), "Edema") is None


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        pytest.param("threshold,task\nhigh,Edema\n0.3,Cardiomegaly\n", "from 0 to 1", id="no number"),
        pytest.param("threshold,task\n4,Edema\n0.3,Cardiomegaly\n", "from 0 to 1", id="out of range"),
        pytest.param("threshold,task\nnan,Edema\n0.3,Cardiomegaly\n", "from 0 to 1", id="not a number"),
        pytest.param("threshold,task\n0.3,Cardiomegaly\n0.5,Nothing\n", "from 0 to 1", id="unknown pathology"),
        pytest.param("threshold,task\n0.3,Cardiomegaly\n0.5,Cardiomegaly\n", "one threshold", id="twice"),
    ],
)
def test_a_bad_row_is_left_out_and_listed(tmp_path: Path, table: str, expected: str) -> None:
    dataset = _release(tmp_path, table)
    assert _tuned(dataset, "Edema") is None
    assert _tuned(dataset, "Cardiomegaly") == 0.3
    assert any(expected in problem.expected for problem in dataset.problems)


@pytest.mark.parametrize("table", ["", "a,b\n1,2\n", b"\xff\xfe\x00"])
def test_what_is_no_such_table_is_listed(tmp_path: Path, table: str | bytes) -> None:
    dataset = _release(tmp_path, table)
    assert _tuned(dataset, "Edema") is None
    assert any(problem.file.endswith("tuning_results.csv") for problem in dataset.problems)


def test_a_changed_table_is_noticed(tmp_path: Path) -> None:
    before = _release(tmp_path, None).fingerprint
    assert _release(tmp_path, "threshold,task\n0.4,Edema\n").fingerprint != before
