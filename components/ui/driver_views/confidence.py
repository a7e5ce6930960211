"""How the model's confidence goes with agreement."""

from __future__ import annotations

import streamlit as st

from components.figures.coefficients import coefficients_figure, coefficients_info
from components.tables.driver_rows import confidence_estimates
from components.ui import panel
from components.ui.driver_views import points
from components.ui.driver_views.selection import Selection
from components.ui.driver_views.words import ESTIMATE_WORDS, worded
from components.ui.worded_panel import WordedPanel


def show(selection: Selection, outcome: str, words: str) -> None:
    """Show slope and rank correlation, and the points behind them."""
    if not selection.model.has_heatmaps and selection.model.probability_records is None:
        st.info(f"{selection.model.label} has no probabilities: neither heat maps that hold them nor a table.")
        return
    rows = selection.confidence_rows(outcome)
    if rows[outcome].notna().sum() < 2:
        st.info(f"Fewer than two cases have a probability and a value of “{words}”, so no line can be fitted.")
        return
    names = [name for name in selection.dataset.pathologies if (rows["pathology"] == name).any()]
    estimates = confidence_estimates(rows, outcome, names)
    shown = WordedPanel(
        f"{words}: what goes with the confidence of the model",
        f"On the left the change of “{words}” from a probability of 0 to one of 1 by least squares, on the right "
        "Spearman's rank correlation of the two, each with its 95 % interval (Fisher's for the correlation); an IoU is "
        "on full data. Filled marks with stars differ from 0 (* 0.05, ** 0.01, *** 0.001, one test each), faded ones "
        "rest on few rows, and an arrow at the edge stands for a value beyond it.",
        coefficients_figure(coefficients_info(estimates, selection.style)),
        worded(estimates),
        selection.name(f"regression_modelprob_{outcome}"),
        f"Slope and rank correlation of the model's probability with {words}, one row a pathology.",
        own_words=ESTIMATE_WORDS,
    )
    panel.show(shown)
    points.show(selection, rows, estimates, outcome, words)
