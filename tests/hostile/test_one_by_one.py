"""One thing is spoiled: the app and the commands live, say where and what, and every other case keeps its numbers."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.hostile.conftest import Forbid, GoodTable, Rows, check, numbers, scores
from tests.hostile.spoil import CASES, GOOD, VICTIM, Place, Spoil, copy
from tests.hostile.spoils import SPOILS
from tests.pages.conftest import OpenApp, all_text


def test_names_are_unique() -> None:
    assert len({spoil.name for spoil in SPOILS}) == len(SPOILS)


@pytest.mark.parametrize("spoil", SPOILS, ids=str)
def test_spoiled(
    spoil: Spoil,
    good_root: Path,
    good_rows: Rows,
    good_table: GoodTable,
    open_app: OpenApp,
    forbid: Forbid,
    tmp_path: Path,
) -> None:
    before = {case_id: good_table(case_id) for case_id in (GOOD[-1], VICTIM)}
    place = Place(copy(good_root, tmp_path / "release"))
    spoil.do(place)
    forbid(place)

    found = check(place.root)
    assert found["usable"]
    if spoil.file:
        assert spoil.named_in(found["problems"], place), found["problems"]
    else:
        assert found["problems"] == []

    after = scores(place.root, tmp_path / "out", lost=spoil.costs)
    for scored, rows in after.items():
        for case_id in (*GOOD, *((VICTIM,) if spoil.same else ())):
            assert rows[case_id] == good_rows[scored][case_id]
    assert set(after) >= set(good_rows) - {spoil.costs}

    app = open_app(place.root, CASES, case=VICTIM)
    assert not app.exception
    assert spoil.says in said(app)
    if spoil.same:
        assert_same(numbers(app), before[VICTIM], spoil.costs)
    for page in spoil.pages:
        if page != CASES:
            app.switch_page(page).run()
            assert not app.exception, page
    app = open_app(place.root, CASES, case=GOOD[-1])
    assert not app.exception
    assert_same(numbers(app), before[GOOD[-1]], spoil.costs)
    assert not place.executed.exists()


def said(app: AppTest) -> str:
    """Return what the Cases page says in words, those of its table among them, without Markdown's escapes."""
    table = numbers(app)
    words = [*table["label"], *table["remark"]]
    return "\n".join([all_text(app).replace("\\", ""), *words])


def assert_same(after: pd.DataFrame, before: pd.DataFrame, costs: str) -> None:
    """Compare what the Cases page shows of a case, but for what the good cases must lose too."""
    of_model = [name for name in before.columns if "mine" in str(name).split(":")] + ["remark"]
    lost = {"model": of_model, "labels": ["label"]}.get(costs, [])
    kept = [name for name in before.columns if name not in lost]
    pd.testing.assert_frame_equal(after[kept], before[kept])
