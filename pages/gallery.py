"""Many X-rays at once: filter, sort by any number, open one."""

from __future__ import annotations

import streamlit as st

from components.exports.thumbnail import Outlines
from components.figures import theme
from components.ui import (
    case_filter,
    case_list,
    gallery_pages,
    gallery_tiles,
    notices,
    order_choice,
    release,
    source_choice,
    source_legend,
    split_choice,
)
from components.ui.markdown import markdown_text

TILES, LIST = "Tiles", "List"

dataset = release.current()
split = split_choice.current(dataset)

st.title("Gallery")
notices.show_missing(dataset, split)
if not dataset.case_ids(split):
    st.info("This split has no case. See the Data page for what was found.")
    st.stop()

order = order_choice.current(dataset, split)
cases = case_filter.show(dataset, split, key="gallery_filter", order=order)
with st.container(horizontal=True, vertical_alignment="bottom"):
    order_choice.show(dataset, split, key="gallery_order")
with st.container(horizontal=True, vertical_alignment="bottom"):
    look = st.segmented_control(
        "Show as", (TILES, LIST), default=TILES, required=True, key="look", bind="query-params", persist_state="session"
    )
    with_masks = [annotated for annotated in dataset.sets_of(split) if annotated.has_masks]
    drawn = source_choice.show("Outlines", with_masks, key="outlines") if with_masks and look == TILES else []

if cases.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()
shown, following = gallery_pages.show(cases, key="page")
if look == LIST:
    case_list.show(dataset, split, shown, order, key="case_list")
else:
    source_legend.show(drawn, theme.source_styles(dataset.sources()))
    if order.pathology and drawn:
        st.caption(f"Outlines of {markdown_text(order.pathology)} alone, since cases are sorted by it.")
    what = Outlines(tuple(annotated.key for annotated in drawn), order.pathology)
    gallery_tiles.show(dataset, shown, following, order, what)
