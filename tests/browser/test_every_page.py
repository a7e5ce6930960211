"""What holds for every page: no error in the console, readable for all, in a narrow window, dark and light."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Console, open_page, settle

pytestmark = pytest.mark.browser

Theme = Literal["dark", "light"]

PAGES = {
    "Cases": "/?split=test",
    "Gallery": "/gallery?split=test",
    "Statistics": "/statistics?split=test",
    "Agreement": "/agreement?split=test",
    "Thresholds": "/thresholds?split=test",
    "Drivers": "/drivers?split=test",
    "Data": "/data?split=test",
    "Presentation": "/present",
}
# Beyond what a page shows at first: a long title below a chart, columns beside each other with a slider.
WIDE_VIEWS = {
    "Size and shape": "/statistics?split=test&statistics=Size+and+shape",
    "Single cases": "/thresholds?split=test&thresholds=Single+cases",
}
DRAWN = {"Cases": ".xray-film[data-draws]", "Gallery": "[class*=st-key-tile_] img", "Presentation": "img"}
"""What a page shows last; where none is named, a chart."""

NARROW = (Path(__file__).parent / "narrow.js").read_text(encoding="utf-8")
NARROW_PX = (800, 390)

# Everything has come to rest: what fades in has not its own colours, and fonts give texts their width.
AT_REST = (
    "() => document.fonts.status === 'loaded' && document.getAnimations().every((one) => one.playState !== 'running')"
)

GRAVE = ("serious", "critical")

every_page = pytest.mark.parametrize("name", PAGES)


class Colours(NamedTuple):
    """What a theme is known by, as in `.streamlit/config.toml`."""

    background: str
    text: str


THEMES: dict[Theme, Colours] = {
    "dark": Colours("rgb(16, 20, 24)", "rgb(228, 232, 236)"),
    "light": Colours("rgb(255, 255, 255)", "rgb(16, 22, 28)"),
}


def show(page: Page, address: str, name: str) -> None:
    """Open a page and wait until all of it is drawn."""
    open_page(page, f"{address}{(PAGES | WIDE_VIEWS)[name]}")
    wait_until_drawn(page, name)


def wait_until_drawn(page: Page, name: str) -> None:
    if name != "Data":
        expect(page.locator(DRAWN.get(name, ".js-plotly-plot .main-svg")).first).to_be_visible()
    settle(page)
    page.wait_for_function(AT_REST)


def use_theme(page: Page, theme: Theme) -> None:
    """Let the system have a theme, and wait until the page has taken it on."""
    page.emulate_media(color_scheme=theme)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", THEMES[theme].background)
    page.wait_for_function(AT_REST)


def test_no_console_errors(page: Page, address: str, console: Console) -> None:
    """From page to page by the links beside them, as readers go; every other test looks at the console as well."""
    show(page, address, "Cases")
    for name in [name for name in PAGES if name not in ("Cases", "Presentation")]:
        page.get_by_test_id("stSidebarNav").get_by_text(name).click()
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        wait_until_drawn(page, name)
    page.get_by_test_id("stSidebarNav").get_by_text("Cases").click()
    wait_until_drawn(page, "Cases")
    page.get_by_role("button", name="Present", exact=True).click()
    wait_until_drawn(page, "Presentation")
    assert console.errors == []


@every_page
def test_accessibility(page: Page, address: str, name: str) -> None:
    """Names for controls, roles, contrast: axe-core finds nothing serious, on the whole page with Streamlit's parts."""
    show(page, address, name)
    for theme in THEMES:
        use_theme(page, theme)
        found = Axe().run(page).response["violations"]
        assert [_words(violation) for violation in found if violation["impact"] in GRAVE] == [], theme


def _words(violation: dict[str, Any]) -> str:
    nodes = [f"  {node['html'][:200]}: {node['failureSummary']}" for node in violation["nodes"]]
    return "\n".join([f"{violation['id']}, {violation['impact']}: {violation['help']}", *nodes])


@pytest.mark.parametrize("name", [*PAGES, *WIDE_VIEWS])
def test_narrow_screen(page: Page, address: str, name: str) -> None:
    """In a narrow window and on a phone nothing is cut off and nothing lies over something else."""
    for width_px in NARROW_PX:
        page.set_viewport_size({"width": width_px, "height": 900})
        show(page, address, name)
        assert page.evaluate(NARROW) == [], f"{width_px} px wide"


def test_dark_and_light(page: Page, address: str) -> None:
    """The page follows the system's theme at once, also the X-ray viewer, whose film stays on black."""
    show(page, address, "Cases")
    name, stage = page.locator(".xray-heading b"), page.locator(".xray-stage")
    for theme in (*THEMES, *THEMES):
        use_theme(page, theme)
        expect(name).to_have_css("color", THEMES[theme].text)
        expect(stage).to_have_css("background-color", "rgb(0, 0, 0)")
