"""The synthetic release: the official layout, whole or not at all, and the same for the same seed."""

import csv
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from PIL import Image

from components.metrics import binarize
from data_access import demo, open_dataset
from data_access.adapters import chexlocalize_names as names
from data_access.demo import ensure_demo, find_demo, write_demo
from data_access.demo_files import otsu_mask, plan_exams
from data_access.geometry import fill_contours
from data_access.phantom import PATHOLOGIES

T = TypeVar("T")
SIZE_HW = (90, 100)
N_CASES = 36


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_demo(tmp_path_factory.mktemp("demo") / "release", n_cases=N_CASES, size_hw=SIZE_HW, seed=5)


def read_json(release: Path, name: str) -> dict[str, Any]:
    content = json.loads((release / "CheXlocalize" / name).read_bytes())
    assert isinstance(content, dict)
    return content


def read_rows(release: Path, split: str) -> list[dict[str, str]]:
    with (release / "CheXpert" / f"{split}_labels.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


def digest(release: Path) -> dict[str, str]:
    """Content of every file but the heat maps, whose archives hold the time of writing."""
    files = (path for path in sorted(release.rglob("*")) if path.is_file() and path.suffix != ".npz")
    return {str(path.relative_to(release)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_third_is_for_validation(release: Path) -> None:
    assert [len(read_rows(release, split)) for split in ("val", "test")] == [12, 24]


def test_validation_table_has_the_columns_of_the_official_one(release: Path) -> None:
    rows = read_rows(release, "val")
    assert list(rows[0]) == [
        "Path",
        "Sex",
        "Age",
        "Frontal/Lateral",
        "AP/PA",
        "No Finding",
        "Enlarged Cardiomediastinum",
        "Cardiomegaly",
        "Lung Opacity",
        "Lung Lesion",
        "Edema",
        "Consolidation",
        "Pneumonia",
        "Atelectasis",
        "Pneumothorax",
        "Pleural Effusion",
        "Pleural Other",
        "Fracture",
        "Support Devices",
    ]
    assert rows[0]["Path"] == "CheXpert-v1.0/valid/patient90001/study1/view1_frontal.jpg"
    assert rows[0]["Cardiomegaly"] == "1.0"
    assert {row["Frontal/Lateral"] for row in rows} == {"Frontal", "Lateral"}


def test_test_table_says_nothing_of_the_patient(release: Path) -> None:
    rows = read_rows(release, "test")
    assert list(rows[0])[:2] == ["Path", "No Finding"]
    assert len(rows[0]) == 15
    assert rows[0]["Path"] == "test/patient95001/study1/view1_frontal.jpg"


@pytest.mark.parametrize("split", ["val", "test"])
def test_every_row_has_its_film(release: Path, split: str) -> None:
    for row in read_rows(release, split):
        film = release / "CheXpert" / split / Path(*Path(row["Path"]).parts[-3:])
        with Image.open(film) as image:
            assert (image.mode, image.size, image.format) == ("L", SIZE_HW[::-1], "JPEG")


@pytest.mark.parametrize("split", ["val", "test"])
def test_all_ten_pathologies_are_drawn_in_each_split(release: Path, split: str) -> None:
    annotations = read_json(release, f"gt_annotations_{split}.json")
    assert {key for of_case in annotations.values() for key in of_case} == {*PATHOLOGIES, "img_size"}
    assert all(of_case["img_size"] == list(SIZE_HW) for of_case in annotations.values())
    assert all(len(of_case) > 1 for of_case in annotations.values()), "a case without a finding has no entry"


@pytest.mark.parametrize("split", ["val", "test"])
@pytest.mark.parametrize("source", ["gt", "hb"])
def test_masks_are_the_contours_filled(release: Path, split: str, source: str) -> None:
    annotated = open_dataset(release).annotation_set(split, source)
    assert annotated is not None
    annotations = read_json(release, f"{source}_annotations_{split}.json")
    assert sorted(annotated.case_ids()) == sorted(annotations)
    for case_id, of_case in annotations.items():
        for pathology in PATHOLOGIES:
            mask = annotated.mask(case_id, pathology)
            assert mask is not None
            contours = [np.array(contour) for contour in of_case.get(pathology, [])]
            np.testing.assert_array_equal(mask.decode(), fill_contours(contours, SIZE_HW))


def test_two_test_cases_have_no_benchmark(release: Path) -> None:
    unread = {split: set(read_json(release, f"gt_annotations_{split}.json")) for split in ("val", "test")}
    for name in ("annotations", "segmentations", "salient_pt"):
        for split, case_ids in unread.items():
            read = set(read_json(release, f"hb_{name}_{split}.json"))
            assert read <= case_ids
            assert len(case_ids - read) == (2 if split == "test" else 0)


def test_some_patients_have_two_studies_and_some_studies_two_views(release: Path) -> None:
    ids = [names.describe_id(case_id) for case_id in open_dataset(release).base_cases.index]
    assert any(described["study"] == "study2" for described in ids)
    assert any(described["view"] == "lateral" for described in ids)


def test_views_of_a_study_share_labels_and_the_patient(release: Path) -> None:
    by_study: dict[str, list[dict[str, str]]] = {}
    for row in read_rows(release, "val"):
        by_study.setdefault(row["Path"].rpartition("/")[0], []).append(row)
    pairs = [rows for rows in by_study.values() if len(rows) == 2]
    assert pairs
    for frontal, lateral in pairs:
        same = set(frontal) - {"Path", "Frontal/Lateral", "AP/PA"}
        assert all(frontal[column] == lateral[column] for column in same)
        assert (frontal["AP/PA"], lateral["AP/PA"]) == ("PA", "")


def test_model_masks_follow_the_papers_rule_and_the_cutoff(release: Path) -> None:
    annotated = open_dataset(release).annotation_set("val", "gradcam")
    assert annotated is not None
    emptied = 0
    for case_id in annotated.case_ids():
        for pathology in PATHOLOGIES:
            mask, heatmap = annotated.mask(case_id, pathology), annotated.heatmap(case_id, pathology)
            assert mask is not None
            assert heatmap is not None
            assert heatmap.probability is not None
            if heatmap.probability < 0.3:
                assert mask.is_empty
                emptied += 1
                continue
            levels = binarize.to_levels(binarize.normalise(binarize.upsample(heatmap.map_hw, SIZE_HW[::-1])))
            expected = fill_contours(binarize.otsu_contours(levels), SIZE_HW)
            np.testing.assert_array_equal(mask.decode(), expected)
    assert 0 < emptied < 120


def test_mask_of_a_constant_heat_map_is_empty() -> None:
    assert not otsu_mask(np.ones((3, 3), dtype=np.float32), (20, 20)).any()


def test_the_release_opens_as_a_demo_without_problems(release: Path) -> None:
    dataset = open_dataset(release)
    assert dataset.is_demo
    assert dataset.splits == ("val", "test")
    assert dataset.pathologies == PATHOLOGIES
    for annotated in dataset.sets:
        for case_id in annotated.case_ids():
            annotated.mask(case_id, "Edema")
    assert not list(dataset.problems)
    assert json.loads((release / names.DEMO_MARK).read_bytes())["version"] == demo.DEMO_VERSION


def test_same_seed_same_release_other_seed_another(tmp_path: Path) -> None:
    first, again, other = (
        digest(write_demo(tmp_path / name, n_cases=3, size_hw=(60, 64), seed=seed))
        for name, seed in (("first", 1), ("again", 1), ("other", 2))
    )
    assert first == again
    assert first != other


def test_sizes_vary_by_default() -> None:
    exams = plan_exams("test", 24, seed=1)
    assert len(exams) == len({exam.case_id for exam in exams}) == 24


def test_without_images_there_is_no_film(tmp_path: Path) -> None:
    out = write_demo(tmp_path / "demo", n_cases=4, size_hw=SIZE_HW, images=False)
    assert not list(out.rglob("*.jpg"))
    assert len(open_dataset(out).base_cases) == 4


@pytest.mark.parametrize("n_cases", [1, 2])
def test_a_split_may_be_missing(tmp_path: Path, n_cases: int) -> None:
    out = write_demo(tmp_path / "demo", n_cases=n_cases, size_hw=(60, 60))
    assert open_dataset(out).splits == ("test",)


def test_no_case_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="n_cases must be at least 1, not 0"):
        write_demo(tmp_path / "demo", n_cases=0)


def note(noted: list[object], items: Sequence[T], label: str) -> Iterable[T]:
    """Keep what is handed out; a `Track`."""
    for item in items:
        yield item
        noted.append(item)


def test_progress_counts_every_case(tmp_path: Path) -> None:
    tracked: list[object] = []
    write_demo(tmp_path / "demo", n_cases=3, size_hw=(60, 60), track=partial(note, tracked))
    assert len(tracked) == 3


def test_a_demo_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(items: Sequence[T], label: str) -> Iterable[T]:
        yield items[0]
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError, match="the disk is full"):
        write_demo(tmp_path / "demo", n_cases=3, size_hw=(60, 60), track=fail)
    assert not list(tmp_path.iterdir())


def test_an_older_demo_is_replaced_and_an_empty_folder_used(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    out.mkdir()
    write_demo(out, n_cases=1, size_hw=(60, 60))
    (out / "left.txt").touch()
    write_demo(out, n_cases=2, size_hw=(60, 60))
    assert len(open_dataset(out).base_cases) == 2
    assert not (out / "left.txt").exists()
    assert list(tmp_path.iterdir()) == [out]


def _a_file(out: Path) -> None:
    out.touch()


def _another_folder(out: Path) -> None:
    (out / "CheXpert").mkdir(parents=True)


@pytest.mark.parametrize("put_there", [_a_file, _another_folder])
def test_what_is_not_a_demo_is_left_alone(tmp_path: Path, put_there: Callable[[Path], None]) -> None:
    out = tmp_path / "release"
    put_there(out)
    with pytest.raises(FileExistsError, match=r"expected nothing, an empty folder or an older demo at .*release"):
        write_demo(out, n_cases=1, size_hw=(60, 60))
    assert list(tmp_path.iterdir()) == [out]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home that does not exist yet, and a demo small enough to be written in a test."""
    monkeypatch.setenv("CXR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(demo, "DEMO_CASES", 2)
    return tmp_path / "home"


def test_the_first_start_writes_the_demo_and_the_next_does_not(home: Path) -> None:
    tracked: list[object] = []
    assert find_demo() is None
    out = ensure_demo(partial(note, tracked))
    assert out == home / "demo" == find_demo()
    assert len(tracked) == 2
    assert ensure_demo(partial(note, tracked)) == out
    assert len(tracked) == 2


def test_a_new_version_is_written_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = ensure_demo()
    monkeypatch.setattr(demo, "DEMO_VERSION", demo.DEMO_VERSION + 1)
    ensure_demo()
    assert json.loads((out / names.DEMO_MARK).read_bytes())["version"] == demo.DEMO_VERSION
    assert [path.name for path in home.iterdir()] == ["demo"]


def test_a_broken_mark_is_written_anew(home: Path) -> None:
    out = ensure_demo()
    (out / names.DEMO_MARK).write_text("{")
    ensure_demo()
    assert json.loads((out / names.DEMO_MARK).read_bytes())["n_cases"] == 2


def test_old_drafts_of_ended_processes_are_removed(home: Path) -> None:
    abandoned, in_work = home / ".demo.1.abcd.part", home / ".demo.2.abcd.part"
    abandoned.mkdir(parents=True)
    in_work.mkdir()
    long_ago = time.time() - 3 * 24 * 3600
    os.utime(abandoned, (long_ago, long_ago))
    ensure_demo()
    assert not abandoned.exists()
    assert in_work.exists()


def test_two_processes_may_start_at_once(tmp_path: Path) -> None:
    program = (
        "from data_access import demo\n"
        "demo.DEMO_CASES = 2\n"
        "demo.ensure_demo()\n"
    )  # fmt: skip
    root = Path(__file__).parents[2]
    environment = {**os.environ, "CXR_HOME": str(tmp_path), "PYTHONPATH": str(root)}
    started = [subprocess.Popen([sys.executable, "-c", program], env=environment) for _ in range(2)]
    assert [process.wait(timeout=120) for process in started] == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
    assert len(open_dataset(tmp_path / "demo").base_cases) == 2
