"""One journey over the Statistics page: a view by its link, a point that opens its case, and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import click_point, open_page, settle

pytestmark = pytest.mark.browser


def test_a_point_of_the_shape_view_opens_its_case(page: Page, address: str) -> None:
    open_page(page, f"{address}/statistics?split=test&statistics=Size+and+shape")
    point = page.locator(".js-plotly-plot .scatterlayer path.point").first
    click_point(page, point, "of the image")
    expect(page).to_have_url(re.compile(r"/\?(?=.*case=patient\d+_study\d+_view\d+_(frontal|lateral))"))
    page.go_back()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()  # and does not open the case again
    settle(page)
    # Streamlit puts an entry of its own between two pages, without the view; the next one back is the link itself.
    page.go_back()
    expect(page.get_by_text("the box spans the middle half")).to_be_visible()
