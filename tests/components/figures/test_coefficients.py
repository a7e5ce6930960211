"""The figures of the Drivers page as data: coefficients and the points behind one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from components.figures.coefficients import (
    coefficients_figure,
    coefficients_info,
    driver_points_figure,
    driver_points_info,
)
from components.figures.intervals import FEW_CASES
from components.figures.theme import source_styles
from components.tables.driver_rows import ESTIMATE_COLUMNS, fitted_band
from tests.sets import MODEL

STYLE = source_styles([MODEL])["model"]
ESTIMATES = pd.DataFrame(
    [
        ("Overall", "area_ratio", "slope", 0.4, 0.1, 0.7, 0.001, "*", FEW_CASES),
        ("<i>Edema", "area_ratio", "slope", -0.2, -9.0, 9.0, 0.9, "", 4),
        ("Nodule", "area_ratio", "slope", np.nan, np.nan, np.nan, np.nan, "", 0),
        ("Overall", "elongation", "slope", 0.1, np.nan, np.nan, np.nan, "", 2),
    ],
    columns=list(ESTIMATE_COLUMNS),
)


def test_coefficients_by_driver() -> None:
    info = coefficients_info(ESTIMATES, STYLE)
    assert info.names == ("Overall", "<i>Edema", "Nodule")
    assert [column.title for column in info.columns] == ["Area", "Elongation"]
    area, elongation = info.columns
    assert [(point.row, point.value, point.stars) for point in area.points] == [(0, 0.4, "*"), (1, -0.2, "")]
    assert area.limit == pytest.approx(0.7 * 1.35)  # a few rows' interval does not stretch the axis
    assert "too few rows for an interval" in elongation.points[0].text
    assert "&lt;i&gt;Edema" in area.points[1].text


def test_significant_is_filled_and_few_rows_are_faded() -> None:
    figure = coefficients_figure(coefficients_info(ESTIMATES, STYLE))
    many, few = figure.data[:2]
    assert many.marker.color != ("rgba(0,0,0,0)",)
    assert few.marker.color == ("rgba(0,0,0,0)",)
    assert many.marker.line.color != few.marker.line.color
    assert figure.layout.yaxis.ticktext[:2] == ("<b>Overall</b>", "&lt;i&gt;Edema")


def test_a_value_beyond_the_axis_is_an_arrow_at_its_edge() -> None:
    far = ESTIMATES[:2].assign(value=[0.4, -30.0])
    info = coefficients_info(far, STYLE)
    few = coefficients_figure(info).data[1]
    assert info.columns[0].limit == pytest.approx(1.35)
    assert few.x[0] == pytest.approx(-0.96 * 1.35)
    assert few.marker.symbol == ("triangle-left",)
    assert "-30.000" in few.hovertext[0]


def test_slope_and_correlation_are_told_apart() -> None:
    both = ESTIMATES[:1].assign(driver="probability")
    info = coefficients_info(pd.concat([both, both.assign(kind="spearman")]), STYLE)
    assert [column.title for column in info.columns] == ["Probability, slope", "Probability, Spearman's rho"]


def test_no_estimate_gives_an_empty_figure() -> None:
    assert len(coefficients_figure(coefficients_info(ESTIMATES[:0], STYLE)).data) == 0


POINTS = pd.DataFrame(
    {"case_id": ["a", "b", "c"], "pathology": "Edema", "x": [0.1, 0.2, 0.3], "y": [0.0, 1.0, 1.0]},
)


def test_points_open_their_case_over_line_and_band() -> None:
    info = driver_points_info(POINTS, fitted_band(POINTS), "area_ratio", "IoU of <b>", STYLE, is_hit=False)
    assert info.y == [0.0, 1.0, 1.0]
    assert "area 10.00%" in info.text[0]
    assert "IoU of &lt;b&gt; 0" in info.text[0]
    band, line, points = driver_points_figure(info).data
    assert len(band.x) == 2 * len(line.x)
    assert list(points.customdata) == ["a", "b", "c"]


def test_hits_are_spread_but_stay_by_their_number() -> None:
    info = driver_points_info(POINTS, fitted_band(POINTS[:2]), "area_ratio", "Hit", STYLE, is_hit=True)
    assert np.abs(np.array(info.y) - POINTS["y"].to_numpy()).max() < 0.1
    assert len({y % 1 for y in info.y}) == 3
    assert len(driver_points_figure(info).data) == 1  # two points fit no line
