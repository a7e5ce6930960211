"""The masks that a rule gives of every heat map, made when asked for."""

from __future__ import annotations

import streamlit as st

from components.tables.segmenting import Rule
from components.ui import cached_heatmaps
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

_MADE = "masks_made"


def show(dataset: Dataset, maps: AnnotationSet, rule: Rule) -> None:
    """Make the masks when asked for, with a progress bar, then offer them; another rule asks anew."""
    if st.button("Make the masks", icon=":material/play_arrow:", key="make_masks"):
        st.session_state[_MADE] = rule.to_text()
    if st.session_state.get(_MADE) == rule.to_text():
        st.download_button(
            "Download the segmentations JSON",
            cached_heatmaps.masks_json(dataset, maps, rule),
            file_name=f"{maps.key}_tuned_segmentations_{maps.split}.json",
            mime="application/json",
            on_click="ignore",
            icon=":material/download:",
            type="primary",
            key="export_masks",
        )
