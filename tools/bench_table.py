"""What a benchmark found, beside what it is measured against, and its place in docs/benchmarks.md."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
_INTRO = """# Benchmarks

Written by `make bench`. Every figure stands beside its baseline, measured in one run on one machine: the ratio is what
to look at.
"""


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes
    ----------
    what, baseline : str
        What was measured, and against what.
    baseline_s, ours_s : float
        Seconds; for memory, megabytes.
    target : float
        The least ratio of the baseline to ours that is good enough.
    unit : str
        Of both figures.
    """

    what: str
    baseline: str
    baseline_s: float
    ours_s: float
    target: float
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """How many times better than the baseline."""
        return self.baseline_s / self.ours_s


def as_table(rows: Sequence[Row]) -> str:
    """Write rows as a Markdown table, ours beside its baseline."""
    lines = ["| what | baseline | baseline | ours | ratio | wanted |", "|---|---|---:|---:|---:|---:|"]
    for row in rows:
        figures = f"{row.baseline_s:.4g} {row.unit} | {row.ours_s:.4g} {row.unit} | {row.ratio:.3g} | {row.target:g}"
        lines.append(f"| {row.what} | {row.baseline} | {figures} |")
    return "\n".join(lines) + "\n"


def write_section(title: str, text: str, page: Path = PAGE) -> None:
    """Put a section in the page, in place of the one of that title; all else stays as it is."""
    found = page.read_text(encoding="utf-8") if page.is_file() else _INTRO
    intro, *parts = found.split("\n## ")
    sections = dict(part.split("\n", 1) for part in parts)
    sections[title] = f"\n{text.strip()}\n"
    body = "".join(f"\n## {name}\n{sections[name].rstrip()}\n" for name in sorted(sections))
    page.write_text(f"{intro.rstrip()}\n{body}", encoding="utf-8")


def report(title: str, intro: str, rows: Sequence[Row], failures: Sequence[str] = ()) -> int:
    """Print a section and write it; 1 if a ratio is below what is wanted or something else failed."""
    text = f"{intro.strip()}\n\n{as_table(rows)}"
    print(text)
    write_section(title, text)
    missed = [f"{row.what}: {row.ratio:.3g} < {row.target:g}" for row in rows if row.ratio < row.target]
    for line in (*missed, *failures):
        print(f"below what is wanted: {line}", file=sys.stderr)
    return 1 if missed or failures else 0
