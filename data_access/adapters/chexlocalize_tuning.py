"""The authors' table of tuned thresholds, where it lies beside a folder of heat maps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import PurePosixPath

from data_access.adapters import chexlocalize_names as names
from data_access.files import FileError, Folder, join
from data_access.labels import LabelError, read_table
from data_access.problems import ProblemLog

TABLE_NAME = "tuning_results.csv"


def path_beside(maps: str) -> str:
    """Return where the table of a folder of heat maps lies, if there is one.

    >>> path_beside("CheXlocalize/gradcam_maps_val")
    'CheXlocalize/tuning_results.csv'
    """
    return join(*PurePosixPath(maps).parent.parts, TABLE_NAME)


def read_tuned(folder: Folder, path: str, problems: ProblemLog) -> Mapping[str, float]:
    """Read the threshold of each pathology.

    Parameters
    ----------
    folder : Folder
        Where the table is.
    path : str
        The table, with columns `threshold` and `task`.
    problems : ProblemLog
        Told of a file that is no such table and of rows that are left out.

    Returns
    -------
    mapping of str to float
        Thresholds of the normalised map, 0 to 1; empty if the file cannot be used.
    """
    try:
        table = read_table(folder.read_bytes(path), lambda item, want, got: problems.add(path, item, want, got))
    except (FileError, LabelError) as error:
        problems.add(path, "", "a table of tuned thresholds", str(error))
        return {}
    if not {"threshold", "task"} <= set(table.columns):
        problems.add(path, "", "columns threshold and task", ", ".join(map(str, table.columns)))
        return {}
    found: dict[str, float] = {}
    for task, text in zip(table["task"], table["threshold"], strict=True):
        target, threshold = names.find_target(task), _number(text)
        if target is None or not 0 <= threshold <= 1:
            problems.add(path, task, "a threshold from 0 to 1 of one of the pathologies", text)
        elif found.setdefault(target, threshold) != threshold:
            problems.add(path, task, "one threshold a pathology", f"{found[target]:g} and {text}")
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
