"""Drives many readers at once over the websocket and says what they met: errors, waits, the server's memory."""

from __future__ import annotations

import argparse
import asyncio
import datetime
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.demo import write_demo
from tools.bench_browser import PROJECT, Server, serve
from tools.bench_table import write_section
from tools.load_reader import Reader

PAGE = PROJECT / "docs" / "reliability.md"
N_CASES, SIZE_HW = 668, (1000, 1000)
SPLIT = "test"
N_ALONE = 30
MB_A_SESSION = 5
MAX_BLOCKED_S = 1.0
_CACHES = ("components/ui/cached.py", "components/ui/cached_heatmaps.py")
_PAUSE_S = (0.5, 2.5)
_FILTERS = ("", "view:frontal", "drawn:drawn~gt~Cardiomegaly", "iou:gt~hb~~0..0.5")


class Found(NamedTuple):
    """What the readers met.

    Attributes
    ----------
    alone_s, together_s, beside_s : list of float
        Seconds until the film came: of one reader alone, of many at once, of one while another's heavy page is made.
    memory_mb : dict of str to float
        The server's resident memory, by moment.
    errors : list of str
        Everything that must not be.
    """

    alone_s: list[float]
    together_s: list[float]
    beside_s: list[float]
    memory_mb: dict[str, float]
    errors: list[str]


def cache_limit_mb() -> int:
    """Add up what the app's caches may hold, as their declarations say."""
    sources = "".join((PROJECT / name).read_text(encoding="utf-8") for name in _CACHES)
    return sum(map(int, re.findall(r'max_size="(\d+) MB"', sources)))


async def read_on(reader: Reader, case_ids: Sequence[str], seed: int, until: float) -> list[float]:
    """Behave as a reader does until a moment: mostly the next case, at times another filter or page."""
    chance = np.random.default_rng(seed)
    waited_s, at, asked = [], int(chance.integers(len(case_ids))), ""
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(*_PAUSE_S))
        dice = chance.random()
        if dice < 0.08:
            await reader.open("agreement", {"split": SPLIT})
        elif dice < 0.12:
            await reader.open("gallery", {"split": SPLIT, "filter": asked})
        elif dice < 0.2:
            asked = str(chance.choice(_FILTERS))
        at = (at + int(chance.choice((1, 1, 1, 1, -1, 7)))) % len(case_ids)
        waited_s.append(await reader.switch(case_ids[at], {"filter": asked} if asked else None))
    return waited_s


async def drive(server: Server, case_ids: Sequence[str], n_readers: int, seconds: float) -> Found:
    """Measure one reader alone, many together, and one beside another whose page takes long."""
    memory_mb: dict[str, float] = {}
    errors: list[str] = []
    async with Reader(server.address, 20) as first:
        await first.open("agreement", {"split": SPLIT})  # what is made once a process, alone as well as together
        await first.open("gallery", {"split": SPLIT, "filter": _FILTERS[-1]})
        alone_s = [await first.switch(case_id) for case_id in case_ids[-N_ALONE:]]
        memory_mb["one reader"] = server.memory_mb()
        busy = asyncio.create_task(_open_heavy(server.address))
        beside_s: list[float] = []
        while not busy.done():
            beside_s.append(await first.switch(case_ids[len(beside_s) % len(case_ids)]))
            await asyncio.sleep(0.2)
        errors += first.errors + await busy
    memory_mb["start"] = server.memory_mb()
    readers = [await Reader(server.address, 21 + number).__aenter__() for number in range(n_readers)]
    until = time.monotonic() + seconds
    driven = [
        asyncio.create_task(read_on(reader, case_ids, number, until)) for number, reader in enumerate(readers, start=1)
    ]
    await asyncio.sleep(seconds / 2)
    memory_mb["middle"] = server.memory_mb()
    together_s = [waited for task in driven for waited in await task]
    memory_mb["end"] = server.memory_mb()
    for reader in readers:
        errors += reader.errors
        await reader.__aexit__(None, None, None)
    return Found(alone_s, together_s, beside_s, memory_mb, errors)


async def _open_heavy(address: str) -> list[str]:
    """Open a page whose numbers are not there yet; return what went wrong."""
    async with Reader(address, 99) as reader:
        await reader.open("thresholds", {"split": SPLIT})
        return reader.errors


def report(found: Found, dataset: Dataset, n_readers: int, seconds: float) -> int:
    """Print and write what was found on a release; 1 if something must not be."""
    alone_s = statistics.median(found.alone_s)
    nearly_all_s = statistics.quantiles(found.together_s, n=20)[-1]
    most_mb = found.memory_mb["start"] + cache_limit_mb() + MB_A_SESSION * n_readers
    height, width = dataset.image_size_hw(dataset.case_ids(SPLIT)[0]) or (0, 0)
    shortest_s, longest_s = _PAUSE_S
    blocked_s, end_mb = max(found.beside_s), found.memory_mb["end"]
    memory = ", ".join(f"{mb:.0f} MB ({moment})" for moment, mb in found.memory_mb.items())
    text = f"""
{datetime.date.today()}, `make load`, {os.cpu_count()} cores: {n_readers} sessions for {seconds:.0f} s on a demo of
{len(dataset.cases)} cases of {width} x {height} px. Each goes from case to case with a pause of {shortest_s} to
{longest_s} s and at times changes the filter or opens the gallery or the Agreement page; each has viewer settings of
its own and checks that every film comes with these. A switch is timed until its film has come.

| what | found | wanted |
|---|---:|---:|
| errors, in {len(found.together_s):,} switches | {len(found.errors)} | 0 |
| median switch, all at once to one alone | {statistics.median(found.together_s) / alone_s:.1f} | |
| 95th percentile, to the median of one alone | {nearly_all_s / alone_s:.1f} | |
| longest of {len(found.beside_s):,} switches beside a heavy page | {blocked_s:.2f} s | {MAX_BLOCKED_S:g} s |
| memory at the end | {end_mb:.0f} MB | {most_mb:.0f} MB |

One session alone took {alone_s * 1000:.0f} ms, the median of {len(found.alone_s)}. The heavy page is the first visit
of Thresholds by another session. Memory: {memory}; wanted is at most that at the start, the caches' limits
({cache_limit_mb()} MB) and {MB_A_SESSION} MB a session.
"""
    print(text)
    write_section("Load", text, PAGE)
    missed = list(dict.fromkeys(found.errors))
    if blocked_s > MAX_BLOCKED_S:
        missed.append(f"a switch took {blocked_s:.2f} s beside another session's heavy page")
    if end_mb > most_mb:
        missed.append(f"{end_mb:.0f} MB at the end, at most {most_mb:.0f} are wanted")
    for line in missed:
        print(f"not as wanted: {line}", file=sys.stderr)
    return 1 if missed else 0


def main() -> int:
    """Write the demo, start a server on it, drive the readers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--release", type=Path, help="a demo written before; painting one takes minutes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        release = asked.release or Path(name) / "release"
        if not release.is_dir():
            print(f"painting {N_CASES} X-rays", file=sys.stderr)
            write_demo(release, n_cases=N_CASES, size_hw=SIZE_HW)
        dataset = open_dataset(release)
        case_ids = dataset.case_ids(SPLIT)
        with serve(PROJECT / "app.py", Path(name) / "home", "--data", str(release)) as server:
            found = asyncio.run(drive(server, case_ids, asked.readers, asked.seconds))
        return report(found, dataset, asked.readers, asked.seconds)


if __name__ == "__main__":
    sys.exit(main())
