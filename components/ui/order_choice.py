"""The order in which cases are gone through, shared by the gallery and the Cases page; kept in the URL."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from components.tables import case_order
from components.tables.case_order import CaseOrder
from components.ui import cached, state
from data_access.dataset import Dataset

ALL_PATHOLOGIES = "all pathologies"


def current(dataset: Dataset, split: str) -> CaseOrder:
    """Return the order chosen, or that of ids where the split lacks what it asks for."""
    chosen = state.chosen_order()
    usable = chosen is not None and not chosen.lacks(cached.case_offer(dataset, split))
    return chosen if chosen is not None and usable else CaseOrder()


def show(dataset: Dataset, split: str, key: str) -> CaseOrder:
    """Let the user choose what to sort by, of which pathology, and from which end."""
    offer, order = cached.case_offer(dataset, split), current(dataset, split)
    if state.chosen_order() != order:
        st.caption(":material/warning: This split cannot be sorted as the link says; cases are in the order of ids.")
    labels = {source.key: source.label for source in dataset.sources()}
    options = case_order.offered(offer)
    kind_key, pathology_key, reverse_key = f"{key}_by", f"{key}_pathology", f"{key}_reverse"
    st.session_state[kind_key] = replace(order, pathology="", reverse=False)
    st.session_state[pathology_key] = order.pathology
    st.session_state[reverse_key] = order.reverse

    def choose() -> None:
        by: CaseOrder = st.session_state[kind_key]
        pathology = st.session_state.get(pathology_key, "") if case_order.has_pathology(by) else ""
        state.choose_order(replace(by, pathology=pathology, reverse=bool(st.session_state.get(reverse_key))))

    st.selectbox(
        "Sort by", options, format_func=lambda one: one.words(labels), key=kind_key, on_change=choose, width=340
    )
    if case_order.has_pathology(order):
        names = ("", *offer.pathologies)
        words = {name: name or ALL_PATHOLOGIES for name in names}
        st.selectbox("of", names, format_func=words.__getitem__, key=pathology_key, on_change=choose, width=220)
    if order.kind != "id":
        st.checkbox("Reversed", key=reverse_key, on_change=choose, help="Otherwise the most striking case comes first.")
    return order
