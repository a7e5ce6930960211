"""One journey through the Gallery: filter, open the worst case, go through what the filter leaves, come back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_page, settle

pytestmark = pytest.mark.browser


def test_from_the_filter_to_the_worst_case_and_back(page: Page, address: str) -> None:
    open_page(page, f"{address}/gallery?split=test&sort=iou~gt~hb")
    tiles = page.locator("[class*=st-key-tile_]")
    expect(tiles).to_have_count(8)

    # Filter by the view, in the popover.
    page.get_by_role("button", name="Filter cases").click()
    page.get_by_test_id("stPopoverBody").get_by_text("frontal", exact=True).click()
    expect(page).to_have_url(re.compile("filter=view(:|%3A)frontal"))
    page.keyboard.press("Escape")
    counted = page.get_by_text(re.compile(r"^\d of 8 cases$"))
    expect(counted).to_be_visible()
    n_left = int(counted.inner_text()[0])
    assert 2 <= n_left < 8
    expect(tiles).to_have_count(n_left)

    # The first tile is the worst; its picture is described and opens the case.
    worst = tiles.first.get_by_role("button").inner_text()
    second = tiles.nth(1).get_by_role("button").inner_text()
    assert worst in (tiles.first.locator("img").get_attribute("alt") or "")
    tiles.first.click(position={"x": 60, "y": 60})  # on the picture, over which the button of the tile is spread
    expect(page).to_have_url(re.compile(rf"/\?.*case={worst}"))
    film = page.locator(".xray-film[data-draws]")
    expect(film).to_have_attribute("data-case", worst)

    # Next and previous stay within the filter, in its order.
    expect(page.locator(".xray-count")).to_have_text(f"1 of {n_left}")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(film).to_have_attribute("data-case", second)
    settle(page)
    expect(page.locator(".xray-count")).to_have_text(f"2 of {n_left}")
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(film).to_have_attribute("data-case", worst)
    expect(page.get_by_role("button", name="Previous", exact=True)).to_be_disabled()
    settle(page)

    # The gallery is as it was left, and one click clears the filter.
    page.get_by_test_id("stSidebarNav").get_by_text("Gallery").click()
    expect(tiles).to_have_count(n_left)
    expect(page).to_have_url(re.compile("filter=view(:|%3A)frontal"))
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(tiles).to_have_count(8)
    expect(page).not_to_have_url(re.compile("filter="))

    # As a list, a heading sorts the cases of all pages: it is the same order as above the list.
    open_page(page, f"{address}/gallery?split=test&sort=iou~gt~hb&look=List")
    page.get_by_test_id("stDataFrame").click(position={"x": 120, "y": 18})  # the ids, pinned beside the ticks
    expect(page).not_to_have_url(re.compile("sort="))
    expect(page.get_by_role("combobox", name=re.compile("Sort by"))).to_have_value("Case id")
