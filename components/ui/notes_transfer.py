"""Flags and notes out and in as CSV; what was not taken over is listed, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd
import streamlit as st

from components.ui.markdown import markdown_text
from data_access.notes import Note, Notes
from data_access.notes_csv import COLUMNS, Imported, import_csv, to_csv
from data_access.notes_file import NotesError


def show(notes: Notes, found: Sequence[Note], key: str) -> None:
    """Offer all notes as CSV, and take over those of a CSV file."""
    result_key, file_key = f"{key}_result", f"{key}_file"

    def take_over() -> None:
        try:
            st.session_state[result_key] = import_csv(notes, st.session_state[file_key].getvalue())
        except NotesError as error:
            st.session_state[result_key] = error

    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            "Export as CSV",
            lambda: to_csv(found, notes.collection),
            file_name="flags-and-notes.csv",
            mime="text/csv",
            key=f"{key}_export",
            on_click="ignore",
            icon=":material/download:",
            disabled=not found,
        )
        with st.popover("Import CSV", icon=":material/upload:", key=f"{key}_import"):
            st.caption(f"Columns as exported: {', '.join(COLUMNS)}. A newer note is never overwritten.")
            given = st.file_uploader("CSV file", type="csv", key=file_key)
            st.button("Take over", key=f"{key}_go", disabled=given is None, on_click=take_over, type="primary")
    done = st.session_state.get(result_key)
    if isinstance(done, NotesError):
        st.error(markdown_text(str(done)), icon=":material/error:")
    elif isinstance(done, Imported):
        st.success(f"{done.n_added} added, {done.n_changed} changed, {done.n_same} as before.")
        if done.problems:
            st.warning("Some rows, or parts of them, were left out:")
            st.dataframe(pd.DataFrame(map(asdict, done.problems)), hide_index=True)
