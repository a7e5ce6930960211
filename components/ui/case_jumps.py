"""Ways to a case further on: the next with a pathology, and the next worst; within the filter, by button and key."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.tables import case_jump
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.ui import cached, order_choice, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset


def show(dataset: Dataset, split: str, case_ids: Sequence[str], case_id: str, key: str) -> None:
    """Show the buttons; `case_ids` are the cases one goes through, in order, and `case_id` the one being shown."""
    offer = cached.case_offer(dataset, split)
    order = case_jump.worst_first(offer, order_choice.current(dataset, split))
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="top", gap="small"):
        pathology = st.selectbox(
            "Pathology to look for",
            offer.pathologies,
            key=state.WANTED,
            format_func=markdown_text,
            label_visibility="collapsed",
            width=188,
            **state.KEPT,
        )
        drawn_by = case_jump.with_pathology(offer, str(pathology))

        def go_to_pathology() -> None:
            if drawn_by is not None:
                drawn = cached.chosen_cases(dataset, split, drawn_by, CaseOrder())
                _go(case_jump.next_among(case_ids, case_id, set(drawn.index)), f"with {pathology}")

        def go_to_worst() -> None:
            if order is not None:
                ranked = cached.chosen_cases(dataset, split, CaseFilter(), order).dropna().index.tolist()
                _go(case_jump.next_among(ranked, case_id, set(case_ids)), "that is less striking")

        st.button("Next with it", key=f"{key}_with", shortcut="t", on_click=go_to_pathology, disabled=drawn_by is None)
        words = order.words({source.key: source.label for source in dataset.sources()}) if order is not None else ""
        told = f"By {markdown_text(words)}, the most striking first" if words else "Nothing is compared here"
        st.button("Next worst", key=f"{key}_worst", shortcut="w", on_click=go_to_worst, disabled=not words, help=told)


def _go(found: str | None, what: str) -> None:
    """Go to the case found, or say that there is none."""
    if found is not None:
        state.set_case(found)
    else:
        st.toast(f"No further case {markdown_text(what)} among those you go through.", icon=":material/last_page:")
