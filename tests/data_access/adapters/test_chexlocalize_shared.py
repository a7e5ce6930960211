"""The authors' sample and the reference release: the numbers of the official code, and no problem."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.annotation_set import State
from data_access.dataset import Dataset
from data_access.geometry import Contours, Mask

PATIENT_1 = "patient64541_study1_view1_frontal"
PATIENT_2 = "patient64542_study1_view1_frontal"


def read_all(dataset: Dataset) -> list[str]:
    """Read everything that a dataset holds; returns its problems."""
    for annotated in dataset.sets:
        for case_id in dataset.cases.index:
            for target in dataset.pathologies:
                annotated.state(case_id, target)
                annotated.contours(case_id, target)
                annotated.points(case_id, target)
                annotated.heatmap(case_id, target)
    for case_id in dataset.cases.index:
        assert dataset.image_size_hw(case_id) is not None
    return [str(problem) for problem in dataset.problems]


def iou(mask_a: Mask | None, mask_b: Mask | None) -> float:
    """Return intersection over union of two masks that are there."""
    assert mask_a is not None
    assert mask_b is not None
    shared_px = mask_a.intersection_px(mask_b)
    return shared_px / (mask_a.area_px + mask_b.area_px - shared_px)


@pytest.mark.parametrize(
    ("case_id", "target", "expected"),
    [
        (PATIENT_1, "Cardiomegaly", 0.36620622920151663),
        (PATIENT_1, "Enlarged Cardiomediastinum", 0.46234707294166755),
        (PATIENT_2, "Support Devices", 0.03329038603556568),
    ],
)
def test_overlap_on_the_sample(shared_dir: Path, case_id: str, target: str, expected: float) -> None:
    dataset = open_dataset(shared_dir / "sample")
    ground_truth, model = dataset.sets_of("val")
    assert (ground_truth.key, model.key) == ("gt", "gradcam")
    assert iou(ground_truth.mask(case_id, target), model.mask(case_id, target)) == expected


def test_sample_is_read_whole(shared_dir: Path) -> None:
    dataset = open_dataset(shared_dir / "sample")
    assert read_all(dataset) == []
    assert dataset.splits == ("val",)
    first = dataset.case(PATIENT_1)
    assert (first.sex, first.age, first.ap_pa, first.view) == ("Male", "73", "AP", "frontal")
    assert {name for name, state in first.labels.items() if state == 1} == {
        "Enlarged Cardiomediastinum",
        "Cardiomegaly",
        "Airspace Opacity",
    }
    assert [annotated.kinds for annotated in dataset.sets] == [("masks", "contours"), ("masks", "heat maps")]
    assert dataset.sets[1].probability(PATIENT_1, "Airspace Opacity") == 0.2389206923544407


def test_sample_masks_are_the_sizes_of_the_films(shared_dir: Path) -> None:
    dataset = open_dataset(shared_dir / "sample")
    for case_id in (PATIENT_1, PATIENT_2):
        sizes = {mask.size_hw for annotated in dataset.sets if (mask := annotated.mask(case_id, "Edema")) is not None}
        assert sizes == {dataset.image_size_hw(case_id)}


def test_reference_is_read_without_a_problem(shared_dir: Path) -> None:
    dataset = open_dataset(shared_dir / "reference")
    assert read_all(dataset) == []
    assert [annotated.key for annotated in dataset.sets_of("test")] == ["gt", "hb", "gradcam"]
    assert dataset.splits == ("test",)
    assert len(dataset.cases) == 24
    benchmark = dataset.annotation_set("test", "hb")
    assert benchmark is not None
    missing = [case_id for case_id in dataset.case_ids("test") if not benchmark.has_case(case_id)]
    assert len(missing) == 2
    states = {benchmark.state(case_id, target) for case_id in missing for target in dataset.pathologies}
    assert states == {State.ABSENT}


def test_contours_of_the_reference_give_the_official_masks(shared_dir: Path) -> None:
    """Read through the whole package; every pathology that was not drawn is an empty mask."""
    official = json.loads((shared_dir / "reference/expected/ann_seg.json").read_text())
    ground_truth = open_dataset(shared_dir / "reference").annotation_set("test", "gt")
    assert ground_truth is not None
    n_drawn = 0
    for case_id, of_targets in official.items():
        for target, expected in of_targets.items():
            contours = ground_truth.contours(case_id, target)
            size_hw = (expected["size"][0], expected["size"][1])
            mask = (contours or Contours(size_hw, ())).to_mask()
            assert (mask.size_hw, mask.counts.decode()) == (size_hw, expected["counts"])
            n_drawn += contours is not None
    assert n_drawn > 50


def test_masks_of_the_reference_are_those_of_its_contours(shared_dir: Path, tmp_path: Path) -> None:
    """A copy without the segmentation file derives the same masks, empty ones included."""
    root = tmp_path / "reference"
    without_maps = shutil.ignore_patterns("*maps*")
    shutil.copytree(shared_dir / "reference/CheXlocalize", root / "CheXlocalize", ignore=without_maps)
    (root / "CheXlocalize").chmod(0o755)
    (root / "CheXlocalize" / "gt_segmentations_test.json").unlink()
    stored = open_dataset(shared_dir / "reference").annotation_set("test", "gt")
    derived = open_dataset(root).annotation_set("test", "gt")
    assert stored is not None
    assert derived is not None
    assert derived.kinds == ("contours",)
    assert derived.case_ids() == stored.case_ids()
    for case_id in stored.case_ids():
        for target in stored.pathologies:
            assert derived.state(case_id, target) is stored.state(case_id, target), (case_id, target)
            assert derived.mask(case_id, target) == stored.mask(case_id, target), (case_id, target)


def test_two_spoiled_items_are_the_two_problems(shared_dir: Path, tmp_path: Path) -> None:
    """One string cut short and one contour point outside the image are listed, and nothing else is."""
    root = tmp_path / "reference"
    shutil.copytree(shared_dir / "reference", root, ignore=shutil.ignore_patterns("expected"))
    masks, drawn = (root / "CheXlocalize" / f"gt_{kind}_test.json" for kind in ("segmentations", "annotations"))
    for path in (masks, drawn):
        path.chmod(0o644)
    content = json.loads(masks.read_text())
    case_id = next(iter(content))
    content[case_id]["Edema"]["counts"] = content[case_id]["Edema"]["counts"][:-1]
    masks.write_text(json.dumps(content))
    content = json.loads(drawn.read_text())
    other_id, target = next((key, name) for key, of in content.items() for name in of if name != "img_size")
    height, width = content[other_id]["img_size"]
    content[other_id][target][0][0] = [width + 7.0, height / 2]
    drawn.write_text(json.dumps(content))

    problems = read_all(open_dataset(root))

    assert len(problems) == 2
    cut = next(text for text in problems if "gt_segmentations_test.json" in text)
    outside = next(text for text in problems if "gt_annotations_test.json" in text)
    assert f"{case_id} / Edema" in cut
    assert "(skipped)" in cut
    assert f"{other_id} / {target}, contour 1" in outside
    assert "(repaired)" in outside
