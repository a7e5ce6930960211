"""Laziness, counted: opening reads no annotation, heat map or image; a page that shows one source opens that one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageFile

from data_access import open_dataset
from tests.builders import ANNOTATIONS_ONLY, CASE_A, CASE_B, DRAWN, HEATMAPS, Release, image_path, label_csv
from tests.conftest import OpenedFiles

WHOLE = Release(masks=DRAWN, heatmaps=HEATMAPS)
GT = "CheXlocalize/gt_segmentations_test.json"


@pytest.fixture
def no_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test fail that opens or decodes an image."""

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("an image was opened")

    monkeypatch.setattr(Image, "open", fail)
    monkeypatch.setattr(ImageFile.ImageFile, "load", fail)


def test_the_record_sees_what_is_opened(tmp_path: Path, opened_files: OpenedFiles) -> None:
    """Pathlib, `open`, Pillow and this package's own door are all seen, or the tests below would prove nothing."""
    root = WHOLE.write(tmp_path)
    dataset = open_dataset(root)
    image = root / dataset.case(CASE_A).image
    with opened_files(root) as opened:
        (root / GT).read_bytes()
        with (root / GT).open():
            pass
        with Image.open(image):
            pass
        dataset.image_bytes(CASE_A)
    assert opened == [GT, GT, dataset.case(CASE_A).image, dataset.case(CASE_A).image]


@pytest.mark.usefixtures("no_images")
def test_opening_reads_label_tables_alone(tmp_path: Path, opened_files: OpenedFiles) -> None:
    root = WHOLE.write(tmp_path)
    other = "patient1_study1_view1_frontal"
    replace(WHOLE, split="val", image_ids=[other], labels=label_csv([other])).write(tmp_path)
    with opened_files(root) as opened:
        dataset = open_dataset(root)
        assert len(dataset.cases) == 4
        assert dataset.case(CASE_A).has_image
        assert [annotated.kinds for annotated in dataset.sets]
    assert sorted(opened) == ["CheXpert/test_labels.csv", "CheXpert/val_labels.csv"]


@pytest.mark.usefixtures("no_images")
def test_opening_without_images_and_labels_reads_the_smallest_file(tmp_path: Path, opened_files: OpenedFiles) -> None:
    root = replace(ANNOTATIONS_ONLY, heatmaps=HEATMAPS).write(tmp_path)
    with opened_files(root) as opened:
        assert open_dataset(root).case_ids("test") == [CASE_A]
    assert opened == ["CheXlocalize/hb_salient_pt_test.json"]


@pytest.mark.usefixtures("no_images")
def test_one_cases_ground_truth_opens_one_file_once(tmp_path: Path, opened_files: OpenedFiles) -> None:
    root = WHOLE.write(tmp_path)
    dataset = open_dataset(root)
    annotated = dataset.annotation_set("test", "gt")
    assert annotated is not None
    with opened_files(root) as opened:
        for case_id in (CASE_A, CASE_B, CASE_A):
            for target in dataset.pathologies:
                annotated.state(case_id, target)
                annotated.mask(case_id, target)
    assert opened == [GT]


@pytest.mark.usefixtures("no_images")
def test_each_part_opens_its_own_file(tmp_path: Path, opened_files: OpenedFiles) -> None:
    root = WHOLE.write(tmp_path)
    dataset = open_dataset(root)
    benchmark, model = dataset.annotation_set("test", "hb"), dataset.annotation_set("test", "gradcam")
    assert benchmark is not None
    assert model is not None
    with opened_files(root) as opened:
        benchmark.points(CASE_A, "Cardiomegaly")
        benchmark.contours(CASE_A, "Cardiomegaly")
        model.heatmap(CASE_A, "Edema")  # there is none
        model.heatmap(CASE_A, "Cardiomegaly")
    assert opened == [
        "CheXlocalize/hb_salient_pt_test.json",
        "CheXlocalize/hb_annotations_test.json",
        f"CheXlocalize/gradcam_maps_test/{CASE_A}_Cardiomegaly_map.npz",
    ]


def test_size_of_an_image_is_read_without_decoding(
    tmp_path: Path, opened_files: OpenedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = open_dataset(WHOLE.write(tmp_path))

    def fail(self: ImageFile.ImageFile) -> None:
        raise AssertionError("an image was decoded")

    monkeypatch.setattr(ImageFile.ImageFile, "load", fail)
    with opened_files(tmp_path) as opened:
        assert dataset.image_size_hw(CASE_A) == (12, 10)
    assert opened == [f"CheXpert/test/{image_path(CASE_A)}"]


@pytest.mark.usefixtures("no_images")
def test_opening_the_reference_reads_its_label_table_alone(shared_dir: Path, opened_files: OpenedFiles) -> None:
    with opened_files(shared_dir) as opened:
        assert len(open_dataset(shared_dir / "reference").cases) == 24
    assert opened == ["reference/CheXpert/test_labels.csv"]
