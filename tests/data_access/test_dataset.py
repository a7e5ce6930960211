"""Datasets: cases and labels as pages see them, and views that leave the shared dataset as it is."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from data_access import open_dataset
from data_access.annotation_set import AnnotationSet, Source
from data_access.dataset import CASE_COLUMNS, Dataset, DatasetNotFoundError, case_frame
from data_access.files import FileError
from data_access.geometry import Mask
from data_access.lazy import Lazy
from data_access.records import Records
from tests.builders import CASE_A, CASE_B, CASE_C, CASES, SIZE_HW, Release, box, image_bytes, image_path, label_csv, put

EXTRA = "patient64999_study1_view1_frontal"


def added_set(*case_ids: str, key: str = "mine", split: str = "test") -> AnnotationSet:
    """Return a set of one heart on each of these cases."""
    mask = Mask.from_array(box(2, 2, 4, 4))
    records = Records({case_id: {"Cardiomegaly": mask} for case_id in case_ids})
    source = Source(key, key, "model", "automatic")
    return AnnotationSet(source, split, ("Cardiomegaly",), mask_records=Lazy(lambda: records))


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """Return a test split of three cases with two sets."""
    return open_dataset(Release().write(tmp_path))


def test_case_has_what_table_and_id_say(tmp_path: Path) -> None:
    cells = {
        (CASE_A, "Sex"): "Male",
        (CASE_A, "Age"): "85 or more",
        (CASE_A, "AP/PA"): "PA",
        (CASE_A, "Edema"): "1.0",
        (CASE_A, "Lung Opacity"): "-1.0",
        (CASE_A, "Atelectasis"): "",
    }
    found = open_dataset(Release(split="val", labels=label_csv(cells=cells)).write(tmp_path)).case(CASE_A)
    assert (found.case_id, found.split) == (CASE_A, "val")
    assert (found.patient, found.study, found.view) == ("patient64541", "study1", "frontal")
    assert (found.sex, found.age, found.ap_pa) == ("Male", "85 or more", "PA")
    assert found.image == f"CheXpert/val/{image_path(CASE_A)}"
    assert found.has_image
    states = {name: found.labels[name] for name in ("Edema", "Airspace Opacity", "Atelectasis", "Fracture")}
    assert states == {"Edema": 1, "Airspace Opacity": -1, "Atelectasis": None, "Fracture": 0}
    assert "Lung Opacity" not in found.labels


def test_view_comes_from_the_file_name(dataset: Dataset) -> None:
    assert [dataset.case(case_id).view for case_id in CASES] == ["frontal", "frontal", "lateral"]


def test_case_without_image_or_label_row(tmp_path: Path) -> None:
    found = open_dataset(Release(image_ids=[CASE_A], labels=label_csv([CASE_B], demographics=False)).write(tmp_path))
    assert (found.case(CASE_A).has_image, found.case(CASE_B).has_image) == (True, False)
    assert found.case(CASE_A).labels == {}
    assert found.case(CASE_B).labels["Edema"] == 0
    assert found.image_size_hw(CASE_B) is None
    with pytest.raises(FileError, match="holds no image of this case"):
        found.image_bytes(CASE_B)


@pytest.mark.parametrize("case_id", ["nobody", "", "../../etc/passwd"])
def test_unknown_case_is_a_key_error(dataset: Dataset, case_id: str) -> None:
    with pytest.raises(KeyError):
        dataset.case(case_id)
    with pytest.raises(KeyError):
        dataset.image_bytes(case_id)


def test_image_of_a_case(dataset: Dataset) -> None:
    assert dataset.image_bytes(CASE_A) == image_bytes()
    assert dataset.image_size_hw(CASE_A) == SIZE_HW


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"", "no image that can be read", id="zero bytes"),
        pytest.param(b"text", "no image that can be read", id="text renamed"),
        pytest.param(None, "no such file", id="vanished"),
    ],
)
def test_image_that_is_none_is_listed(dataset: Dataset, content: bytes | None, found: str) -> None:
    path = dataset.folder.root / dataset.case(CASE_A).image
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert dataset.image_size_hw(CASE_A) is None
    assert [(problem.item, problem.found) for problem in dataset.problems] == [(CASE_A, found)]
    assert dataset.image_size_hw(CASE_B) == SIZE_HW


def test_image_that_links_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    secret = put(tmp_path / "secret.jpg", image_bytes())
    root = Release(image_ids=[CASE_B]).write(tmp_path / "release")
    link = root / "CheXpert/test" / image_path(CASE_A)
    link.parent.mkdir(parents=True)
    link.symlink_to(secret)
    dataset = open_dataset(root)
    assert [problem.file for problem in dataset.problems] == [f"CheXpert/test/{image_path(CASE_A)}"]
    assert not dataset.case(CASE_A).has_image


def test_cases_met_in_a_set_are_added(tmp_path: Path) -> None:
    """They appear once the set is read, whether it has masks, points or heat maps alone."""
    root = Release(image_ids=[CASE_A], labels="").write(tmp_path)
    dataset = open_dataset(root)
    assert dataset.case_ids("test") == [CASE_A]
    ground_truth = dataset.annotation_set("test", "gt")
    assert ground_truth is not None
    ground_truth.case_ids()
    assert dataset.case_ids("test") == [CASE_A, CASE_B, CASE_C]
    found = dataset.case(CASE_C)
    assert (found.split, found.patient, found.view, found.image) == ("test", "patient64543", "lateral", "")


def test_cases_met_in_points_and_heatmaps_are_added(tmp_path: Path) -> None:
    points = {"hb": {CASE_B: {"Edema": [[1.0, 2.0]]}}}
    heatmaps = {"gradcam": {CASE_C: {"Edema": box(0, 0, 2, 2)}}}
    release = Release(image_ids=[CASE_A], labels="", masks={}, contours_xy={}, points_xy=points, heatmaps=heatmaps)
    dataset = open_dataset(release.write(tmp_path))
    assert dataset.case_ids("test") == [CASE_A, CASE_C]
    benchmark = dataset.annotation_set("test", "hb")
    assert benchmark is not None
    benchmark.points(CASE_B, "Edema")
    assert dataset.case_ids("test") == list(CASES)


def test_added_set_makes_a_view_of_its_own(dataset: Dataset) -> None:
    added = added_set(CASE_A, EXTRA)
    view = dataset.with_set(added)
    assert view.annotation_set("test", "mine") is added
    assert dataset.annotation_set("test", "mine") is None
    assert view.fingerprint != dataset.fingerprint
    assert view.with_set(added).fingerprint != view.fingerprint
    added.case_ids()
    assert view.case_ids("test") == [*CASES, EXTRA]
    assert dataset.case_ids("test") == list(CASES)


def test_problems_of_a_view_are_its_own(dataset: Dataset) -> None:
    view = dataset.with_set(added_set(CASE_A))
    view.problems.add("mine", "", "x", "y")
    assert len(view.problems) == len(dataset.problems) + 1


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(" cardiomegaly", "Cardiomegaly", id="spelling"),
        pytest.param("Nodule", None, id="another vocabulary"),
    ],
)
def test_a_dataset_without_spellings_of_its_own_knows_its_pathologies(
    dataset: Dataset, name: str, expected: str | None
) -> None:
    assert replace(dataset, known_target=None).find_target(name) == expected


def test_added_set_replaces_one_of_the_same_name_and_split(dataset: Dataset) -> None:
    first, second = added_set(CASE_A), added_set(CASE_B)
    view = dataset.with_set(first).with_set(second)
    assert [annotated.key for annotated in view.sets] == ["gt", "hb", "mine"]
    assert view.annotation_set("test", "mine") is second
    assert len(view.with_set(replace(second, split="val")).sets) == 4


def test_fingerprint_of_a_view_tells_sets_apart(dataset: Dataset) -> None:
    """The same set gives the same fingerprint, so caches work; another never does, even in the place of a freed one."""
    kept = added_set(CASE_A)
    assert dataset.with_set(kept).fingerprint == dataset.with_set(kept).fingerprint
    fingerprints = {dataset.with_set(added_set(CASE_A)).fingerprint for _ in range(100)}
    assert len(fingerprints) == 100


def test_fingerprint_changes_with_a_file(tmp_path: Path) -> None:
    root = Release().write(tmp_path)
    first = open_dataset(root).fingerprint
    assert open_dataset(root).fingerprint == first
    put(root / "CheXlocalize/gt_segmentations_test.json", "{}")
    second = open_dataset(root).fingerprint
    put(root / "CheXpert/test" / image_path(EXTRA), image_bytes())
    assert len({first, second, open_dataset(root).fingerprint}) == 3


def test_sources_and_missing_ones(dataset: Dataset) -> None:
    view = dataset.with_set(added_set(CASE_A, split="val"))
    assert [source.key for source in view.sources()] == ["gt", "hb", "gradcam", "mine"]
    assert [source.key for source in view.missing_sources("test")] == ["gradcam", "mine"]
    assert [source.key for source in view.missing_sources("val")] == ["gt", "hb", "gradcam"]
    assert [annotated.key for annotated in view.sets_of("test")] == ["gt", "hb"]
    assert view.annotation_set("val", "gt") is None


def test_cases_may_be_asked_for_while_sets_are_read(tmp_path: Path) -> None:
    """Readers in other threads see a whole table, with or without the cases just met."""
    dataset = open_dataset(Release(image_ids=[CASE_A], labels="").write(tmp_path))
    for number in range(40):
        dataset = dataset.with_set(added_set(f"patient{number}_study1_view1_frontal", key=f"m{number}"))
    failures: list[Exception] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            try:
                assert CASE_A in dataset.cases.index
            except Exception as error:  # carried to the test's own thread
                failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for annotated in dataset.sets:
        annotated.case_ids()
    done.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(dataset.cases) == 43


def test_case_frame_fills_what_a_row_leaves_out() -> None:
    frame = case_frame({"b": {"split": "val", "age": "61"}, "a": {"split": "val"}, "c": {"split": "test"}})
    assert tuple(frame.columns) == CASE_COLUMNS
    assert frame.index.tolist() == ["c", "a", "b"]
    assert frame.loc["b"].to_dict() == {**dict.fromkeys(CASE_COLUMNS, ""), "split": "val", "age": "61"}


def test_case_frame_of_nothing() -> None:
    frame = case_frame({})
    assert tuple(frame.columns) == CASE_COLUMNS
    assert frame.empty
    assert isinstance(frame, pd.DataFrame)


@pytest.mark.parametrize(
    ("found", "exists", "message"),
    [
        pytest.param(("a", "b"), True, "expected a release (x; y), found a folder with a, b", id="other content"),
        pytest.param((), True, "expected a release (x; y), found an empty folder", id="empty"),
        pytest.param((), False, "expected a release (x; y), found no such folder", id="missing"),
    ],
)
def test_not_found_says_what_was_looked_for_and_found(found: tuple[str, ...], exists: bool, message: str) -> None:
    error = DatasetNotFoundError("somewhere", ("x", "y"), found, exists=exists)
    assert str(error) == f"somewhere: {message}"
    assert (error.path, error.looked_for, error.found, error.exists) == ("somewhere", ("x", "y"), found, exists)
