"""What a probability cut-off does to the cases of one pathology."""

from __future__ import annotations

import streamlit as st

from components.figures.threshold_cases import counts_figure, counts_info, probability_figure, probability_info
from components.tables.tuning import cases_by_probability, cutoff_curves, tuned_cutoffs
from components.ui import explained_chart, panel
from components.ui.threshold_views.selection import KEPT, Selection, choose_pathology
from components.ui.threshold_views.words import PROBABILITY_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection) -> None:
    """Show the counts at every cut-off, and the cases by their probability."""
    left, right = st.columns([2, 3], gap="medium")
    with left:
        pathology = choose_pathology(selection.pathologies)
        at = float(st.slider("Probability cut-off", 0.0, 1.0, 0.5, 0.01, key="cutoff", **KEPT))
    part = selection.sweep.of(pathology)
    cases = cases_by_probability(part)
    if cases.empty:
        st.info(f"No case of {pathology} has a probability and a mask of either, so there is nothing to cut off.")
        return
    with left:
        tuned = tuned_cutoffs(part, [pathology]).get(pathology)
        counts, name = cutoff_curves(part, [pathology]), selection.name("cutoff_counts")
        explained_chart.show(
            counts_figure(counts_info(counts, at)),
            name,
            f"How many cases of {pathology} are both drawn, missed, false alarms or both empty at each cut-off.",
            "The bands count the cases at each cut-off: a higher one turns false alarms into empty masks, and drawn "
            f"findings into missed ones. The dotted line is the chosen cut-off; the tuned one is {tuned}.",
            counts,
            f"{name}.csv",
        )
    with right:
        shown = WordedPanel(
            f"Single cases of {pathology}",
            "Each point is one case: the model's probability, and the IoU of its Otsu mask with "
            f"{selection.truth.label}; a click opens it. Hollow points are not above the chosen cut-off, "
            "which empties their mask.",
            probability_figure(probability_info(cases, at, selection.style)),
            cases.drop(columns="pathology"),
            selection.name("cutoff_cases"),
            f"IoU against the model's probability, one point a case of {pathology}.",
            opens_cases=True,
            own_words=PROBABILITY_WORDS,
        )
        panel.show(shown)
