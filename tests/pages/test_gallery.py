"""The Gallery page on a normal, an empty and a spoiled release, and the filter that all pages share."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.testing.v1 import AppTest

from components.tables.case_order import CaseOrder
from components.ui import cached, gallery_pages, reading, state
from tests.conftest import OpenedFiles
from tests.pages.conftest import OpenApp, listed_ids
from tests.pages.conftest import all_text as all_markdown

PAGE = "pages/gallery.py"
FRONTAL = "view:frontal"


def all_text(app: AppTest) -> str:
    """Return every text of the page without what keeps names from becoming Markdown."""
    return all_markdown(app).replace("\\", "")


def tiles(app: AppTest) -> list[str]:
    """Return the cases shown as tiles."""
    return [button.label.replace("\\", "") for button in app.button if str(button.key).startswith("open_")]


def alts(app: AppTest) -> list[str]:
    """Return the alternative texts of the pictures."""
    return [image.proto.imgs[0].alt for image in app.get("image")]


def test_shows_every_case_with_a_picture_that_is_described(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    assert not app.exception
    assert tiles(app) == sorted(tiles(app))
    assert len(tiles(app)) == 4
    assert all(case_id in alt for case_id, alt in zip(tiles(app), alts(app), strict=True))


def test_worst_agreement_first_with_its_number(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", sort="iou~gt~hb")
    shown = [caption.value for caption in app.caption if caption.value.startswith(("IoU", "no IoU"))]
    values = [float(text.replace("\\", "").split()[-1]) for text in shown if text.startswith("IoU")]
    assert len(shown) == 4
    assert values
    assert values == sorted(values)
    assert [text.startswith("no IoU") for text in shown] == [False] * len(values) + [True] * (4 - len(values))
    app.checkbox(key="gallery_order_reverse").check().run()
    assert app.query_params["sort"] == "-iou~gt~hb"
    assert not app.exception


@pytest.mark.parametrize("sort", ["mean_iou~gt~hb", "missed~gt~hb", "disagreement~hb~gradcam", "area~gt~Edema", "age"])
def test_every_kind_of_order(open_app: OpenApp, small_demo: Path, sort: str) -> None:
    app = open_app(small_demo, PAGE, split="val", sort=sort)
    assert not app.exception
    assert "cannot be sorted" not in all_text(app)
    assert len(tiles(app)) == 2


def test_sorted_by_probability_reads_the_heat_maps_and_keeps_them(
    open_app: OpenApp, small_demo: Path, opened_files: OpenedFiles
) -> None:
    app = open_app(small_demo, PAGE, split="val", sort="prob~gradcam")
    assert any(caption.value.startswith("probability") for caption in app.caption)
    with opened_files(small_demo) as opened:
        app.run()
    assert opened == []


def test_a_filter_on_the_view_reads_no_annotation(
    open_app: OpenApp, small_demo: Path, opened_files: OpenedFiles
) -> None:
    app = open_app(small_demo, "pages/data.py", split="val")
    app.switch_page(PAGE)
    app.query_params.update(split="test", look="List", filter=FRONTAL)
    with opened_files(small_demo) as opened:
        app.run()
    assert not app.exception
    assert "of 4 cases" in all_text(app)
    assert set(app.dataframe[0].value["view"]) == {"frontal"}
    assert opened == []


def test_a_click_opens_the_case(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    wanted = tiles(app)[2]
    app.button(key="open_2").click().run()
    assert app.session_state["case"] == wanted
    assert f"Numbers of {wanted}" in all_text(app).replace("**", "")


def test_the_list_has_the_numbers_of_the_order(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", look="List", sort="iou~gt~hb")
    table = app.dataframe[0].value
    assert {"case_id", "iou", "mean_iou", "missed", "false_alarm", "disagreement"} <= set(table.columns)
    assert table["iou"].dropna().is_monotonic_increasing
    assert not app.exception


def test_a_filter_is_said_counted_and_cleared(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="id:frontal study1")
    chips = [button for button in app.button if "chip" in str(button.key)]
    assert [chip.label.replace("\\", "") for chip in chips] == ["id with frontal study1"]
    n_left = len(tiles(app))
    assert f"**{n_left}** of 4 cases" in all_text(app)
    app.button(key="gallery_filter_clear").click().run()
    assert "filter" not in app.query_params
    assert len(tiles(app)) == 4


def test_one_condition_is_taken_away(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="id:patient;mask:drawn~gt~")
    app.button(key="gallery_filter_chip_0").click().run()
    assert app.query_params["filter"] == "mask:drawn~gt~"


def test_fields_make_the_filter(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test")
    app.session_state["gallery_filter_popover"] = True
    app.run()
    app.text_input(key="gallery_filter_fields_1_id").set_value("study1").run()
    assert app.query_params["filter"] == "id:study1"
    app.selectbox(key="gallery_filter_fields_1_iou_0").set_value(("gt", "hb")).run()
    app.slider(key="gallery_filter_fields_1_iou_0_range").set_value((0.0, 0.9)).run()
    assert app.query_params["filter"] == "id:study1;iou:gt~hb~~0..0.9"
    app.selectbox(key="gallery_filter_fields_1_mask_0").set_value("gt").run()
    assert app.query_params["filter"] == "id:study1;mask:drawn~gt~;iou:gt~hb~~0..0.9"
    app.text_input(key="gallery_filter_fields_1_id").set_value("").run()
    assert app.query_params["filter"] == "mask:drawn~gt~;iou:gt~hb~~0..0.9"
    assert not app.exception


def test_a_kind_may_come_several_times(open_app: OpenApp, small_demo: Path) -> None:
    """Two masks are asked for one after the other; the first is taken away, and the second stays."""
    app = open_app(small_demo, PAGE, split="test")
    app.session_state["gallery_filter_popover"] = True
    app.run()
    fields = "gallery_filter_fields_1_mask"
    app.selectbox(key=f"{fields}_0").set_value("gt").run()
    app.selectbox(key=f"{fields}_0_pathology").set_value("Edema").run()
    app.selectbox(key=f"{fields}_1").set_value("gradcam").run()
    app.selectbox(key=f"{fields}_1_pathology").set_value("Cardiomegaly").run()
    assert app.query_params["filter"] == "mask:drawn~gt~Edema;mask:drawn~gradcam~Cardiomegaly"
    chips = [button.label.replace("\\", "") for button in app.button if "chip" in str(button.key)]
    assert chips == ["Ground truth: Edema drawn", "Grad-CAM: Cardiomegaly drawn"]
    app.selectbox(key=f"{fields}_0").set_value(None).run()
    assert app.query_params["filter"] == "mask:drawn~gradcam~Cardiomegaly"
    (turn,) = {str(box.key).split("_")[3] for box in app.selectbox if "_mask_" in str(box.key)}
    assert app.selectbox(key=f"gallery_filter_fields_{turn}_mask_0").value == "gradcam"
    assert app.selectbox(key=f"gallery_filter_fields_{turn}_mask_1").value is None
    assert not app.exception


def test_a_filter_that_no_case_meets_is_a_sentence(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="id:nobody")
    assert "No case of this split meets the filter" in all_text(app)
    assert tiles(app) == []
    assert not app.exception


def test_a_link_that_says_nonsense_is_followed_as_far_as_it_goes(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="x:**y**;mask:drawn~nobody~;id:study1", sort="beauty")
    text = all_text(app)
    assert "“x:**y**” means nothing here" in text
    assert "cannot be filtered by “nobody: anything drawn”" in text
    assert "cannot be sorted as the link says" in text
    assert tiles(app)
    assert not app.exception


@pytest.mark.parametrize("page", ["pages/cases.py", "pages/statistics.py", "pages/agreement.py"])
def test_the_filter_stays_from_page_to_page(open_app: OpenApp, small_demo: Path, page: str) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="id:study1")
    app.switch_page(page).run()
    assert app.query_params["filter"] == "id:study1"
    assert "of 4 cases" in all_text(app)


def test_cases_go_through_what_the_filter_leaves(open_app: OpenApp, small_demo: Path) -> None:
    last = listed_ids(open_app(small_demo, split="test"))[-1]
    app = open_app(small_demo, split="test", filter=f"id:{last}")
    assert listed_ids(app) == [last]
    assert app.session_state["case"] == last


def test_a_case_outside_the_filter_stays_and_it_is_said(open_app: OpenApp, small_demo: Path) -> None:
    ids = listed_ids(open_app(small_demo, split="test"))
    app = open_app(small_demo, split="test", case=ids[0], filter=f"id:{ids[-1]}")
    assert app.session_state["case"] == ids[0]
    assert "This case does not meet the filter" in all_text(app)
    assert listed_ids(app) == [ids[0], ids[-1]]
    assert not app.exception


def test_a_broken_film_is_a_tile_that_says_so(open_app: OpenApp, release_copy: Path) -> None:
    image = min((release_copy / "CheXpert" / "test").rglob("*.jpg"))
    image.write_bytes(image.read_bytes()[:100])
    app = open_app(release_copy, PAGE, split="test")
    said = [caption.value for caption in app.caption if caption.value.startswith("No X\\-ray to show")]
    assert len(said) == 1
    assert sum(alt.startswith("Empty frame") for alt in alts(app)) == 1
    assert len(tiles(app)) == 4
    assert not app.exception


def test_masks_without_a_film_are_shown_on_a_frame(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXlocalize", PAGE, split="test")
    assert all(alt.startswith("Empty frame") for alt in alts(app))
    assert not app.exception


def test_images_alone_are_shown(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert", PAGE, split="test")
    assert len(alts(app)) == 4
    assert "Outlines" not in [str(getattr(element, "label", "")) for element in app.get("button_group")]
    assert not app.exception


def test_a_broken_mask_file_leaves_the_films(open_app: OpenApp, release_copy: Path) -> None:
    (release_copy / "CheXlocalize" / "hb_segmentations_test.json").write_text("{")
    app = open_app(release_copy, PAGE, split="test", sort="iou~gt~hb", filter="iou:gt~hb~~0..1")
    assert "No case of this split meets the filter" in all_text(app)
    assert not app.exception
    app.button(key="gallery_filter_clear").click().run()
    assert len(tiles(app)) == 4


def test_a_page_that_there_is_not_is_one_that_there_is(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery_pages, "PER_PAGE", 3)
    app = open_app(small_demo, "pages/data.py", split="test")
    app.session_state["page"] = 99
    app.switch_page(PAGE).run()
    assert len(tiles(app)) == 1
    assert not app.exception


def test_the_page_is_kept_while_a_case_is_looked_at(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery_pages, "PER_PAGE", 3)
    app = open_app(small_demo, PAGE, split="test")
    assert len(tiles(app)) == 3
    app.session_state["page"] = 2
    app.run()
    (last,) = tiles(app)
    app.button(key="open_0").click().run()
    assert app.session_state["case"] == last
    app.switch_page(PAGE).run()
    assert tiles(app) == [last]


def test_back_from_a_case_leads_to_the_page_that_it_is_on(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving the gallery for a case takes the page out of its URL and puts the case in."""
    monkeypatch.setattr(gallery_pages, "PER_PAGE", 3)
    case_id = listed_ids(open_app(small_demo, split="test"))[3]
    monkeypatch.setattr(state, "linked_case", lambda: case_id)
    app = open_app(small_demo, PAGE, split="test", case=case_id)
    assert app.session_state["page"] == 2
    assert case_id in [button.label.replace("\\", "") for button in app.button]
    app.session_state["page"] = 1
    app.query_params["page"] = "1"  # a link may say both
    assert app.run().session_state["page"] == 1


def test_another_order_begins_with_its_first_page(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery_pages, "PER_PAGE", 3)
    app = open_app(small_demo, PAGE, split="test")
    app.session_state["page"] = 2
    app.run()
    assert len(tiles(app)) == 1
    app.selectbox(key="gallery_order_by").set_value(CaseOrder("iou", ("gt", "hb"))).run()
    assert len(tiles(app)) == 3


def test_a_heading_of_the_list_sorts_all_pages(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AppTest cannot click in a table, so the selection that a click makes is set."""
    monkeypatch.setattr(gallery_pages, "PER_PAGE", 2)
    app = open_app(small_demo, PAGE, split="test", look="List", sort="iou~gt~hb")
    kinds = ["disagreement", "disagreement", "case_id"]
    for turn, kind in enumerate(kinds):
        app.session_state[f"case_list_{turn}"] = {"selection": {"rows": [], "columns": [kind], "cells": []}}
        app.run()
    assert not app.exception
    assert "sort" not in app.query_params
    table = app.dataframe[0].value
    assert {"iou", "disagreement"} <= set(table.columns), "the numbers stay"
    assert table["case_id"].tolist() == sorted(cached.dataset(str(small_demo)).case_ids("test"))[:2]


def test_a_new_link_counts_and_an_old_one_does_not_undo_a_choice(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE, split="test", filter="id:nobody")
    assert tiles(app) == []
    app.query_params["filter"] = "id:study1"
    app.run()
    n_left = len(tiles(app))
    assert n_left
    app.button(key="gallery_filter_clear").click().run()
    app.run()
    assert len(tiles(app)) == 4


def test_a_source_that_one_split_lacks_is_kept_for_the_other(open_app: OpenApp, release_copy: Path) -> None:
    for path in (release_copy / "CheXlocalize").glob("hb_*_val.json"):
        path.unlink()
    app = open_app(release_copy, PAGE, split="val", filter="mask:drawn~hb~", sort="iou~gt~hb")
    assert "cannot be filtered by “Benchmark: anything drawn”" in all_text(app)
    assert "cannot be sorted as the link says" in all_text(app)
    assert len(tiles(app)) == 2
    app.query_params["split"] = "test"
    app.run()
    assert "cannot be" not in all_text(app)
    assert app.query_params["filter"] == "mask:drawn~hb~"


def test_long_reading_says_how_far_it_is(open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    show = st.progress

    def progress(value: float, text: str = "") -> DeltaGenerator:
        bar = show(value, text)
        monkeypatch.setattr(bar, "progress", lambda share, text: said.append(f"{share:.0%} {text}"))
        return bar

    monkeypatch.setattr(st, "progress", progress)
    monkeypatch.setattr(reading, "_QUICK_SECONDS", -1)
    app = open_app(small_demo, PAGE, split="val", filter="prob:gradcam~~0..1")
    assert said[-1] == "100% Reading the model's probabilities: 2 of 2 cases"
    assert not app.exception
    assert app.get("progress") == []
