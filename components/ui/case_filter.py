"""The filter that the pages share: what it is made of as chips, how many cases it leaves, and where it is changed."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.tables import case_filter
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.tables.case_table import Offer
from components.ui import cached, filter_chips, filter_fields, filtered, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset


def show(dataset: Dataset, split: str, key: str, order: CaseOrder | None = None, *, is_late: bool = False) -> pd.Series:
    """Let the user filter the cases of a split; returns those that are left, as `filtered.cases` does.

    Parameters
    ----------
    dataset, split
        Of which cases.
    key : str
        Prefix of the widget keys.
    order : CaseOrder, optional
        In which they are returned.
    is_late : bool
        Whether the page has drawn already what the filter leaves, so that a change runs it again.
    """
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{key}_row")
    with row:
        popover = st.popover("Filter cases", icon=":material/filter_list:", key=f"{key}_popover", on_change="rerun")
    offer = cached.case_offer(dataset, split)
    if popover.open:
        fields = _late_fields if is_late else filter_fields.show
        with popover:
            fields(offer, *case_filter.usable(state.chosen_filter()[0], offer), f"{key}_fields")
    asked, ignored = state.chosen_filter()
    chosen, missing = case_filter.usable(asked, offer)
    labels = {source.key: source.label for source in dataset.sources()}
    with row:
        filter_chips.show(asked, chosen, labels, key, can_clear=bool(asked or ignored))
        count = st.empty()
    for part in ignored:
        st.caption(f":material/warning: The link's filter “{markdown_text(part)}” means nothing here and is left out.")
    for part in missing.chips(labels):
        st.caption(f":material/warning: This split cannot be filtered by “{markdown_text(part)}”; it is left out.")
    left = filtered.cases(dataset, split, order)
    if chosen:
        count.markdown(f"**{len(left):,}** of {len(dataset.case_ids(split)):,} cases")
    return left


@st.fragment
def _late_fields(offer: Offer, chosen: CaseFilter, missing: CaseFilter, key: str) -> None:
    """Show the fields in a fragment, so that a change runs the page that is drawn already once and not twice."""
    if filter_fields.show(offer, chosen, missing, key):
        st.rerun()
