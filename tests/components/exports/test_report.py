"""The report: one file that works without a network, with every number, and nothing from files as markup."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import plotly.graph_objects as go

from components.exports.provenance import Provenance
from components.exports.report import report_html, table_html
from components.figures.panel import Panel
from components.tables.agreement import Rules
from components.tables.column_words import words_of
from components.tables.rule_words import absent_line, methods_text, rules_line

EVIL = "<script>alert(1)</script>"
PROVENANCE = Provenance("CheXlocalize", "abc", True, "test", "", (EVIL,), "as set", "0.1.0", "2026-05-01T09:30:00Z")
TABLE = pd.DataFrame(
    {"pathology": [EVIL], "iou": [0.25], "zero_share": [0.5], "n": [1234], "iou_lower": [float("nan")]}
)


def panel(figure: go.Figure | None) -> Panel:
    return Panel(f"Title {EVIL}", f"Sentence {EVIL}", figure, TABLE, "name")


def test_a_table_in_words() -> None:
    text = table_html(TABLE, words_of(TABLE.columns, {"iou": "<b>"}))
    assert re.findall("<th>(.*?)</th>", text) == ["Pathology", "&lt;b&gt;", "Share at 0", "n", "IoU from"]
    assert re.findall("<td>(.*?)</td>", text) == [
        "&lt;script&gt;alert(1)&lt;/script&gt;", "0.250", "50.00%", "1,234", "–"
    ]  # fmt: skip


def test_plotly_is_written_once_and_no_text_is_markup() -> None:
    figure = go.Figure(go.Scatter(x=[1], y=[2]))
    text = report_html("Report", [panel(figure), panel(None), panel(figure)], {"Rule": EVIL}, EVIL, PROVENANCE)
    assert text.count("plotly.js v") == 1
    assert text.count("Plotly.newPlot(") >= 2
    assert EVIL not in text
    assert "<script src" not in text
    assert "default-src 'none'" in text
    assert "Synthetic demo data" in text
    assert "not for clinical use" in text
    assert "2026-05-01T09:30:00Z" in text


def test_a_report_without_a_figure_has_no_plotly() -> None:
    assert "plotly.js" not in report_html("Report", [panel(None)], {}, "", PROVENANCE)


def test_methods_name_every_rule() -> None:
    text = methods_text("Ground truth", ["Benchmark"], "iou", Rules(resampling="patient"), 668, 50)
    for words in (
        "Ground truth", "Benchmark", "668 cases", "Intersection over union", "both drew", "empty mask, as in the paper",
        "refused as malformed", "25th and 975th", "patients with all their images", "seeded with 0", "1,000 replicates",
        "no tolerance", "chance level", "paired", "percentage decrease", "kappa", "alpha", "Bland-Altman", "thirds",
        "fewer than 50",
    ):  # fmt: skip
        assert words in text, words


def test_rules_in_one_line_follow_the_rules() -> None:
    paper, other = Rules(), Rules("full", common=True, absent_is_empty=False, resampling="patient", seed=7)
    assert "as in the paper" in rules_line(paper)
    assert "on the cases that all list" in rules_line(other)
    assert "left out" in rules_line(other)
    assert "seed 7" in rules_line(other)
    assert "every compared source drew" in rules_line(replace(paper, common=True))


def test_sources_that_lack_cases_are_named() -> None:
    assert absent_line({}) == ""
    assert absent_line({"Benchmark": 2, "A": 1234}).endswith("not predicted: 2 by Benchmark, 1,234 by A.")
