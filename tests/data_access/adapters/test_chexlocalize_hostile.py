"""Hostile releases through the whole reader: the process lives, the good cases stay, the bad item is named."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from data_access import open_dataset
from data_access.files import FileError
from tests.builders import (
    ANNOTATIONS_ONLY,
    CASE_A,
    CASE_B,
    CASE_C,
    CASES,
    DRAWN,
    HEATMAPS,
    Release,
    box,
    image_bytes,
    image_path,
    mask_json,
    npz_bytes,
    put,
    segmentations,
)
from tests.conftest import PROJECT, OpenedFiles

GT = "CheXlocalize/gt_segmentations_test.json"

READ_EVERYTHING = """
import json, sys
from data_access import open_dataset
dataset = open_dataset(sys.argv[1])
for annotated in dataset.sets:
    for case_id in annotated.case_ids():
        for target in dataset.pathologies:
            mask = annotated.mask(case_id, target)
            if mask is not None:
                mask.decode(), mask.decode_box(), mask.outlines_xy(), mask.intersection_px(mask)
found = [[problem.item, problem.found] for problem in dataset.problems]
mask = dataset.annotation_set("test", "gt").mask(sys.argv[2], "Cardiomegaly")
print(json.dumps([found, mask.area_px]))
"""


def dangerous_strings() -> list[str]:
    """Return strings that crash pycocotools or make it read foreign memory, and some hundred like them."""
    rng = np.random.default_rng(3)
    good = str(mask_json(box(2, 2, 4, 4))["counts"])
    noise = ["".join(map(chr, rng.integers(48, 112, rng.integers(1, 40)))) for _ in range(150)]
    noise += ["".join(map(chr, rng.integers(1, 256, rng.integers(1, 40)))) for _ in range(50)]
    cut = [good[:n] for n in range(len(good))]
    return ["", "~~~~~~~~", "!!!", "o" * 1_000, "\0", "0" * 9, "P" * 9, good + "1", "é", *cut, *noise]


def test_strings_that_crash_pycocotools_are_listed(tmp_path: Path) -> None:
    """In a process of its own, which would die; it must end well and name every one of them."""
    strings = dangerous_strings()
    bad = {f"bad{number}": {"Edema": {"size": [12, 10], "counts": string}} for number, string in enumerate(strings)}
    root = replace(ANNOTATIONS_ONLY, masks={}, contours_xy={}, points_xy={}).write(tmp_path)
    put(root / GT, {**bad, **segmentations({CASE_A: DRAWN["gt"][CASE_A]})})
    done = subprocess.run(
        [sys.executable, "-c", READ_EVERYTHING, str(root), CASE_A],
        cwd=PROJECT,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    problems, area_px = json.loads(done.stdout)
    assert area_px == 16
    assert {item for item, _ in problems} == {f"bad{number} / Edema" for number in range(len(strings))}
    assert len(problems) == len(strings)


class Payload:
    """Creates a file if it is ever unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch '{self.mark}'",)


def test_evil_heatmap_is_listed_and_not_executed(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    root = Release().write(tmp_path / "release")
    name = f"CheXlocalize/gradcam_maps_test/{CASE_A}_Edema_map.pkl"
    put(root / name, pickle.dumps({"map": Payload(mark), "cxr_dims": (10, 12)}))
    put(root / f"CheXlocalize/gradcam_maps_test/{CASE_A}_Cardiomegaly_map.npz", npz_bytes())
    dataset = open_dataset(root)
    annotated = dataset.annotation_set("test", "gradcam")
    assert annotated is not None
    assert annotated.heatmap(CASE_A, "Edema") is None
    assert annotated.probability(CASE_A, "Edema") is None
    assert annotated.probability(CASE_A, "Cardiomegaly") == 0.75
    assert not mark.exists()
    assert [(problem.file, problem.item) for problem in dataset.problems] == [(name, f"{CASE_A} / Edema")]


@pytest.mark.parametrize("case_id", ["../../secret", "/etc/passwd", r"..\..\secret", "a/../../../b", "a\0b"])
def test_ids_never_leave_the_folder(tmp_path: Path, case_id: str, opened_files: OpenedFiles) -> None:
    """An id that looks like a path is a case without an image; nothing outside the folder is opened."""
    put(tmp_path / "secret.jpg", image_bytes())
    root = replace(ANNOTATIONS_ONLY, masks={"gt": {case_id: DRAWN["gt"][CASE_A]}}, contours_xy={}, points_xy={})
    dataset = open_dataset(root.write(tmp_path / "release"))
    with opened_files(Path("/")) as opened:
        annotated = dataset.sets[0]
        mask = annotated.mask(case_id, "Cardiomegaly")
        assert mask is not None
        assert mask.area_px == 16
        assert annotated.heatmap(case_id, "Cardiomegaly") is None
        assert dataset.image_size_hw(case_id) is None
        with pytest.raises(FileError, match="no image of this case"):
            dataset.image_bytes(case_id)
    assert [Path(path).name for path in opened] == ["gt_segmentations_test.json"]
    found = dataset.case(case_id)
    assert (found.patient, found.study, found.view, found.image) == (case_id, "", "", "")


@pytest.mark.parametrize(
    ("link", "target"),
    [
        pytest.param("CheXpert", "elsewhere/CheXpert", id="all images"),
        pytest.param("CheXpert/test/patient1", "elsewhere/CheXpert/test/patient64541", id="one patient"),
        pytest.param("CheXlocalize/hb_segmentations_test.json", "elsewhere/CheXlocalize", id="annotation file"),
        pytest.param("CheXlocalize/gradcam_maps_test", "elsewhere/CheXlocalize", id="heat maps"),
        pytest.param("CheXpert/test_labels.csv", "elsewhere/CheXpert/test_labels.csv", id="labels"),
        pytest.param("CheXpert/test", "nowhere", id="broken link"),
    ],
)
def test_link_out_of_the_release_is_listed_and_not_followed(tmp_path: Path, link: str, target: str) -> None:
    Release().write(tmp_path / "elsewhere")
    release = replace(ANNOTATIONS_ONLY, masks={"gt": DRAWN["gt"]}, contours_xy={}, points_xy={})
    root = release.write(tmp_path / "release")
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(tmp_path / target)
    dataset = open_dataset(root)
    assert [(problem.file, problem.found) for problem in dataset.problems] == [
        (link, "a link that leads out of it or nowhere")
    ]
    assert [annotated.key for annotated in dataset.sets] == ["gt"]
    assert (dataset.cases["image"] == "").all()


SPOILS: dict[str, tuple[str, bytes | str, str]] = {
    "truncated JSON": ("CheXlocalize/hb_segmentations_test.json", '{"a": {"Edema"', ""),
    "JSON list": ("CheXlocalize/gt_annotations_test.json", "[]", ""),
    "JSON number": ("CheXlocalize/hb_annotations_test.json", "3", ""),
    "JSON nested wrongly": ("CheXlocalize/hb_salient_pt_test.json", json.dumps({CASE_B: [1, 2]}), CASE_B),
    "table without a path": ("CheXpert/val_labels.csv", "Edema\n1\n", ""),
    "text for an image": (f"CheXpert/test/{image_path(CASE_B)}", "text", CASE_B),
    "nothing for a heat map": (f"CheXlocalize/gradcam_maps_test/{CASE_B}_Edema_map.npz", "", f"{CASE_B} / Edema"),
    "image by another name": ("CheXpert/test/patient1/study1/front.jpg", image_bytes(), ""),
    "probabilities without ids": ("CheXlocalize/my_net_probabilities_test.csv", "case,Edema\nx,1\n", ""),
}


@pytest.mark.parametrize("names", [*([name] for name in SPOILS), [*SPOILS]], ids=[*SPOILS, "everything at once"])
def test_what_is_spoiled_is_named_and_the_rest_stays(tmp_path: Path, names: list[str]) -> None:
    """Each spoiled item is one problem; the ground truth's masks are the same numbers as without it."""
    root = replace(Release(), heatmaps=HEATMAPS).write(tmp_path)
    put(root / "CheXlocalize/my_net_segmentations_test.json", segmentations({CASE_A: {}}))
    for name in names:
        put(root / SPOILS[name][0], SPOILS[name][1])
    dataset = open_dataset(root)
    for annotated in dataset.sets:
        for records in annotated.records:
            records.get()
        for case_id in CASES:
            annotated.heatmap(case_id, "Edema")
    for case_id in CASES:
        dataset.image_size_hw(case_id)
    expected = {(SPOILS[name][0], SPOILS[name][2]) for name in names}
    assert {(problem.file, problem.item) for problem in dataset.problems} == expected
    assert len(dataset.problems) == len(names)
    ground_truth = dataset.annotation_set("test", "gt")
    assert ground_truth is not None
    areas = {
        (case_id, target): mask.area_px
        for case_id in CASES
        for target in dataset.pathologies
        if (mask := ground_truth.mask(case_id, target)) and mask.area_px
    }
    assert areas == {(CASE_A, "Cardiomegaly"): 16, (CASE_C, "Pleural Effusion"): 15}
    assert dataset.case_ids("test") == list(CASES)


def test_ids_that_are_no_text_are_listed(tmp_path: Path) -> None:
    """JSON can hold half a character, which no table can."""
    mask = mask_json(box(2, 2, 4, 4))
    content = {CASE_A: {"Edema": mask}, "half \ud800": {"Edema": mask}}
    put(tmp_path / GT, json.dumps(content))
    dataset = open_dataset(tmp_path)
    assert dataset.case_ids("test") == [CASE_A]
    assert dataset.sets[0].case_ids() == (CASE_A,)
    assert [problem.found for problem in dataset.problems] == ["characters that are no text"]


def test_file_names_that_are_no_text_are_listed(tmp_path: Path) -> None:
    root = Release().write(tmp_path)
    spoiled = [
        b"CheXlocalize/caf\xe9_segmentations_test.json",
        b"CheXpert/test/patient1/study1/view1_frontal\xe9.jpg",
    ]
    for name in spoiled:
        put(root / os.fsdecode(name), b"")
    dataset = open_dataset(root)
    assert len(dataset.problems) == 2
    assert {problem.found for problem in dataset.problems} == {"another coding"}
    assert dataset.case_ids("test") == list(CASES)
    assert [annotated.key for annotated in dataset.sets] == ["gt", "hb"]
    assert dataset.fingerprint
