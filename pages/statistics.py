"""Per-pathology statistics of the annotation sets of a split."""

from __future__ import annotations

import streamlit as st

from components.ui import case_filter, notices, release, source_choice, split_choice, statistics_views
from components.ui.statistics_views.selection import Selection

dataset = release.current()
split = split_choice.current(dataset)
with_masks = [annotated for annotated in dataset.sets_of(split) if annotated.has_masks]

st.title("Statistics")
notices.show_missing(dataset, split)
if not with_masks:
    st.info("No masks were found for this split, so there is nothing to count. See the Data page for what was found.")
    st.stop()

chosen = source_choice.show("Sources", with_masks, key="sources")
if not chosen:
    st.info("Choose at least one source.")
    st.stop()

# The one place where cases are left out: every view counts these alone.
case_ids = case_filter.show(dataset, split, key="statistics_filter").index
if case_ids.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()

statistics_views.show(Selection(dataset, split, tuple(chosen), frozenset(case_ids)))
