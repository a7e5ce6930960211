"""CheXlocalize releases in every layout met: the same cases, sources, masks and states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.annotation_set import State
from data_access.dataset import Dataset
from tests.builders import (
    CASE_A,
    CASE_B,
    CASE_C,
    CASES,
    CONTOURS_XY,
    DRAWN,
    HEATMAPS,
    Release,
    box,
    label_csv,
    npz_bytes,
    put,
    segmentations,
)
from tests.pickles import heatmap_pickle, tensor_of

VAL = Release(
    split="val",
    masks={"gt": DRAWN["gt"], "gradcam": DRAWN["gradcam"]},
    contours_xy={"gt": CONTOURS_XY["gt"]},
    points_xy={},
    heatmaps=HEATMAPS,
)
VALID = replace(VAL, split="valid")
TEST = Release()


def read_all(dataset: Dataset) -> None:
    """Read every file of every set."""
    for annotated in dataset.sets:
        for case_id in annotated.case_ids():
            for target in dataset.pathologies:
                annotated.state(case_id, target)
                annotated.contours(case_id, target)
                annotated.points(case_id, target)
                annotated.heatmap(case_id, target)
                annotated.probability(case_id, target)


def problems_of(dataset: Dataset) -> list[str]:
    """Read everything and return the problems."""
    read_all(dataset)
    return [str(problem) for problem in dataset.problems]


@pytest.mark.parametrize(
    ("release", "split", "has_images", "has_labels"),
    [
        pytest.param(VAL, "val", True, True, id="official, val"),
        pytest.param(TEST, "test", True, True, id="official, test"),
        pytest.param(replace(VALID, label_table="CheXpert/valid.csv"), "val", True, True, id="folder valid"),
        pytest.param(replace(VAL, split="validation"), "val", True, True, id="folder validation"),
        pytest.param(
            replace(VALID, image_dir="CheXpert-v1.0/valid", label_table="CheXpert-v1.0/valid.csv"),
            "val",
            True,
            True,
            id="earlier CheXpert release",
        ),
        pytest.param(
            replace(VALID, image_dir="CheXpert-v1.0-small/valid", label_table="CheXpert-v1.0-small/valid.csv"),
            "val",
            True,
            True,
            id="small CheXpert release",
        ),
        pytest.param(
            replace(VAL, image_dir="val", label_table="val_labels.csv", annotation_dir="."),
            "val",
            True,
            True,
            id="contents at the root",
        ),
        pytest.param(replace(TEST, labels=""), "test", True, False, id="no labels"),
        pytest.param(replace(TEST, image_ids=()), "test", False, True, id="no images"),
        pytest.param(replace(VAL, image_ids=(), labels=""), "val", False, False, id="CheXlocalize alone"),
        pytest.param(
            replace(TEST, image_ids=(), labels="", annotation_dir="."), "test", False, False, id="its contents alone"
        ),
        pytest.param(
            replace(VAL, split="val", image_ids=(), labels="", annotation_dir="validation"),
            "val",
            False,
            False,
            id="copy with the files inside the split's folder",
        ),
        pytest.param(
            replace(VAL, image_ids=(), labels="", annotation_dir="CheXlocalize/val"), "val", False, False, id="deeper"
        ),
    ],
)
def test_layout(tmp_path: Path, release: Release, split: str, has_images: bool, has_labels: bool) -> None:
    """Every layout gives the same three cases and the same masks, and no problem."""
    dataset = open_dataset(release.write(tmp_path))
    assert dataset.name == "CheXlocalize"
    assert dataset.splits == (split,)
    assert problems_of(dataset) == []
    assert dataset.case_ids(split) == list(CASES)
    assert [dataset.case(case_id).has_image for case_id in CASES] == [has_images] * 3
    assert [bool(dataset.case(case_id).labels) for case_id in CASES] == [has_labels] * 3
    others = ["gradcam"] if release.split != "test" else ["hb"]
    assert [annotated.key for annotated in dataset.sets_of(split)] == ["gt", *others]
    areas = []
    for annotated in dataset.sets_of(split):
        heart = annotated.mask(CASE_A, "Cardiomegaly")
        effusion = annotated.mask(CASE_C, "Pleural Effusion")
        assert heart is not None
        assert effusion is not None
        areas.append((heart.area_px, effusion.area_px))
    assert areas == [(16, 15), (16, 15 if others == ["gradcam"] else 0)]
    assert not dataset.is_demo


def test_images_alone(tmp_path: Path) -> None:
    release = Release(labels="", masks={}, contours_xy={}, points_xy={})
    dataset = open_dataset(release.write(tmp_path))
    assert (dataset.case_ids("test"), dataset.sets) == (list(CASES), ())
    assert [source.key for source in dataset.missing_sources("test")] == ["gt", "hb", "gradcam"]


def test_two_splits_side_by_side(tmp_path: Path) -> None:
    """No public split has all three sources; what a split lacks is known by name."""
    only_a = replace(VAL, image_ids=[CASE_A], labels=label_csv([CASE_A]), heatmaps={})
    only_a = replace(only_a, masks={"gt": {CASE_A: {}}, "gradcam": {CASE_A: {}}}, contours_xy={"gt": {CASE_A: {}}})
    only_a.write(tmp_path)
    ids = (CASE_B, CASE_C)
    rest = replace(TEST, image_ids=ids, labels=label_csv(ids, prefix="test/", demographics=False), points_xy={})
    rest = replace(rest, masks={"hb": {CASE_B: {}}}, contours_xy={})
    dataset = open_dataset(rest.write(tmp_path))
    assert dataset.splits == ("val", "test")
    assert (dataset.case_ids("val"), dataset.case_ids("test")) == ([CASE_A], [CASE_B, CASE_C])
    assert [(annotated.split, annotated.key) for annotated in dataset.sets] == [
        ("val", "gt"),
        ("val", "gradcam"),
        ("test", "hb"),
    ]
    assert [source.key for source in dataset.missing_sources("val")] == ["hb"]
    assert problems_of(dataset) == []


def test_sets_say_their_source_and_origin(tmp_path: Path) -> None:
    dataset = open_dataset(replace(TEST, masks=DRAWN).write(tmp_path))
    assert [(s.key, s.label, s.source.role, s.source.origin) for s in dataset.sets] == [
        ("gt", "Ground truth", "ground_truth", "drawn by radiologists"),
        ("hb", "Benchmark", "benchmark", "drawn by radiologists"),
        ("gradcam", "Grad-CAM", "model", "automatic"),
    ]
    assert [s.kinds for s in dataset.sets] == [
        ("masks", "contours"),
        ("masks", "contours", "points"),
        ("masks",),
    ]


@pytest.mark.parametrize("with_masks", [True, False], ids=["segmentations", "contours alone"])
def test_three_states_of_a_set(tmp_path: Path, with_masks: bool) -> None:
    """Case missing from the set, empty mask and unreadable mask, from either file."""
    drawn = {"gt": {CASE_A: {"Cardiomegaly": CONTOURS_XY["gt"][CASE_A]["Cardiomegaly"], "Edema": [[[1, 1]]]}}}
    dataset_dir = replace(TEST, masks={}, contours_xy=drawn, points_xy={}).write(tmp_path)
    if with_masks:
        content = segmentations({CASE_A: DRAWN["gt"][CASE_A]})
        content[CASE_A]["Edema"] = {"size": [12, 10], "counts": "~"}
        put(dataset_dir / "CheXlocalize/gt_segmentations_test.json", content)
    dataset = open_dataset(dataset_dir)
    annotated = dataset.annotation_set("test", "gt")
    assert annotated is not None
    assert annotated.state(CASE_A, "Cardiomegaly") is State.DRAWN
    assert annotated.state(CASE_A, "Atelectasis") is State.EMPTY
    assert annotated.state(CASE_A, "Edema") is State.UNREADABLE
    assert annotated.state(CASE_B, "Cardiomegaly") is State.ABSENT
    heart = annotated.mask(CASE_A, "Cardiomegaly")
    assert heart is not None
    assert (heart.decode() == box(2, 2, 4, 4)).all()
    assert [problem.item.split(",")[0] for problem in dataset.problems] == [f"{CASE_A} / Edema"]


def test_users_own_model(tmp_path: Path) -> None:
    """Masks, heat maps and probabilities beside the release, under a name of the user's choice."""
    masks = {**TEST.masks, "my_net": DRAWN["gradcam"]}
    root = replace(TEST, masks=masks, heatmaps={"my_net": HEATMAPS["gradcam"]}).write(tmp_path)
    table = f"id,Cardiomegaly,Lung Opacity\n{CASE_A},0.9,0.1\n{CASE_B},0.2,\n"
    put(root / "CheXlocalize/my_net_probabilities_test.csv", table)
    dataset = open_dataset(root)
    annotated = dataset.annotation_set("test", "my_net")
    assert annotated is not None
    assert (annotated.label, annotated.source.role, annotated.source.origin) == ("my_net", "model", "automatic")
    assert annotated.kinds == ("masks", "heat maps", "probabilities")
    mask = annotated.mask(CASE_A, "Cardiomegaly")
    assert mask is not None
    assert (mask.decode() == box(4, 2, 4, 4)).all()
    heatmap = annotated.heatmap(CASE_A, "Cardiomegaly")
    assert heatmap is not None
    assert (heatmap.map_hw == box(4, 2, 4, 4)).all()
    assert annotated.heatmap(CASE_A, "Edema") is None
    found = [annotated.probability(CASE_A, target) for target in ("Cardiomegaly", "Airspace Opacity", "Edema")]
    assert found == [0.9, 0.1, None]
    assert annotated.probability(CASE_B, "Airspace Opacity") is None
    assert problems_of(dataset) == []


def test_probability_of_a_vector_is_that_of_the_pathology(tmp_path: Path) -> None:
    """The fourteen tasks' order puts Cardiomegaly third; a vector of another length says nothing."""
    folder = TEST.write(tmp_path) / "CheXlocalize/gradcam_maps_test"
    vector = [i / 100 for i in range(14)]
    put(folder / f"{CASE_A}_Cardiomegaly_map.npz", npz_bytes(prob=vector))
    put(folder / f"{CASE_B}_Cardiomegaly_map.npz", npz_bytes(prob=vector[:13]))
    put(folder / f"{CASE_C}_Foreign_map.npz", npz_bytes(prob=vector))
    annotated = open_dataset(tmp_path).annotation_set("test", "gradcam")
    assert annotated is not None
    assert annotated.probability(CASE_A, "Cardiomegaly") == 0.02
    assert annotated.probability(CASE_B, "Cardiomegaly") is None
    assert annotated.probability(CASE_C, "Foreign") is None


def test_safe_heatmap_is_preferred(tmp_path: Path) -> None:
    folder = TEST.write(tmp_path) / "CheXlocalize/gradcam_maps_test"
    put(folder / f"{CASE_A}_Edema_map.npz", npz_bytes(prob=0.1))
    put(folder / f"{CASE_A}_Edema_map.pkl", heatmap_pickle())
    put(folder / f"{CASE_B}_Edema_map.pkl", heatmap_pickle(map=tensor_of(box(0, 0, 2, 2).astype("<f4"))))
    annotated = open_dataset(tmp_path).annotation_set("test", "gradcam")
    assert annotated is not None
    assert (annotated.probability(CASE_A, "Edema"), annotated.probability(CASE_B, "Edema")) == (0.1, 0.75)
