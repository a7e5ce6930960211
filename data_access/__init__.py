"""Files in, records out; nothing else in the project opens a dataset file.

Two doors: `open_dataset` for a folder that holds a release, `open_set` for one annotation file or folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_access.annotation_set import AnnotationSet
    from data_access.dataset import Dataset
    from data_access.problems import ProblemLog

# The doors import what is behind them when used, so that a command that needs one file starts without the rest.


def open_dataset(root: str | Path) -> Dataset:
    """Open the release in a folder with the adapter that recognises it.

    Parameters
    ----------
    root : str or Path
        The folder.

    Returns
    -------
    Dataset
        Nothing but folder lists and label tables has been read.

    Raises
    ------
    DatasetNotFoundError
        If there is no such folder or no adapter recognises it; says what was looked for and what is there.
    """
    from data_access.adapters import chexlocalize
    from data_access.dataset import DatasetNotFoundError
    from data_access.files import find_folder
    from data_access.problems import clip_text

    folder = find_folder(root)
    dataset = chexlocalize.open_release(folder) if folder is not None else None
    if dataset is None:
        found = tuple(clip_text(entry.name) for entry in folder.list())[:12] if folder is not None else ()
        raise DatasetNotFoundError(clip_text(str(root)), chexlocalize.LOOKED_FOR, found, exists=folder is not None)
    return dataset


def open_set(path: str | Path, problems: ProblemLog) -> AnnotationSet:
    """Open one annotation file, or a folder of heat maps, in the official formats.

    Parameters
    ----------
    path : str or Path
        A segmentations, contours, points or probabilities file, or a folder of `.pkl` or `.npz` heat maps.
    problems : ProblemLog
        Takes what was refused while it is read.

    Returns
    -------
    AnnotationSet
        What kind of file it is is told by its content, so any name will do.

    Raises
    ------
    SetNotFoundError
        If there is no such file, or it is no annotation file.
    """
    from data_access.adapters import chexlocalize_set

    return chexlocalize_set.open_one(Path(path), problems)
