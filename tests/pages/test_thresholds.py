"""The Thresholds page on a normal, an empty and a spoiled release, and with the official tuning tables."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from cli import main
from components.tables import tuning
from components.tables.segmenting import Rule
from components.tables.sweep import sweep_maps
from components.ui import cached_heatmaps
from data_access import open_dataset
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/thresholds.py"
VIEWS = ("Thresholds", "Single cases", "Pixels and hits", "Cut-offs", "Cases by probability", "Export")


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_shows(open_app: OpenApp, small_demo: Path, view: str) -> None:
    app = open_app(small_demo, PAGE, split="val", thresholds=view)
    assert not app.exception
    assert not app.error
    assert "judges the model and the way its heat map is made together" in all_text(app)


def test_tuned_thresholds_are_the_official_ones(open_app: OpenApp, shared_dir: Path) -> None:
    app = open_app(shared_dir / "reference", PAGE, split="test")
    found = app.dataframe[0].value.set_index("pathology")["tuned"].sort_index()
    wanted = pd.read_csv(shared_dir / "reference" / "expected" / "tune" / "tuning_results.csv")
    assert found.to_dict() == dict(zip(wanted["task"], wanted["threshold"], strict=True))
    assert "No published threshold is on record" in all_text(app)


def test_masks_are_made_when_asked_for(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="val", thresholds="Export")
    assert "export_masks" not in {button.key for button in app.get("download_button")}
    app.button(key="make_masks").click().run()
    assert not app.exception
    assert "export_masks" in {button.key for button in app.get("download_button")}


def test_a_split_without_heat_maps_says_what_to_add(open_app: OpenApp, release_copy: Path) -> None:
    shutil.rmtree(release_copy / "CheXlocalize" / "gradcam_maps_val")
    app = open_app(release_copy, PAGE, split="val")
    assert "<name>_maps_val/<id>_<pathology>_map.npz" in all_text(app)
    assert not app.exception


def test_no_ground_truth_is_a_sentence(open_app: OpenApp, release_copy: Path) -> None:
    for kind in ("segmentations", "annotations"):
        (release_copy / "CheXlocalize" / f"gt_{kind}_val.json").unlink()
    app = open_app(release_copy, PAGE, split="val")
    assert "no masks of the ground truth" in all_text(app)
    assert not app.exception


@pytest.mark.parametrize("view", VIEWS)
def test_empty_ground_truth_shows_no_error(open_app: OpenApp, release_copy: Path, view: str) -> None:
    (release_copy / "CheXlocalize" / "gt_segmentations_val.json").write_text("{}")
    app = open_app(release_copy, PAGE, split="val", thresholds=view)
    assert not app.exception


def test_broken_maps_leave_the_others(open_app: OpenApp, release_copy: Path) -> None:
    files = sorted((release_copy / "CheXlocalize" / "gradcam_maps_val").iterdir())
    files[0].write_bytes(b"no archive")
    app = open_app(release_copy, PAGE, split="val")
    assert not app.exception
    assert len(app.dataframe[0].value)


def test_no_readable_map_is_a_sentence(open_app: OpenApp, release_copy: Path) -> None:
    for file in (release_copy / "CheXlocalize" / "gradcam_maps_val").iterdir():
        file.write_bytes(b"no archive")
    app = open_app(release_copy, PAGE, split="val")
    assert "has a heat map that can be read" in all_text(app)


def test_exported_masks_are_those_of_the_command_line(shared_dir: Path, tmp_path: Path) -> None:
    """With the tables that the page exports, `segment-heatmaps` writes the same file."""
    dataset = open_dataset(str(shared_dir / "reference"))
    truth, maps = (dataset.annotation_set("test", key) for key in ("gt", "gradcam"))
    assert truth is not None
    assert maps is not None
    swept = sweep_maps(truth, maps, dataset.problems)
    tuned = tuning.tuned_table(swept, truth.pathologies)
    tuned.to_csv(tmp_path / "t.csv", index=False)
    tuning.cutoff_table(swept, truth.pathologies).to_csv(tmp_path / "c.csv", index=False)
    folder = shared_dir / "reference" / "CheXlocalize" / "gradcam_maps_test"
    tables = ["--thresholds", str(tmp_path / "t.csv"), "--cutoffs", str(tmp_path / "c.csv")]
    arguments = ["segment-heatmaps", "--maps", str(folder), *tables, "--out", str(tmp_path / "masks.json")]
    assert CliRunner().invoke(main, arguments, catch_exceptions=False).exit_code == 0
    threshold_of = dict(zip(tuned["task"], tuned["threshold"], strict=True))
    rule = Rule(threshold_of, tuning.tuned_cutoffs(swept, truth.pathologies))
    assert cached_heatmaps.masks_json(dataset, maps, rule) == (tmp_path / "masks.json").read_bytes()
