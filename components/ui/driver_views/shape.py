"""How the shape of a finding goes with agreement."""

from __future__ import annotations

import streamlit as st

from components.figures.coefficients import coefficients_figure, coefficients_info
from components.tables.driver_rows import shape_estimates
from components.ui import panel
from components.ui.driver_views import points
from components.ui.driver_views.selection import Selection
from components.ui.driver_views.words import ESTIMATE_WORDS, worded
from components.ui.worded_panel import WordedPanel


def show(selection: Selection, outcome: str, words: str) -> None:
    """Show the slopes of the four features, and the points behind one."""
    rows = selection.shape_rows(outcome)
    if rows[outcome].notna().sum() < 2:
        st.info(f"Fewer than two drawn findings have a value of “{words}”, so no line can be fitted.")
        return
    names = [name for name in selection.dataset.pathologies if (rows["pathology"] == name).any()]
    estimates = shape_estimates(rows, outcome, names)
    shown = WordedPanel(
        f"{words}: what goes with the shape of the finding",
        f"Each mark is the change of “{words}” from the lowest to the highest value of a feature of the ground truth, "
        "by least squares on that feature alone, with its 95 % interval; bold are all pathologies together, as in the "
        "paper. Filled marks with stars differ from 0 after Bonferroni's correction for four features (* 0.05, "
        "** 0.01, *** 0.001), faded ones rest on few rows, an arrow at the edge stands for a value beyond it, and a "
        "row without a mark has too few findings or all alike.",
        coefficients_figure(coefficients_info(estimates, selection.style)),
        worded(estimates),
        selection.name(f"regression_features_{outcome}"),
        f"Coefficients of four shape features on {words}, one row a pathology.",
        own_words=ESTIMATE_WORDS,
    )
    panel.show(shown)
    points.show(selection, rows, estimates, outcome, words)
