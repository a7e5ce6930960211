"""Cases as a list: what is known of each and the numbers it is sorted by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pandas as pd

from components.tables.case_criteria import Numbers
from components.tables.case_order import CaseOrder, numbers

PAIR_KINDS = ("iou", "mean_iou", "missed", "false_alarm", "disagreement")
"""Numbers of a pair, which come together since they are computed together."""

SOURCE_KINDS = ("area", "prob")
"""Numbers of one source."""


NUMBERED = (*PAIR_KINDS, *SOURCE_KINDS)
"""Orders whose numbers have columns of their own."""


def case_listing(table: Numbers, case_ids: Iterable[str], listed: CaseOrder) -> pd.DataFrame:
    """List cases with their numbers.

    Parameters
    ----------
    table : Numbers
        Where the numbers come from; what is not listed is not read.
    case_ids : iterable of str
        The cases, in order.
    listed : CaseOrder
        Whose numbers to list: all of its pair, or that of its source; none for an order of ids or ages.

    Returns
    -------
    DataFrame
        `case_id`, then a column a number named by its kind, then `view`, `sex`, `age`, `ap_pa`, each left out where it
        is known of no case.
    """
    index = pd.Index(list(case_ids), dtype="str")
    kinds = PAIR_KINDS if listed.kind in PAIR_KINDS else tuple(kind for kind in SOURCE_KINDS if kind == listed.kind)
    columns: dict[str, pd.Series] = {kind: numbers(_of(listed, kind), table).reindex(index) for kind in kinds}
    facts = table.facts.reindex(index)
    for name in ("view", "sex", "age", "ap_pa"):
        if facts[name].replace("", pd.NA).notna().any():
            columns[name] = facts[name]
    return pd.DataFrame(columns, index=index).rename_axis("case_id").reset_index()


def order_of_heading(column: str, listed: CaseOrder, order: CaseOrder) -> CaseOrder | None:
    """Return the order that a click on a heading of the list asks for.

    Parameters
    ----------
    column : str
        Of `case_listing`.
    listed : CaseOrder
        Whose numbers are listed.
    order : CaseOrder
        The order until now.

    Returns
    -------
    CaseOrder or None
        By the column, the most striking case first; turned round if it was sorted by it already. None for a column
        that cannot be sorted by.
    """
    if column in ("case_id", "age"):
        asked = CaseOrder("id" if column == "case_id" else column)
    elif column in NUMBERED:
        asked = _of(listed, column)
    else:
        return None
    return replace(asked, reverse=not order.reverse) if asked == replace(order, reverse=False) else asked


def _of(listed: CaseOrder, kind: str) -> CaseOrder:
    """Return another number of the same sources; a pathology stays with the number it was chosen for."""
    return replace(listed, kind=kind, pathology=listed.pathology if kind == listed.kind else "", reverse=False)
