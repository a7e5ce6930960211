"""What the benchmarks in Chromium share: servers on free ports, and pages that have settled."""

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
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Playwright

PROJECT = Path(__file__).parents[1]
WAIT_MS = 60_000
_START_SECONDS = 120


class Server(NamedTuple):
    """A running Streamlit server."""

    address: str
    pid: int

    def memory_mb(self) -> float:
        """Return its resident memory."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1024**2


@contextlib.contextmanager
def serve(script: Path, home: Path, *arguments: str) -> Iterator[Server]:
    """Run a page on a free port."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    command += ["--server.headless", "true", "--server.fileWatcherType", "none", "--", *arguments]
    environment = {**os.environ, "CXR_HOME": str(home)}
    process = subprocess.Popen(
        command, cwd=PROJECT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    address, end = f"http://localhost:{port}", time.monotonic() + _START_SECONDS
    try:
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/_stcore/health", timeout=5):
                break
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{script} did not start")
            time.sleep(0.2)
        yield Server(address, process.pid)
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextlib.contextmanager
def chromium(driver: Playwright) -> Iterator[Browser]:
    """Start the installed Chromium, else Playwright's own."""
    installed = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    browser = driver.chromium.launch(executable_path=installed, args=["--no-sandbox", "--disable-gpu"])
    try:
        yield browser
    finally:
        browser.close()


def open_page(browser: Browser, address: str, shown: str, script: str) -> Page:
    """Open a page that runs a script of ours, and wait until something is shown and all is settled."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(WAIT_MS)
    page.add_init_script(script)
    page.goto(address)
    page.wait_for_selector(shown)
    settle(page)
    return page


def settle(page: Page) -> None:
    """Wait until the script has run and what it sent has been taken."""
    page.wait_for_selector("[data-test-script-state='notRunning']", state="attached")
    page.wait_for_timeout(400)
