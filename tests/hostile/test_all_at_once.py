"""Everything is spoiled in one release: every page and view opens, every fault is listed, good numbers stay."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.hostile.conftest import Forbid, GoodTable, Rows, check, numbers, scores
from tests.hostile.spoil import ALL_PAGES, CASES, DATA, GOOD, Place, write_good
from tests.hostile.spoils import SPOILS
from tests.pages.conftest import OpenApp

VIEW_KEYS = ("show", "statistics", "drivers", "thresholds", "look")
READ_ALL = "Read every annotation file"

TOGETHER = [spoil for spoil in SPOILS if spoil.costs != "labels"]
"""There is one label table, and only one thing can befall it as a whole: those are tried one by one alone."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Place]:
    """Return where each thing was spoiled: a case and a model of its own in one release."""
    root = tmp_path_factory.mktemp("all") / "release"
    forbidden: list[Path] = []
    of_spoil = {
        spoil.name: Place(root, f"patient{80_000 + number}_study1_view1_frontal", spoil.name, forbidden)
        for number, spoil in enumerate(TOGETHER)
    }
    write_good(root, [place.case for place in of_spoil.values()])
    for spoil in sorted(TOGETHER, key=lambda spoil: spoil.turn):
        spoil.do(of_spoil[spoil.name])
    return of_spoil


def test_every_fault_is_listed(
    places: dict[str, Place], good_rows: Rows, forbid: Forbid, open_app: OpenApp, tmp_path: Path
) -> None:
    first = next(iter(places.values()))
    forbid(first)
    problems = check(first.root)["problems"]
    unnamed = [spoil.name for spoil in TOGETHER if spoil.file and not spoil.named_in(problems, places[spoil.name])]
    assert unnamed == []
    after = scores(first.root, tmp_path / "out")
    for scored, rows in good_rows.items():
        assert {case_id: after[scored][case_id] for case_id in GOOD} == {case_id: rows[case_id] for case_id in GOOD}
    assert not first.executed.exists()

    app = open_app(first.root, DATA)
    next(button for button in app.button if button.label == READ_ALL).click().run()
    shown = next(table.value for table in app.dataframe if {"file", "item", "found"} <= set(table.value.columns))
    assert len(shown) > 50
    assert not app.exception


def test_every_page_and_view_opens(
    places: dict[str, Place], good_table: GoodTable, forbid: Forbid, open_app: OpenApp
) -> None:
    before = good_table(GOOD[0])
    first = next(iter(places.values()))
    forbid(first)
    app = open_app(first.root, CASES, case=GOOD[0])
    assert not app.exception
    kept = [name for name in before.columns if name != "remark"]
    pd.testing.assert_frame_equal(numbers(app)[kept], before[kept])
    for page in ALL_PAGES[1:]:
        app.switch_page(page).run()
        assert not app.exception, page
        views = _views(app)
        assert views or page == DATA
        for key, view in views:
            app.segmented_control(key=key).set_value(view).run()
            assert not app.exception, view


def _views(app: AppTest) -> list[tuple[str, str]]:
    """Return the views that a page has beside the one it opens with, with the key of what switches them."""
    shown = [control for control in app.segmented_control if control.key in VIEW_KEYS]
    return [(str(control.key), view) for control in shown for view in control.options if view != control.value]
