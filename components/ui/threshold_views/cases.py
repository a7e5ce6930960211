"""What a threshold does to each single case of a pathology."""

from __future__ import annotations

import streamlit as st

from components.figures.curve_panels import curve_panels_figure, threshold_info
from components.figures.spread import spread_figure
from components.figures.threshold_cases import strip_info
from components.tables.tuning import cases_at
from components.ui import explained_chart, panel
from components.ui.threshold_views.selection import KEPT, Selection, choose_pathology
from components.ui.threshold_views.words import CASES_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection) -> None:
    """Show the curve of one pathology, and the IoU of its cases at the threshold chosen on it."""
    left, right = st.columns([2, 3], gap="medium")
    with left:
        pathology = choose_pathology(selection.pathologies)
        at = float(st.slider("Threshold", 0.0, 1.0, 0.5, 0.01, key="threshold", **KEPT))
        rule = selection.rules[selection.rules["pathology"] == pathology]
        if not rule["n"].iloc[0]:
            st.info(f"No case with a heat map has {pathology} in the ground truth, so there is no overlap to show.")
            return
        info = threshold_info(selection.curves, rule, selection.published, selection.style, at)
        name = selection.name("threshold_curve")
        explained_chart.show(
            curve_panels_figure(info),
            name,
            f"Mean IoU of {pathology} against the threshold, with the chosen threshold as a line.",
            "The curve is the mean IoU of the masks that each threshold gives. The dotted line is the chosen one; "
            "the circle is the tuned one, the diamond Otsu's.",
            selection.curves[selection.curves["pathology"] == pathology],
            f"{name}.csv",
        )
    tuned = float(rule["tuned"].iloc[0])
    cases = cases_at(selection.sweep.of(pathology), at, tuned)
    with right:
        shown = WordedPanel(
            f"Single cases of {pathology}",
            f"Each point is one case: its IoU with {selection.truth.label} at the chosen threshold, at the tuned "
            "one, and by Otsu's rule; a click opens it. The box spans the middle half of the cases, its line is the "
            "median; the number at the right is the mean.",
            spread_figure(strip_info(cases, at, tuned, selection.maps.label, selection.style)),
            cases.drop(columns="pathology"),
            selection.name("threshold_cases"),
            f"IoU of every case of {pathology} under three rules, one point a case.",
            opens_cases=True,
            own_words=CASES_WORDS,
        )
        panel.show(shown)
