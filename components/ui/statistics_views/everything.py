"""Every number of the page in one table."""

from __future__ import annotations

import streamlit as st

from components.tables.statistics import full_table
from components.ui import summary_table
from components.ui.statistics_views import columns
from components.ui.statistics_views.selection import Selection


def show(selection: Selection) -> None:
    """Show one row a pathology and source."""
    table = full_table(
        selection.masks(), selection.shapes(), selection.dataset.labels, selection.cases, selection.pathologies
    )
    if table.empty:
        st.info("No case is chosen, so there is nothing to list.")
        return
    summary_table.show_table(
        selection.named(table), selection.file_name("statistics"), columns.of(map(str, table.columns))
    )
    st.caption(
        "One row a pathology and source; a click on a title sorts. Medians and quartiles are over the masks that are "
        "not empty, and a dash stands where there is none."
    )
