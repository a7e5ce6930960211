"""Prevalence with its interval, by source and by group."""

from __future__ import annotations

import pandas as pd
import pytest

from components.figures.prevalence import prevalence_figure, prevalence_info
from components.figures.theme import group_styles, source_styles
from tests.sets import BENCHMARK, GROUND_TRUTH

STYLES = source_styles([GROUND_TRUTH, BENCHMARK])
LABELS = {"gt": "Ground truth", "hb": "<b>Benchmark</b>"}
SUMMARY = pd.DataFrame(
    {
        "pathology": ["Edema", "Edema"],
        "source": ["gt", "hb"],
        "n_cases": [4, 0],
        "n_drawn": [1, 0],
        "prevalence": pd.array([0.25, None], dtype="Float64"),
        "lower": pd.array([0.05, None], dtype="Float64"),
        "upper": pd.array([0.7, None], dtype="Float64"),
    }
)


def test_sources_without_cases_are_left_out() -> None:
    info = prevalence_info(SUMMARY, ["Edema"], LABELS, STYLES)
    ground_truth, benchmark = info.rows.series
    assert ground_truth.value == [0.25]
    assert "1 of 4 cases" in ground_truth.text[0]
    assert "95 % 5.0% to 70.0%" in ground_truth.text[0]
    assert benchmark.value == []
    assert info.bounds == (([0.05], [0.7]), ([], []))


def test_the_interval_is_drawn_from_the_mark() -> None:
    trace = prevalence_figure(prevalence_info(SUMMARY, ["Edema"], LABELS, STYLES)).data[0]
    assert trace.error_x.array == pytest.approx([0.45])
    assert trace.error_x.arrayminus == pytest.approx([0.2])


def test_names_are_escaped_and_sources_differ_by_colour_and_symbol() -> None:
    figure = prevalence_figure(prevalence_info(SUMMARY, ["Edema"], LABELS, STYLES))
    assert figure.data[1].name == "&lt;b&gt;Benchmark&lt;/b&gt;"
    marks = [trace.marker for trace in figure.data]
    assert len({mark.color for mark in marks}) == len({mark.symbol for mark in marks}) == 2


def test_groups_look_like_no_source_and_the_unknown_is_grey() -> None:
    names = ["Female", "Male", "not known"]
    styles = group_styles(names, "not known")
    assert not {style.colour for style in styles.values()} & {style.colour for style in STYLES.values()}
    table = SUMMARY.rename(columns={"source": "group"}).assign(group=["Male", "not known"])
    info = prevalence_info(table, ["Edema"], {name: name for name in names}, styles, by="group")
    assert [series.value for series in info.rows.series] == [[], [0.25], []]


def test_empty_input_gives_an_empty_figure_with_its_axes() -> None:
    figure = prevalence_figure(prevalence_info(SUMMARY.iloc[:0], ["Edema"], {}, {}))
    assert len(figure.data) == 0
    assert figure.layout.xaxis.title.text == "Cases with a mask"
    assert list(figure.layout.yaxis.ticktext) == ["Edema"]
