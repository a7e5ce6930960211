"""From the X-ray to a file, and from a flag to a talk."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_page, settle

pytestmark = pytest.mark.browser


def test_flag_a_case_take_it_away_and_present_it(page: Page, address: str, tmp_path: Path) -> None:
    open_page(page, f"{address}/?split=val&view=mode:side;invert:1")
    page.get_by_role("button", name="Flags and notes").click()
    flag = page.get_by_test_id("stPopoverBody").get_by_role("button", name="good example")
    if flag.get_attribute("aria-pressed") != "true":  # a try before this one may have set it
        flag.click()
    expect(page.get_by_text(re.compile("Saved .* UTC"))).to_be_visible()
    page.get_by_role("textbox", name="Note").fill("left <b>base</b>")
    page.get_by_role("textbox", name="Note").press("Control+Enter")
    expect(page.get_by_text(re.compile("Saved .* UTC"))).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Take it away").click()
    with page.expect_download() as picture:
        page.get_by_role("button", name="View as PNG").click()
    picture.value.save_as(tmp_path / "view.png")
    image = Image.open(tmp_path / "view.png")
    assert image.size[1] > 320
    assert "inverted" in image.text["Settings"]  # type: ignore[attr-defined]
    with page.expect_download() as masks:
        page.get_by_role("button", name="Masks").click()
    masks.value.save_as(tmp_path / "masks.zip")
    with zipfile.ZipFile(io.BytesIO((tmp_path / "masks.zip").read_bytes())) as packed:
        assert "gt_segmentations_val.json" in packed.namelist()
    with page.expect_download() as html:
        page.get_by_role("button", name="View as HTML").click()
    html.value.save_as(tmp_path / "view.html")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Present").click()
    settle(page)
    expect(page.get_by_text("1 of 2 good examples")).to_be_visible()
    expect(page.get_by_text("left <b>base</b>")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Show drawings")).to_be_visible()
    expect(page.get_by_text("left <b>base</b>")).not_to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile(r"/\?split=val&case="))

    page.context.set_offline(True)  # the page that was taken away needs no network
    page.goto((tmp_path / "view.html").as_uri())
    films = page.locator(".main-svg image")
    expect(films).to_have_count(3)
    pictures = {film.get_attribute("href") or film.get_attribute("xlink:href") for film in films.all()}
    assert len(pictures) == 1
    page.context.set_offline(False)
