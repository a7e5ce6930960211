"""The numbers of a case as CSV, with their provenance in comment lines above."""

from __future__ import annotations

import csv

import pandas as pd

from components.exports.provenance import Provenance
from data_access.csv_cells import guard


def numbers_csv(table: pd.DataFrame, provenance: Provenance) -> str:
    """Write the table of `tables.case.case_table`.

    Returns
    -------
    str
        `pandas.read_csv(file, comment="#")` gives back the table: a line of provenance begins with `#`, and texts are
        quoted, so that a `#` in one is no comment. Texts that a spreadsheet would take for a formula get an apostrophe
        before them (`data_access.csv_cells.guard`).
    """
    about = "".join(f"# {name}: {value}\n" for name, value in provenance.items().items())
    texts = table.select_dtypes(exclude="number").columns
    guarded = table.assign(**{column: table[column].map(guard, na_action="ignore") for column in texts})
    return about + guarded.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
