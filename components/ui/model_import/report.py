"""What was read of the files, and every item that was skipped, repaired or noted."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.ui import summary_table
from data_access.model_import.read_model import ReadModel
from data_access.problems import ProblemLog

_COLUMNS: dict[str, Any] = {
    "file": "File",
    "item": "Item",
    "expected": st.column_config.TextColumn("Expected", width="medium"),
    "found": st.column_config.TextColumn("Found", width="medium"),
    "action": "What was done",
}


def show(read: ReadModel, problems: ProblemLog, n_cases: int) -> None:
    """Say how much there is, and list the items, with a download."""
    n_drawn = sum(not mask.is_empty for of_case in read.masks.values() for mask in of_case.values())
    masks = (
        f"**{read.n_masks:,} masks** ({n_drawn:,} drawn, {read.n_masks - n_drawn:,} empty) of {len(read.masks):,} of "
        f"{n_cases:,} cases"
    )
    parts = [
        masks if read.n_masks else "",
        f"**{read.n_maps:,} heat maps** of {len(read.maps):,} of {n_cases:,} cases" if read.n_maps else "",
        f"probabilities of {len(read.probabilities):,} cases" if read.probabilities else "",
    ]
    files = ", ".join(f"{kind} ({n:,})" if n > 1 else kind for kind, n in read.kinds.items())
    st.markdown(f"{'; '.join(filter(None, parts)) or 'Nothing to draw'}. Read as: {files or 'nothing'}.")
    table = problems.frame()
    if table.empty:
        st.success("Every item could be used.")
        return
    n_skipped = int((table["action"] == "skipped").sum()) + problems.n_beyond
    if n_skipped:
        items = f"{n_skipped:,} item{'' if n_skipped == 1 else 's'}"
        st.warning(f"{items} skipped; the rest is used. What was skipped counts as not predicted.")
    else:
        st.info("Nothing was skipped; some items to know of:")
    summary_table.show_table(table, "import-report.csv", _COLUMNS)
