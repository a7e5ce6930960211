"""What opening a folder finds: which cases a split has, what is no release, what is there twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.dataset import DatasetNotFoundError
from tests.builders import (
    ANNOTATIONS_ONLY,
    CASE_A,
    CASE_B,
    CASE_C,
    CASES,
    DRAWN,
    HEATMAPS,
    POINTS_XY,
    Masks,
    Release,
    image_bytes,
    image_path,
    label_csv,
    put,
    segmentations,
)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({"gt_segmentations_test.json": {CASE_B: {}}}, [CASE_B], id="one file"),
        pytest.param(
            {"gt_segmentations_test.json": segmentations(DRAWN["gt"]), "hb_salient_pt_test.json": POINTS_XY["hb"]},
            [CASE_A],
            id="the smallest of two",
        ),
        pytest.param(
            {"gt_segmentations_test.json": {CASE_B: {}}, "hb_segmentations_test.json": {}},
            [CASE_B],
            id="the smallest is empty",
        ),
        pytest.param(
            {"gt_segmentations_test.json": {CASE_B: {}}, "hb_segmentations_test.json": "{"},
            [CASE_B],
            id="the smallest is broken",
        ),
        pytest.param(
            {"gt_segmentations_test.json": {CASE_B: {}, "x": 3, "": {}, "y" * 300: {}}},
            [CASE_B],
            id="keys that are no case",
        ),
    ],
)
def test_ids_of_a_split_without_images_and_labels(
    tmp_path: Path, files: dict[str, object], expected: list[str]
) -> None:
    for name, content in files.items():
        put(tmp_path / "CheXlocalize" / name, content)
    assert open_dataset(tmp_path).case_ids("test") == expected


def test_ids_met_later_are_added(tmp_path: Path) -> None:
    """At opening only the smallest file is known; the ids of a larger one appear once it is read."""
    masks: dict[str, Masks] = {"gt": {CASE_A: {}}, "hb": {CASE_B: {}, CASE_C: {}}}
    dataset = open_dataset(replace(ANNOTATIONS_ONLY, masks=masks, contours_xy={}, points_xy={}).write(tmp_path))
    assert dataset.case_ids("test") == [CASE_A]
    for annotated in dataset.sets:
        annotated.case_ids()
    assert dataset.case_ids("test") == list(CASES)


def test_split_of_heatmaps_alone(tmp_path: Path) -> None:
    release = replace(ANNOTATIONS_ONLY, masks={}, contours_xy={}, points_xy={}, heatmaps=HEATMAPS)
    assert open_dataset(release.write(tmp_path)).case_ids("test") == [CASE_A]


def test_demo_is_told_from_a_real_release(tmp_path: Path) -> None:
    put(Release().write(tmp_path) / "SYNTHETIC.json", {})
    assert open_dataset(tmp_path).is_demo


@pytest.mark.parametrize(
    ("files", "found"),
    [
        pytest.param({}, "an empty folder", id="empty"),
        pytest.param({"notes.txt": "", "train/x.jpg": ""}, "a folder with notes.txt, train", id="other content"),
        pytest.param({"val/notes.txt": ""}, "a folder with val", id="a split's folder without images"),
    ],
)
def test_folder_without_a_release(tmp_path: Path, files: dict[str, str], found: str) -> None:
    for name, content in files.items():
        put(tmp_path / name, content)
    with pytest.raises(DatasetNotFoundError, match=found) as refusal:
        open_dataset(tmp_path)
    assert "CheXpert/ or CheXlocalize/" in str(refusal.value)


@pytest.mark.parametrize("path", ["missing", "null\0byte", "x" * 5_000, "~nobody-of-this-name", "file"])
def test_path_that_is_no_folder(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "file", image_bytes())
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DatasetNotFoundError, match="no such folder") as refusal:
        open_dataset(path)
    assert not refusal.value.exists
    assert len(str(refusal.value)) < 600


def test_second_file_of_one_kind_is_listed(tmp_path: Path) -> None:
    """Two places may hold the same part; the first counts, and the other is not passed over in silence."""
    Release().write(tmp_path)
    put(tmp_path / "gt_segmentations_test.json", segmentations({CASE_B: {}}))
    put(tmp_path / "test_labels.csv", label_csv([CASE_B], demographics=False))
    put(tmp_path / "test" / image_path(CASE_A), image_bytes())
    dataset = open_dataset(tmp_path)
    assert sorted((problem.file, problem.found) for problem in dataset.problems) == [
        ("CheXlocalize/gt_segmentations_test.json", "another at gt_segmentations_test.json"),
        (f"CheXpert/test/{image_path(CASE_A)}", f"another at test/{image_path(CASE_A)}"),
        ("CheXpert/test_labels.csv", "another at test_labels.csv"),
    ]
