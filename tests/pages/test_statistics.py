"""The Statistics page on a normal, an empty and a spoiled release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import UnknownElement

from components.figures.distributions import MEASURES
from components.ui import cached_work
from tests.builders import ANNOTATIONS_ONLY, CASE_A, CASE_B, CASES, DRAWN, Masks, Release, label_csv
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


VIEWS = ("Counts", "Labels and masks", "Size and shape", "Location", "Difference", "Together", "Groups", "All numbers")


def n_charts(app: AppTest) -> int:
    """Count the Plotly charts: AppTest knows them as unknown elements only."""
    return sum(1 for element in app.main if isinstance(element, UnknownElement) and "plotly" in element.type)


@pytest.mark.parametrize(
    ("view", "says", "charts"),
    [
        pytest.param("Counts", "Each mark is the share of a source's cases", 1, id="counts"),
        pytest.param("Labels and masks", "neither for nor against a mask", 0, id="labels"),
        pytest.param("Size and shape", "the box spans the middle half", 1, id="shape"),
        pytest.param("Location", "a square of 64 x 64 cells", 1, id="location"),
        pytest.param("Difference", "white is no difference", 1, id="difference"),
        pytest.param("Together", "on the diagonal all cases with the one", 1, id="together"),
        pytest.param("Groups", "share of the group's cases", 1, id="groups"),
        pytest.param("All numbers", "One row a pathology and source", 0, id="all"),
    ],
)
def test_view(open_app: OpenApp, small_demo: Path, view: str, says: str, charts: int) -> None:
    app = open_app(small_demo, PAGE, split="test", statistics=view)
    assert not app.exception
    assert says in all_text(app)
    assert n_charts(app) == charts


@pytest.mark.parametrize("view", VIEWS)
def test_view_of_masks_that_are_all_empty(open_app: OpenApp, tmp_path: Path, view: str) -> None:
    nothing: Masks = {case_id: {} for case_id in CASES}
    root = Release(masks={"gt": nothing, "hb": nothing}, contours_xy={}, points_xy={}).write(tmp_path)
    app = open_app(root, PAGE, statistics=view)
    assert not app.exception
    if view in ("Size and shape", "Location", "Difference", "Together"):
        assert n_charts(app) == 0
        assert len(app.info) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_view_of_a_single_case(open_app: OpenApp, tmp_path: Path, view: str) -> None:
    drawn: dict[str, Masks] = {key: {CASE_A: masks[CASE_A]} for key, masks in DRAWN.items()}
    root = Release(masks=drawn, image_ids=[CASE_A], labels=label_csv([CASE_A]), contours_xy={}, points_xy={})
    app = open_app(root.write(tmp_path), PAGE, statistics=view)
    assert not app.exception
    assert app.info or app.dataframe or n_charts(app)


@pytest.mark.parametrize("view", VIEWS)
def test_view_of_broken_files(open_app: OpenApp, release_copy: Path, view: str) -> None:
    """One file is cut, in another a mask is refused, and the label table is no table."""
    folder = release_copy / "CheXlocalize"
    (folder / "gt_segmentations_val.json").write_text('{"patient')
    masks = json.loads((folder / "hb_segmentations_val.json").read_bytes())
    masks[min(masks)]["Edema"]["counts"] = "~~~"
    (folder / "hb_segmentations_val.json").write_text(json.dumps(masks))
    (release_copy / "CheXpert" / "val_labels.csv").write_bytes(b"\xff\x00nothing")
    app = open_app(release_copy, PAGE, split="val", statistics=view)
    assert not app.exception
    assert app.info or app.dataframe or n_charts(app)


@pytest.mark.parametrize("view", VIEWS)
def test_view_without_labels_and_images(open_app: OpenApp, tmp_path: Path, view: str) -> None:
    app = open_app(ANNOTATIONS_ONLY.write(tmp_path), PAGE, statistics=view)
    assert not app.exception
    if view == "Labels and masks":
        assert "labels and masks cannot be compared" in all_text(app)


def test_a_difference_needs_two_sources(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, statistics="Difference")
    app.button_group(key="sources").set_value(["gt"]).run()
    assert not app.exception
    assert "Two sources are needed" in all_text(app)


def test_a_source_that_is_taken_away_is_chosen_no_longer(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", statistics="Location")
    app.button_group(key="map_source").set_value("hb").run()
    assert "masks of Benchmark" in all_text(app)
    app.button_group(key="sources").set_value(["gt"]).run()
    assert not app.exception
    assert "masks of Ground truth" in all_text(app)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure(open_app: OpenApp, small_demo: Path, measure: str) -> None:
    app = open_app(small_demo, PAGE, split="test", statistics="Size and shape")
    app.button_group(key="shape").set_value(measure).run()
    assert not app.exception
    assert markdown_words(MEASURES[measure].explained) in all_text(app)
    assert ("contours as drawn" in all_text(app)) is (measure == "n_instances")


def markdown_words(text: str) -> str:
    """Return the start of a sentence that Markdown leaves alone."""
    return text.split(":")[0]


@pytest.mark.parametrize("by", ["view", "sex", "age", "ap_pa"])
def test_groups_of_a_split_with_demographics(open_app: OpenApp, small_demo: Path, by: str) -> None:
    app = open_app(small_demo, PAGE, split="val", statistics="Groups")
    app.button_group(key="group_by").set_value(by).run()
    assert not app.exception
    counted = app.dataframe[0].value
    assert counted.groupby("pathology")["n_cases"].sum().nunique() == 1


def test_labels_that_differ_from_masks_are_listed(open_app: OpenApp, tmp_path: Path) -> None:
    cells = {
        (CASE_A, "Cardiomegaly"): "1.0",
        (CASE_B, "Cardiomegaly"): "1.0",
        (CASE_A, "Edema"): "-1.0",
        (CASE_B, "Edema"): "",
    }
    app = open_app(Release(labels=label_csv(cells=cells)).write(tmp_path), PAGE, statistics="Labels and masks")
    counts, listed = app.dataframe[0].value, app.dataframe[1].value
    ground_truth = counts[counts["source"] == "Ground truth"].set_index("pathology")
    assert list(ground_truth.loc["Cardiomegaly", ["both", "labelled but not drawn"]]) == [1, 1]
    assert ground_truth.loc["Pleural Effusion", "drawn but not labelled"] == 1
    assert list(ground_truth.loc["Edema", ["uncertain, not drawn", "not mentioned, not drawn"]]) == [1, 1]
    assert set(listed["case_id"]) == {CASE_B}
    app.selectbox(key="label_kind").set_value("drawn but not labelled").run()
    assert app.dataframe[1].value["pathology"].tolist() == ["Pleural Effusion"]
    app.selectbox(key="label_pathology").set_value("Edema").run()
    assert "There is no such case." in all_text(app)


def test_hidden_views_compute_nothing(open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a view that is not shown asked for its numbers")

    monkeypatch.setattr(cached_work, "shape_table", refuse)
    monkeypatch.setattr(cached_work, "coverage", refuse)
    app = open_app(small_demo, PAGE)
    assert not app.exception
