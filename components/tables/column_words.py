"""What the columns of the agreement tables are called and how their numbers are written: on pages and in reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from components.tables.measure_words import MEASURE_WORDS

Kind = Literal["text", "count", "value", "signed", "share", "percent"]


class ColumnWords(NamedTuple):
    """Words for one column; `kind` says how its cells are written, a `share` as percent, a `percent` as it is."""

    label: str
    kind: Kind
    help: str = ""


def _bounded(name: str, label: str, kind: Kind, explained: str = "") -> dict[str, ColumnWords]:
    return {
        name: ColumnWords(label, kind, explained),
        f"{name}_lower": ColumnWords(f"{label} from", kind, "Lower bound of the 95 % interval; empty: too few cases"),
        f"{name}_upper": ColumnWords(f"{label} to", kind, "Upper bound of the 95 % interval; empty: too few cases"),
    }


COLUMN_WORDS: dict[str, ColumnWords] = {
    "pathology": ColumnWords("Pathology", "text"),
    "source": ColumnWords("Source", "text"),
    "case_id": ColumnWords("Case", "text"),
    "rank": ColumnWords("Rank", "count"),
    "n": ColumnWords("n", "count", "Scored cases"),
    "n_hit": ColumnWords("n hit rate", "count", "Cases with a reference mask whose heat map or points are known"),
    "chance": ColumnWords("Chance level", "value", "Hit rate of a point thrown at random: mean area of the reference"),
    "scored": ColumnWords("Both drew", "count"),
    "both_empty": ColumnWords("Both empty", "count"),
    "missed": ColumnWords("Missed", "count", "The reference drew it, the other did not"),
    "false_alarm": ColumnWords("False alarm", "count", "The other drew it, the reference did not"),
    "not_predicted": ColumnWords("Not predicted", "count", "A source does not list the case, so it is left out"),
    "unreadable": ColumnWords("Unreadable", "count", "Refused as malformed; see the Data page"),
    "n_zero": ColumnWords("At 0", "count"),
    "zero_share": ColumnWords("Share at 0", "share"),
    "quartile_1": ColumnWords("First quartile", "value"),
    "median": ColumnWords("Median", "value"),
    "quartile_3": ColumnWords("Third quartile", "value"),
    "n_first": ColumnWords("n first", "count"),
    "n_second": ColumnWords("n second", "count"),
    "first": ColumnWords("First", "value"),
    "second": ColumnWords("Second", "value"),
    "both": ColumnWords("Both", "count"),
    "only_a": ColumnWords("Only the reference", "count"),
    "only_b": ColumnWords("Only the other", "count"),
    "neither": ColumnWords("Neither", "count"),
    "alpha": ColumnWords("Krippendorff's alpha", "value", "Of all sources shown; 1 full agreement, 0 that of chance"),
    "n_excluded": ColumnWords("Left out", "count", "Both masks empty, or an area unknown"),
    "bias": ColumnWords("Bias", "share", "Mean difference of the area shares"),
    "lower": ColumnWords("Lower limit", "share", "95 % of the differences lie between the limits"),
    "upper": ColumnWords("Upper limit", "share", "95 % of the differences lie between the limits"),
    "stratum": ColumnWords("Size", "text"),
    "share_from": ColumnWords("Area from", "share"),
    "share_to": ColumnWords("Area to", "share"),
    "min_share": ColumnWords("Smallest mask", "share"),
    "mean": ColumnWords("Mean", "value"),
    **_bounded("difference", "Difference", "signed", "First minus second, on the same draws"),
    **_bounded("pct", "Decrease %", "percent", "How far the second stays below the first"),
    **_bounded("to_best", "To the best", "signed", "Paired difference to the best of the row's pathology"),
    **_bounded("kappa", "Cohen's kappa", "value", "1 full agreement, 0 that of chance"),
    **{
        name: words
        for measure, of_measure in MEASURE_WORDS.items()
        for name, words in _bounded(measure, of_measure.short, "value").items()
    },
}


def words_of(columns: Iterable[str], renamed: Mapping[str, str]) -> dict[str, ColumnWords]:
    """Return the words for a table's columns, some under another label; a column without words keeps its name."""
    found = {name: COLUMN_WORDS.get(name, ColumnWords(name, "count")) for name in columns}
    return {name: words._replace(label=renamed.get(name, words.label)) for name, words in found.items()}
