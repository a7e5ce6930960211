"""A server on a free port and a browser to drive it with."""

from __future__ import annotations

import contextlib
import os
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
from playwright.sync_api import Browser, Error, Page, Playwright, expect, sync_playwright

from data_access.demo import write_demo

PROJECT = Path(__file__).parents[2]
START_SECONDS = 120
WAIT_MS = 30_000

HOW_TO_GET_A_BROWSER = "no browser: apt-get install chromium (Debian), or run `playwright install chromium`"


def find_chromium() -> str | None:
    """Return the path of an installed Chromium; None for Playwright's own."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Playwright]:
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a fresh page of a window 1440 px wide that waits long enough for a busy machine."""
    opened = browser.new_page(viewport={"width": 1440, "height": 900})
    opened.set_default_timeout(WAIT_MS)
    expect.set_options(timeout=WAIT_MS)
    yield opened
    opened.close()


@contextlib.contextmanager
def serve(root: Path | None, home: Path, *options: str) -> Iterator[str]:
    """Run the app on a folder, or on the demo, with options of Streamlit, and yield its address."""
    port = free_port()
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
        process.terminate()
        process.wait(timeout=30)


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
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a small synthetic release for all tests that change nothing in it."""
    home = tmp_path_factory.mktemp("home")
    release = write_demo(home / "release", n_cases=12, size_hw=(320, 280))
    with serve(release, home) as served:
        yield served


def open_page(page: Page, address: str) -> None:
    """Open an address and wait until the script has run."""
    page.goto(address)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the script has run."""
    expect(page.locator("[data-test-script-state='notRunning']")).to_be_attached()
