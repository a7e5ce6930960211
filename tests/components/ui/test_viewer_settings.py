"""The viewer's settings survive the URL, and nothing that comes back from a browser can break them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.ui.viewer_settings import ViewerSettings, from_browser, from_text

CHANGED = ViewerSettings(
    mode="sheet",
    colours=(("gt", "#ff0000"), ("gt\tLung; Lesion,~", "#00ff00")),
    widths=(("", "3.5"), ("\tEdema", "0.5")),
    fills=(("gt\tEdema", "0"), ("hb", "100")),
    full=True,
    clahe=True,
    overlays=False,
    fill=False,
    opacity_percent=0,
    line_px=3.5,
    hidden=(("hb", ""), ("", "Pleural; Other,~:é")),
    gamma=0.7,
)


def test_default_needs_no_text() -> None:
    assert ViewerSettings().to_text() == ""
    assert from_text("") == ViewerSettings()


def test_text_and_browser_give_back_what_was_kept() -> None:
    assert from_text(CHANGED.to_text()) == CHANGED
    assert from_browser(CHANGED.to_browser()) == CHANGED


@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_any_name_survives_the_url(pairs: list[tuple[str, str]]) -> None:
    encodable = [pair for pair in pairs if not any("\ud800" <= char <= "\udfff" for char in "".join(pair))]
    kept = from_browser({"hidden": [list(pair) for pair in encodable]})
    assert from_text(kept.to_text()) == kept


@pytest.mark.parametrize(
    "sent",
    [None, 3, [], "x", {"hidden": 3}, {"hidden": [[1, 2], ["a"], None]}, {"opacity_percent": "9"}, {"fill": 1}],
)
def test_what_is_not_as_expected_keeps_its_default(sent: object) -> None:
    assert from_browser(sent) == ViewerSettings()


@pytest.mark.parametrize("value", [math.inf, -math.inf, 1e300])
def test_numbers_stay_within_bounds(value: float) -> None:
    assert 0 <= from_browser({"opacity_percent": value}).opacity_percent <= 100


def test_only_colours_and_lines_are_taken_for_such() -> None:
    sent = {"colours": [["gt", "#12aBcd"], ["hb", "url(x)"]], "dashes": [["gt", "dot"], ["hb", "<b>"]], "mode": "x"}
    kept = from_browser(sent)
    assert kept.colours == (("gt", "#12aBcd"),)
    assert kept.dashes == (("gt", "dot"),)
    assert kept.mode == "overlay"


@pytest.mark.parametrize("value", ["-1", "1e3", "7", "", "2px", "nan"])
def test_only_widths_are_taken_for_such(value: str) -> None:
    assert from_browser({"widths": [["gt", value]]}).widths == ()


@pytest.mark.parametrize("value", ["-1", "101", "", "50%", "inf"])
def test_only_opacities_are_taken_for_such(value: str) -> None:
    assert from_browser({"fills": [["gt", value]]}).fills == ()


def test_nan_is_refused() -> None:
    assert from_browser({"line_px": math.nan}) == ViewerSettings()


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    from_text(text)


def test_a_hidden_source_is_known() -> None:
    assert CHANGED.hides_source("hb")
    assert not CHANGED.hides_source("gt")
