"""Where to go from a case: the next one that draws a pathology, and the next worst."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from components.tables.case_criteria import DrawnBy
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.tables.case_table import Offer


def next_among(case_ids: Sequence[str], current: str, among: Collection[str]) -> str | None:
    """Return the first case after the current one that is among some; None if there is none.

    Parameters
    ----------
    case_ids : sequence of str
        All cases in the order to go through.
    current : str
        Where one is; if it is not in `case_ids`, the search begins at the first.
    among : collection of str
        Where one may go.
    """
    start = case_ids.index(current) + 1 if current in case_ids else 0
    return next((case_id for case_id in case_ids[start:] if case_id in among), None)


def with_pathology(offer: Offer, pathology: str) -> CaseFilter | None:
    """Return the filter that keeps what the ground truth, else the first source with masks, drew; None without any."""
    key = offer.truth or next(iter(offer.drawing), "")
    return CaseFilter((DrawnBy(key, pathology),)) if key else None


def worst_first(offer: Offer, order: CaseOrder) -> CaseOrder | None:
    """Return the order to go through from the worst on: the one chosen, else by IoU; None where nothing is compared."""
    if order.kind != "id":
        return replace(order, reverse=False)
    return CaseOrder("iou", offer.pairs[0]) if offer.pairs else None
