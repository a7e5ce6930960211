"""How the measure spreads over the cases of each pathology."""

from __future__ import annotations

import streamlit as st

from components.figures.panel import Panel
from components.figures.spread import spread_figure, spread_info
from components.tables.pair_cases import distribution_table, joined_tables
from components.ui import panel
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show a box over its points a source and pathology, and the share of zeros."""
    if chosen.measure == "hit":
        st.info("A hit is yes or no, so it has no distribution; choose another measure.")
        return []
    names = chosen.dataset.pathologies
    cases = chosen.case_values()
    tables = {key: distribution_table(values, names) for key, values in cases.items()}
    if not any(table["n"].any() for table in tables.values()):
        st.info("No case is scored, so there is no distribution to show.")
        return []
    shown = Panel(
        f"Distribution of {chosen.words.short} against {chosen.reference.label}",
        f"Each point is {chosen.words.of_case} on one case, and a click opens it. The box spans the middle half of the "
        "cases with the median as its line; the words at the right say how many cases score exactly 0.",
        spread_figure(spread_info(cases, tables, names, chosen.labels, chosen.styles, chosen.words.long)),
        joined_tables(tables, chosen.labels, names),
        f"distribution_{chosen.measure}_{chosen.name}",
        f"{chosen.words.long} of every case: one row a pathology, one box a source.",
        opens_cases=True,
    )
    panel.show(shown)
    return [shown]
