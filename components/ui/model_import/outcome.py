"""What to do with a model that has been read: use it in this session, or save it into the release."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.ui import access, progress, session_models, state
from components.ui.markdown import markdown_text
from components.ui.model_import import draft as drafts
from components.ui.model_import.draft import Draft
from data_access.dataset import Dataset
from data_access.model_import import saving
from data_access.model_import.finished import FinishedModel
from data_access.model_import.naming import name_fault, taken_names


def show(draft: Draft, finished: FinishedModel, dataset: Dataset, key: str) -> None:
    """Ask for a name and offer both."""
    split, folder = finished.split, saving.place_of(dataset, finished.split)
    name = st.text_input("Name of the model", draft.name, key=f"{key}_name_{draft.number}").strip()
    fault = name_fault(name, split, taken_names(dataset, split))
    if fault:
        st.error(f"{markdown_text(name)}: {markdown_text(fault)}." if name else f"{markdown_text(fault)}.")
    is_usable = fault is None and bool(finished.masks or finished.maps)
    is_room = len(session_models.added(dataset)) < session_models.MAX_MODELS
    full = "" if is_room else f"A session holds {session_models.MAX_MODELS} models: remove one first."
    unsaved = _why_not_saved(folder)
    with st.container(horizontal=True):
        if st.button("Use in this session", type="primary", disabled=not is_usable or not is_room, help=full or None):
            session_models.add(dataset, finished.named(name).annotation_set(dataset))
            _done(f"{name} is a source on every page of this session, until the page is loaded anew.")
        if st.button("Save into the release", disabled=not is_usable or bool(unsaved), help=unsaved or None):
            try:
                written = saving.save(finished.named(name), folder, progress.track)
            except (OSError, ValueError) as error:
                st.error(f"Nothing was saved: {markdown_text(str(error))}.", icon=":material/error:")
                return
            _done(f"Saved for everyone who opens this release: {', '.join(path.name for path in written)}.")
        if st.button("Put aside"):
            drafts.put_aside()
            st.rerun()


def _why_not_saved(folder: Path) -> str:
    if access.is_shared_server():
        return "Others read this release, too: `cli.py import-model` saves into it."
    return "" if saving.is_writable(folder) else "The release's folder cannot be written to."


def _done(message: str) -> None:
    drafts.put_aside()
    st.session_state[state.MODEL_DONE] = message
    st.rerun()
