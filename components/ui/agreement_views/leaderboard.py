"""Models ranked against the reference, each with its paired difference to the best."""

from __future__ import annotations

import dataclasses

import streamlit as st

from components.figures.differences import leaderboard_info
from components.figures.intervals import FEW_CASES, intervals_figure
from components.figures.panel import Panel
from components.tables.paired import BOARD_MEASURES, leaderboard_table
from components.ui import panel
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show the ranks of two or more models, or say what is missing."""
    models = tuple(one for one in chosen.compared if one.source.role == "model")
    if len(models) < 2:
        st.info(
            "A leaderboard needs two models or more among the sources compared. Further models appear when their masks "
            "lie beside the release's as `<name>_segmentations_<split>.json`."
        )
        return []
    measure = chosen.measure if chosen.measure in BOARD_MEASURES else "iou"
    of_models = dataclasses.replace(chosen, compared=models, measure=measure)
    table = leaderboard_table(of_models.estimates(with_hits=True), chosen.dataset.pathologies, measure)
    words = of_models.words
    shown = Panel(
        f"Leaderboard by {words.short} against {chosen.reference.label}",
        f"Each mark is a model's {words.long} with its 95 % interval, the average over the pathologies first; "
        f"intervals over fewer than {FEW_CASES} cases are faded. In the table, the difference to the best of a "
        "pathology has its own interval from the same resamples: one that spans 0 does not tell the two apart.",
        intervals_figure(leaderboard_info(table, measure, chosen.styles, chosen.labels, words.long)),
        table.assign(source=table["source"].map(chosen.labels)),
        f"leaderboard_{measure}_{of_models.name}",
        f"{words.long} of each model with interval, one row a pathology.",
    )
    panel.show(shown)
    return [shown]
