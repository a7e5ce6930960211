"""Which cases a talk steps through: those flagged as good examples; says what to do where there are none."""

from __future__ import annotations

import streamlit as st

from components.ui.markdown import markdown_text
from data_access.dataset import Dataset
from data_access.notes import GOOD_EXAMPLE, Note, open_notes
from data_access.notes_file import NotesError


def show(dataset: Dataset) -> list[Note]:
    """Return the notes of the cases to present, or say why there are none."""
    try:
        flagged = open_notes(dataset).all(GOOD_EXAMPLE)
    except NotesError as error:
        st.error(f"Flags and notes are not available. {markdown_text(str(error))}", icon=":material/error:")
        return []
    here = [note for note in flagged if note.case_id in dataset.cases.index]
    if not here:
        st.header("No good examples yet", anchor=False)
        st.markdown(
            "This presentation steps through the cases flagged **good example**. Open a case, choose "
            "**Flags and notes** above the X-ray, set the flag, and come back."
        )
        if flagged:
            st.caption(f"{len(flagged)} flagged cases are not in this release.")
    return here
