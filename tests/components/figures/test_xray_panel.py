"""The list of layers: what is there comes first, and each way of showing nothing has its word."""

from __future__ import annotations

import json

import pytest

from components.figures.theme import source_styles
from components.figures.xray_panel import panel_rows, xray_panel
from components.tables.case import Drawing
from data_access.annotation_set import Source, State
from data_access.dataset import Case
from data_access.geometry import Mask
from tests.sets import GROUND_TRUTH, MODEL, rectangle

PATHOLOGIES = ("Edema", "Nodule", "Mass")


def _case(labels: dict[str, int | None]) -> Case:
    return Case("a", "test", "p", "s", "frontal", "", "", "", "", labels)


def _drawn(source: Source, target: str, height: int, width: int) -> Drawing:
    mask = Mask.from_array(rectangle(height, width, (100, 100)))
    return Drawing(source, target, State.EMPTY if mask.is_empty else State.DRAWN, mask)


@pytest.mark.parametrize(
    ("source", "height", "label", "group"),
    [
        pytest.param(GROUND_TRUTH, 3, 0, "reference", id="drawn by a radiologist"),
        pytest.param(MODEL, 3, 0, "automatic", id="drawn by a model alone"),
        pytest.param(MODEL, 3, 1, "reference", id="drawn by a model, labelled positive"),
        pytest.param(MODEL, 3, -1, "reference", id="drawn by a model, labelled uncertain"),
        pytest.param(MODEL, 0, 0, "nothing", id="drawn by no one"),
        pytest.param(GROUND_TRUTH, 0, 1, "reference", id="labelled positive, not drawn"),
    ],
)
def test_groups(source: Source, height: int, label: int, group: str) -> None:
    (row,) = panel_rows(_case({"Edema": label}), [_drawn(source, "Edema", height, 3)], ["Edema"])
    assert row.group == group


def test_groups_follow_each_other_in_the_datasets_order() -> None:
    drawn = [_drawn(MODEL, "Edema", 3, 3), _drawn(GROUND_TRUTH, "Nodule", 3, 3), _drawn(GROUND_TRUTH, "Mass", 3, 3)]
    assert [row.target for row in panel_rows(_case({}), drawn, PATHOLOGIES)] == ["Nodule", "Mass", "Edema"]


@pytest.mark.parametrize(
    ("drawing", "text"),
    [
        (_drawn(MODEL, "Edema", 10, 10), "1.0%"),
        (_drawn(MODEL, "Edema", 1, 1), "< 0.1%"),
        (_drawn(MODEL, "Edema", 0, 0), "empty"),
        (Drawing(MODEL, "Edema", State.ABSENT, None), "no entry"),
        (Drawing(MODEL, "Edema", State.UNREADABLE, None), "unreadable"),
    ],
)
def test_a_cell_says_the_area_or_why_there_is_none(drawing: Drawing, text: str) -> None:
    (row,) = panel_rows(_case({}), [drawing], ["Edema"])
    assert row.cells["model"].text == text


def test_panel_is_plain_data_and_offers_sources_not_read() -> None:
    sources = [GROUND_TRUTH, MODEL]
    rows = panel_rows(_case({"Edema": 1}), [_drawn(GROUND_TRUTH, "Edema", 3, 3)], PATHOLOGIES)
    panel = json.loads(json.dumps(xray_panel(rows, sources, ["gt"], source_styles(sources))))
    assert [(source["key"], source["loaded"]) for source in panel["sources"]] == [("gt", True), ("model", False)]
    assert panel["rows"][0]["cells"]["gt"]["state"] == "drawn"
    assert panel["rows"][1]["cells"] == {}
