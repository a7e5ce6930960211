"""One journey a page: a fresh server, a link, a click that opens a case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import click_point, open_page, serve, settle

pytestmark = pytest.mark.browser


def test_first_start_on_a_fresh_machine(page: Page, tmp_path: Path) -> None:
    """The first visit, by a link to a page: the demo is painted, with progress, and the page appears in its frame."""
    with serve(None, tmp_path / "home") as fresh:
        page.goto(f"{fresh}/statistics")
        expect(page.get_by_text("painted for the synthetic demo")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("heading", name="Statistics")).to_be_visible(timeout=120_000)
        expect(page.get_by_test_id("stSidebarNav").get_by_text("Agreement")).to_be_visible()
        expect(page.get_by_text("Synthetic demo data")).to_be_visible()
        settle(page)
        page.close()  # before the server goes


def test_a_point_of_the_agreement_page_opens_its_case(page: Page, address: str) -> None:
    open_page(page, f"{address}/agreement?split=test")
    point = page.locator(".js-plotly-plot .scatterlayer .trace").first.locator("path.point").first
    click_point(page, point, "click to open the case")
    expect(page).to_have_url(re.compile(r"/\?(?=.*case=patient\d+_study\d+_view\d+_(frontal|lateral))(?=.*split=test)"))
    expect(page.get_by_test_id("stSidebarNavLink").and_(page.locator("[aria-current=page]"))).to_contain_text("Cases")
    page.go_back()
    expect(page.get_by_role("heading", name="Agreement")).to_be_visible()  # and does not open the case again
    settle(page)
    expect(page.get_by_role("heading", name="Agreement")).to_be_visible()


def test_a_figure_and_a_report_are_saved_in_the_browser(page: Page, address: str) -> None:
    open_page(page, f"{address}/agreement?split=test&show=Presence")
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    with page.expect_download() as picture:
        chart.locator(".modebar-btn[data-title^='Download plot']").click()
    assert picture.value.suggested_filename.endswith(".svg")
    with page.expect_download() as report:
        page.get_by_role("button", name="Download this view as a report").click()
    assert "Krippendorff" in report.value.path().read_text(encoding="utf-8")


def test_the_split_stays_from_page_to_page(page: Page, address: str) -> None:
    open_page(page, address)
    page.get_by_role("radio", name="Test").or_(page.get_by_role("button", name="Test", exact=True)).click()
    settle(page)
    for name in ("Statistics", "Agreement", "Data"):
        page.get_by_test_id("stSidebarNav").get_by_text(name).click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        settle(page)
        expect(page).to_have_url(re.compile(r"split=test"))


def test_a_folder_without_a_release_offers_the_demo(page: Page, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with serve(tmp_path / "empty", tmp_path / "home") as served:
        open_page(page, served)
        expect(page.get_by_text("The folder is empty.")).to_be_visible()
        page.get_by_role("button", name="Open the demo").click()
        expect(page.get_by_text("Synthetic demo data")).to_be_visible(timeout=120_000)
        settle(page)
        page.close()  # before the server goes
