"""Flags and notes as a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from data_access.notes import Note


def flagged_table(notes: Sequence[Note], split_of_case: pd.Series[str], not_here: str) -> pd.DataFrame:
    """List notes, one row a case.

    Parameters
    ----------
    notes : sequence of Note
        In the order to list.
    split_of_case : Series, indexed by case id
        Of the cases that the dataset has.
    not_here : str
        What to say in place of the split of a case it has not.

    Returns
    -------
    DataFrame
        `case_id`, `split`, `flags` (list), `note`, `changed` (UTC), `user`; without rows where there are no notes.
    """
    ids = [note.case_id for note in notes]
    return pd.DataFrame(
        {
            "case_id": pd.Series(ids, dtype="str"),
            "split": split_of_case.reindex(ids).fillna(not_here).to_numpy(),
            "flags": [list(note.flags) for note in notes],
            "note": pd.Series([note.text for note in notes], dtype="str"),
            "changed": pd.to_datetime([note.changed for note in notes], utc=True),
            "user": pd.Series([note.user for note in notes], dtype="str"),
        }
    )
