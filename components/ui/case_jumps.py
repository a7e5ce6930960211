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

_FRAME_PX, _CHARACTER_PX, _MOST_PX = 54, 6.4, 320
"""Width of a select box that cuts off no name, up to a bound."""


def show(dataset: Dataset, split: str, case_ids: Sequence[str], case_id: str, key: str) -> None:
    """Show the buttons; `case_ids` are the cases one goes through, in order, and `case_id` the one being shown."""
    offer = cached.case_offer(dataset, split)
    order = case_jump.worst_first(offer, order_choice.current(dataset, split))
    can_look = case_jump.with_pathology(offer, "") is not None

    def go_to_pathology() -> None:
        pathology = str(st.session_state[state.WANTED])
        if (drawn_by := case_jump.with_pathology(offer, pathology)) is not None:
            drawn = cached.chosen_cases(dataset, split, drawn_by, CaseOrder())
            _go(case_jump.next_among(case_ids, case_id, set(drawn.index)), f"with {pathology}")

    def go_to_worst() -> None:
        if order is not None:
            ranked = cached.chosen_cases(dataset, split, CaseFilter(), order).dropna().index.tolist()
            _go(case_jump.next_among(ranked, case_id, set(case_ids)), "that is less striking")

    # Close together, so that all three fit a row beside the sidebar of a narrow window.
    with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="top", gap="xxsmall"):
        st.button("Next with", key=f"{key}_with", shortcut="t", on_click=go_to_pathology, disabled=not can_look)
        st.selectbox(
            "Pathology to look for",
            offer.pathologies,
            key=state.WANTED,
            format_func=markdown_text,
            label_visibility="collapsed",
            width=min(_FRAME_PX + round(_CHARACTER_PX * max(map(len, offer.pathologies), default=0)), _MOST_PX),
            **state.KEPT,
        )
        words = order.words({source.key: source.label for source in dataset.sources()}) if order is not None else ""
        told = f"By {markdown_text(words)}, the most striking first" if words else "Nothing is compared here"
        st.button("Next worst", key=f"{key}_worst", shortcut="w", on_click=go_to_worst, disabled=not words, help=told)


def _go(found: str | None, what: str) -> None:
    """Go to the case found, or say that there is none."""
    if found is not None:
        state.set_case(found)
    else:
        st.toast(f"No further case {markdown_text(what)} among those you go through.", icon=":material/last_page:")
