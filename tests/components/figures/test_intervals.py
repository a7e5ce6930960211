"""Means, intervals, cases and reference values as data."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from components.figures.differences import difference_info, leaderboard_info, strata_info
from components.figures.intervals import FEW_CASES, IntervalsInfo, agreement_info, intervals_figure, lanes
from components.figures.theme import source_styles
from data_access.published import VALUE_COLUMNS
from tests.sets import BENCHMARK, MODEL

STYLES = source_styles([BENCHMARK, MODEL])
LABELS = {"hb": "Benchmark", "model": "A <b>model</b>"}
NAMES = ("Edema", "Nodule")
CASES = pd.DataFrame(
    {"case_id": ["a", "b", "c"], "pathology": ["Edema", "Edema", "Nodule"], "value": [0.2, 0.4, np.nan]}
)
NONE_PUBLISHED = pd.DataFrame(columns=list(VALUE_COLUMNS))


def table(n: int, lower: float = 0.2, upper: float = 0.4, measure: str = "iou") -> pd.DataFrame:
    cells = {measure: [0.3, np.nan], f"{measure}_lower": [lower, np.nan], f"{measure}_upper": [upper, np.nan]}
    return pd.DataFrame({"pathology": NAMES, "n": [n, 0], **cells})


def info(of_model: pd.DataFrame, measure: str = "iou", published: pd.DataFrame = NONE_PUBLISHED) -> IntervalsInfo:
    tables = {"hb": table(60), "model": of_model}
    return agreement_info(tables, {"model": CASES}, published, measure, NAMES, LABELS, STYLES, "IoU")


def test_points_are_the_scored_cases_in_the_lane_of_their_source() -> None:
    (points,) = info(table(2)).rows.series
    assert points.value == [0.2, 0.4]
    assert points.case_id == ["a", "b"]
    assert all(0 < row < 0.5 for row in points.row)  # the second of two lanes lies below the middle


def test_only_rows_with_a_value_have_a_mean_and_text_is_escaped() -> None:
    of_benchmark, of_model = info(table(2)).means
    assert [row.mean for row in of_model.rows] == [0.3]
    assert of_benchmark.rows[0].row < of_model.rows[0].row
    assert "A &lt;b&gt;model&lt;/b&gt;" in of_model.rows[0].text


def test_few_cases_fade_the_interval_and_say_so() -> None:
    few, many = (intervals_figure(info(table(n))).data[-1] for n in (FEW_CASES - 1, FEW_CASES))
    assert few.marker.color != many.marker.color
    assert f"fewer than {FEW_CASES}" in few.hovertext[0]
    assert "fewer" not in many.hovertext[0]
    assert few.showlegend
    assert f"n < {FEW_CASES}" in few.name


def test_interval_reaches_from_lower_to_upper() -> None:
    trace = intervals_figure(info(table(60, 0.1, 0.6))).data[-1]
    np.testing.assert_allclose(
        [trace.x[0] - trace.error_x.arrayminus[0], trace.x[0] + trace.error_x.array[0]], [0.1, 0.6]
    )


def test_bounds_that_do_not_exist_are_named() -> None:
    assert "too few cases" in info(table(1, 0.2, np.nan)).means[1].rows[0].text


def test_published_values_are_hollow_and_say_stage_and_reference() -> None:
    row = dict.fromkeys(VALUE_COLUMNS, np.nan) | {
        "pathology": "Edema", "source": "model", "value": 0.35, "ci_low": 0.3, "ci_high": 0.4, "n": 80,
        "stage": "preprint <stage>", "reference": "a notebook",
    }  # fmt: skip
    (mark,) = info(table(60), published=pd.DataFrame([row])).marks
    assert mark.value == 0.35
    assert mark.symbol.endswith("-open")
    assert all(words in mark.text for words in ("preprint &lt;stage&gt;", "a notebook", "0.300 to 0.400", "n = 80"))
    assert mark.row == info(table(60)).means[1].rows[0].row


def test_hit_rates_stand_beside_their_chance_level() -> None:
    hits = table(60, measure="hit").assign(n_hit=[60, 0], chance=[0.25, np.nan])
    found = info(hits, "hit")
    assert [mark.value for mark in found.marks] == [0.25]
    assert [one.label for one in found.means] == ["A <b>model</b>"]  # the benchmark points nowhere


def test_nothing_scored_gives_an_empty_figure_with_its_axes() -> None:
    empty = agreement_info(
        {"model": table(0).iloc[1:]}, {"model": CASES.iloc[2:]}, NONE_PUBLISHED, "iou", NAMES, LABELS, STYLES, "IoU"
    )
    figure = intervals_figure(empty)
    assert all(not len(trace.x) for trace in figure.data)
    assert "IoU" in figure.layout.xaxis.title.text


@pytest.mark.parametrize("n", [pytest.param(n, id=f"{n} lanes") for n in (1, 2, 3, 5)])
def test_lanes_stay_within_their_row(n: int) -> None:
    assert max(map(abs, lanes(n))) < 0.5
    assert sum(lanes(n)) == pytest.approx(0)


def test_differences_leave_out_what_is_infinite_and_count_the_smaller_n() -> None:
    rows = pd.DataFrame(
        {
            "pathology": ["Edema", "Nodule", "Average"],
            "n_first": pd.array([60, 70, pd.NA], "Int64"),
            "n_second": pd.array([40, 80, pd.NA], "Int64"),
            "pct": [12.5, -np.inf, 20.0],
            "pct_lower": [10.0, np.nan, 15.0],
            "pct_upper": [15.0, np.nan, 25.0],
        }
    )
    (series,) = difference_info(rows, "pct", "percent", STYLES["model"]).means
    assert [(row.mean, row.n) for row in series.rows] == [(12.5, 40), (20.0, 110)]
    figure = intervals_figure(difference_info(rows, "pct", "percent", STYLES["model"]), percent=True)
    assert figure.layout.shapes[-1].x0 == 0  # the line of no difference


def test_strata_and_ranks_have_a_lane_each() -> None:
    strata = pd.DataFrame(
        {"pathology": ["Edema"] * 3, "stratum": ["small", "medium", "large"], "n": [60] * 3, "iou": [0.1, 0.2, 0.3]}
    ).assign(iou_lower=0.0, iou_upper=1.0)
    sizes = strata_info(strata, "iou", "A model", STYLES["model"], "IoU").means
    assert [one.rows[0].mean for one in sizes] == [0.1, 0.2, 0.3]
    assert len({one.rows[0].row for one in sizes}) == len({one.size_px for one in sizes}) == 3
    board = pd.DataFrame({"pathology": ["Edema"] * 2, "source": ["model", "hb"], "n": [60] * 2, "iou": [0.5, 0.4]})
    ranks = leaderboard_info(board.assign(iou_lower=0.0, iou_upper=1.0), "iou", STYLES, LABELS, "IoU").means
    assert [one.label for one in ranks] == ["A <b>model</b>", "Benchmark"]
