"""The fields by which the filter is changed; nothing is offered that the data lacks."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.tables.case_criteria import Criterion, DrawnBy, IouBetween, LabelIs, OutcomeIs, ProbabilityBetween
from components.tables.case_filter import CaseFilter
from components.tables.case_table import Offer
from components.ui import filter_criteria as ask
from components.ui import state


def show(offer: Offer, chosen: CaseFilter, missing: CaseFilter, key: str) -> bool:
    """Show every field, choose for all pages what is entered in them, and return whether that is another filter.

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
    given = (offer, chosen, missing, prefix)
    once: list[Criterion | None] = [ask.words_in_id(chosen, f"{prefix}_id")]
    left, right = st.columns(2)
    with left:
        once += [ask.fact(offer, chosen, fact, f"{prefix}_{fact}") for fact in offer.values]
        once.append(ask.age(offer, chosen, f"{prefix}_age"))
        often: list[Sequence[Criterion | None]] = [ask.every(ask.label, LabelIs, *given)]
        often.append(ask.every(ask.drawn, DrawnBy, *given))
    with right:
        often.append(ask.every(ask.iou, IouBetween, *given))
        often.append(ask.every(ask.outcome, OutcomeIs, *given))
        often.append(ask.every(ask.probability, ProbabilityBetween, *given))
    criteria = [one for found in (once, *often) for one in found if one is not None]
    entered = CaseFilter(tuple(criteria))
    # Likewise where one of several of a kind was taken away or came twice: the others close the gap.
    has_gap = any(list(found) != sorted(found, key=lambda one: one is None) for found in often)
    st.session_state[entered_key] = None if has_gap or len(criteria) > len(entered.criteria) else entered
    if entered == chosen:
        return False
    state.choose_filter(CaseFilter(entered.criteria + missing.beside(entered)))
    if entered.n_of_each() != chosen.n_of_each():
        st.rerun()  # of a kind that may come again, each has its field, and a further one is offered
    return True
