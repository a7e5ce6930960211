"""Cases as a list: what is known of each and the numbers it is sorted by."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

from components.tables.case_criteria import Numbers
from components.tables.case_order import CaseOrder, numbers

PAIR_KINDS = ("iou", "mean_iou", "missed", "false_alarm", "disagreement")
"""Numbers of a pair, which come together since they are computed together."""


def case_listing(table: Numbers, cases: pd.Series, order: CaseOrder) -> pd.DataFrame:
    """List cases with their numbers.

    Parameters
    ----------
    table : Numbers
        Where the numbers come from; what the order does not ask for is not read.
    cases : Series of float64, indexed by case id
        The cases to list, in order, with the number they are sorted by.
    order : CaseOrder
        What that number is.

    Returns
    -------
    DataFrame
        `case_id`, then a column a number named by its kind (those of the pair where the order is of a pair), then
        `view`, `sex`, `age`, `ap_pa`, each left out where it is known of no case.
    """
    columns: dict[str, pd.Series] = {}
    if order.kind in PAIR_KINDS:
        for kind in PAIR_KINDS:
            of_kind = replace(order, kind=kind, pathology=order.pathology if kind == "iou" else "")
            columns[kind] = numbers(of_kind, table).reindex(cases.index)
    elif order.kind not in ("id", "age"):
        columns[order.kind] = cases
    facts = table.facts.reindex(cases.index)
    for name in ("view", "sex", "age", "ap_pa"):
        if facts[name].replace("", pd.NA).notna().any():
            columns[name] = facts[name]
    return pd.DataFrame(columns, index=cases.index).rename_axis("case_id").reset_index()
