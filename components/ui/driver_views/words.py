"""What the columns of the tables of the Drivers page are called."""

from __future__ import annotations

from components.tables.column_words import ColumnWords

ESTIMATE_WORDS = {
    "scope": ColumnWords("Over", "text"),
    "driver": ColumnWords("Driver", "text"),
    "kind": ColumnWords("Estimate", "text"),
    "value": ColumnWords("Value", "signed"),
    "lower": ColumnWords("95 % from", "signed", "Empty: too few rows"),
    "upper": ColumnWords("95 % to", "signed", "Empty: too few rows"),
    "p_value": ColumnWords("p", "value", "Two-sided, not corrected"),
    "stars": ColumnWords("Mark", "text", "*, **, ***: p times the number of tests is below 0.05, 0.01, 0.001"),
    "n": ColumnWords("n", "count", "Cases and pathologies with both numbers"),
}
POINT_WORDS = {"x": ColumnWords("Driver", "value"), "y": ColumnWords("Outcome", "value")}
