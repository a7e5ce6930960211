"""The figures of the Thresholds page as data: curves, marks, and single cases."""

from __future__ import annotations

import numpy as np
import pandas as pd

from components.figures.curve_panels import curve_panels_figure, cutoff_info, pixel_info, threshold_info
from components.figures.spread import spread_figure
from components.figures.theme import source_styles
from components.figures.threshold_cases import (
    counts_figure,
    counts_info,
    probability_figure,
    probability_info,
    strip_info,
)
from tests.sets import MODEL

STYLE = source_styles([MODEL])["model"]
CURVES = pd.DataFrame(
    {
        "pathology": ["<b>Edema"] * 3,
        "threshold": [0.0, 0.5, 1.0],
        "mean_iou": [0.2, 0.4, np.nan],
        "n": [3, 3, 0],
        "precision": [0.1, 0.5, np.nan],
        "recall": [1.0, 0.6, 0.0],
    }
)
RULES = pd.DataFrame(
    {
        "pathology": ["<b>Edema", "Nodule"],
        "n": [3, 0],
        "tuned": [0.5, np.nan],
        "tuned_iou": [0.4, np.nan],
        "otsu_low": [0.2, np.nan],
        "otsu_median": [0.3, np.nan],
        "otsu_high": [0.35, np.nan],
        "otsu_iou": [0.35, np.nan],
        "hit_rate": [2 / 3, np.nan],
    }
)
PUBLISHED = pd.DataFrame(
    {
        "kind": ["published"],
        "pathology": ["<b>Edema"],
        "value": [0.25],
        "stage": ["published"],
        "reference": ["A & B 2022"],
    }
)


def test_threshold_curve_and_its_marks() -> None:
    info = threshold_info(CURVES, RULES, PUBLISHED, STYLE)
    drawn, empty = info.panels
    assert (drawn.x, drawn.y) == ([0.0, 0.5], [0.2, 0.4])
    assert [(mark.kind, mark.x, mark.y) for mark in drawn.marks] == [
        ("tuned", 0.5, 0.4),
        ("Otsu", 0.3, 0.35),
        ("published", 0.25, 0.30000000000000004),  # on the curve, between its points
    ]
    assert "A &amp; B 2022" in drawn.marks[2].text
    assert (empty.x, empty.marks) == ([], ())


def test_panels_have_titles_one_legend_and_no_markup_from_files() -> None:
    figure = curve_panels_figure(threshold_info(CURVES, RULES, PUBLISHED[:0], STYLE, 0.7))
    *titles, below = [title.text for title in figure.layout.annotations]
    assert titles == ["&lt;b&gt;Edema<br>n = 3", "Nodule<br>n = 0"]
    assert below == "Threshold of the normalised heat map"  # once, below them all: panels are narrower than it is
    assert [trace.name for trace in figure.data if trace.showlegend] == ["tuned", "Otsu"]
    assert {shape.x0 for shape in figure.layout.shapes} == {0.7}


def test_no_pathology_gives_an_empty_figure() -> None:
    figure = curve_panels_figure(threshold_info(CURVES[:0], RULES[:0], PUBLISHED[:0], STYLE))
    assert len(figure.data) == 0
    assert "Threshold of the normalised heat map" in [title.text for title in figure.layout.annotations]


def test_precision_against_recall_with_the_hit_rate() -> None:
    drawn, empty = pixel_info(CURVES, RULES, STYLE).panels
    assert (drawn.x, drawn.y) == ([1.0, 0.6], [0.1, 0.5])
    assert drawn.note == "hit rate 67% of 3"
    assert [(mark.x, mark.y) for mark in drawn.marks] == [(0.6, 0.5)]
    assert empty.note == "no case to hit"


OUTCOMES = pd.DataFrame(
    {
        "pathology": "Edema",
        "cutoff": [0.0, 0.5],
        "mean_iou": [0.2, 0.3],
        "scored": [2, 1],
        "missed": [0, 1],
        "false_alarm": [1, 0],
        "both_empty": [0, 1],
    }
)


def test_cutoffs_and_their_counts() -> None:
    (panel,) = cutoff_info(OUTCOMES, {"Edema": 0.5}, ["Edema"], STYLE).panels
    assert [(mark.x, mark.y) for mark in panel.marks] == [(0.5, 0.3)]
    assert "both drew 1, missed 1, false alarm 0, both empty 1" in panel.text[1]
    info = counts_info(OUTCOMES, 0.4)
    assert {label: counts for label, _, counts in info.counts}["missed"] == [0, 1]
    assert all(trace.stackgroup == "outcomes" for trace in counts_figure(info).data)


def test_single_cases_open_themselves() -> None:
    cases = pd.DataFrame(
        {
            "case_id": ["a", "b"],
            "pathology": "Edema",
            "chosen": [0.2, np.nan],
            "tuned": [0.3, 0.4],
            "otsu": [0.1, 0.5],
        }
    )
    info = strip_info(cases, 0.55, 0.4, "A model", STYLE)
    assert info.rows.pathologies == ("Chosen, 0.55", "Tuned, 0.4", "Otsu, its own")
    assert info.rows.series[0].case_id == ["a", "a", "b", "a", "b"]
    assert info.zeros[0] == (0.0, "mean 0.200")
    assert list(spread_figure(info).data[1].customdata) == ["a", "a", "b", "a", "b"]


def test_a_cutoff_empties_what_is_left_of_it() -> None:
    cases = pd.DataFrame(
        {
            "case_id": ["a", "b", "c"],
            "pathology": "Edema",
            "probability": [0.2, 0.5, 0.9],
            "iou": [0.4, 0.3, 0.0],
            "has_truth": [True, True, False],
        }
    )
    info = probability_info(cases, 0.5, STYLE)
    assert [series.case_id for series in info.series] == [["a", "b"], ["c"]]
    drawn, alarm = probability_figure(info).data
    assert len(set(drawn.marker.color)) == 1  # at the cut-off itself a mask is emptied, as in the paper's tuning
    assert alarm.marker.color[0] != alarm.marker.line.color
    assert "kept at 0.50" in info.series[1].text[0]
