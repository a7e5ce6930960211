"""What was found in the release, and what was skipped or repaired."""

from __future__ import annotations

import streamlit as st

from components.tables import inventory
from components.ui import flagged_cases, release, split_choice, summary_table

dataset = release.current()

st.title("Data")
st.text("Synthetic demo data" if dataset.is_demo else f"{dataset.name}: {dataset.folder.root}")

st.subheader("Cases")
st.dataframe(
    inventory.case_table(dataset),
    hide_index=True,
    height="content",
    column_config={
        "split": "Split",
        "cases": "Cases",
        "patients": "Patients",
        "with_image": "With an image",
        "with_labels": "With labels",
        "annotated_only": st.column_config.NumberColumn(
            "In annotation files alone", help="Named by an annotation file that has been read, without image or labels"
        ),
    },
)
split = split_choice.current(dataset)
summary_table.show_cases(
    f"{split_choice.split_words(split)} cases in annotation files alone", inventory.annotated_only(dataset, split)
)

st.subheader("Annotation sets")
st.dataframe(
    inventory.set_table(dataset),
    hide_index=True,
    height="content",
    column_config={
        "split": "Split",
        "source": "Source",
        "origin": "How it came to be",
        "cases": st.column_config.TextColumn("Cases", help="A file is read when it is first needed"),
        "holds": "Holds",
        "files": st.column_config.ListColumn("Files", width="large"),
    },
)

st.subheader("Problems")
if st.button("Read every annotation file", icon=":material/fact_check:", help="Files are otherwise read when needed."):
    bar = st.progress(0.0, text="Reading")
    for n_done, annotated in enumerate(dataset.sets, start=1):
        inventory.read_all(annotated)
        bar.progress(n_done / len(dataset.sets), text=f"Read {annotated.label}, {annotated.split}")
    bar.empty()
    st.rerun()
problems = dataset.problems.frame()
if problems.empty:
    unread = sum(not inventory.is_read(annotated) for annotated in dataset.sets)
    st.success(
        "Nothing was skipped or repaired in the files read so far." if unread else "Nothing skipped or repaired."
    )
    if unread:
        st.caption(
            f"{unread} of {len(dataset.sets)} annotation sets have not been read yet: each is when first needed."
        )
else:
    st.caption("Each item was skipped, repaired or noted; everything else is shown and counted.")
    st.dataframe(problems, hide_index=True, height="content")

st.subheader("Flags and notes")
flagged_cases.show(dataset, key="flagged")
