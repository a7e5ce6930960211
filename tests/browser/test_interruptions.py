"""The connection is lost and comes back, the server is started anew: the reader goes on where they were."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import (
    N_TRIES,
    WAIT_MS,
    Console,
    case_list,
    expect_current,
    free_port,
    open_film,
    serve,
    settle,
)

pytestmark = pytest.mark.browser

# What the browser says of it, and of pictures that only the server before had.
THROUGH_THE_LOSS = "|".join(
    (
        "WebSocket",
        "Is Streamlit still running",
        "Cannot send rerun backMessage when disconnected",
        "/_stcore/",
        "ERR_CONNECTION_",
        "status of 404 .*/media/",
    )
)
CONNECTION = "data-test-connection-state"


class Line:
    """The connection between a page and its server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self._sockets: list[WebSocketRoute] = []
        self._is_cut = False
        page.route_web_socket(re.compile("_stcore/stream"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close()
            return
        self._sockets.append(socket)
        socket.connect_to_server()

    def cut(self) -> None:
        """Close it, and let nothing through."""
        self._is_cut = True
        self._sockets[-1].close()

    def mend(self) -> None:
        """Let the page through when it calls again."""
        self._is_cut = False


def test_lost_connection(page: Page, address: str, console: Console) -> None:
    """The film is still there and obeys; once the connection is back, so are the server's answers."""
    console.expect(THROUGH_THE_LOSS)
    line = Line(page)
    film = open_film(page, f"{address}/?split=test")
    count, app = page.locator(".xray-count"), page.get_by_test_id("stApp")
    benchmark = page.get_by_role("button", name="Benchmark", exact=True)
    page.wait_for_function("globalThis.xrayPrepared.size > 1")  # its neighbours have been sent ahead

    line.cut()
    expect(app).not_to_have_attribute(CONNECTION, "CONNECTED")
    benchmark.click()
    expect(benchmark).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("2 of 8")
    second = page.locator(".xray-heading b").inner_text()
    expect(film).to_have_attribute("data-case", second)

    line.mend()
    expect(app).to_have_attribute(CONNECTION, "CONNECTED")
    expect_current(page, second)
    expect(page).to_have_url(re.compile(f"(?=.*case={second})(?=.*view=hidden)"))
    settle(page)
    expect(film).to_have_attribute("data-case", second)
    expect(benchmark).to_have_attribute("aria-pressed", "false")


def test_server_restart(page: Page, release: Path, tmp_path: Path, console: Console) -> None:
    """The page finds the new server by itself, shows the same, and goes on."""
    console.expect(THROUGH_THE_LOSS)
    port, home = free_port(), tmp_path / "home"
    with serve(release, home, port=port) as served:
        film = open_film(page, f"{served}/?split=test")
        count, app = page.locator(".xray-count"), page.get_by_test_id("stApp")
        benchmark = page.get_by_role("button", name="Benchmark", exact=True)
        page.get_by_role("button", name="Next", exact=True).click()
        benchmark.click()
        expect(count).to_have_text("2 of 8")
        expect(page).to_have_url(re.compile("view=hidden"))
        settle(page)
        second = film.get_attribute("data-case") or ""
        assert second in page.url
    expect(app).not_to_have_attribute(CONNECTION, "CONNECTED")
    with serve(release, home, port=port):
        expect(app).to_have_attribute(CONNECTION, "CONNECTED")
        expect(page.get_by_text(f"Numbers of {second}")).to_be_visible()
        expect(film).to_have_attribute("data-case", second)
        fifth = case_list(page).nth(4).inner_text()
        for _ in range(N_TRIES):  # a click before the new server has run once is lost
            case_list(page).nth(4).click()
            with contextlib.suppress(AssertionError):
                expect_current(page, fifth, WAIT_MS / N_TRIES)
                break
        expect(count).to_have_text("5 of 8")
        expect(film).not_to_have_attribute("data-case", second)
        expect(benchmark).to_have_attribute("aria-pressed", "false")
        settle(page)
        page.close()  # before the server goes
