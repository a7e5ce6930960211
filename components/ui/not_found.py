"""What is said of a folder that holds no release: what was looked for, what is there, and the demo as a way on."""

from __future__ import annotations

import streamlit as st

from components.ui import state
from data_access.dataset import DatasetNotFoundError


def show(error: DatasetNotFoundError) -> None:
    """Show it in place of every page."""
    st.title("No release found")
    st.error(f"Nothing to open at `{error.path}`.", icon=":material/folder_off:")
    st.markdown("**Looked for**, directly in that folder:")
    st.markdown("\n".join(f"- `{name}`" for name in error.looked_for))
    st.markdown("**Found there**")
    if not error.exists:
        st.text("There is no such folder.")
    elif error.found:
        st.text("\n".join(error.found))
    else:
        st.text("The folder is empty.")
    st.markdown("Start again with the folder that holds `CheXpert/` and `CheXlocalize/`, or look around in the demo.")
    st.button("Open the demo", on_click=state.choose_demo, type="primary", icon=":material/science:")
