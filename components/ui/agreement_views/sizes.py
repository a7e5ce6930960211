"""Agreement by the size of the reference mask."""

from __future__ import annotations

import streamlit as st

from components.figures.differences import strata_info
from components.figures.intervals import FEW_CASES, intervals_figure
from components.figures.panel import Panel
from components.tables.areas import strata_table
from components.ui import panel
from components.ui.agreement_views.choices import choose_source
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show IoU or Dice in thirds of the reference's area."""
    measure, words = chosen.overlap_measure
    key = choose_source(chosen)
    table = strata_table(chosen.comparisons()[key])
    if not table["n"].any():
        st.info("No case with a reference mask is scored, so there is nothing to part by size.")
        return []
    shown = Panel(
        f"{words} of {chosen.labels[key]} by size of the mask of {chosen.reference.label}",
        "The cases of each pathology are parted in thirds by the share of the image that the reference mask covers: "
        "small, medium, large marks, each with its 95 % interval. Larger areas overlap more easily, so a low mean may "
        f"only say that the findings are small; intervals over fewer than {FEW_CASES} cases are faded.",
        intervals_figure(strata_info(table, measure, chosen.labels[key], chosen.styles[key], f"Mean {words}")),
        table,
        f"sizes_{chosen.split}_{chosen.reference.key}_{key}",
        f"Mean {words} in thirds of the reference mask's size, one row a pathology.",
    )
    panel.show(shown)
    return [shown]
