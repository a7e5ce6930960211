"""Boxes with a row a pathology: their data, and that empty input gives a titled, empty figure."""

from __future__ import annotations

import pandas as pd
import pytest

from components.figures.distributions import MEASURES, measure_figure, measure_info, shifts
from components.figures.theme import source_styles
from components.tables.shape import shape_table
from tests.sets import BENCHMARK, GROUND_TRUTH, memory_set

STYLES = source_styles([GROUND_TRUTH, BENCHMARK])
LABELS = {"gt": "Ground truth", "hb": "<b>Benchmark</b>"}
SHAPES = pd.DataFrame(
    {
        "case_id": ["a", "b", "b"],
        "pathology": ["Edema", "Edema", "Edema"],
        "source": ["gt", "gt", "hb"],
        "n_instances": [1, 2, 3],
        "area_share": [0.1, 0.3, 0.2],
        "elongation": [1.5, float("nan"), 2.0],
        "irrectangularity": [0.2, float("nan"), 0.1],
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


def test_every_point_carries_its_case() -> None:
    ground_truth, benchmark = measure_info(SHAPES, "area_share", ["Edema", "Nodule"], LABELS, STYLES).series
    assert ground_truth.value == [0.1, 0.3]
    assert ground_truth.case_id == ["a", "b"]
    assert benchmark.value == [0.2]
    assert "30.00% of the image" in ground_truth.text[1]


def test_a_mask_without_the_measure_is_left_out() -> None:
    ground_truth, _ = measure_info(SHAPES, "elongation", ["Edema"], LABELS, STYLES).series
    assert (ground_truth.value, ground_truth.case_id) == ([1.5], ["a"])


def test_names_from_files_are_escaped() -> None:
    shapes = SHAPES.assign(pathology="<i>", case_id="<u>")
    figure = measure_figure(measure_info(shapes, "area_share", ["<i>"], LABELS, STYLES), {})
    _, _, box, points = figure.data
    assert box.name == points.name == "&lt;b&gt;Benchmark&lt;/b&gt;"
    assert points.hovertext[0].startswith("&lt;i&gt;<br>&lt;u&gt;<br>")
    assert list(figure.layout.yaxis.ticktext) == ["&lt;i&gt;"]


@pytest.mark.parametrize("column", MEASURES)
def test_every_measure_of_a_drawn_mask_is_drawn(column: str) -> None:
    info = measure_info(SHAPES, column, ["Edema"], LABELS, STYLES)
    figure = measure_figure(info, MEASURES[column].axis)
    n_measured = SHAPES[column].notna()[:2].sum()
    assert [len(trace.x) for trace in figure.data] == [n_measured, n_measured, 1, 1]
    assert [trace.type for trace in figure.data] == ["box", "scatter"] * 2
    assert list(figure.data[3].customdata) == ["b"]
    assert (figure.layout.xaxis.type == "log") is (column != "irrectangularity")


@pytest.mark.parametrize("column", MEASURES)
def test_empty_input_gives_an_empty_figure_with_its_axes(column: str) -> None:
    nothing = shape_table(memory_set({}), [])
    info = measure_info(nothing, column, ["Edema"], LABELS, STYLES)
    figure = measure_figure(info, MEASURES[column].axis)
    assert [len(trace.x) for trace in figure.data] == [0, 0, 0, 0]
    assert figure.layout.xaxis.title.text == MEASURES[column].axis_title
    assert list(figure.layout.yaxis.ticktext) == ["Edema"]
