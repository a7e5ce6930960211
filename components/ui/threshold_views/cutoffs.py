"""What emptying the masks of improbable findings does, on full data."""

from __future__ import annotations

import streamlit as st

from components.figures.curve_panels import curve_panels_figure, cutoff_info
from components.tables.tuning import cutoff_curves, tuned_cutoffs
from components.ui import panel
from components.ui.threshold_views.selection import Selection
from components.ui.threshold_views.words import CUTOFF_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection) -> None:
    """Show the curves and counts, or say that there are no probabilities."""
    n_without = int(selection.sweep.maps["probability"].isna().sum())
    if n_without == len(selection.sweep.maps):
        st.info("No heat map comes with a probability of the model, so there is nothing to cut off.")
        return
    table = cutoff_curves(selection.sweep, selection.pathologies)
    tuned = tuned_cutoffs(selection.sweep, selection.pathologies)
    note = f" {n_without:,} heat maps without a probability are left out." if n_without else ""
    shown = WordedPanel(
        "Mean IoU at every probability cut-off",
        "Otsu's mask is kept where the model's probability is above the cut-off, and emptied elsewhere; the curve is "
        "the mean IoU on full data, in which a mask that only one of the two drew scores 0. The circle is the best of "
        f"the cut-offs that the paper tries, and the table counts what each cut-off causes.{note}",
        curve_panels_figure(cutoff_info(table, tuned, selection.pathologies, selection.style)),
        table,
        selection.name("cutoffs"),
        "Mean IoU on full data against the probability cut-off, one small curve a pathology.",
        own_words=CUTOFF_WORDS,
    )
    panel.show(shown)
