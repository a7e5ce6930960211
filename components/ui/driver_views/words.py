"""What the columns of the tables of the Drivers page are called."""

from __future__ import annotations

import pandas as pd

from components.figures.coefficients import DRIVER_WORDS, KIND_WORDS
from components.tables.column_words import ColumnWords
from components.tables.driver_rows import p_words

ESTIMATE_WORDS = {
    "scope": ColumnWords("Over", "text"),
    "driver": ColumnWords("Driver", "text"),
    "kind": ColumnWords("Estimate", "text"),
    "value": ColumnWords("Value", "signed"),
    "lower": ColumnWords("95 % from", "signed", "Empty: too few rows"),
    "upper": ColumnWords("95 % to", "signed", "Empty: too few rows"),
    "p_value": ColumnWords("p", "text", "Two-sided, not corrected"),
    "stars": ColumnWords("Mark", "text", "*, **, ***: p times the number of tests is below 0.05, 0.01, 0.001"),
    "n": ColumnWords("n", "count", "Cases and pathologies with both numbers"),
}
POINT_WORDS = {"x": ColumnWords("Driver", "value"), "y": ColumnWords("Outcome", "value")}


def worded(estimates: pd.DataFrame) -> pd.DataFrame:
    """Return the estimates with words in place of keys, without a column that says the same throughout."""
    table = estimates.assign(
        driver=estimates["driver"].map(lambda name: DRIVER_WORDS[name].name),
        kind=estimates["kind"].map(KIND_WORDS),
        p_value=estimates["p_value"].map(p_words),
    )
    return table.drop(columns=[name for name in ("driver", "kind") if table[name].nunique() == 1])
