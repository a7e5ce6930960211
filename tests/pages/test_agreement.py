"""The Agreement page on a normal, an empty and a spoiled release, and with the numbers of the authors' sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/agreement.py"


def test_compares_two_sources(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    assert not app.exception
    table = app.dataframe[0].value
    counts = table[["scored", "both empty", "missed", "false alarm", "not predicted", "unreadable"]]
    assert (counts.sum(axis=1) == 4).all()  # every case of the split has one outcome
    assert (table["n"] == table["scored"]).all()


def test_sources_are_in_the_link(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", a="Benchmark", b="Grad-CAM")
    assert "Benchmark against Grad\\-CAM" in all_text(app)


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
    mean = app.dataframe[0].value.set_index("pathology")["mean_iou"]
    assert mean["Cardiomegaly"] == pytest.approx(0.36620622920151663, abs=1e-15)
    assert mean["Enlarged Cardiomediastinum"] == pytest.approx(0.46234707294166755, abs=1e-15)
    assert mean["Support Devices"] == pytest.approx(0.03329038603556568, abs=1e-15)


def test_reference_names_two_cases_without_a_benchmark(open_app: OpenApp, shared_dir: Path) -> None:
    app = open_app(shared_dir / "reference", PAGE, a="Ground truth", b="Benchmark")
    assert {button.label for button in app.button if button.label.startswith("patient")} == {
        "patient64746_study1_view1_frontal",
        "patient64751_study2_view1_frontal",
    }
