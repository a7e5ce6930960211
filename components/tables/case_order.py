"""In which order to look at cases: by id, or by one number of each, the most striking first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

import numpy as np
import pandas as pd

from components.tables.case_criteria import Numbers
from components.tables.case_filter_text import escape
from components.tables.case_table import OUTCOME_CODES, Offer, PairNumbers, of_pathology

_OF_PAIR = ("iou", "mean_iou", "disagreement", "missed", "false_alarm")
_OF_SOURCE = ("area", "prob")
KINDS = ("id", *_OF_PAIR, *_OF_SOURCE, "age")
_SMALLEST_FIRST = ("id", "iou", "mean_iou")
_PER_PATHOLOGY = ("iou", "area", "prob")
_COUNTS = ("missed", "false_alarm", "age")

_TITLES = {
    "id": "Case id",
    "iou": "Worst IoU",
    "mean_iou": "Mean IoU",
    "disagreement": "Disagreement",
    "missed": "Missed",
    "false_alarm": "False alarms",
    "area": "Largest area",
    "prob": "Highest probability",
    "age": "Age",
}
_TITLES_OF_ONE = {"iou": "IoU", "area": "Area", "prob": "Probability"}
_SHORT = {
    "iou": "IoU",
    "mean_iou": "mean IoU",
    "disagreement": "disagreement",
    "missed": "missed",
    "false_alarm": "false alarm",
    "area": "area",
    "prob": "probability",
    "age": "year",
}


@dataclass(frozen=True)
class CaseOrder:
    """What cases are sorted by.

    Attributes
    ----------
    kind : str
        One of `KINDS`: `iou` is the worst of a case (or that of `pathology`), `disagreement` 1 - the mean IoU over what
        either drew, `area` the largest share of the image, `prob` the highest probability.
    keys : tuple of str
        The two sources, the one source, or none, as `kind` needs.
    pathology : str
        One pathology, for `iou`, `area` and `prob`; empty for the most striking of all.
    reverse : bool
        The least striking first.
    """

    kind: str = "id"
    keys: tuple[str, ...] = ()
    pathology: str = ""
    reverse: bool = False

    def __post_init__(self) -> None:
        """Refuse an order that cannot be computed."""
        n_keys = 2 if self.kind in _OF_PAIR else 1 if self.kind in _OF_SOURCE else 0
        fits = self.kind in KINDS and len(self.keys) == n_keys and all(self.keys)
        if not fits or (self.pathology and self.kind not in _PER_PATHOLOGY):
            raise ValueError(f"expected one of {', '.join(KINDS)} and its sources, found {self}")

    @property
    def smallest_first(self) -> bool:
        """Whether small numbers come first."""
        return (self.kind in _SMALLEST_FIRST) != self.reverse

    def lacks(self, offer: Offer) -> bool:
        """Say whether a split has not what the order asks for."""
        if self.pathology and self.pathology not in offer.pathologies:
            return True
        if self.kind in _OF_PAIR:
            return self.keys not in offer.pairs
        if self.kind == "age":
            return offer.ages is None
        sources = {"area": offer.drawing, "prob": offer.predicting}.get(self.kind)
        return sources is not None and self.keys[0] not in sources

    def to_text(self) -> str:
        """Return the order as it stands in a link, such as `iou~gt~hb`; empty for the order of ids."""
        parts = [self.kind, *self.keys, *([self.pathology] if self.pathology else [])]
        text = "~".join(escape(part) for part in parts)
        return ("-" if self.reverse else "") + text if self != CaseOrder() else ""

    def words(self, labels: Mapping[str, str]) -> str:
        """Say the order to a reader, without the pathology; not escaped."""
        names = [labels.get(key, key) for key in self.keys]
        title = (self.pathology and _TITLES_OF_ONE.get(self.kind)) or _TITLES[self.kind]
        return f"{title}, {' / '.join(names)}" if names else title

    def number_words(self, value: float) -> str:
        """Say one case's number, such as `IoU 0.12`, or that it has none; empty for the order of ids."""
        if self.kind == "id":
            return ""
        short = _SHORT[self.kind]
        if np.isnan(value):
            return "no age" if self.kind == "age" else f"no {short}"
        if self.kind in _COUNTS:
            plural = "s" if self.kind != "missed" and value != 1 else ""
            return f"{value:.0f} {short}{plural}"
        return f"{short} {value:.1%}" if self.kind == "area" else f"{short} {value:.2f}"


def from_text(text: str) -> CaseOrder | None:
    """Read an order from a link; None for anything that is none."""
    if not text:
        return CaseOrder()
    reverse = text.startswith("-")
    kind, *parts = [unquote(part) for part in text.removeprefix("-").split("~")]
    n_keys = 2 if kind in _OF_PAIR else 1 if kind in _OF_SOURCE else 0
    if len(parts) > n_keys + 1:
        return None
    try:
        return CaseOrder(kind, tuple(parts[:n_keys]), "".join(parts[n_keys:]), reverse)
    except ValueError:
        return None


def offered(offer: Offer) -> list[CaseOrder]:
    """List every order that a split offers, without pathologies and not reversed."""
    orders = [CaseOrder()]
    for pair in offer.pairs:
        orders += [CaseOrder("iou", pair), CaseOrder("mean_iou", pair)]
        if pair[0] == offer.truth:
            orders += [CaseOrder("missed", pair), CaseOrder("false_alarm", pair)]
        orders.append(CaseOrder("disagreement", pair))
    orders += [CaseOrder("area", (key,)) for key in offer.drawing]
    orders += [CaseOrder("prob", (key,)) for key in offer.predicting]
    return orders + ([CaseOrder("age")] if offer.ages is not None else [])


def has_pathology(order: CaseOrder) -> bool:
    """Say whether an order can be of one pathology."""
    return order.kind in _PER_PATHOLOGY


def numbers(order: CaseOrder, table: Numbers) -> pd.Series:
    """Return the number of each case that an order goes by, by case id.

    Returns
    -------
    Series of float64
        Missing where a case has none: no IoU where no pathology was drawn by both, no disagreement where neither drew
        or one source does not know the case. Counts are missing only where nothing was compared. All missing for the
        order of ids.
    """
    if order.kind in _OF_PAIR:
        return _pair_number(order, table.pair(*order.keys))
    if order.kind in _OF_SOURCE:
        grid = table.areas(order.keys[0]) if order.kind == "area" else table.probabilities(order.keys[0])
        return of_pathology(grid, order.pathology).max(axis=1)
    if order.kind == "age":
        return table.facts["age"].astype(np.float64)
    return pd.Series(np.nan, index=pd.Index(list(table.case_ids), dtype="str"))


def _pair_number(order: CaseOrder, pair: PairNumbers) -> pd.Series:
    if order.kind == "iou":
        return of_pathology(pair.iou, order.pathology).min(axis=1)
    if order.kind == "mean_iou":
        return pair.iou.mean(axis=1)
    missed, false_alarm = (pair.outcome == OUTCOME_CODES[word] for word in ("missed", "false alarm"))
    if order.kind == "disagreement":
        return 1 - pair.iou.mask(missed | false_alarm, 0.0).mean(axis=1)
    unknown = [-1, OUTCOME_CODES["not predicted"], OUTCOME_CODES["unreadable"]]
    compared = ~pair.outcome.isin(unknown).all(axis=1)
    return (missed if order.kind == "missed" else false_alarm).sum(axis=1).where(compared).astype(np.float64)


def arrange(case_ids: Sequence[str], order: CaseOrder, by_case: pd.Series) -> pd.Series:
    """Bring cases in order.

    Parameters
    ----------
    case_ids : sequence of str
        Which, in the order that settles ties.
    order : CaseOrder
        How.
    by_case : Series of float64
        From `numbers`.

    Returns
    -------
    Series of float64, indexed by case id
        Their numbers in order; cases without one come last.
    """
    of_cases = by_case.reindex(pd.Index(list(case_ids), name="case_id", dtype="str"))
    if order.kind == "id":
        return of_cases[::-1] if order.reverse else of_cases
    return of_cases.sort_values(ascending=order.smallest_first, kind="stable", na_position="last")
