"""The Drivers page on a normal, an empty and a spoiled release, and with the official regressions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.tables.drivers import COEFFICIENTS
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/drivers.py"
SHAPE, CONFIDENCE = "Shape of the finding", "Confidence of the model"


@pytest.mark.parametrize(
    ("view", "outcome"),
    [
        pytest.param(SHAPE, "IoU of Grad-CAM", id="shape, IoU"),
        pytest.param(SHAPE, "Hit of Grad-CAM", id="shape, hits"),
        pytest.param(SHAPE, "IoU, Benchmark - Grad-CAM", id="shape, lead in IoU"),
        pytest.param(SHAPE, "Hit, Benchmark - Grad-CAM", id="shape, lead in hits"),
        pytest.param(CONFIDENCE, "IoU of Grad-CAM", id="confidence, IoU"),
        pytest.param(CONFIDENCE, "Hit of Grad-CAM", id="confidence, hits"),
    ],
)
def test_every_view_shows(open_app: OpenApp, small_demo: Path, view: str, outcome: str) -> None:
    app = open_app(small_demo, PAGE, split="test", drivers=view, outcome=outcome)
    assert not app.exception
    assert not app.error
    assert any(outcome in title.value.replace("\\", "") for title in app.subheader)
    assert "An association is not a cause" in all_text(app)
    assert app.session_state["image"] == "svg"  # what the camera above a figure saves, which the page lets one choose


@pytest.mark.parametrize(
    ("view", "outcome", "file"),
    [
        pytest.param(SHAPE, "IoU of Grad-CAM", "features_pred_iou", id="shape"),
        pytest.param(SHAPE, "Hit, Benchmark - Grad-CAM", "features_hitmiss_diff", id="lead in hits"),
        pytest.param(CONFIDENCE, "IoU of Grad-CAM", "modelprob_iou", id="confidence"),
    ],
)
def test_numbers_are_the_official_ones(open_app: OpenApp, shared_dir: Path, view: str, outcome: str, file: str) -> None:
    app = open_app(shared_dir / "reference", PAGE, split="test", drivers=view, outcome=outcome)
    table = app.dataframe[0].value
    overall = table[table["scope"] == "Overall"]
    overall = overall[overall["kind"] == "slope"] if "kind" in overall else overall
    wanted = pd.read_csv(shared_dir / "reference" / "expected" / "reg" / f"regression_{file}.csv")
    texts = wanted.loc[wanted["task"] == "Overall", COEFFICIENTS]
    assert np.round(overall["value"], 3).tolist() == [float(text.split(",")[0]) for text in texts]


def test_what_is_missing_is_said(open_app: OpenApp, release_copy: Path) -> None:
    folder = release_copy / "CheXlocalize"
    for path in folder.glob("hb_*_val.json"):
        path.unlink()
    for path in (folder / "gradcam_maps_val").iterdir():
        path.unlink()
    (folder / "gradcam_maps_val").rmdir()
    app = open_app(release_copy, PAGE, split="val")
    text = all_text(app).replace("\\", "")
    assert "This split has no benchmark" in text
    assert "has no heat maps, so there is no hit to explain" in text
    assert not app.exception
    app = open_app(release_copy, PAGE, split="val", drivers=CONFIDENCE)
    assert "has no probabilities" in all_text(app)


def test_no_model_is_a_sentence(open_app: OpenApp, release_copy: Path) -> None:
    for path in (release_copy / "CheXlocalize").glob("gradcam_*_val*"):
        if path.is_dir():
            for file in path.iterdir():
                file.unlink()
            path.rmdir()
        else:
            path.unlink()
    app = open_app(release_copy, PAGE, split="val")
    assert "No model is there for the validation split" in all_text(app)
    assert not app.exception


@pytest.mark.parametrize("view", [SHAPE, CONFIDENCE])
def test_too_few_rows_are_a_sentence(open_app: OpenApp, release_copy: Path, view: str) -> None:
    (release_copy / "CheXlocalize" / "gt_segmentations_val.json").write_text("{}")
    (release_copy / "CheXlocalize" / "gradcam_segmentations_val.json").write_text("{}")
    app = open_app(release_copy, PAGE, split="val", drivers=view)
    assert "Fewer than two" in all_text(app)
    assert not app.exception


def test_a_broken_file_leaves_the_page(open_app: OpenApp, release_copy: Path) -> None:
    (release_copy / "CheXlocalize" / "gt_segmentations_val.json").write_text('{"patient')
    app = open_app(release_copy, PAGE, split="val")
    assert "Fewer than two" in all_text(app)
    assert not app.exception
