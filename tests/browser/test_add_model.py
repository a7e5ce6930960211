"""A mask uploaded on the Data page is drawn on the Cases page, and another window knows nothing of it."""

from __future__ import annotations

import io
import re
from urllib.parse import parse_qs, urlparse

import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.conftest import WAIT_MS, open_page, settle

pytestmark = pytest.mark.browser


def mask_png() -> bytes:
    """Return a square of 64 x 64 px with a lit quarter in the middle."""
    picture = Image.new("L", (64, 64))
    picture.paste(255, (16, 16, 48, 48))
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


def test_an_uploaded_mask_is_drawn_in_its_own_window_alone(page: Page, browser: Browser, address: str) -> None:
    open_page(page, f"{address}/?split=test")
    expect(page).to_have_url(re.compile("case=patient"))
    (case_id,) = parse_qs(urlparse(page.url).query)["case"]
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Data").click()
    expect(page.get_by_role("heading", name="Add a model")).to_be_visible()
    upload: FilePayload = {"name": f"{case_id}_Lung_Lesion.png", "mimeType": "image/png", "buffer": mask_png()}
    page.get_by_test_id("stFileUploader").first.locator("input[type=file]").set_input_files(upload)
    check = page.get_by_role("button", name="Check the files")
    expect(check).to_be_enabled()
    check.click()
    expect(page.get_by_text("What do the masks show of the film?")).to_be_visible()
    expect(page.get_by_alt_text(f"Lung Lesion of {case_id}, Squashed to a square")).to_be_visible()
    use = page.get_by_role("button", name="Use in this session")
    expect(use).to_be_enabled()
    use.click()
    expect(page.get_by_text("model is a source on every page of this session")).to_be_visible()
    settle(page)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Cases").click()
    expect(page.locator(".xray-source").filter(has_text="model")).to_be_visible()
    expect(page.get_by_text("model: masks mapped back from 64 x 64 px, squashed to a square")).to_be_visible()

    other = browser.new_page()
    other.set_default_timeout(WAIT_MS)
    open_page(other, f"{address}/?split=test&case={case_id}")
    expect(other.locator(".xray-source").filter(has_text="Ground truth")).to_be_visible()
    expect(other.locator(".xray-source").filter(has_text="model")).to_have_count(0)
    other.close()
