"""What we write appears whole or not at all, and is read back as it was."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from data_access import open_set
from data_access.heatmaps import read_heatmap
from data_access.problems import ProblemLog
from data_access.writers import beside, write_bytes, write_csv, write_heatmap, write_json, write_segmentations
from tests.builders import CASE_A, CASE_B, SIZE_HW, box, mask_of


def test_file_appears_under_its_name_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "a.txt"
    with beside(path) as draft:
        draft.write_text("half")
        assert not path.exists()
        assert draft.parent == path.parent
    assert path.read_text() == "half"
    assert [entry.name for entry in path.parent.iterdir()] == ["a.txt"]


def test_failure_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail() -> None:
        with beside(path) as draft:
            draft.write_text("half")
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        fail()
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]


def test_value_that_json_does_not_know_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        write_json(tmp_path / "a.json", {"x": object()})
    assert list(tmp_path.iterdir()) == []


def test_bytes_and_json(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"\0\1")
    assert (tmp_path / "a").read_bytes() == b"\0\1"
    write_json(tmp_path / "a.json", {"n": np.int64(3), "xy": np.array([[1.5, 2.0]])})
    assert json.loads((tmp_path / "a.json").read_text()) == {"n": 3, "xy": [[1.5, 2.0]]}


def test_csv_keeps_every_digit(tmp_path: Path) -> None:
    table = pd.DataFrame({"iou": [0.36620622920151663, float("nan")]}, index=pd.Index(["a", "b"], name="id"))
    write_csv(tmp_path / "a.csv", table, index=True)
    assert (tmp_path / "a.csv").read_text() == "id,iou\na,0.36620622920151663\nb,\n"


def test_segmentations_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "mine_segmentations_val.json"
    masks = {
        CASE_A: {"Cardiomegaly": mask_of(box(2, 2, 4, 4)), "Edema": mask_of(box(0, 0, 0, 0))},
        CASE_B: {},
    }
    write_segmentations(path, masks)
    problems = ProblemLog()
    found = open_set(path, problems)
    assert list(problems) == []
    assert found.case_ids() == (CASE_A, CASE_B)
    assert found.mask(CASE_A, "Cardiomegaly") == masks[CASE_A]["Cardiomegaly"]
    assert found.mask(CASE_A, "Edema") == masks[CASE_A]["Edema"]


def test_heatmap_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / f"{CASE_A}_Edema_map.npz"
    map_hw = np.random.default_rng(7).random((5, 4), np.float32)
    write_heatmap(path, map_hw, 0.125, "Edema", SIZE_HW)
    found = read_heatmap(path.read_bytes(), path.name)
    np.testing.assert_array_equal(found.map_hw, map_hw)
    assert (found.prob, found.task, found.size_hw) == (0.125, "Edema", SIZE_HW)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
