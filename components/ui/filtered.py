"""The cases that meet the filter which the pages share; draws nothing but the progress of what takes long."""

from __future__ import annotations

import pandas as pd

from components.tables import case_filter
from components.tables.case_order import CaseOrder
from components.ui import cached, reading, state
from data_access.dataset import Dataset


def cases(dataset: Dataset, split: str, order: CaseOrder | None = None) -> pd.Series:
    """Find the cases of a split that meet the filter.

    Returns
    -------
    Series of float64, indexed by case id
        The cases in `order` (by default that of ids), with the number each goes by; shared, so do not change it.
    """
    asked, _ = state.chosen_filter()
    chosen, _ = case_filter.usable(asked, cached.case_offer(dataset, split))
    reading.probabilities_for(dataset, split, chosen, order)
    return cached.chosen_cases(dataset, split, chosen, order or CaseOrder())
