"""Figures with a row a pathology: their data, and that empty input gives a titled, empty figure."""

from __future__ import annotations

import pandas as pd
import pytest

from components.figures.distributions import (
    area_share_figure,
    area_share_info,
    prevalence_figure,
    prevalence_info,
    shifts,
)
from components.figures.theme import source_styles
from tests.sets import BENCHMARK, GROUND_TRUTH

STYLES = source_styles([GROUND_TRUTH, BENCHMARK])
LABELS = {"gt": "Ground truth", "hb": "<b>Benchmark</b>"}
MASKS = pd.DataFrame(
    {
        "case_id": ["a", "a", "b", "b"],
        "pathology": ["Edema", "Nodule", "Edema", "Edema"],
        "source": ["gt", "gt", "gt", "hb"],
        "state": ["drawn", "empty mask", "drawn", "drawn"],
        "area_px": pd.array([10, 0, 30, 20], dtype="Int64"),
        "area_share": pd.array([0.1, 0.0, 0.3, 0.2], dtype="Float64"),
    }
)
SUMMARY = pd.DataFrame(
    {
        "pathology": ["Edema", "Edema"],
        "source": ["gt", "hb"],
        "n_cases": [4, 0],
        "n_drawn": [1, 0],
        "prevalence": pd.array([0.25, None], dtype="Float64"),
    }
)


@pytest.mark.parametrize(
    ("n_sources", "expected"),
    [
        pytest.param(1, [0.0], id="one"),
        pytest.param(2, [-0.28, 0.28], id="two"),
        pytest.param(3, [-0.28, 0, 0.28], id="three"),
    ],
)
def test_shifts_are_even_around_the_row(n_sources: int, expected: list[float]) -> None:
    assert shifts(n_sources) == pytest.approx(expected)


def test_area_share_leaves_empty_masks_out_and_carries_the_case() -> None:
    ground_truth, benchmark = area_share_info(MASKS, ["Edema", "Nodule"], LABELS, STYLES).series
    assert ground_truth.value == [0.1, 0.3]
    assert ground_truth.case_id == ["a", "b"]
    assert benchmark.value == [0.2]


def test_prevalence_leaves_sources_without_cases_out() -> None:
    ground_truth, benchmark = prevalence_info(SUMMARY, ["Edema"], LABELS, STYLES).series
    assert ground_truth.value == [0.25]
    assert "1 of 4 cases" in ground_truth.text[0]
    assert benchmark.value == []


def test_names_from_files_are_escaped() -> None:
    figure = area_share_figure(area_share_info(MASKS, ["Edema"], LABELS, STYLES))
    assert figure.data[1].name == "&lt;b&gt;Benchmark&lt;/b&gt;"
    assert "<b>" not in figure.data[1].hovertext[0]


def test_sources_differ_by_colour_and_symbol() -> None:
    figure = prevalence_figure(prevalence_info(SUMMARY, ["Edema"], LABELS, STYLES))
    marks = [trace.marker for trace in figure.data if trace.mode == "markers"]
    assert len({mark.color for mark in marks}) == len({mark.symbol for mark in marks}) == 2


def test_empty_input_gives_an_empty_figure_with_its_axes() -> None:
    figure = area_share_figure(area_share_info(MASKS.iloc[:0], ["Edema"], LABELS, STYLES))
    assert len(figure.data) == 0
    assert "Area" in figure.layout.xaxis.title.text
    assert list(figure.layout.yaxis.ticktext) == ["Edema"]
