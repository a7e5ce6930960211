"""A server on a free port and a browser to drive it with."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from data_access import open_dataset
from data_access.demo import write_demo
from data_access.notes import GOOD_EXAMPLE, open_notes

PROJECT = Path(__file__).parents[2]
START_SECONDS = 120
STOP_SECONDS = 60
WAIT_MS = 60_000  # a machine that runs all else beside it is slow, and that is no failure
N_TRIES = 10

# On the address of a page Streamlit asks below it for the server first, then at the root, where it is.
STREAMLIT_SEEKS_ITSELF = re.compile(r"status of 404 .*/[a-z]+/_stcore/(health|host-config)\)$")

HOW_TO_GET_A_BROWSER = "no browser: apt-get install chromium (Debian), or run `playwright install chromium`"


def find_chromium() -> str | None:
    """Return the path of an installed Chromium; None for Playwright's own."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try a browser test once more before it fails: a browser on a machine that does all else besides loses its turn.

    A second try is printed as `R`, so that a test which needs it often is seen and mended.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def playwright_driver() -> Iterator[Playwright]:
    """Yield Playwright for the tests of one file.

    While it is there, an event loop counts as running in this thread: no test after it could start one of its own.
    """
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def browser(playwright_driver: Playwright) -> Iterator[Browser]:
    """Yield an installed Chromium, else Playwright's own; skip where there is neither."""
    installed = find_chromium()
    try:
        launched = playwright_driver.chromium.launch(
            executable_path=installed, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
    except Error:
        pytest.skip(HOW_TO_GET_A_BROWSER)
    yield launched
    launched.close()


class Console:
    """The errors of all tabs of a window: what the console says, and exceptions that nobody caught."""

    def __init__(self) -> None:
        self._said: list[str] = []
        self._expected: list[re.Pattern[str]] = [STREAMLIT_SEEKS_ITSELF]

    def expect(self, pattern: str) -> None:
        """Do not mind errors of which a test is the cause."""
        self._expected.append(re.compile(pattern))

    def watch(self, window: BrowserContext) -> None:
        """Listen from now on."""
        window.on("weberror", lambda fault: self._said.append(f"uncaught: {fault.error} {fault.error.stack}"))
        window.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._said.append(f"{message.text} ({message.location.get('url', '')})")

    @property
    def errors(self) -> list[str]:
        """What was said so far and is not expected."""
        return [line for line in self._said if not any(pattern.search(line) for pattern in self._expected)]


@pytest.fixture
def console() -> Console:
    return Console()


@pytest.fixture
def page(browser: Browser, console: Console) -> Iterator[Page]:
    """Yield a fresh page of a window 1440 px wide that waits long enough for a busy machine.

    The test fails if the console of any of the window's tabs has said an error that it does not expect.
    """
    window = browser.new_context(viewport={"width": 1440, "height": 900})
    window.set_default_timeout(WAIT_MS)
    expect.set_options(timeout=WAIT_MS)
    console.watch(window)
    yield window.new_page()
    window.close()
    assert console.errors == [], "\n".join(console.errors)


@contextlib.contextmanager
def serve(root: Path | None, home: Path, *options: str, port: int | None = None) -> Iterator[str]:
    """Run the app on a folder, or on the demo, with options of Streamlit, and yield its address."""
    port = port or free_port()
    environment = {key: value for key, value in os.environ.items() if key != "CHEXLOCALIZE_ROOT"}
    environment["CXR_HOME"] = str(home)
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), *options]
    command += ["--", "--data", str(root)] if root is not None else []
    address = f"http://localhost:{port}"
    with running(command, home, environment, f"{address}/_stcore/health"):
        yield address


def free_port() -> int:
    """Return the number of a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str], home: Path, environment: dict[str, str], answers_at: str) -> Iterator[None]:
    """Run a server while something is done with it, from when it answers at an address."""
    home.mkdir(parents=True, exist_ok=True)
    log_path = home / f"server-{urlsplit(answers_at).port}.log"  # a file: a full pipe would stop the server
    with log_path.open("wb") as log:
        process = subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        _wait_for_answer(answers_at, process, log_path)
        yield
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a server, and see that it does so when asked; none is left behind to trouble other tests."""
    process.terminate()
    try:
        process.wait(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


def _wait_for_answer(address: str, process: subprocess.Popen[bytes], log_path: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
            if answer.status == 200:
                return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log_path.read_text(errors='replace')}")


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a small synthetic release, one of whose cases is flagged as a good example."""
    home = tmp_path_factory.mktemp("home")
    folder = write_demo(home / "release", n_cases=12, size_hw=(320, 280))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CXR_HOME", str(home))
        dataset = open_dataset(folder)
        open_notes(dataset).save(dataset.case_ids("test")[1], [GOOD_EXAMPLE], "to begin with", 0)
    return folder


@pytest.fixture(scope="session")
def address(release: Path) -> Iterator[str]:
    """Serve the release to all tests that change nothing in it; flags and notes are kept beside it."""
    with serve(release, release.parent) as served:
        yield served


def open_page(page: Page, address: str) -> None:
    """Open an address and wait until the script has run."""
    page.goto(address)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run."""
    expect(page.locator("[data-test-script-state='notRunning']")).to_be_attached()


def open_film(page: Page, address: str) -> Locator:
    """Open the Cases page and return its film, drawn."""
    open_page(page, address)
    film = page.locator(".xray-film[data-draws]")
    expect(film).to_be_visible()
    return film


def case_list(page: Page) -> Locator:
    """Return the cases that the Cases page lists to go to."""
    return page.locator(".st-key-cases_list").get_by_role("button")


def expect_current(page: Page, case_id: str, timeout_ms: float = WAIT_MS) -> None:
    """Wait until a case stands out in that list, as the one being shown."""
    current = page.locator(".st-key-cases_list").get_by_test_id("stBaseButton-secondary")
    expect(current).to_have_text(case_id, timeout=timeout_ms)


def click_point(page: Page, point: Locator, words: str) -> None:
    """Click a point of a chart, which says these words when pointed at.

    A chart is drawn again while the page around it takes its place, so the point is sought until it answers.
    """
    answer = page.locator(".hoverlayer").filter(has_text=words).first
    for _ in range(N_TRIES):
        point.scroll_into_view_if_needed()
        box = point.bounding_box()
        if box is not None:
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            with contextlib.suppress(AssertionError):
                expect(answer).to_be_visible(timeout=WAIT_MS / N_TRIES)
                break
        page.mouse.move(0, 0)
    expect(answer).to_be_visible()
    page.mouse.down()
    page.mouse.up()
