"""How far annotation sets say the same."""

from __future__ import annotations

import streamlit as st

from components.tables.agreement import MEASURES
from components.tables.measure_words import MEASURE_WORDS
from components.tables.rule_words import absent_line, rules_line
from components.ui import (
    agreement_report,
    agreement_rules,
    agreement_sources,
    case_filter,
    notices,
    release,
    split_choice,
)
from components.ui.agreement_views import VIEWS
from components.ui.agreement_views.chosen import Chosen
from components.ui.markdown import markdown_text

dataset = release.current()
split = split_choice.current(dataset)
with_masks = [annotated for annotated in dataset.sets_of(split) if annotated.has_masks]

st.title("Agreement")
notices.show_missing(dataset, split)
if len(with_masks) < 2:
    st.info("Two sources with masks are needed to compare; this split has fewer. See the Data page for what was found.")
    st.stop()

# The one place where cases are left out: every view compares these alone.
cases = case_filter.show(dataset, split, key="agreement_filter")
is_filtered = len(cases) < len(dataset.case_ids(split))
if cases.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    reference, compared = agreement_sources.show(with_masks)
    rules = agreement_rules.show()
if not compared:
    st.info(f"Choose at least one source to compare with {markdown_text(reference.label)}.")
    st.stop()

measure = st.segmented_control(
    "Measure",
    MEASURES,
    default="iou",
    required=True,
    format_func=lambda name: MEASURE_WORDS[name].short,
    key="measure",
    bind="query-params",
    persist_state="session",
)
view = st.segmented_control(
    "View", list(VIEWS), default="Means", required=True, key="show", bind="query-params", persist_state="session"
)
chosen = Chosen(dataset, split, reference, tuple(compared), measure, rules, tuple(cases.index) if is_filtered else None)
st.caption(markdown_text(f"Scored: {rules_line(rules)}. {absent_line(chosen.absent)}"))
panels = VIEWS[view](chosen)
agreement_report.show(chosen, view, panels)
