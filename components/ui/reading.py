"""Says how far it is when what is asked for has to be read from thousands of files."""

from __future__ import annotations

import time

import streamlit as st

from components.tables.case_criteria import ProbabilityBetween
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.ui import cached
from data_access.dataset import Dataset

_QUICK_SECONDS = 0.5


def probabilities_for(dataset: Dataset, split: str, chosen: CaseFilter, order: CaseOrder | None) -> None:
    """Read the probabilities that a filter or an order asks for, with a progress bar if it takes long."""
    sources = {criterion.source_key for criterion in chosen.find_all(ProbabilityBetween)}
    if order is not None and order.kind == "prob":
        sources |= set(order.keys)
    for source_key in sources:
        table = cached.RememberedCases(dataset, split)
        n_all, start, bar = len(table.case_ids), time.monotonic(), None
        for n_read, _ in table.probability_parts(source_key):
            if bar is None and time.monotonic() - start > _QUICK_SECONDS:
                bar = st.progress(0.0)
            if bar is not None:
                bar.progress(n_read / n_all, text=f"Reading the model's probabilities: {n_read:,} of {n_all:,} cases")
        if bar is not None:
            bar.empty()
