"""The models this session has added, each with a button that takes it away."""

from __future__ import annotations

import streamlit as st

from components.ui import session_models
from components.ui.markdown import markdown_text
from components.ui.split_choice import split_words
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset


def show(dataset: Dataset, key: str) -> None:
    """List them; nothing where there are none."""
    for number, model in enumerate(session_models.added(dataset)):
        with st.container(horizontal=True, vertical_alignment="center"):
            remark = f"; {markdown_text(model.remark)}" if model.remark else ""
            named = f"**{markdown_text(model.label)}**, {split_words(model.split)}, in this session"
            st.markdown(f"{named}: {_holds(model)}{remark}")
            if st.button("Remove", key=f"{key}_remove_{number}", icon=":material/close:"):
                session_models.remove(dataset, model)
                st.rerun()


def _holds(model: AnnotationSet) -> str:
    return f"{', '.join(model.kinds)} of {len(model.case_ids()):,} cases"
