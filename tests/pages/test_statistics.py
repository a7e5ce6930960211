"""The Statistics page on a normal, an empty and a spoiled release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/statistics.py"


def test_counts_every_source(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    assert not app.exception
    table = app.dataframe[0].value
    assert set(table["source"]) == {"Ground truth", "Benchmark", "Grad-CAM"}
    assert (table["n_cases"] <= 2).all()  # a third of six cases is the validation split


def test_split_filters(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    table = app.dataframe[0].value
    assert (table["n_cases"] + table["n_absent"]).eq(4).all()


def test_says_so_when_no_source_is_chosen(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    app.button_group(key="sources").set_value([]).run()
    assert "Choose at least one source." in all_text(app)
    assert not app.exception


def test_says_so_when_there_are_only_images(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert", PAGE)
    assert "No masks were found" in all_text(app)
    assert not app.exception


def test_an_unreadable_mask_is_counted_and_the_rest_shown(open_app: OpenApp, release_copy: Path) -> None:
    file = release_copy / "CheXlocalize" / "gt_segmentations_val.json"
    masks = json.loads(file.read_bytes())
    case_id = min(masks)
    masks[case_id]["Edema"]["counts"] = "~~~"
    file.write_text(json.dumps(masks))
    app = open_app(release_copy, PAGE)
    table = app.dataframe[0].value
    ground_truth = table[table["source"] == "Ground truth"].set_index("pathology")
    assert ground_truth.loc["Edema", "n_unreadable"] == 1
    assert ground_truth["n_unreadable"].sum() == 1
    assert not app.exception


def test_a_broken_file_leaves_the_other_sources(open_app: OpenApp, release_copy: Path) -> None:
    (release_copy / "CheXlocalize" / "gt_segmentations_val.json").write_text('{"patient')
    app = open_app(release_copy, PAGE)
    table = app.dataframe[0].value
    assert table.loc[table["source"] == "Ground truth", "n_cases"].eq(0).all()
    assert table.loc[table["source"] == "Benchmark", "n_cases"].gt(0).all()
    assert not app.exception


@pytest.mark.parametrize("page", ["pages/statistics.py", "pages/agreement.py", "pages/data.py", "pages/cases.py"])
def test_every_page_says_what_it_is(open_app: OpenApp, small_demo: Path, page: str) -> None:
    app = open_app(small_demo, page)
    assert "ynthetic demo data" in all_text(app)
    assert "not for clinical use" in all_text(app)
