"""The fields by which the filter is changed; nothing is offered that the data lacks."""

from __future__ import annotations

import streamlit as st

from components.tables.case_criteria import Criterion
from components.tables.case_filter import CaseFilter
from components.tables.case_table import Offer
from components.ui import filter_criteria, state


def show(offer: Offer, chosen: CaseFilter, missing: CaseFilter, key: str) -> None:
    """Show every field with what is chosen; a change of any runs the page again with the new filter.

    Parameters
    ----------
    offer : Offer
        What can be filtered by.
    chosen, missing : CaseFilter
        Criteria in use, and those that this split lacks and another may have, which are kept.
    key : str
        Prefix of the widget keys.
    """
    # Fields keep what the user enters; when the filter is changed elsewhere (a chip, a link) they begin anew.
    turn_key, entered_key = f"{key}_turn", f"{key}_entered"
    if st.session_state.get(entered_key) != chosen:
        st.session_state[turn_key] = st.session_state.get(turn_key, 0) + 1
    prefix = f"{key}_{st.session_state[turn_key]}"
    criteria: list[Criterion | None] = [filter_criteria.words_in_id(chosen, f"{prefix}_id")]
    left, right = st.columns(2)
    with left:
        criteria += [filter_criteria.fact(offer, chosen, fact, f"{prefix}_{fact}") for fact in offer.values]
        criteria.append(filter_criteria.age(offer, chosen, f"{prefix}_age"))
        criteria.append(filter_criteria.label(offer, chosen, f"{prefix}_label"))
        criteria.append(filter_criteria.drawn(offer, chosen, f"{prefix}_mask"))
    with right:
        criteria.append(filter_criteria.iou(offer, chosen, f"{prefix}_iou"))
        criteria.append(filter_criteria.outcome(offer, chosen, f"{prefix}_outcome"))
        criteria.append(filter_criteria.probability(offer, chosen, f"{prefix}_prob"))
    entered = CaseFilter(tuple(criterion for criterion in criteria if criterion is not None))
    st.session_state[entered_key] = entered
    if entered != chosen:
        kinds = {criterion.kind for criterion in entered.criteria}
        kept = tuple(criterion for criterion in missing.criteria if criterion.kind not in kinds)
        state.choose_filter(CaseFilter(entered.criteria + kept))
        st.rerun()
