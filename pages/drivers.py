"""What goes with agreement: the shape of a finding, and the confidence of the model."""

from __future__ import annotations

import streamlit as st

from components.ui import case_filter, driver_views, release, source_choice, split_choice
from components.ui.driver_views.selection import Selection
from components.ui.markdown import markdown_text

dataset = release.current()
split = split_choice.current(dataset)
sets = dataset.sets_of(split)
truths = [annotated for annotated in sets if annotated.source.role == "ground_truth" and annotated.has_masks]
models = [annotated for annotated in sets if annotated.source.role == "model"]
benchmarks = [annotated for annotated in sets if annotated.source.role == "benchmark"]

st.title("Drivers")
if not truths:
    st.info(
        "This split has no masks of the ground truth, so there is no agreement to explain; "
        f"`gt_segmentations_{split}.json` beside the annotations would be used."
    )
    st.stop()
if not models:
    words = split_choice.split_words(split).lower()
    st.info(
        f"No model is there for the {words} split, so there is no agreement to explain. "
        f"`<name>_segmentations_{split}.json` or `<name>_maps_{split}/` beside the annotations would be shown."
    )
    st.stop()

cases = case_filter.show(dataset, split, key="drivers_filter")
if cases.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()
model = models[0] if len(models) == 1 else source_choice.show_one("Model", models, key="model", index=0)
st.caption(
    f"{markdown_text(model.label)} against {markdown_text(truths[0].label)}. An association is not a cause, and an "
    "overlap judges the model and the way its masks are made together."
)
is_filtered = len(cases) < len(dataset.case_ids(split))
chosen = frozenset(cases.index) if is_filtered else None
driver_views.show(Selection(dataset, truths[0], model, benchmarks[0] if benchmarks else None, chosen))
