"""The cases one goes through on the Cases page: those that meet the filter, in the order chosen."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.ui import case_filter, order_choice
from data_access.dataset import Dataset


def show(dataset: Dataset, split: str, key: str) -> pd.Series:
    """Let the user filter and sort; returns the cases as `case_filter.show` does."""
    order = order_choice.current(dataset, split)
    cases = case_filter.show(dataset, split, f"{key}_filter", order)
    order_choice.show(dataset, split, f"{key}_order")
    return cases


def around(cases: pd.Series, case_id: str) -> list[str]:
    """Return the ids to go through from a case; one that does not meet the filter stays, and it is said."""
    if case_id in cases.index:
        return cases.index.tolist()
    left = f"Next leads to the first of the {len(cases):,} that do." if len(cases) else "No case of this split does."
    st.warning(f"This case does not meet the filter. {left}", icon=":material/filter_list_off:")
    return [case_id, *cases.index]
