"""The tuning tables as files, and the masks they give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

from components.tables.segmenting import Rule
from components.tables.sweep import Sweep
from components.tables.tuning import cutoff_table, tuned_cutoffs, tuned_table
from components.ui.threshold_views import masks
from components.ui.threshold_views.selection import KEPT, Selection

_RULES = {"tuned": "Tuned thresholds", "otsu": "Otsu"}


def show(selection: Selection) -> None:
    """Offer the two tables as the command line writes them, and the segmentations JSON, made when clicked."""
    names = selection.truth.pathologies
    st.subheader("Tuning tables")
    cases = "the filtered cases" if selection.is_filtered else "all cases of the split"
    st.caption(
        f"As `cli.py tune-thresholds` and `tune-cutoffs` write them, from {cases}; `segment-heatmaps` reads both."
    )
    with st.container(horizontal=True):
        for name, table in (("tuning_results", tuned_table), ("probability_tuning_results", cutoff_table)):
            st.download_button(
                f"{name}.csv",
                partial(_csv, table, selection.sweep, names),
                file_name=f"{name}.csv",
                mime="text/csv",
                on_click="ignore",
                icon=":material/download:",
                key=f"export_{name}",
            )
    st.subheader("Masks")
    st.caption("Every heat map of the split as a mask, in the official format; opens here as a model's segmentations.")
    rule_name = st.segmented_control(
        "Mask", list(_RULES), default="tuned", required=True, format_func=lambda name: _RULES[name], key="mask", **KEPT
    )
    cut = st.toggle("Empty masks below the tuned probability cut-off", key="cut", **KEPT)
    tuned = tuned_table(selection.sweep, names)
    threshold_of = dict(zip(tuned["task"], tuned["threshold"], strict=True)) if rule_name == "tuned" else {}
    cutoff_of = tuned_cutoffs(selection.sweep, names) if cut else {}
    masks.show(selection.dataset, selection.maps, Rule(threshold_of, cutoff_of))


def _csv(table: Callable[[Sweep, Sequence[str]], pd.DataFrame], sweep: Sweep, names: Sequence[str]) -> str:
    return table(sweep, names).to_csv(index=False)
