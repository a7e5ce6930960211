"""Distribution, scatter, areas, presence, confusion and small masks as data."""

from __future__ import annotations

import numpy as np
import pandas as pd

from components.figures.case_points import bland_altman_info, case_points_figure, scatter_info
from components.figures.counts import confusion_figure, confusion_info, presence_figure, presence_info
from components.figures.curves import curves_figure, smallest_info
from components.figures.spread import spread_figure, spread_info
from components.figures.theme import source_styles
from components.tables.confusion import NOTHING
from components.tables.pair_cases import distribution_table
from tests.sets import GROUND_TRUTH, MODEL

STYLES = source_styles([GROUND_TRUTH, MODEL])
LABELS = {"gt": "Ground truth", "model": "<i>x</i>"}
NAMES = ("Edema", "Nodule")
CASES = pd.DataFrame(
    {
        "case_id": ["a", "b", "a"],
        "pathology": ["Edema", "Edema", "Nodule"],
        "value": [0.0, 0.5, np.nan],
        "share_a": [0.1, 0.2, 0.0],
        "share_b": [0.0, 0.3, 0.0],
    }
)
NO_CASES = CASES.iloc[:0]


def test_spread_has_a_point_a_scored_case_and_says_how_many_are_zero() -> None:
    info = spread_info({"model": CASES}, {"model": distribution_table(CASES, NAMES)}, NAMES, LABELS, STYLES, "IoU")
    assert info.rows.series[0].case_id == ["a", "b"]
    assert info.zeros == ((0.0, "50% at 0"),)
    figure = spread_figure(info)
    assert list(figure.data[1].customdata) == ["a", "b"]
    assert figure.layout.yaxis2.ticktext == ("50% at 0",)


def test_spread_of_nothing_keeps_its_axes() -> None:
    tables = {"model": distribution_table(NO_CASES, NAMES)}
    figure = spread_figure(spread_info({"model": NO_CASES}, tables, NAMES, LABELS, STYLES, "IoU"))
    assert figure.layout.xaxis.title.text == "IoU"


def test_scatter_opens_cases_and_has_a_diagonal() -> None:
    table = pd.DataFrame({"case_id": ["a"], "pathology": ["Edema"], "first": [0.5], "second": [0.25]})
    info = scatter_info(table, "Benchmark", "<i>x</i>", "IoU")
    figure = case_points_figure(info)
    assert (info.x, info.y, info.case_id) == ([0.5], [0.25], ["a"])
    assert "&lt;i&gt;x&lt;/i&gt; 0.250" in info.text[0]
    assert (figure.layout.shapes[0].x1, figure.layout.shapes[0].y1) == (1, 1)
    assert case_points_figure(scatter_info(table.iloc[:0], "a", "b", "IoU")).layout.yaxis.title.text == "IoU of b"


def test_areas_leave_out_both_empty_and_draw_only_known_limits() -> None:
    info = bland_altman_info(CASES, pd.Series({"bias": 0.0, "lower": np.nan, "upper": 0.2}), "gt", "model")
    np.testing.assert_allclose(info.x, [0.05, 0.25])
    np.testing.assert_allclose(info.y, [-0.1, 0.1])
    assert [line.value for line in info.lines] == [0.0, 0.2]
    assert len(case_points_figure(info).layout.shapes) == 2


def test_presence_parts_add_up_and_kappa_may_be_undefined() -> None:
    table = pd.DataFrame(
        {
            "pathology": NAMES,
            "n": [10, 10],
            "both": [4, 0],
            "only_a": [1, 0],
            "only_b": [2, 0],
            "neither": [3, 10],
            "kappa": [0.4, np.nan],
            "kappa_lower": [0.1, np.nan],
            "kappa_upper": [0.7, np.nan],
        }
    )
    info = presence_info(table, ("Ground truth", "<i>x</i>"), (STYLES["gt"], STYLES["model"]))
    assert [part.n for part in info.parts] == [[4, 0], [1, 0], [2, 0], [3, 10]]
    assert "4 of 10<br>κ 0.40 (0.10 to 0.70)" in info.parts[0].text[0]
    assert "κ undefined" in info.parts[0].text[1]
    figure = presence_figure(info)
    assert figure.data[2].name == "only &lt;i&gt;x&lt;/i&gt;"
    assert figure.layout.yaxis2.ticktext == ("κ 0.40", "κ –")


def test_confusion_shares_are_of_the_row_and_an_empty_row_is_blank() -> None:
    table = pd.DataFrame([[3, 1, 0], [0, 0, 0]], index=list(NAMES), columns=[*NAMES, NOTHING])
    info = confusion_info(table, "Ground truth", "model")
    np.testing.assert_array_equal(info.share, [[0.75, 0.25, 0.0], [np.nan] * 3])
    heat, *numbers = confusion_figure(info).data
    assert heat.hovertext[0][1] == "Edema<br>overlaps most: Nodule<br>1 of 4 masks"
    assert sorted(text for trace in numbers for text in trace.text) == ["1", "3"]


def test_small_masks_have_a_line_a_source_without_what_is_missing() -> None:
    table = pd.DataFrame(
        {"pathology": ["Edema"] * 2, "min_share": [0.0, 0.01], "n": [5, 0], "mean": [0.5, np.nan]},
    )
    info = smallest_info({"model": table}, "Edema", LABELS, STYLES, "IoU")
    assert info.limits == ("0.00%", "1.00%")
    assert (info.curves[0].limit, info.curves[0].mean) == (["0.00%"], [0.5])
    assert curves_figure(info).data[0].name == "&lt;i&gt;x&lt;/i&gt;"
