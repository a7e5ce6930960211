"""The Agreement page on a normal, an empty and a spoiled release, and with the official numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.ui.agreement_views import VIEWS
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/agreement.py"
OUTCOMES = ["scored", "both_empty", "missed", "false_alarm", "not_predicted", "unreadable"]
LABELS = {"gt": "Ground truth", "hb": "Benchmark", "gradcam": "Grad-CAM"}


def n_charts(app: AppTest) -> int:
    return len(app.get("plotly_chart"))


def test_compares_the_ground_truth_with_every_other_source(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    assert not app.exception
    table = app.dataframe[0].value
    assert set(table["source"]) == {"Benchmark", "Grad-CAM"}
    assert table[OUTCOMES].sum(axis=1).nunique() == 1  # every case that the ground truth lists has one outcome
    assert (table["n"] == table["scored"]).all()


def test_two_sources_are_in_the_link(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", a="Benchmark", b="Grad-CAM")
    assert "IoU against Benchmark" in all_text(app)
    assert set(app.dataframe[0].value["source"]) == {"Grad-CAM"}


def test_settings_are_in_the_link_and_said(open_app: OpenApp, small_demo: Path) -> None:
    query = {"slice": "Full data", "resample": "Images, as in the paper", "replicates": "200", "seed": "3"}
    app = open_app(small_demo, PAGE, split="test", absent="true", **query)
    text = all_text(app).replace("\\", "")
    assert "pairs in which either drew" in text
    assert "counts as an empty mask, as in the paper" in text
    assert "200 resamples of images, as in the paper, seed 3" in text
    table = app.dataframe[0].value
    assert (table["n"] == table[["scored", "missed", "false_alarm"]].sum(axis=1)).all()


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_of_a_normal_release(open_app: OpenApp, small_demo: Path, view: str) -> None:
    app = open_app(small_demo, PAGE, split="test", show=view)
    assert not app.exception
    if view == "Leaderboard":  # the release has one model
        assert "needs two models or more" in all_text(app)
    else:
        assert n_charts(app) >= 1
        assert len(app.dataframe) >= 1
        assert len(app.get("download_button")) > len(app.dataframe)  # a table's each, and the report


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("measure", ["Precision", "Hit rate"])
def test_every_view_with_other_measures(open_app: OpenApp, small_demo: Path, view: str, measure: str) -> None:
    app = open_app(small_demo, PAGE, split="test", show=view, measure=measure)
    assert not app.exception


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_drawn_is_a_sentence(open_app: OpenApp, release_copy: Path, view: str) -> None:
    for key in ("hb", "gradcam"):
        (release_copy / "CheXlocalize" / f"{key}_segmentations_val.json").write_text("{}")
    app = open_app(release_copy, PAGE, show=view)
    assert not app.exception
    assert app.info or n_charts(app)


@pytest.mark.parametrize("view", VIEWS)
def test_unreadable_masks_are_left_out(open_app: OpenApp, release_copy: Path, view: str) -> None:
    path = release_copy / "CheXlocalize" / "gradcam_segmentations_val.json"
    masks = json.loads(path.read_bytes())
    for of_case in masks.values():
        of_case["Edema"]["counts"] = "~~~"
    path.write_text(json.dumps(masks))
    app = open_app(release_copy, PAGE, show=view, b="Grad-CAM")
    assert not app.exception
    if view == "Means":
        table = app.dataframe[0].value.set_index("pathology")
        assert table.loc["Edema", "unreadable"] == len(masks)
        assert table["unreadable"].sum() == len(masks)


@pytest.mark.parametrize("view", VIEWS)
def test_a_single_case(open_app: OpenApp, release_copy: Path, view: str) -> None:
    for key in LABELS:
        path = release_copy / "CheXlocalize" / f"{key}_segmentations_val.json"
        masks = json.loads(path.read_bytes())
        path.write_text(json.dumps({case_id: masks[case_id] for case_id in sorted(masks)[:1]}))
    app = open_app(release_copy, PAGE, show=view)
    assert not app.exception


@pytest.mark.parametrize("view", VIEWS)
def test_only_the_filtered_cases_are_compared(open_app: OpenApp, small_demo: Path, view: str) -> None:
    app = open_app(small_demo, PAGE, split="test", show=view, filter="view:lateral")
    assert not app.exception
    if view == "Means":
        all_cases = open_app(small_demo, PAGE, split="test").dataframe[0].value[OUTCOMES].sum(axis=1)
        assert (app.dataframe[0].value[OUTCOMES].sum(axis=1) < all_cases).all()


def test_two_models_make_a_leaderboard(open_app: OpenApp, release_copy: Path) -> None:
    folder = release_copy / "CheXlocalize"
    (folder / "other_segmentations_val.json").write_bytes((folder / "hb_segmentations_val.json").read_bytes())
    app = open_app(release_copy, PAGE, show="Leaderboard")
    assert not app.exception
    table = app.dataframe[0].value
    best = table[table["rank"] == 1]
    assert set(table["source"]) == {"Grad-CAM", "other"}
    assert best["to_best"].dropna().eq(0).all()
    assert table.loc[table["rank"] == 2, "to_best"].dropna().le(0).all()


def test_another_reference_is_compared_with_the_others(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    app.selectbox(key="a").set_value("gradcam").run()
    assert not app.exception
    assert set(app.dataframe[0].value["source"]) == {"Ground truth", "Benchmark"}


def test_no_source_compared_is_a_sentence(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    app.button_group(key="b").set_value([]).run()
    assert "Choose at least one source" in all_text(app)
    assert not app.exception


def test_cases_a_source_does_not_know_are_named(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", a="Ground truth", b="Benchmark")
    assert any("Benchmark does not know" in expander.label for expander in app.expander)


def test_one_source_is_too_few(open_app: OpenApp, release_copy: Path) -> None:
    for name in ("hb_segmentations_val", "hb_annotations_val", "gradcam_segmentations_val"):
        (release_copy / "CheXlocalize" / f"{name}.json").unlink()
    app = open_app(release_copy, PAGE)
    assert "Two sources with masks are needed" in all_text(app)
    assert not app.exception


def test_nothing_in_common_is_a_sentence(open_app: OpenApp, release_copy: Path) -> None:
    (release_copy / "CheXlocalize" / "gt_segmentations_val.json").write_text("{}")
    app = open_app(release_copy, PAGE)
    assert "On no case did both sources draw" in all_text(app)
    assert not app.exception


def test_sample_numbers(open_app: OpenApp, shared_dir: Path) -> None:
    """IoU of the authors' sample, to the last digit of the official answer."""
    app = open_app(shared_dir / "sample", PAGE, a="Ground truth", b="Grad-CAM")
    mean = app.dataframe[0].value.set_index("pathology")["iou"]
    assert mean["Cardiomegaly"] == pytest.approx(0.36620622920151663, abs=1e-15)
    assert mean["Enlarged Cardiomediastinum"] == pytest.approx(0.46234707294166755, abs=1e-15)
    assert mean["Support Devices"] == pytest.approx(0.03329038603556568, abs=1e-15)


def test_reference_names_two_cases_without_a_benchmark(open_app: OpenApp, shared_dir: Path) -> None:
    app = open_app(shared_dir / "reference", PAGE, a="Ground truth", b="Benchmark")
    assert {button.label for button in app.button if button.label.startswith("patient")} == {
        "patient64746_study1_view1_frontal",
        "patient64751_study2_view1_frontal",
    }
