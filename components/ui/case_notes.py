"""Flags and a note of the case being looked at, saved when they change and never over what another reader saved."""

from __future__ import annotations

import streamlit as st

from components.ui import note_fields, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset
from data_access.notes import open_notes
from data_access.notes_file import NotesError


@st.fragment
def show(dataset: Dataset, case_id: str, key: str) -> None:
    """Show the flags of a case and let the reader change them and write a note; a fault is said and stops nothing."""
    notes = open_notes(dataset)
    with st.container(horizontal=True, vertical_alignment="center"):
        popover = st.popover("Flags and notes", icon=":material/flag:", key=f"{key}_popover")
        try:
            stored = notes.get(case_id)
        except NotesError as error:
            popover.error(f"Flags and notes are not available. {markdown_text(str(error))}", icon=":material/error:")
            return
        with popover:
            note_fields.show(notes, stored, key)
            st.page_link(state.PAGE_DATA, label="All flagged cases, as a table and CSV")
        for flag in stored.flags:
            st.badge(flag, icon=":material/flag:", color="blue")
        if stored.text:
            st.badge("note", icon=":material/notes:", color="gray")
