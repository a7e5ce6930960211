"""What was found in the release, and what was skipped or repaired."""

from __future__ import annotations

import streamlit as st

from components.ui import flagged_cases, release, split_choice
from components.ui.data_views import cases, expected, problems, sets
from components.ui.model_import import add_model

dataset = release.current()

st.title("Data")
st.text("Synthetic demo data" if dataset.is_demo else f"{dataset.name}: {dataset.folder.root}")

st.subheader("Cases")
cases.show(dataset)

st.subheader("Annotation sets")
sets.show(dataset)

st.subheader("Add a model")
add_model.show(dataset, split_choice.current(dataset), key="add_model")

st.subheader("Against the published counts")
expected.show(dataset)

if dataset.published is not None:
    st.subheader("Cases known to be odd")
    expected.show_odd_cases(dataset)

st.subheader("Problems")
problems.show(dataset)

st.subheader("Flags and notes")
flagged_cases.show(dataset, key="flagged")
