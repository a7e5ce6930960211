"""The agreement figure: points, means and intervals as data."""

from __future__ import annotations

import numpy as np
import pandas as pd

from components.figures.intervals import FEW_CASES, agreement_figure, agreement_info
from components.figures.theme import source_styles
from tests.sets import MODEL

STYLE = source_styles([MODEL])["model"]
PAIRS = pd.DataFrame(
    {"case_id": ["a", "b", "c"], "pathology": ["Edema", "Edema", "Nodule"], "iou": [0.2, 0.4, np.nan]},
)


def _summary(n: int, lower: float = 0.2, upper: float = 0.4) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "pathology": ["Edema", "Nodule"],
            "mean_iou": [0.3, np.nan],
            "lower": [lower, np.nan],
            "upper": [upper, np.nan],
            "n": [n, 0],
        }
    )


def test_points_are_the_scored_cases() -> None:
    info = agreement_info(PAIRS, _summary(2), ["Edema", "Nodule"], "gt against model", STYLE)
    assert info.rows.series[0].value == [0.2, 0.4]
    assert info.rows.series[0].case_id == ["a", "b"]
    assert [mean.mean for mean in info.means] == [0.3]


def test_few_cases_fade_the_interval_and_say_so() -> None:
    few = agreement_figure(agreement_info(PAIRS, _summary(FEW_CASES - 1), ["Edema"], "x", STYLE)).data[1]
    many = agreement_figure(agreement_info(PAIRS, _summary(FEW_CASES), ["Edema"], "x", STYLE)).data[1]
    assert few.marker.color != many.marker.color
    assert f"fewer than {FEW_CASES}" in few.hovertext[0]
    assert "fewer" not in many.hovertext[0]


def test_interval_reaches_from_lower_to_upper() -> None:
    trace = agreement_figure(agreement_info(PAIRS, _summary(60, 0.1, 0.6), ["Edema"], "x", STYLE)).data[1]
    np.testing.assert_allclose(
        [trace.x[0] - trace.error_x.arrayminus[0], trace.x[0] + trace.error_x.array[0]], [0.1, 0.6]
    )


def test_bounds_that_do_not_exist_are_named() -> None:
    info = agreement_info(PAIRS, _summary(1, 0.2, np.nan), ["Edema"], "x", STYLE)
    assert "too few cases" in info.means[0].text


def test_nothing_scored_gives_an_empty_figure_with_its_axes() -> None:
    figure = agreement_figure(agreement_info(PAIRS.iloc[2:], _summary(0).iloc[1:], ["Nodule"], "x", STYLE))
    assert all(not len(trace.x) for trace in figure.data)
    assert "IoU" in figure.layout.xaxis.title.text
