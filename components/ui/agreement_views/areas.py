"""How much two sources draw, apart from where: Bland-Altman of the area shares."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures.case_points import bland_altman_info, case_points_figure
from components.figures.panel import Panel
from components.tables.areas import bland_altman_limits, bland_altman_table
from components.tables.pair_cases import case_values
from components.ui import panel
from components.ui.agreement_views.choices import choose_pathology, choose_source
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show the difference of the areas against their mean, with bias and limits."""
    left, right = st.columns(2)
    with left:
        key = choose_source(chosen)
    with right:
        pathology = choose_pathology(chosen)
    comparison = chosen.comparisons()[key]
    cases = case_values(comparison, "iou")
    if pathology is not None:
        cases = cases[cases["pathology"] == pathology]
    limits: pd.Series = bland_altman_limits(cases)
    if not limits["n"]:
        st.info("On no case is the area of a mask known and not 0, so there is nothing to show.")
        return []
    reference, label = chosen.reference.label, chosen.labels[key]
    shown = Panel(
        f"Areas of {label} and {reference}" + (f", {pathology}" if pathology else ""),
        f"Each point is one case: how much more of the image {label} covers than {reference}, against the mean of "
        "both; a click opens it. The line is the bias, 95 % of the differences lie between the dashed limits; a bias "
        f"off 0 is over- or under-drawing, whatever the place. Left out are {limits['n_excluded']:,} with both "
        "masks empty.",
        case_points_figure(bland_altman_info(cases, limits, reference, label)),
        bland_altman_table(comparison),
        f"areas_{chosen.split}_{chosen.reference.key}_{key}",
        f"Difference of the areas of {label} and {reference} against their mean, one point a case.",
        opens_cases=True,
    )
    panel.show(shown)
    return [shown]
