"""The problems of a release with the split, source and case each is about, and those of them that are asked for."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

import pandas as pd

from data_access.dataset import Dataset

NOWHERE = ""
"""Split or source of a problem that is of none, such as one of a file that nothing could be read from."""


def problem_table(dataset: Dataset) -> pd.DataFrame:
    """List the problems met so far, in the order met.

    Returns
    -------
    DataFrame
        One row a problem: `action`, `split`, `source` (its name), `case_id`, `file`, `item`, `expected`, `found`;
        `NOWHERE` for a split, source or case that the problem does not tell.
    """
    problems = dataset.problems.frame()
    place_of = {file: (one.split, one.label) for one in dataset.sets for file in one.files}
    split_of_case = dataset.cases["split"].to_dict()
    rows = []
    for file, item in zip(problems["file"], problems["item"], strict=True):
        # Heat maps lie in a folder that is the file of their set.
        above = (file, *map(str, PurePosixPath(file).parents))
        split, source = next((place_of[path] for path in above if path in place_of), (NOWHERE, NOWHERE))
        case_id = item.split(" / ", 1)[0]
        is_case = case_id in split_of_case
        rows.append((split or split_of_case.get(case_id, NOWHERE), source, case_id if is_case else NOWHERE))
    places = pd.DataFrame(rows, columns=["split", "source", "case_id"], dtype=object)
    columns = ["action", "split", "source", "case_id", "file", "item", "expected", "found"]
    return pd.concat([problems, places], axis=1)[columns]


def filter_problems(
    problems: pd.DataFrame,
    actions: Collection[str] = (),
    splits: Collection[str] = (),
    sources: Collection[str] = (),
    text: str = "",
) -> pd.DataFrame:
    """Return the problems asked for; what is left empty leaves none out.

    Parameters
    ----------
    problems : DataFrame
        From `problem_table`.
    actions, splits, sources : collections of str
        Values of these columns.
    text : str
        Looked for in file, item, expected and found, case aside.
    """
    kept = problems
    for column, wanted in (("action", actions), ("split", splits), ("source", sources)):
        if wanted:
            kept = kept[kept[column].isin(list(wanted))]
    if text.strip():
        wanted_text = text.strip().casefold()
        cells = kept[["file", "item", "expected", "found"]].to_numpy().tolist()
        kept = kept.loc[[any(wanted_text in cell.casefold() for cell in row) for row in cells]]
    return kept
