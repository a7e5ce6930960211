"""Whether the sources drew a pathology at all."""

from __future__ import annotations

import streamlit as st

from components.figures.counts import presence_figure, presence_info
from components.figures.panel import Panel
from components.tables.presence import presence_alpha, presence_table
from components.ui import panel
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show a two-by-two table as a bar a pathology for each source, and alpha where there are three or more."""
    shown = []
    comparisons = chosen.comparisons()
    for one in chosen.compared:
        table = presence_table(comparisons[one.key])
        if not table["n"].any():
            st.info(f"No case is listed by both {chosen.reference.label} and {one.label}.")
            continue
        labels = chosen.reference.label, one.label
        styles = chosen.styles[chosen.reference.key], chosen.styles[one.key]
        shown.append(
            Panel(
                f"Did {labels[0]} and {labels[1]} draw it at all",
                "Each bar parts the cases by who drew the pathology, whatever the place and size: grey where both say "
                "the same, in colour where one drew alone. Cohen's kappa at its end is 1 for full agreement and 0 for "
                "that of chance.",
                presence_figure(presence_info(table, labels, styles)),
                table,
                f"presence_{chosen.split}_{chosen.reference.key}_{one.key}",
                f"Cases by who drew each pathology, {labels[0]} and {labels[1]}.",
                {"only_a": f"Only {labels[0]}", "only_b": f"Only {labels[1]}"},
            )
        )
    if len(chosen.compared) > 1 and comparisons:
        rows = next(iter(comparisons.values())).grid.case_ids
        shown.append(
            Panel(
                "All sources at once",
                "Krippendorff's alpha says how far all sources shown agree on whether a pathology is there; 1 is full "
                "agreement, 0 that of chance. It is empty where all always say the same one thing.",
                None,
                presence_alpha([chosen.reference, *chosen.compared], rows),
                f"alpha_{chosen.name}",
            )
        )
    for one_panel in shown:
        panel.show(one_panel)
    return shown
