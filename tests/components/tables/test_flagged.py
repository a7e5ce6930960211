"""Flags and notes as a table: normal, none, and cases that the dataset has not."""

from __future__ import annotations

import pandas as pd

from components.tables.flagged import flagged_table
from data_access.notes import Note

SPLITS = pd.Series(["val", "test"], index=["a", "b"], dtype="str")


def test_one_row_a_note_with_its_split() -> None:
    notes = [
        Note("b", ("discuss", "teaching"), "<b>", 2, "2026-05-01T09:30:00Z", "Dr A"),
        Note("x", (), "elsewhere", 1, "2026-05-02T00:00:00Z"),
    ]
    table = flagged_table(notes, SPLITS, "not here")
    assert table[["case_id", "split", "note", "user"]].to_numpy().tolist() == [
        ["b", "test", "<b>", "Dr A"],
        ["x", "not here", "elsewhere", ""],
    ]
    assert table["flags"].tolist() == [["discuss", "teaching"], []]
    assert table["changed"].tolist() == [
        pd.Timestamp("2026-05-01 09:30", tz="UTC"),
        pd.Timestamp("2026-05-02", tz="UTC"),
    ]


def test_no_note_gives_an_empty_table_with_its_columns() -> None:
    table = flagged_table([], SPLITS, "not here")
    assert list(table.columns) == ["case_id", "split", "flags", "note", "changed", "user"]
    assert len(table) == 0
