"""Measures the X-ray viewer in Chromium against a bare Streamlit page that shows the same films with st.image."""

from __future__ import annotations

import io
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
import orjson
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tools.bench_browser import PROJECT, Server, chromium, open_page, serve, settle
from tools.bench_data import SIZE_HW, write_pair
from tools.bench_table import Row, report

BARE = "the same films with st.image and a button"
N_SWITCHES = 20
N_CASES = 140
N_FILMS = 6
N_WALKED, N_FIRST = 500, 50
MAX_SERVER_MB, MAX_HEAP_MB = 150, 50
_UNSEEN_STEP = 5
"""How far to jump for a case that was neither seen nor sent ahead; the two after the current one are."""

BARE_PAGE = """
import sys
from pathlib import Path
import streamlit as st
films = sorted(Path(sys.argv[1]).rglob("*.jpg"))
at = st.session_state.setdefault("at", 0)
def step():
    st.session_state["at"] += 1
st.button("Next", on_click=step)
st.image(str(films[at % len(films)]))
"""

TIMING = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


class Times(NamedTuple):
    """Milliseconds of each switch or change, and what went to the server before and was drawn after it."""

    bare: list[float]
    unseen: list[float]
    prepared: list[float]
    toggle: list[float]
    opacity: list[float]
    messages: list[int]
    redraws: list[int]


def write_release(root: Path) -> None:
    """Write films of 2320 x 2828, each with ten masks of the ground truth."""
    masks, other = write_pair(_made(root / "CheXlocalize"), N_CASES)
    other.unlink()
    rng = np.random.default_rng(2)
    films = [_film(rng) for _ in range(N_FILMS)]
    for number, case_id in enumerate(sorted(orjson.loads(masks.read_bytes()))):
        patient, study, view = case_id.split("_", 2)
        (_made(root / "CheXpert" / "test" / patient / study) / f"{view}.jpg").write_bytes(films[number % N_FILMS])


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _film(rng: np.random.Generator) -> bytes:
    """Return a JPEG of soft shades and grain."""
    height, width = SIZE_HW
    shades = cv2.resize(rng.normal(120, 50, (9, 11)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    grain = rng.normal(0, 4, SIZE_HW).astype(np.float32)
    stream = io.BytesIO()
    Image.fromarray(np.clip(shades + grain, 0, 255).astype(np.uint8)).save(stream, "JPEG", quality=90)
    return stream.getvalue()


def measure(bare: Page, viewer: Page, case_ids: Sequence[str]) -> Times:
    """Measure everything in turn, so that whatever else the machine does disturbs all alike."""
    times = Times([], [], [], [], [], [], [])
    at = 0
    for number in range(N_SWITCHES):
        times.bare.append(_ms(bare, "() => bareSwitch()"))
        settle(bare)
        at += _UNSEEN_STEP
        times.unseen.append(_ms(viewer, "args => caseSwitch(args)", ["list", case_ids[at]]))
        settle(viewer)
        at += 1
        _await_prepared(viewer, case_ids[at])
        times.prepared.append(_ms(viewer, "args => caseSwitch(args)", ["key", case_ids[at]]))
        settle(viewer)
        for kept, value in ((times.toggle, None), (times.opacity, 20 + number)):
            milliseconds, n_messages = viewer.evaluate("value => layerChange(value)", value)
            kept.append(milliseconds)
            times.messages.append(n_messages)
            drawn = _draws(viewer)
            viewer.wait_for_timeout(800)  # the settings are reported after half a second
            settle(viewer)
            times.redraws.append(_draws(viewer) - drawn)
    return times


def walk(viewer: Page, server: Server, n_cases: int) -> tuple[float, float]:
    """Go through cases by key; return how server and browser grew after the first switches, in MB."""
    before, forwards = (0.0, 0.0), False
    viewer.evaluate("document.activeElement.blur()")  # in the list of cases the arrow keys are the list's
    for number in range(N_WALKED):
        count = int(str(viewer.locator(".xray-count").inner_text()).split(" ")[0])
        forwards = count == 1 or (forwards and count < n_cases)
        viewer.keyboard.press("ArrowRight" if forwards else "ArrowLeft")
        wanted = viewer.locator(".xray-heading b").inner_text()
        viewer.wait_for_function("id => document.querySelector('.xray-film').dataset.case === id", arg=wanted)
        viewer.wait_for_function("id => location.search.includes(id)", arg=wanted)
        if number + 1 == N_FIRST:
            before = (server.memory_mb(), _heap_mb(viewer))
    settle(viewer)
    return server.memory_mb() - before[0], _heap_mb(viewer) - before[1]


def _ms(page: Page, script: str, argument: object = None) -> float:
    return float(page.evaluate(script, argument))


def _draws(page: Page) -> int:
    return int(page.locator(".xray-film").get_attribute("data-draws") or 0)


def _await_prepared(page: Page, case_id: str) -> None:
    page.wait_for_function("id => [...xrayPrepared.values()].some((entry) => entry.caseId === id)", arg=case_id)


def _heap_mb(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    used = cast(dict[str, Any], session.send("Runtime.getHeapUsage"))["usedSize"]
    session.detach()
    return float(used) / 1024**2


def _rows(times: Times, server_mb: float, heap_mb: float) -> list[Row]:
    bare_ms = statistics.median(times.bare)
    wanted = [
        ("a case not seen before, chosen in the list", times.unseen, 1 / 1.4),
        ("a prepared neighbour, by key", times.prepared, 1 / 0.5),
        ("hide or show a pathology", times.toggle, 1 / 0.3),
        ("opacity of the fills", times.opacity, 1 / 0.3),
    ]
    timed = [Row(what, BARE, bare_ms, statistics.median(ms), round(least, 2), "ms") for what, ms, least in wanted]
    after = f"after {N_WALKED} switches beyond that after {N_FIRST}"
    return [
        *timed,
        Row(f"server memory {after}", "at most", MAX_SERVER_MB, max(server_mb, 1), 1, "MB"),
        Row(f"browser heap {after}", "at most", MAX_HEAP_MB, max(heap_mb, 1), 1, "MB"),
    ]


def main() -> int:
    """Measure, print and write the section; 1 if something is below what is wanted."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        write_release(folder / "release")
        (folder / "bare.py").write_text(BARE_PAGE, encoding="utf-8")
        masks = folder / "release" / "CheXlocalize" / "gt_segmentations_test.json"
        case_ids = sorted(orjson.loads(masks.read_bytes()))
        with (
            chromium(driver) as browser,
            serve(folder / "bare.py", folder / "home", str(folder / "release")) as plain,
            serve(PROJECT / "app.py", folder / "home", "--data", str(folder / "release")) as ours,
        ):
            bare = open_page(browser, plain.address, "[data-testid='stImage'] img", TIMING)
            viewer = open_page(browser, ours.address, ".xray-film[data-draws]", TIMING)
            times = measure(bare, viewer, case_ids)
            bare.close()
            server_mb, heap_mb = walk(viewer, ours, len(case_ids))
    n_messages, n_redraws = sum(times.messages), sum(times.redraws)
    load = f"The machine's load was {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores."
    intro = f"""
Medians of {N_SWITCHES} in Chromium, from the click or key to two frames after the film is decoded; films of
2320 x 2828 px with ten outlines. In {2 * N_SWITCHES} changes of layers {n_messages} messages went to the server before
the paint, and the reports of the settings that followed drew anew {n_redraws} times; wanted is 0 of both. {load}
"""
    failures = [f"{n_messages} messages before the paint"] if n_messages else []
    failures += [f"{n_redraws} redraws by a report"] if n_redraws else []
    return report("Viewer", intro, _rows(times, server_mb, heap_mb), failures)


if __name__ == "__main__":
    sys.exit(main())
