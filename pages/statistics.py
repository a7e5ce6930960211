"""Per-pathology statistics of the annotation sets of a split."""

from __future__ import annotations

import streamlit as st

from components.figures import distributions, theme
from components.tables import cohort
from components.tables.case_filter import rows_of
from components.ui import cached, case_filter, chart, notices, release, source_choice, split_choice, summary_table

dataset = release.current()
split = split_choice.current(dataset)
with_masks = [annotated for annotated in dataset.sets_of(split) if annotated.has_masks]

st.title("Statistics")
notices.show_missing(dataset, split)
if not with_masks:
    st.info("No masks were found for this split, so there is nothing to count. See the Data page for what was found.")
    st.stop()

cases = case_filter.show(dataset, split, key="statistics_filter")
chosen = source_choice.show("Sources", with_masks, key="sources")
if not chosen:
    st.info("Choose at least one source.")
    st.stop()

masks = rows_of(cached.mask_table(dataset, split, tuple(annotated.key for annotated in chosen)), cases.index)
if masks.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()
summary = cohort.mask_summary(masks, dataset.pathologies)
labels = {annotated.key: annotated.label for annotated in chosen}
styles = theme.source_styles(dataset.sources())

st.subheader("How often each pathology was drawn")
chart.show(
    distributions.prevalence_figure(distributions.prevalence_info(summary, dataset.pathologies, labels, styles)),
    key="prevalence",
    alt="Share of cases with a mask, one row a pathology and one mark a source.",
)
st.caption(
    "Each mark is the share of a source's cases on which it drew the pathology. "
    "Cases that a source does not know, or whose mask cannot be read, are not counted."
)

st.subheader("How large the masks are")
if (masks["area_px"].fillna(0) > 0).any():
    chart.show(
        distributions.area_share_figure(distributions.area_share_info(masks, dataset.pathologies, labels, styles)),
        key="area_share",
        alt="Area of every mask as a share of its image, one row a pathology and one box a source.",
        opens_cases=True,
    )
    st.caption(
        "Each point is one mask that is not empty; the box spans the middle half of them, its line is the median. "
        "A click on a point opens its case."
    )
else:
    st.info("All masks of the chosen sources are empty.")

st.subheader("All numbers")
summary_table.show_masks(summary, labels, file_name=f"masks_{split}.csv")
