"""A finished model as files of a release: all of them, or none."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

from data_access.adapters import chexlocalize_names as names
from data_access.dataset import Dataset
from data_access.model_import.finished import FinishedModel
from data_access.progress import Track
from data_access.writers import write_csv, write_heatmap, write_json, write_segmentations

_KINDS = ("segmentations", "maps", "probabilities", "about")

WRITING_WORDS = "writing the heat maps"


class TakenError(FileExistsError):
    """Files of the same names lie there already."""


def place_of(dataset: Dataset, split: str) -> Path:
    """Return the folder of a release that the annotation files of a split lie in, else the release's own."""
    files = [file for annotated in dataset.sets_of(split) for file in annotated.files]
    return (dataset.folder.root / files[0]).parent if files else dataset.folder.root


def is_writable(folder: Path) -> bool:
    """Say whether files can be written to a folder."""
    return os.access(folder, os.W_OK)


def files_there(name: str, split: str, folder: Path) -> list[Path]:
    """Return the files that a model of this name has in a folder."""
    paths = [folder / names.annotation_file_name(name, kind, split) for kind in _KINDS]
    return [path for path in paths if path.exists() or path.is_symlink()]


def save(model: FinishedModel, folder: Path, track: Track, *, replace: bool = False) -> list[Path]:
    """Write a model in the official formats, with what has to be said of it.

    Everything is written to a hidden folder beside, then renamed; if anything fails, what was there is there again.

    Parameters
    ----------
    model : FinishedModel
        Not empty.
    folder : Path
        Made if need be.
    track : Track
        Wraps the loop over the heat maps.
    replace : bool
        Whether a model of the same name may be replaced, with all its files.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    TakenError
        If there is one already and `replace` was not asked for.
    OSError
        If it cannot be written.
    FileError, ValueError
        If a heat map cannot be read any more.
    """
    there = files_there(model.name, model.split, folder)
    if there and not replace:
        raise TakenError(f"{there[0]}: expected no file of this name, found one; --replace takes its place")
    folder.mkdir(parents=True, exist_ok=True)
    with _beside(folder, model.name) as draft:
        _write(model, draft, track)
        written = sorted(draft.iterdir())
        with _beside(folder, model.name) as old:
            moved: list[tuple[Path, Path]] = []
            try:
                for path in there:
                    moved.append((path, path.replace(old / path.name)))
                for path in written:
                    moved.append((path, path.replace(folder / path.name)))
            except OSError:
                for origin, now in reversed(moved):
                    now.replace(origin)
                raise
    return [folder / path.name for path in written]


@contextmanager
def _beside(folder: Path, name: str) -> Iterator[Path]:
    """Give an empty folder that nothing lists, on the same disk; removed at the end."""
    draft = folder / f".{name}.{os.getpid()}.{secrets.token_hex(4)}.part"
    draft.mkdir()
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(model: FinishedModel, folder: Path, track: Track) -> None:
    def path_of(kind: str) -> Path:
        return folder / names.annotation_file_name(model.name, kind, model.split)

    if model.masks:
        write_segmentations(path_of("segmentations"), model.masks)
    if model.probabilities:
        rows = [{"id": case_id, **of_case} for case_id, of_case in sorted(model.probabilities.items())]
        write_csv(path_of("probabilities"), pd.DataFrame(rows))
    for case_id in track(sorted(model.maps), WRITING_WORDS):
        for target, read in model.maps[case_id].items():
            heatmap = read()
            path = path_of("maps") / f"{case_id}_{target}_map.npz"
            write_heatmap(path, heatmap.map_hw, heatmap.probability, target, heatmap.size_hw)
    if model.remark:
        write_json(path_of("about"), {"remark": model.remark, "frame": model.frame})
