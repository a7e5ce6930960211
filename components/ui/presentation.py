"""A case in large type for a talk: the film, what is drawn on it, the note; steps by buttons and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from components.exports.provenance import NOT_CLINICAL, SYNTHETIC
from components.ui import cached, slide_words, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset
from data_access.notes import Note


def show(dataset: Dataset, notes: Sequence[Note], key: str) -> None:
    """Show one of these cases, the one in the URL or the first.

    Parameters
    ----------
    dataset : Dataset
        Where the cases are from.
    notes : sequence of Note
        Of the cases to step through, at least one.
    key : str
        Widget key.
    """
    case_ids = [note.case_id for note in notes]
    index = state.place_among(case_ids)
    note = notes[index]
    bare_key = f"{key}_bare"
    is_bare = bool(st.session_state.get(bare_key))
    settings = replace(state.viewer_settings(), mode="overlay", overlays=not is_bare)
    slide = cached.slide(dataset, note.case_id, settings)

    def go(by: int) -> None:
        state.set_case(case_ids[(index + by) % len(case_ids)])

    def uncover() -> None:
        st.session_state[bare_key] = not is_bare

    with st.container(key=slide_words.KEY):
        film, words = st.columns([5, 3], gap="large")
    with film, st.container(key=slide_words.FILM_KEY):
        st.image(slide.content, alt=slide.alt, width="stretch")
    with words, st.container(key=slide_words.WORDS_KEY):
        slide_words.show(dataset, slide, note, is_bare=is_bare)
        with st.container(horizontal=True):
            st.button("Previous", key=f"{key}_previous", on_click=go, args=(-1,), shortcut="Left")
            st.button("Next", key=f"{key}_next", on_click=go, args=(1,), shortcut="Right", type="primary")
            label = "Show drawings" if is_bare else "Hide drawings"
            st.button(label, key=f"{key}_uncover", on_click=uncover, shortcut="H")
            if st.button("Leave", key=f"{key}_leave", shortcut="Escape", icon=":material/close:"):
                state.open_case(note.case_id, dataset.case(note.case_id).split)
        source = SYNTHETIC if dataset.is_demo else markdown_text(dataset.name)
        st.caption(f"{index + 1} of {len(case_ids)} good examples · {source} · {NOT_CLINICAL}")
