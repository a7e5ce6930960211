"""From the Thresholds page to a case: a threshold in the link, a click on the case's point."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import click_point, open_page

pytestmark = pytest.mark.browser


def test_a_point_of_the_thresholds_page_opens_its_case(page: Page, address: str) -> None:
    open_page(page, f"{address}/thresholds?split=test&thresholds=Cases+by+probability&cutoff=0.3")
    expect(page.get_by_role("heading", name="Single cases of")).to_be_visible()
    expect(page.get_by_role("slider", name="Probability cut-off")).to_have_value("0.3")
    point = page.locator(".js-plotly-plot .scatterlayer path.point").first
    click_point(page, point, "click to open the case")
    expect(page).to_have_url(re.compile(r"/\?(?=.*case=patient)(?=.*split=test)"))
    expect(page.get_by_test_id("stSidebarNavLink").and_(page.locator("[aria-current=page]"))).to_contain_text("Cases")
