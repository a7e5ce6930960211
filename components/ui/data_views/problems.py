"""Every problem met in the files so far: filtered by what was done, split, source or any text; out as CSV."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.tables import inventory
from components.tables.problem_table import problem_table
from components.ui import state, summary_table
from components.ui.data_views import problem_choice
from data_access.dataset import Dataset

_OPENED = "problem_case_opened"
_COLUMNS: dict[str, Any] = {
    "action": "What was done",
    "case_id": st.column_config.ButtonColumn("Case", type="tertiary", key=_OPENED),
    "file": "File",
    "item": "Item",
    "expected": st.column_config.TextColumn("Expected", width="medium"),
    "found": st.column_config.TextColumn("Found", width="medium"),
    "split": "Split",
    "source": "Source",
}


def show(dataset: Dataset) -> None:
    """Show the problems asked for; say so where there is none."""
    problems = problem_table(dataset)
    if problems.empty:
        is_all = all(map(inventory.is_read, dataset.sets))
        st.success(
            "Nothing skipped or repaired." if is_all else "Nothing was skipped or repaired in the files read so far."
        )
        return
    st.caption("Each item was skipped, repaired or noted; everything else is shown and counted.")
    shown = problem_choice.show(problems)
    n_beyond = dataset.problems.n_beyond
    st.markdown(
        f"**{len(shown):,} of {len(problems):,}** problem{'' if len(problems) == 1 else 's'}"
        + (f", and {n_beyond:,} more that were counted and not kept" if n_beyond else "")
    )
    if shown.empty:
        st.info("No problem meets this choice. Take a condition away.")
        return
    summary_table.show_table(shown[list(_COLUMNS)].reset_index(drop=True), "problems.csv", _COLUMNS)
    clicked: Any = st.session_state.get(_OPENED)
    if clicked and clicked.label in dataset.cases.index:
        state.open_case(clicked.label, str(dataset.cases.loc[clicked.label, "split"]))
