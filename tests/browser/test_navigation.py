"""Links, back, reload, two tabs, the keyboard alone: the view is what one left, and nobody else's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import open_film, open_page, settle

pytestmark = pytest.mark.browser

MODEL = "mine"
MAX_TABS = 80

IS_SEEN_TO_HAVE_FOCUS = """(element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
}"""


def checked(page: Page, label: str, choice: str) -> Locator:
    """Return a choice of a segmented control, which is there once it is chosen."""
    return page.get_by_role("radiogroup", name=label, exact=True).get_by_role(
        "radio", name=choice, exact=True, checked=True
    )


def source(page: Page, name: str) -> Locator:
    """Return the button that turns a source of the film on and off."""
    return page.locator(".xray-panel thead").get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize(
    ("link", "chosen"),
    [
        pytest.param(
            "/agreement?split=test&measure=Dice&show=Presence", {"Measure": "Dice", "View": "Presence"}, id="agreement"
        ),
        pytest.param(
            "/statistics?split=val&statistics=Together", {"Split": "Validation", "View": "Together"}, id="statistics"
        ),
        pytest.param("/gallery?split=test&look=List", {"Split": "Test", "Show as": "List"}, id="gallery"),
    ],
)
def test_deep_link(page: Page, address: str, link: str, chosen: dict[str, str]) -> None:
    """A link opens what was chosen, for somebody who has never been here; the Cases page has its own journey."""
    open_page(page, f"{address}{link}")
    for label, choice in chosen.items():
        expect(checked(page, label, choice)).to_be_visible()


def test_back_and_forward(page: Page, address: str) -> None:
    """The browser's own buttons lead from case to case and from page to page; each is pressed once the last is done."""
    film = open_film(page, f"{address}/?split=test")
    first = film.get_attribute("data-case") or ""
    expect(page).to_have_url(re.compile(f"case={first}"))
    settle(page)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page).not_to_have_url(re.compile(f"case={first}"))
    settle(page)
    second = film.get_attribute("data-case") or ""
    assert second != first
    page.go_back()
    expect(film).to_have_attribute("data-case", first)
    expect(page.get_by_text(f"Numbers of {first}")).to_be_visible()
    settle(page)
    page.go_forward()
    expect(film).to_have_attribute("data-case", second)
    expect(page.get_by_text(f"Numbers of {second}")).to_be_visible()

    open_page(page, f"{address}/statistics?split=test")
    expect(page.get_by_role("heading", name="Statistics", exact=True)).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Agreement").click()
    expect(page).to_have_url(re.compile(r"/agreement\?.*split=test"))
    expect(page.get_by_role("heading", name="IoU against")).to_be_visible()
    settle(page)
    # Streamlit may keep the page's bare address as an entry of its own: then a second press leads on.
    page.go_back()
    if "/agreement" in page.url:
        expect(page).to_have_url(re.compile(r"/agreement\?.*split=test"))
        settle(page)
        page.go_back()
    expect(page.get_by_role("heading", name="Statistics", exact=True)).to_be_visible()
    expect(checked(page, "Split", "Test")).to_be_visible()
    settle(page)
    page.go_forward()
    expect(page.get_by_role("heading", name="IoU against")).to_be_visible()
    expect(checked(page, "Split", "Test")).to_be_visible()


def test_reload_keeps_the_view(page: Page, address: str) -> None:
    """Split, filter, case and layers are as they were."""
    film = open_film(page, f"{address}/?split=test&filter=view:frontal")
    n_left = page.locator(".xray-count").inner_text()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".xray-count")).to_contain_text("2 of")
    case_id = film.get_attribute("data-case") or ""
    source(page, "Benchmark").click()
    expect(page).to_have_url(re.compile(f"(?=.*case={case_id})(?=.*view=hidden)"))
    settle(page)
    page.reload()
    settle(page)
    expect(film).to_have_attribute("data-case", case_id)
    expect(page.locator(".xray-count")).to_have_text(n_left.replace("1 of", "2 of"))
    expect(source(page, "Benchmark")).to_have_attribute("aria-pressed", "false")
    expect(source(page, "Ground truth")).to_have_attribute("aria-pressed", "true")


def test_two_tabs(page: Page, address: str, release: Path) -> None:
    """Settings, a note being written and an added model are one tab's; what was saved is everybody's."""
    other = page.context.new_page()
    for tab in (page, other):
        open_film(tab, f"{address}/?split=test")

    # Settings.
    source(page, "Benchmark").click()
    expect(page).to_have_url(re.compile("view=hidden"))
    settle(page)

    # A note that is being written, then a flag that is saved.
    page.get_by_role("button", name="Flags and notes").click()
    page.get_by_role("textbox", name="Note").fill("not yet")
    other.get_by_role("button", name="Flags and notes").click()
    expect(other.get_by_role("textbox", name="Note")).to_have_value("")
    other.keyboard.press("Escape")
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="teaching").click()
    expect(page.get_by_text(re.compile("Saved .* UTC"))).to_be_visible()
    page.keyboard.press("Escape")

    # A model of one's own.
    page.get_by_role("link", name="Data").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        release / "CheXlocalize" / "gt_segmentations_test.json"
    )
    page.get_by_role("button", name="Check the files").click()
    page.get_by_label("Name of the model").fill(MODEL)
    page.get_by_label("Name of the model").press("Enter")
    page.get_by_role("button", name="Use in this session").click()
    expect(page.get_by_text(f"{MODEL} is a source on every page")).to_be_visible()
    page.get_by_role("link", name="Cases").click()
    expect(source(page, MODEL)).to_be_visible()
    expect(source(page, "Benchmark")).to_have_attribute("aria-pressed", "false")

    # The other tab goes on: it sees the flag, and nothing else.
    other.get_by_role("button", name="Next", exact=True).click()
    expect(other.locator(".xray-count")).to_have_text("2 of 8")
    settle(other)
    other.get_by_role("button", name="Previous", exact=True).click()
    expect(other.locator(".xray-count")).to_have_text("1 of 8")
    expect(other.locator(".stMarkdownBadge", has_text="teaching")).to_be_visible()
    expect(source(other, "Benchmark")).to_have_attribute("aria-pressed", "true")
    expect(source(other, MODEL)).to_have_count(0)


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press a key until something has the focus, which must be seen to have it."""
    for _ in range(MAX_TABS):
        page.keyboard.press(key)
        if wanted.evaluate("(element) => element === document.activeElement"):
            assert wanted.evaluate(IS_SEEN_TO_HAVE_FOCUS)
            return
    raise AssertionError(f"{MAX_TABS} times {key} do not reach {wanted}")


def test_keyboard_only(page: Page, address: str) -> None:
    """Page link, filter, next case, a layer and a download, by Tab, Enter and arrows alone."""
    open_page(page, f"{address}/gallery?split=test")
    tab_to(page, page.get_by_role("link", name="Cases"))
    page.keyboard.press("Enter")
    film = page.locator(".xray-film[data-draws]")
    expect(film).to_be_visible()
    settle(page)

    # A filter.
    tab_to(page, page.get_by_role("button", name="Filter cases"))
    page.keyboard.press("Enter")
    frontal = page.get_by_test_id("stPopoverBody").get_by_role("button", name="frontal", exact=True)
    expect(frontal).to_be_visible()
    tab_to(page, frontal)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("filter=view(:|%3A)frontal"))
    page.keyboard.press("Escape")
    expect(frontal).not_to_be_visible()
    settle(page)

    # A download.
    tab_to(page, page.get_by_role("button", name="Take it away"))
    page.keyboard.press("Enter")
    numbers = page.get_by_role("button", name="Numbers")
    expect(numbers).to_be_visible()
    tab_to(page, numbers)
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename.endswith(".csv")
    page.keyboard.press("Escape")
    expect(numbers).not_to_be_visible()

    # The next case: by its button, then by an arrow on the film.
    first = film.get_attribute("data-case") or ""
    tab_to(page, page.get_by_role("button", name="Next", exact=True))
    page.keyboard.press("Enter")
    expect(film).not_to_have_attribute("data-case", first)
    tab_to(page, film)
    page.keyboard.press("ArrowLeft")
    expect(film).to_have_attribute("data-case", first)

    # A layer, off and on again: the focus stays on it.
    benchmark = source(page, "Benchmark")
    tab_to(page, benchmark)
    page.keyboard.press("Enter")
    expect(benchmark).to_have_attribute("aria-pressed", "false")
    expect(benchmark).to_be_focused()
    page.keyboard.press("Enter")
    expect(benchmark).to_have_attribute("aria-pressed", "true")
