"""Measures how fast a filter redraws the Agreement page, against a bare page with as many charts and points."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import orjson
from playwright.sync_api import Browser, Page, sync_playwright

from data_access.demo import write_demo
from tools.bench_browser import PROJECT, chromium, open_page, serve, settle
from tools.bench_table import Row, report

N_CASES = 668
N_CHANGES = 12
MOST = 1.5
"""The page may take this many times as long as the bare one."""

VIEWS = ("Means", "Distribution", "Areas")
PILL = "frontal"
CHART = ".js-plotly-plot .scatterlayer path.point"

BARE_PAGE = """
import json, sys
import numpy as np
import plotly.graph_objects as go
import streamlit as st
is_filtered = bool(st.pills("View", ["frontal", "lateral"], selection_mode="multi"))
charts = json.loads(open(sys.argv[1]).read())[is_filtered]
rng = np.random.default_rng(is_filtered)
for number, traces in enumerate(charts):
    figure = go.Figure()
    for n_points in traces:
        figure.add_scatter(x=rng.random(n_points), y=rng.random(n_points), mode="markers")
    st.plotly_chart(figure, key=f"chart{number}")
"""

TIMING = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


class Shown(NamedTuple):
    """What the page shows in one state of the filter.

    Attributes
    ----------
    charts : list of list of int
        Points of each trace of each chart.
    n_drawn : int
        Points drawn in all.
    """

    charts: list[list[int]]
    n_drawn: int


def shown_by(page: Page) -> Shown:
    """Count what a page that has settled shows."""
    settle(page)
    page.wait_for_timeout(1_500)  # what is drawn late is counted too
    return Shown(page.evaluate("tracePoints()"), int(page.evaluate("drawnPoints()")))


def both_states(page: Page) -> tuple[Shown, Shown]:
    """Count what a page shows without and with the filter, and leave it as it was; the number of points must differ."""
    plain = shown_by(page)
    page.evaluate("words => pillClick(words)", PILL)
    page.wait_for_function("n => drawnPoints() > 0 && drawnPoints() !== n", arg=plain.n_drawn)
    filtered = shown_by(page)
    page.evaluate("words => pillClick(words)", PILL)
    page.wait_for_function("n => drawnPoints() === n", arg=plain.n_drawn)
    settle(page)
    return plain, filtered


def measure(browser: Browser, folder: Path, address: str, view: str) -> tuple[float, float, Shown]:
    """Time one view and its bare page in turn; return both medians in ms, and what is shown unfiltered."""
    ours = open_page(browser, f"{address}/agreement?split=test&show={view}", CHART, TIMING)
    ours.get_by_role("button", name="Filter cases").click()
    states = both_states(ours)
    counts = folder / f"{view}.json"
    counts.write_bytes(orjson.dumps([state.charts for state in states]))
    with serve(folder / "bare.py", folder / "home", str(counts)) as plain:
        bare = open_page(browser, plain.address, CHART, TIMING)
        pages = {ours: states, bare: both_states(bare)}
        times: dict[Page, list[float]] = {ours: [], bare: []}
        for number in range(N_CHANGES):
            for page, of_page in pages.items():
                wanted = of_page[(number + 1) % 2].n_drawn
                times[page].append(float(page.evaluate("args => filterClick(args)", [PILL, wanted])))
                settle(page)
        bare.close()
    ours.close()
    return statistics.median(times[bare]), statistics.median(times[ours]), states[0]


def main() -> int:
    """Measure, print and write the section; 1 if the page is slower than wanted."""
    rows = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        # A third of a demo is the validation split, the rest the test split.
        write_demo(folder / "release", n_cases=N_CASES * 3 // 2, size_hw=(320, 280), images=False)
        (folder / "bare.py").write_text(BARE_PAGE, encoding="utf-8")
        with (
            chromium(driver) as browser,
            serve(PROJECT / "app.py", folder / "home", "--data", str(folder / "release")) as ours,
        ):
            for view in VIEWS:
                bare_ms, ours_ms, shown = measure(browser, folder, ours.address, view)
                n_traces = sum(map(len, shown.charts))
                what = f"{view}, {n_traces} traces and {shown.n_drawn:,} points"
                bare = "a bare page with as many charts, traces and points"
                rows.append(Row(what, bare, bare_ms, ours_ms, round(1 / MOST, 2), "ms"))
    intro = f"""
Medians of {N_CHANGES} changes of the filter on a release of {N_CASES} cases in Chromium, in turn with the bare page:
from the click until the script has finished and every chart is drawn. The machine's load was {os.getloadavg()[1]:.1f}
on {os.cpu_count()} cores.
"""
    return report("Agreement page", intro, rows)


if __name__ == "__main__":
    sys.exit(main())
