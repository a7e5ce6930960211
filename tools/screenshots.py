"""Take the pictures of docs/: every page of the demo, dark and light, wide and narrow.

Run by `make screenshots`, or with the names of some pages. Only ever on demo data: no real film may go into the
project.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

PROJECT = Path(__file__).parents[1]
sys.path.insert(0, str(PROJECT))

from tests.browser.conftest import find_chromium, serve, settle  # noqa: E402 - after the project is on the path

CASE = "/?split=test&case=patient95002_study1_view1_frontal"
PAGES = {
    "cases": CASE,
    "cases-side": f"{CASE}&view=mode:side",
    "cases-sheet": f"{CASE}&view=mode:sheet",
    "cases-map": f"{CASE}&view=mode:map",
    "cases-heat": "/?split=val&view=mode:heat",
    "gallery": "/gallery?split=test",
    "gallery-list": "/gallery?split=test&look=List&sort=iou~gt~hb",
    "statistics": "/statistics?split=test",
    "agreement": "/agreement?split=test",
    "thresholds": "/thresholds?split=test",
    "drivers": "/drivers?split=test",
    "data": "/data?split=test",
}
THEMES = ("dark", "light")
WIDTHS_PX = {"": 1440, "-800": 800}
HEIGHT_PX = 1000
WAIT_MS = 300_000  # a first look at every threshold of every heat map takes a while
SETTLE_MS = 2_500  # fonts, the film and Plotly's last frame come after the script has run
COLOURS = 256


def take(browser: Browser, address: str, path: Path, theme: str, width_px: int) -> None:
    """Photograph one page."""
    page = browser.new_page(viewport={"width": width_px, "height": HEIGHT_PX})
    page.goto(f"{address}{'&' if '?' in address else '?'}embed_options={theme}_theme")
    settle(page)
    page.wait_for_timeout(SETTLE_MS)
    settle(page)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    page.close()
    print(path.relative_to(PROJECT))


def main() -> None:
    """Start the app on a fresh demo and photograph every page, or those named."""
    wanted = sys.argv[1:]
    expect.set_options(timeout=WAIT_MS)
    with tempfile.TemporaryDirectory() as home, serve(None, Path(home)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        warm = browser.new_page()
        warm.goto(address)  # the first visit paints the demo
        warm.wait_for_selector(".js-plotly-plot", timeout=300_000)
        warm.close()
        for name, query in PAGES.items():
            if wanted and name not in wanted:
                continue
            for theme in THEMES:
                for suffix, width_px in WIDTHS_PX.items():
                    path = PROJECT / "docs" / f"{name}-{theme}{suffix}.png"
                    take(browser, f"{address}{query}", path, theme, width_px)
        browser.close()


if __name__ == "__main__":
    main()
