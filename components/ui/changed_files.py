"""What has happened to the release's files while a session looked at it: said above every page until it is read."""

from __future__ import annotations

import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text
from data_access.opened import Opened

_MAX_NAMED = 8


def notice(opened: Opened) -> None:
    """Take note of what has changed since this session last looked at the release."""
    state.see_release(str(opened.dataset.folder.root), opened)


def show() -> None:
    """Say which files have changed, and that what is shown is of the files as they are now."""
    changes = state.changed_files()
    if not changes:
        return
    named = [f"- {markdown_text(path)} {words}" for path, words in list(changes.items())[:_MAX_NAMED]]
    if len(changes) > _MAX_NAMED:
        named.append(f"- and {len(changes) - _MAX_NAMED} more")
    said = "\n".join(named)
    st.warning(
        f"**Files of this release have changed while it was open.** They were read anew; films, masks and numbers are "
        f"those of the files as they are now.\n\n{said}",
        icon=":material/sync_problem:",
    )
    st.button("I have read this", key="changes_read", on_click=state.forget_changes)
