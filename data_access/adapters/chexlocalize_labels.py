"""The label tables of a CheXlocalize release."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from data_access.adapters import chexlocalize_names as names
from data_access.files import FileError, Folder
from data_access.labels import LabelError, find_column, label_states, read_table
from data_access.problems import ProblemLog

MAX_LABEL_BYTES = 256 * 1024**2

_PATH_COLUMNS = ("Path", "image_path")
_CASE_COLUMNS = {"sex": ("Sex",), "age": ("Age",), "ap_pa": ("AP/PA",)}
_NOT_LABELS = ("path", "image_path", "sex", "age", "frontal/lateral", "ap/pa")


def read_labels(
    folder: Folder, path_of_split: Mapping[str, str], rows: dict[str, dict[str, str]], problems: ProblemLog
) -> pd.DataFrame:
    """Read the label tables of all splits.

    Parameters
    ----------
    folder : Folder
        The release.
    path_of_split : mapping of str to str
        Split to path of its table.
    rows : dict
        The case table's rows by case id; takes the cases a table adds and what it says of each.
    problems : ProblemLog
        Takes what was refused.

    Returns
    -------
    DataFrame of Int8, indexed by case id
        One column a label; a case has one row at most.
    """
    frames: list[pd.DataFrame] = []
    for split, path in sorted(path_of_split.items()):
        table = _table_of_cases(folder, path, problems)
        if table is None:
            continue
        known = table.index.isin(frames[0].index) if frames else np.zeros(len(table), bool)
        for case_id in table.index[known]:
            problems.add(path, str(case_id), "one row a case", "a row in another table too")
        table = table[np.logical_not(known)]
        _describe_cases(table, split, rows)
        frames.append(_labels(table, path, problems))
    return pd.concat(frames) if frames else pd.DataFrame(index=pd.Index([], name="case_id"))


def _table_of_cases(folder: Folder, path: str, problems: ProblemLog) -> pd.DataFrame | None:
    """Read one table and index it by case id, one row a case; None for a file that is no label table."""
    try:
        table = read_table(folder.read_bytes(path, MAX_LABEL_BYTES), lambda *what: problems.add(path, *what))
    except (FileError, LabelError) as error:
        problems.add(path, "", "a label table", str(error))
        return None
    path_column = find_column(table, _PATH_COLUMNS)
    if path_column is None:
        problems.add(path, "", "a column Path", f"the columns {', '.join(map(str, table.columns[:8]))}")
        return None
    table.index = pd.Index([names.case_id_of_path(cell) for cell in table[path_column]], name="case_id", dtype=object)
    named = table.index.notna()
    for cell in table.loc[np.logical_not(named), path_column]:
        problems.add(path, cell, "a path with patientN/studyN/viewN_frontal or viewN_lateral", "another path")
    table = table[named]
    doubled = table.index.duplicated()
    for case_id in table.index[doubled]:
        problems.add(path, str(case_id), "one row a case", "a second row")
    return table[np.logical_not(doubled)]


def _describe_cases(table: pd.DataFrame, split: str, rows: dict[str, dict[str, str]]) -> None:
    """Add the cases of a table, and their sex, age and projection, to the case table's rows."""
    found = {name: find_column(table, spellings) for name, spellings in _CASE_COLUMNS.items()}
    cells = {name: table[column].tolist() for name, column in found.items() if column is not None}
    for i, case_id in enumerate(table.index.tolist()):
        row = rows.setdefault(case_id, {**names.describe_id(case_id), "split": split})
        row.update({name: column[i] for name, column in cells.items()})


def _labels(table: pd.DataFrame, path: str, problems: ProblemLog) -> pd.DataFrame:
    """Return the label columns of a table; a column of another kind is noted once and left out."""
    labels: dict[str, pd.Series] = {}
    for column in map(str, table.columns):
        name = names.canonical(column)
        if column.casefold() in _NOT_LABELS:
            continue
        if name in labels:
            problems.add(path, f"column {column}", f"{name} once", "a second time under another name")
            continue
        states, faults = label_states(table[column])
        if faults and name not in names.TASKS:
            problems.add(path, f"column {column}", "a column of labels", "other content", "noted")
            continue
        for case_id, cell in faults.items():
            problems.add(path, f"{case_id} / {column}", "1, 0, -1 or blank", cell)
        labels[name] = states
    return pd.DataFrame(labels, index=table.index)
