"""The Cases page on a normal, an empty and a spoiled release."""

from __future__ import annotations

import json
from pathlib import Path

from streamlit.testing.v1 import AppTest

from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.ui import cached
from components.ui.markdown import markdown_text
from data_access.annotation_set import State
from tests.conftest import OpenedFiles
from tests.pages.conftest import OpenApp, go_to, listed_ids
from tests.pages.conftest import all_text as all_markdown


def all_text(app: AppTest) -> str:
    """Return every text of the page without what keeps names from becoming Markdown."""
    return all_markdown(app).replace("\\", "")


def _current(app: AppTest) -> str:
    return str(app.session_state["case"])


def test_shows_the_first_case_with_its_numbers(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo)
    assert not app.exception
    table = app.dataframe[0].value
    assert {"area_share:gt", "iou:gt:hb", "label", "remark"} <= set(table.columns)
    assert len(table) == 10
    assert app.query_params["case"] == _current(app)


def test_a_step_of_the_viewer_is_followed(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo)
    first, second = listed_ids(app)
    assert _current(app) == first

    def step() -> None:
        from components.ui import state

        state.follow_step("patient90002_study1_view1_frontal", 7)

    followed = AppTest.from_function(step)
    followed.run()
    assert followed.session_state["case"] == followed.query_params["case"] == "patient90002_study1_view1_frontal"
    assert followed.session_state["step"] == 7
    go_to(app, second)
    assert f"Numbers** of {second}" in all_text(app)
    assert not app.exception


def test_the_url_of_a_moment_ago_does_not_lead_back(open_app: OpenApp, small_demo: Path) -> None:
    """A report that was sent before the browser's URL had followed a step brings the case before it."""
    app = open_app(small_demo, split="test")
    first, second = listed_ids(app)[:2]
    app.session_state["case"] = second
    app.query_params["case"] = first
    app.run()
    assert _current(app) == app.query_params["case"] == second


def test_a_case_reached_otherwise_stands_out_in_the_list(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, split="test")
    third = listed_ids(app)[2]
    app.session_state["case"] = third  # as the viewer does
    app.run()
    assert [button.label for button in app.button if "**" in button.label] == [f"**{markdown_text(third)}**"]


def test_search_finds_a_case_and_opens_it(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, split="test")
    wanted = listed_ids(app)[-1]
    app.text_input(key="cases_search").set_value(wanted.upper()).run()
    assert listed_ids(app) == [wanted]
    go_to(app, wanted)
    assert _current(app) == wanted
    assert app.query_params["case"] == wanted


def test_a_search_without_a_match_says_so(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo)
    app.text_input(key="cases_search").set_value("nobody").run()
    assert "No case of this split" in all_text(app)
    assert not app.exception


def test_a_link_opens_its_case_and_split(open_app: OpenApp, small_demo: Path) -> None:
    wanted = listed_ids(open_app(small_demo, split="test"))[-1]
    assert _current(open_app(small_demo, case=wanted)) == wanted


def test_a_link_to_an_unknown_case_says_so(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, case="nobody")
    assert "does not have" in all_text(app)
    assert not app.exception


def test_a_broken_image_leaves_the_masks(open_app: OpenApp, release_copy: Path) -> None:
    for image in release_copy.rglob("*.jpg"):
        image.write_bytes(image.read_bytes()[:200])
    app = open_app(release_copy)
    assert "No X-ray to show" in all_text(app)
    assert len(app.dataframe[0].value) == 10
    assert not app.exception


def test_no_image_and_no_label_table_leave_the_masks(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXlocalize")
    assert "No X-ray to show" in all_text(app)
    assert set(app.dataframe[0].value["label"]) == {"no label"}
    assert not app.exception


def test_images_alone_have_no_numbers(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert")
    assert "nothing to count" in all_text(app)
    assert not app.exception


def test_an_unreadable_mask_and_a_missing_entry_are_said(open_app: OpenApp, release_copy: Path) -> None:
    truth = release_copy / "CheXlocalize" / "gt_segmentations_val.json"
    masks = json.loads(truth.read_bytes())
    case_id = min(masks)
    masks[case_id]["Edema"]["counts"] = "~~~"
    truth.write_text(json.dumps(masks))
    model = release_copy / "CheXlocalize" / "gradcam_segmentations_val.json"
    masks = json.loads(model.read_bytes())
    del masks[case_id]
    model.write_text(json.dumps(masks))

    app = open_app(release_copy)
    edema = app.dataframe[0].value.set_index("pathology").loc["Edema"]
    assert "Ground truth: unreadable" in edema["remark"]
    assert "Grad-CAM: not in this set" in edema["remark"]
    assert "does not know this case" in all_text(app)
    assert not app.exception


def test_sources_turned_off_in_the_link_are_not_read(
    open_app: OpenApp, small_demo: Path, opened_files: OpenedFiles
) -> None:
    with opened_files(small_demo) as opened:
        app = open_app(small_demo, view="hidden:hb~,gradcam~")
    assert not app.exception
    assert [name for name in opened if name.endswith(".json")] == ["CheXlocalize/gt_segmentations_val.json"]
    assert "area_share:hb" not in app.dataframe[0].value


def test_next_worst_goes_down_the_ranking(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, split="test")
    ranked = cached.chosen_cases(
        cached.dataset(str(small_demo)), "test", CaseFilter(), CaseOrder("iou", ("gt", "hb"))
    ).dropna()
    app = open_app(small_demo, split="test", case=str(ranked.index[0]))
    for expected in ranked.index[1:3]:
        app.button(key="jump_worst").click().run()
        assert _current(app) == app.query_params["case"] == expected
    app = open_app(small_demo, split="test", case=str(ranked.index[-1]))
    app.button(key="jump_worst").click().run()
    assert _current(app) == ranked.index[-1]
    assert "less striking" in app.toast[0].value
    assert not app.exception


def test_next_with_a_pathology_stays_within_the_filter(open_app: OpenApp, small_demo: Path) -> None:
    dataset = cached.dataset(str(small_demo))
    first, *later = dataset.case_ids("test")
    truth = dataset.annotation_set("test", "gt")
    assert truth is not None
    layers = [(case_id, name) for case_id in later for name in dataset.pathologies]
    drawn = [layer for layer in layers if truth.state(*layer) is State.DRAWN]
    pathology = drawn[-1][1]
    expected = next(case_id for case_id, name in drawn if name == pathology)
    app = open_app(small_demo, split="test")
    app.selectbox(key="wanted").set_value(pathology).run()
    app.button(key="jump_with").click().run()
    assert _current(app) == expected
    app = open_app(small_demo, split="test", filter=f"id:{first}", wanted=pathology)
    app.button(key="jump_with").click().run()
    assert _current(app) == first
    assert f"with {pathology}" in app.toast[0].value
    assert not app.exception


def test_without_masks_there_is_nothing_to_go_to(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert")
    assert app.button(key="jump_with").disabled
    assert app.button(key="jump_worst").disabled
