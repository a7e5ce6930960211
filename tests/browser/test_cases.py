"""One journey through the Cases page: the viewer acts at once, keeps what was chosen, and a link repeats it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import case_list, expect_current, settle

pytestmark = pytest.mark.browser

LAYOUT = "document.querySelector('.xray-film')._fullLayout"
RANGES = f"() => [{LAYOUT}.xaxis.range, {LAYOUT}.yaxis.range]"

# While `held` is a list, nothing that the page says reaches the server.
WRAP_MESSAGES = """
    const send = WebSocket.prototype.send;
    window.held = null;
    WebSocket.prototype.send = function (...args) {
        return window.held ? window.held.push([this, args]) : send.apply(this, args);
    };
"""
HOLD = "() => { window.held = []; }"
RELEASE = """() => {
    const held = window.held;
    window.held = null;
    for (const [socket, args] of held) socket.send(...args);
}"""

PRESS_QUICKLY = """async (keys) => {
    for (const key of keys) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((done) => setTimeout(done, 60));
    }
}"""


# Where the highest value of the heat map is drawn, in pixels of the stage.
PEAK = """() => {
    const film = document.querySelector(".xray-film");
    const { xaxis, yaxis } = film._fullLayout;
    const { x, y } = film.data.find(({ meta }) => meta.kind === "peak");
    return { x: xaxis._offset + xaxis.d2p(x[0]), y: yaxis._offset + yaxis.d2p(y[0]) };
}"""

DRAWN_IN = """([source, colour]) => {
    const { data } = document.querySelector(".xray-film");
    return data.some(({ meta, line }) => meta.source === source && line.color === colour);
}"""
CHOOSE = "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }"


def _open(page: Page, address: str) -> None:
    page.add_init_script(WRAP_MESSAGES)
    page.goto(address)
    settle(page)
    expect(page.locator(".xray-film[data-draws]")).to_be_visible()


def _act_unheard(page: Page, act: Callable[[], object]) -> None:
    """Do something while nothing reaches the server: the film is drawn anew all the same."""
    film = page.locator(".xray-film")
    draws = film.get_attribute("data-draws") or ""
    page.evaluate(HOLD)
    act()
    expect(film).not_to_have_attribute("data-draws", draws)
    page.evaluate(RELEASE)


def test_the_viewer_acts_in_the_browser_and_a_link_repeats_it(page: Page, browser: Browser, address: str) -> None:
    """Toggle, zoom, change case, type, follow the link."""
    _open(page, address)
    film, readout = page.locator(".xray-film"), page.locator(".xray-readout")
    ground_truth = page.get_by_role("button", name="Ground truth", exact=True).locator("line")
    bare = re.compile("xray-bare")

    # One key hides and shows everything, and says how to get it back.
    page.keyboard.press("h")
    expect(film).to_have_class(bare)
    expect(page.locator(".xray-hint")).to_be_visible()
    page.keyboard.press("h")
    expect(film).not_to_have_class(bare)

    # Layers change without a message to the server, and the zoom stays.
    film.hover(position={"x": 200, "y": 200})
    whole = page.evaluate(RANGES)
    page.mouse.wheel(0, -300)
    expect(page.locator(".xray-readout")).to_contain_text("x ")
    page.wait_for_function(f"left => {LAYOUT}.xaxis.range[0] > left", arg=whole[0][0])
    zoomed = page.evaluate(RANGES)
    drawn = int(film.get_attribute("data-draws") or 0)
    benchmark = page.get_by_role("button", name="Benchmark", exact=True)
    _act_unheard(page, benchmark.click)
    assert page.evaluate(RANGES) == zoomed

    # The settings are reported after a pause, which draws nothing.
    expect(page).to_have_url(re.compile("view=hidden"))
    settle(page)
    expect(film).to_have_attribute("data-draws", str(drawn + 1))

    # The next case shows its whole film with the same settings.
    first = film.get_attribute("data-case")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(film).not_to_have_attribute("data-case", first or "")
    expect(page.get_by_role("button", name="Benchmark", exact=True)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(RANGES) != zoomed

    # The film at full resolution and a preset of contrast are kept by the link.
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile("full%3A1"))
    page.get_by_text("Contrast", exact=True).click()
    page.get_by_role("button", name="Lungs", exact=True).click()
    expect(page).to_have_url(re.compile("window%3A170"))
    page.keyboard.press("Escape")

    # So is local contrast, which the server makes, and a source restyled; on the next case too, and after a reload.
    page.keyboard.press("l")
    expect(readout).to_contain_text("CLAHE")
    page.get_by_text("Style", exact=True).click()
    page.get_by_label("Ground truth, line").select_option("dot")
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("clahe%3A1.*dashes|dashes.*clahe%3A1"))
    settle(page)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".xray-count")).to_have_text("3 of 4")
    expect(readout).to_contain_text("CLAHE")
    expect(ground_truth).to_have_attribute("stroke-dasharray", "2 3")
    expect(page).to_have_url(re.compile(f"case={page.locator('.xray-heading b').inner_text()}"))
    settle(page)
    page.reload()
    settle(page)
    expect(page.locator(".xray-film[data-draws]")).to_be_visible()
    expect(page.locator(".xray-count")).to_have_text("3 of 4")
    expect(readout).to_contain_text("CLAHE")
    expect(ground_truth).to_have_attribute("stroke-dasharray", "2 3")
    expect(page.get_by_role("button", name="Benchmark", exact=True)).to_have_attribute("aria-pressed", "false")

    # A letter typed into a field is no command.
    page.get_by_label("Find a case").press_sequentially("h")
    expect(film).not_to_have_class(bare)

    # The link shows the same to somebody else.
    case_id = film.get_attribute("data-case")
    other = browser.new_page()
    _open(other, page.url)
    expect(other.locator(".xray-film")).to_have_attribute("data-case", case_id or "")
    expect(other.get_by_role("button", name="Benchmark", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(other.get_by_role("button", name="Full resolution", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_role("button", name="Lungs", exact=True, include_hidden=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    other.close()

    # Another page and back: all of it is kept.
    page.get_by_role("link", name="Gallery").click()
    settle(page)
    page.get_by_role("link", name="Cases").click()
    expect(page.locator(".xray-film[data-draws]")).to_have_attribute("data-case", case_id or "")
    expect(page.get_by_role("button", name="Benchmark", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Full resolution", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(readout).to_contain_text("CLAHE")
    expect(ground_truth).to_have_attribute("stroke-dasharray", "2 3")
    expect(page).to_have_url(re.compile("view=.*window%3A170"))


def test_what_has_no_part_in_a_layout_rests(page: Page, address: str) -> None:
    _open(page, f"{address}/?split=test")
    fill = page.get_by_role("button", name="Fill")
    page.get_by_role("button", name="Agreement", exact=True).click()
    expect(fill).to_be_disabled()
    expect(page.get_by_role("slider", name="Opacity of all fills")).to_be_disabled()
    page.keyboard.press("f")
    page.get_by_role("button", name="Overlay", exact=True).click()
    expect(fill).to_be_enabled()
    expect(fill).to_have_attribute("aria-pressed", "true")


def test_the_grey_value_comes_to_a_cursor_at_rest(page: Page, address: str) -> None:
    _open(page, f"{address}/?split=test")
    page.locator(".xray-film").hover()
    expect(page.locator(".xray-readout")).to_contain_text(re.compile(r"x \d+  y \d+  grey \d+"))


def test_escape_closes_a_menu_from_a_box_within_it(page: Page, address: str) -> None:
    _open(page, f"{address}/?split=test")
    page.get_by_text("Style", exact=True).click()
    scope = page.get_by_label("Pathology to restyle")
    scope.focus()
    page.keyboard.press("Escape")
    expect(scope).to_be_hidden()
    expect(page.locator("summary", has_text="Style")).to_be_focused()


def test_a_drag_with_the_right_button_sets_the_contrast_and_reset_all_takes_it_back(page: Page, address: str) -> None:
    """The drag is no drag of Plotly's, whose error the console would tell; the open menu shows what was reset."""
    _open(page, f"{address}/?split=test")
    film = page.locator(".xray-film")
    shown = page.evaluate(RANGES)
    film.hover(position={"x": 300, "y": 300})
    page.mouse.down(button="right")
    film.hover(position={"x": 240, "y": 340})
    page.mouse.up(button="right")
    expect(page).to_have_url(re.compile("window%3A225%3Blevel%3A108"))
    assert page.evaluate(RANGES) == shown

    page.get_by_text("Style", exact=True).click()
    line = page.get_by_label("Ground truth, line")
    line.select_option("dot")
    page.get_by_role("button", name="Reset all settings").click()
    expect(line).to_have_value("solid")
    expect(page).not_to_have_url(re.compile("view="))


def test_quick_steps_land_on_the_right_case(page: Page, address: str) -> None:
    """Film, heading, URL and table agree after 15 presses about a second long, whatever arrived in between."""
    _open(page, f"{address}/?split=test")
    count = page.locator(".xray-count")
    expect(count).to_have_text("1 of 8")
    expect(case_list(page)).to_have_count(8)
    page.evaluate(PRESS_QUICKLY, ["ArrowRight"] * 6 + ["ArrowLeft"] * 4 + ["ArrowRight"] * 4 + ["ArrowLeft"])
    expect(count).to_have_text("6 of 8")
    expect_current(page, case_list(page).nth(5).inner_text())
    settle(page)
    case_id = page.locator(".xray-heading b").inner_text()
    expect(page.locator(".xray-film")).to_have_attribute("data-case", case_id)
    expect(page).to_have_url(re.compile(f"case={case_id}"))
    expect(page.get_by_text(f"Numbers of {case_id}")).to_be_visible()
    # The whole film shows, as if one had come here by a link.
    shown = page.evaluate(RANGES)
    page.reload()
    settle(page)
    expect(page.locator(".xray-film[data-draws]")).to_have_attribute("data-case", case_id)
    page.wait_for_function(f"(shown) => JSON.stringify(({RANGES})()) === JSON.stringify(shown)", arg=shown)


def test_a_film_that_is_not_here_yet_has_no_numbers(page: Page, address: str) -> None:
    """The server's answers are held back: dashes until they come, never the numbers of the film before."""
    held: list[str | bytes] | None = None

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(message) if held is None else held.append(message))
        sockets.append(socket)

    sockets: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("_stcore/stream"), route)
    _open(page, f"{address}/?split=test")
    count, cells = page.locator(".xray-count"), page.locator(".xray-panel td:not(:empty):not(.xray-group)")
    expect(count).to_have_text("1 of 8")
    page.wait_for_function("globalThis.xrayPrepared.size > 2")  # its neighbours have been sent ahead
    settle(page)
    held = []
    page.evaluate(PRESS_QUICKLY, ["ArrowRight"] * 6)
    expect(count).to_have_text("7 of 8")
    case_id = page.locator(".xray-heading b").inner_text()
    assert set(cells.all_inner_texts()) == {"–"}
    expect(page.locator(".xray-film")).to_have_class(re.compile("xray-waiting"))
    page.locator(".xray-film").hover()
    expect(page.locator(".xray-tip")).not_to_have_class(re.compile("xray-visible"))

    answers, held = held, None
    for answer in answers:
        sockets[-1].send(answer)
    expect(page.locator(".xray-film")).to_have_attribute("data-case", case_id)
    expect(page.locator(".xray-film")).not_to_have_class(re.compile("xray-waiting"))
    assert "–" not in cells.all_inner_texts()


def test_a_closer_look_comes_by_link_and_its_threshold_needs_no_server(page: Page, address: str) -> None:
    """The agreement of two sources, then a heat map whose threshold moves without a message."""
    _open(page, f"{address}/?view=mode:map")
    expect(page.get_by_label("Reference")).to_have_value("gt")
    expect(page.locator(".xray-facts").last).to_contain_text("Dice")

    # A source restyled is restyled here too, in the legend as on the film.
    page.get_by_text("Style", exact=True).click()
    page.get_by_label("Ground truth, colour").evaluate(CHOOSE, "#00ff00")
    swatch = page.locator(".xray-facts tr", has_text="Only Ground truth").locator(".xray-swatch")
    expect(swatch).to_have_css("border-color", "rgb(0, 255, 0)")
    page.wait_for_function(DRAWN_IN, arg=["gt", "#00ff00"])
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Heat map", exact=True).click()
    threshold = page.get_by_label("Threshold of the heat map")
    expect(threshold).to_be_visible()
    settle(page)
    _act_unheard(page, lambda: threshold.evaluate(CHOOSE, "40"))
    expect(page.locator(".xray-facts")).to_contain_text("0.8")
    expect(page).to_have_url(re.compile("threshold_percent"))

    # The cursor names the mask that this threshold gives, not the one that the model's file holds.
    page.locator(".xray-film").hover(position=page.evaluate(PEAK))
    expect(page.locator(".xray-tip")).to_contain_text("threshold 0.8")
