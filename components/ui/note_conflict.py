"""Two readers changed one note: both texts, and what to do about it; nothing is lost without being told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from components.ui.markdown import markdown_text
from data_access.notes import MAX_CHARACTERS, Note, sort_flags

Save = Callable[[Note, int], None]


def show(stored: Note, mine: Note | None, save: Save, take: Callable[[], None], key: str) -> None:
    """Say that a note was changed meanwhile and let the reader decide.

    Parameters
    ----------
    stored : Note
        As another reader has saved it.
    mine : Note or None
        What this reader wrote and could not save; None if nothing.
    save, take : callable
        Save a note in place of a version; show the stored one in the fields.
    key : str
        Widget key.
    """
    who = markdown_text(stored.user) or "Somebody"
    st.warning(f"{who} changed this note meanwhile ({stored.changed[11:16]} UTC).", icon=":material/group:")
    if mine is None:
        st.button("Show it", key=f"{key}_take", on_click=take)
        return
    for title, note in (("Saved by the other reader", stored), ("Yours, not saved", mine)):
        st.caption(f"{title}: {', '.join(note.flags) or 'no flag'}")
        st.text(note.text or "(no text)")
    both = replace(mine, flags=sort_flags((*stored.flags, *mine.flags)), text=_joined(stored.text, mine.text))
    with st.container(horizontal=True):
        st.button(
            "Keep both",
            key=f"{key}_both",
            type="primary",
            disabled=len(both.text) > MAX_CHARACTERS,
            on_click=save,
            args=(both, stored.version),
        )
        st.button("Replace by mine", key=f"{key}_mine", on_click=save, args=(mine, stored.version))
        st.button("Drop mine", key=f"{key}_take", on_click=take)


def _joined(theirs: str, mine: str) -> str:
    """Put one text under the other, unless one says it all."""
    if theirs in mine or mine in theirs:
        return max(theirs, mine, key=len)
    return f"{theirs}\n\n{mine}"
