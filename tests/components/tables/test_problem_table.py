"""Problems find their split, source and case, and are filtered by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from components.tables.problem_table import filter_problems, problem_table
from data_access import open_dataset
from data_access.dataset import Dataset
from tests.builders import CASE_A, DRAWN, HEATMAPS, Release, image_path, put, segmentations

NO_CASE = "patient1_study1_view1_frontal"


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """Return a release with a fault of a mask, a heat map, a film and a label table."""
    root = Release(heatmaps=HEATMAPS).write(tmp_path)
    content: dict[str, Any] = segmentations(DRAWN["gt"])
    content[CASE_A]["Edema"]["counts"] = "~~~~"
    put(root / "CheXlocalize/gt_segmentations_test.json", content)
    put(root / f"CheXlocalize/gradcam_maps_test/{CASE_A}_Cardiomegaly_map.npz", b"no map")
    put(root / "CheXpert/test" / image_path(CASE_A), b"no image")
    put(root / "CheXpert/val_labels.csv", "Path,Edema\nnowhere.jpg,1\n")
    found = open_dataset(root)
    found.sets[0].case_ids()
    found.sets[-1].heatmap(CASE_A, "Cardiomegaly")
    found.image_size_hw(CASE_A)
    found.problems.add("notes.txt", NO_CASE, "nothing", "a [bracket", "noted")
    return found


def test_every_problem_finds_its_place(dataset: Dataset) -> None:
    problems = problem_table(dataset)
    names = problems["file"].str.rsplit("/", n=1).str[-1]
    places = dict(zip(names, problems[["split", "source", "case_id"]].itertuples(index=False, name=None), strict=True))
    assert places == {
        "val_labels.csv": ("", "", ""),
        "gt_segmentations_test.json": ("test", "Ground truth", CASE_A),
        f"{CASE_A}_Cardiomegaly_map.npz": ("test", "Grad-CAM", CASE_A),
        "view1_frontal.jpg": ("test", "", CASE_A),
        "notes.txt": ("", "", ""),
    }


@pytest.mark.parametrize(
    ("asked", "n"),
    [
        pytest.param({}, 5, id="all"),
        pytest.param({"actions": ["noted"]}, 1, id="action"),
        pytest.param({"splits": ["test"]}, 3, id="split"),
        pytest.param({"sources": ["Ground truth", "Grad-CAM"]}, 2, id="two sources"),
        pytest.param({"text": " CASE ".replace("CASE", CASE_A.upper())}, 3, id="case id, in any case"),
        pytest.param({"text": "a [bracket"}, 1, id="not a pattern"),
        pytest.param({"splits": ["test"], "text": "nowhere"}, 0, id="none left"),
    ],
)
def test_filter(asked: dict[str, Any], n: int, dataset: Dataset) -> None:
    assert len(filter_problems(problem_table(dataset), **asked)) == n


def test_no_problem_is_an_empty_table(tmp_path: Path) -> None:
    problems = problem_table(open_dataset(Release().write(tmp_path)))
    assert problems.empty
    pd.testing.assert_frame_equal(filter_problems(problems, ["noted"], text="x"), problems)
