"""How CheXlocalize names files, cases and pathologies."""

from __future__ import annotations

import pytest

from data_access.adapters import chexlocalize_names as names
from data_access.adapters.chexlocalize_names import AnnotationFile


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("gt_segmentations_val.json", ("gt", "segmentations", "val"), id="ground truth"),
        pytest.param("gt_annotations_test.json", ("gt", "annotations", "test"), id="contours"),
        pytest.param("hb_salient_pt_test.json", ("hb", "salient_pt", "test"), id="points"),
        pytest.param("gradcam_maps_val", ("gradcam", "maps", "val"), id="heat maps"),
        pytest.param(
            "gradcam_segmentations_val_sample.json", ("gradcam", "segmentations", "val"), id="authors' sample"
        ),
        pytest.param("gt_segmentations_valid.json", ("gt", "segmentations", "val"), id="valid"),
        pytest.param("gt_segmentations_validation.json", ("gt", "segmentations", "val"), id="validation"),
        pytest.param("my_net_v2_segmentations_val.json", ("my_net_v2", "segmentations", "val"), id="a user's model"),
        pytest.param("my_net_probabilities_test.csv", ("my_net", "probabilities", "test"), id="probabilities"),
        pytest.param("gt_segmentations_train.json", None, id="another split"),
        pytest.param("gt_segmentations_val.csv", None, id="another ending"),
        pytest.param("gt_segmentations_val.json.gz", None, id="compressed"),
        pytest.param("gt_segmentations_val", None, id="no ending"),
        pytest.param("gradcam_maps_val.zip", None, id="archive of heat maps"),
        pytest.param("my_net_probabilities_test.json", None, id="probabilities as JSON"),
        pytest.param("_segmentations_val.json", None, id="no source"),
        pytest.param("segmentations_val.json", None, id="no source at all"),
        pytest.param("tuning_results.csv", None, id="foreign file"),
        pytest.param("", None, id="empty"),
    ],
)
def test_annotation_name(name: str, expected: tuple[str, str, str] | None) -> None:
    assert names.parse_annotation_name(name) == (AnnotationFile(*expected) if expected else None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("val_labels.csv", "val", id="official"),
        pytest.param("test_labels.csv", "test", id="official test"),
        pytest.param("valid.csv", "val", id="earlier release"),
        pytest.param("train.csv", None, id="training set"),
        pytest.param("val_labels.xlsx", None, id="another ending"),
        pytest.param("my_val_labels.csv", None, id="longer name"),
    ],
)
def test_label_name(name: str, expected: str | None) -> None:
    assert names.parse_label_name(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("p1_study1_view1_frontal_Edema_map.pkl", ("p1_study1_view1_frontal", "Edema"), id="pickle"),
        pytest.param("p1_study1_view1_frontal_Edema_map.npz", ("p1_study1_view1_frontal", "Edema"), id="npz"),
        pytest.param("a_b_Lung Opacity_map.pkl", ("a_b", "Airspace Opacity"), id="alias"),
        pytest.param("a_Pleural Effusion_map.npz", ("a", "Pleural Effusion"), id="name of two words"),
        pytest.param("a_Edema_map.npy", None, id="another ending"),
        pytest.param("Edema_map.npz", None, id="no case"),
        pytest.param("a_Edema.npz", None, id="no map"),
    ],
)
def test_heatmap_name(name: str, expected: tuple[str, str] | None) -> None:
    assert names.parse_heatmap_name(name) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param(
            "CheXpert-v1.0/valid/patient1/study2/view3_frontal.jpg", "patient1_study2_view3_frontal", id="val"
        ),
        pytest.param("test/patient1/study2/view3_lateral.jpg", "patient1_study2_view3_lateral", id="test"),
        pytest.param("patient1/study2/view3_frontal.jpg", "patient1_study2_view3_frontal", id="no prefix"),
        pytest.param("/data/x/patient1/study2/view3_frontal.png", "patient1_study2_view3_frontal", id="absolute"),
        pytest.param(r"val\patient1\study2\view3_frontal.jpg", "patient1_study2_view3_frontal", id="backslashes"),
        pytest.param("patient1_study2_view3_frontal", "patient1_study2_view3_frontal", id="an id"),
        pytest.param("val/patient1/view3_frontal.jpg", None, id="no study"),
        pytest.param("val/patient1/study2/view3.jpg", None, id="no view"),
        pytest.param("val/patientX/study2/view3_frontal.jpg", None, id="no number"),
        pytest.param("", None, id="empty"),
    ],
)
def test_case_id_of_path(path: str, expected: str | None) -> None:
    assert names.case_id_of_path(path) == expected


@pytest.mark.parametrize(
    ("case_id", "expected"),
    [
        pytest.param(
            "patient1_study2_view3_lateral",
            {"patient": "patient1", "study": "study2", "view": "lateral"},
            id="official",
        ),
        pytest.param("some_other_id", {"patient": "some_other_id"}, id="foreign"),
        pytest.param("../../etc", {"patient": "../../etc"}, id="like a path"),
    ],
)
def test_id_is_described(case_id: str, expected: dict[str, str]) -> None:
    assert names.describe_id(case_id) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Lung Opacity", "Airspace Opacity", id="alias"),
        pytest.param(" lung opacity ", "Airspace Opacity", id="alias, spelt otherwise"),
        pytest.param("Airspace Opacity", "Airspace Opacity", id="itself"),
        pytest.param(" Edema", "Edema", id="spaces"),
        pytest.param("No Finding", None, id="no masks"),
        pytest.param("img_size", None, id="no pathology"),
        pytest.param("edema", "Edema", id="another spelling"),
        pytest.param("Oedema", None, id="unknown"),
    ],
)
def test_target(name: str, expected: str | None) -> None:
    assert names.find_target(name) == expected


def test_ten_pathologies_are_among_the_fourteen_tasks() -> None:
    assert len(names.PATHOLOGIES) == len(set(names.PATHOLOGIES)) == 10
    assert len(names.TASKS) == len(set(names.TASKS)) == 14
    assert set(names.PATHOLOGIES) < set(names.TASKS)


def test_sources_say_how_they_came_to_be() -> None:
    origins = [(names.source_of(key).role, names.source_of(key).origin) for key in ("gt", "hb", "gradcam", "my_net")]
    assert origins == [
        ("ground_truth", "drawn by radiologists"),
        ("benchmark", "drawn by radiologists"),
        ("model", "automatic"),
        ("model", "automatic"),
    ]
    assert names.source_of("my_net").label == "my_net"
