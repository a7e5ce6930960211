"""What the smallest mask that counts does to the mean."""

from __future__ import annotations

import streamlit as st

from components.figures.curves import curves_figure, smallest_info
from components.figures.panel import Panel
from components.tables.pair_cases import joined_tables, smallest_table
from components.ui import panel
from components.ui.agreement_views.choices import one_of
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show the mean of a pathology while ever larger masks count as empty."""
    measure, words = chosen.overlap_measure
    tables = {key: smallest_table(found, measure) for key, found in chosen.comparisons().items()}
    scored = {name for table in tables.values() for name in table.loc[table["n"] > 0, "pathology"]}
    names = [name for name in chosen.dataset.pathologies if name in scored]
    if not names:
        st.info("No case is scored, so the size of the masks changes nothing.")
        return []
    pathology = one_of("Pathology", names, "of")
    table = joined_tables(tables, chosen.labels, names)
    shown = Panel(
        f"{words} of {pathology} against the smallest mask counted",
        "Going right, masks below that share of the image count as empty, in every source. A flat line means that the "
        "mean does not hang on tiny masks; hover says how many cases are still scored.",
        curves_figure(smallest_info(tables, pathology, chosen.labels, chosen.styles, words)),
        table[table["pathology"] == pathology],
        f"smallest_{measure}_{chosen.name}",
        f"Mean {words} of {pathology} against the smallest mask counted, one line a source.",
    )
    panel.show(shown)
    return [shown]
