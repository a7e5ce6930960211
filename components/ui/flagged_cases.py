"""All flagged cases of the dataset: filtered by flag, each a click away, out and in as CSV."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.tables.flagged import flagged_table
from components.ui import notes_transfer, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset
from data_access.notes import FLAGS, open_notes
from data_access.notes_file import NotesError

_NOT_HERE = "not in this release"
_COLUMNS: dict[str, Any] = {
    "split": "Split",
    "flags": st.column_config.ListColumn("Flags"),
    "note": st.column_config.TextColumn("Note", width="large"),
    "changed": st.column_config.DatetimeColumn("Saved (UTC)", format="YYYY-MM-DD HH:mm", timezone="UTC"),
    "user": "By",
}


def show(dataset: Dataset, key: str) -> None:
    """Show the table; a fault of the notes file is said and stops nothing."""
    notes = open_notes(dataset)
    try:
        found = notes.all()
    except NotesError as error:
        st.error(f"Flags and notes are not available. {markdown_text(str(error))}", icon=":material/error:")
        return
    counts = {flag: sum(flag in note.flags for note in found) for flag in FLAGS}
    if not found:
        st.info("No case is flagged yet. Flags and notes are set above the X-ray on the Cases page.")
    else:
        chosen = st.pills("Flag", FLAGS, key=f"{key}_flag", format_func=lambda flag: f"{flag} ({counts[flag]})")
        listed = [note for note in found if chosen is None or chosen in note.flags]
        table = flagged_table(listed, dataset.cases["split"], _NOT_HERE)
        open_key = f"{key}_open"
        opens = st.column_config.ButtonColumn("Case", type="tertiary", pinned=True, key=open_key)
        columns = _COLUMNS | {"case_id": opens}
        st.dataframe(table, hide_index=True, height="content", key=f"{key}_table", column_config=columns)
        clicked: Any = st.session_state.get(open_key)
        if clicked and clicked.label in dataset.cases.index:
            state.open_case(clicked.label, str(dataset.cases.loc[clicked.label, "split"]))
    notes_transfer.show(notes, found, key=f"{key}_transfer")
