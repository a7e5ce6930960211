"""From a heat map to a mask: what every threshold and every probability cut-off gives."""

from __future__ import annotations

import streamlit as st

from components.ui import cached_heatmaps, case_filter, release, source_choice, split_choice, threshold_views
from components.ui.markdown import markdown_text
from components.ui.threshold_views.selection import Selection

dataset = release.current()
split = split_choice.current(dataset)
sets = dataset.sets_of(split)
truths = [annotated for annotated in sets if annotated.source.role == "ground_truth" and annotated.has_masks]
mapped = [annotated for annotated in sets if annotated.has_heatmaps]

st.title("Thresholds")
if not mapped:
    words = split_choice.split_words(split).lower()
    st.info(
        f"No source of the {words} split has heat maps, so there is no threshold to choose. Put them beside the "
        f"annotations as `<name>_maps_{split}/<id>_<pathology>_map.npz`, and they are shown as the source `<name>`."
    )
    st.stop()
if not truths:
    st.info(
        "This split has no masks of the ground truth to compare heat maps with; "
        f"`gt_segmentations_{split}.json` beside the annotations would be used."
    )
    st.stop()

cases = case_filter.show(dataset, split, key="thresholds_filter")
if cases.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()
maps = mapped[0] if len(mapped) == 1 else source_choice.show_one("Heat maps of", mapped, key="maps", index=0)
is_filtered = len(cases) < len(dataset.case_ids(split))

# Overlap with drawn masks judges the model and its explanation together, which every reader should have in mind.
st.caption(
    f"Heat maps of {markdown_text(maps.label)} against {markdown_text(truths[0].label)}. An overlap judges the model "
    "and the way its heat map is made together."
)
swept = cached_heatmaps.sweep(dataset, truths[0], maps)
if is_filtered:
    swept = swept.on(frozenset(cases.index))
if swept.maps.empty:
    st.info("None of the chosen cases has a heat map that can be read. See the Data page for what was skipped.")
    st.stop()
threshold_views.show(Selection(dataset, truths[0], maps, swept, is_filtered))
