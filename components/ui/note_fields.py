"""The fields of one note: flags and text; what is saved, what is not, and what another reader saved meanwhile."""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.ui import note_conflict, reader
from components.ui.markdown import markdown_text
from data_access.notes import FLAGS, MAX_CHARACTERS, Note, Notes, clean_text, sort_flags
from data_access.notes_file import NotesError


def show(notes: Notes, stored: Note, key: str) -> None:
    """Show the fields of a note as it is kept now.

    What the reader wrote stays in them until it is saved, whatever happens to the file; the note the reader has seen is
    kept in the session beside them.
    """
    flags_key, text_key = (f"{key}_{part}_{stored.case_id}" for part in ("flags", "text"))
    seen_key = f"{key}_seen"

    def show_note(note: Note) -> None:
        st.session_state.update({flags_key: list(note.flags), text_key: note.text, seen_key: note})

    if text_key not in st.session_state:
        show_note(stored)

    def save(wanted: Note | None = None, version: int | None = None) -> None:
        mine = wanted or _written(stored.case_id, flags_key, text_key)
        seen_version = st.session_state[seen_key].version if version is None else version
        try:
            kept = notes.save(mine.case_id, mine.flags, mine.text, seen_version, reader.name())
        except NotesError as error:
            st.toast(f"Not saved: {markdown_text(str(error))}", icon=":material/error:")
            return
        show_note(kept)
        st.toast("Saved", icon=":material/check:")

    st.pills("Flags", FLAGS, selection_mode="multi", key=flags_key, on_change=save)
    st.text_area("Note", key=text_key, max_chars=MAX_CHARACTERS, height=140, on_change=save)
    seen, mine = st.session_state[seen_key], _written(stored.case_id, flags_key, text_key)
    if stored.version != seen.version:
        note_conflict.show(stored, None if mine.says_the_same(seen) else mine, save, partial(show_note, stored), key)
    elif not mine.says_the_same(seen):
        st.error("Not saved yet.", icon=":material/error:")
        st.button("Save again", key=f"{key}_again", on_click=save)
    elif seen.version:
        st.caption(f":material/check: Saved {seen.changed[:16].replace('T', ' ')} UTC {markdown_text(seen.user)}")


def _written(case_id: str, flags_key: str, text_key: str) -> Note:
    return Note(case_id, sort_flags(st.session_state[flags_key]), clean_text(st.session_state[text_key]))
