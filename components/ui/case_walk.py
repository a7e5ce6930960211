"""The cases one goes through on the Cases page: those that meet the filter, in the order chosen."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.ui import case_filter, filtered, order_choice
from data_access.dataset import Dataset


def cases(dataset: Dataset, split: str) -> pd.Series:
    """Return the cases one goes through, as `filtered.cases` does."""
    return filtered.cases(dataset, split, order_choice.current(dataset, split))


def around(cases: pd.Series, case_id: str) -> list[str]:
    """Return the ids to go through from a case; one that does not meet the filter comes before those that do."""
    return cases.index.tolist() if case_id in cases.index else [case_id, *cases.index]


def show(dataset: Dataset, split: str, key: str) -> None:
    """Let the user filter and sort."""
    case_filter.show(dataset, split, f"{key}_filter", order_choice.current(dataset, split), is_late=True)
    order_choice.show(dataset, split, f"{key}_order")


def show_strayed(cases: pd.Series, case_id: str) -> None:
    """Say so if the case being looked at does not meet the filter."""
    if case_id in cases.index:
        return
    if len(cases) > 1:
        left = f"Next leads to the first of the {len(cases):,} that do."
    else:
        left = "Next leads to the one that does." if len(cases) else "No case of this split does."
    st.warning(f"This case does not meet the filter. {left}", icon=":material/filter_list_off:")
