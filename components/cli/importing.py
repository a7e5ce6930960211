"""Command import-model: a model's masks, heat maps and probabilities become files of a release."""

from __future__ import annotations

from pathlib import Path

import click

from components.cli.common import (
    IN_ANY,
    IN_FILE,
    OUT_DIR,
    OUT_FILE,
    BadInputError,
    Inputs,
    one_line_errors,
    strict_option,
    track,
)
from components.tables.frame_guess import evidence_of, guess
from data_access import open_dataset
from data_access.dataset import Dataset, DatasetNotFoundError
from data_access.files import FileError
from data_access.model_import import inputs, saving
from data_access.model_import.finished import finish
from data_access.model_import.frames import FRAME_HELP, FRAME_WORDS, FRAMES, Frame
from data_access.model_import.naming import name_fault, taken_names
from data_access.model_import.read_model import ReadModel
from data_access.model_import.reading import read_model
from data_access.problems import clip_text
from data_access.writers import write_csv

_GUESS = "guess"


@click.command("import-model")
@click.argument("paths", nargs=-1, required=True, type=IN_ANY)
@click.option("--root", type=IN_ANY, required=True, help="The release whose X-rays the model looked at.")
@click.option("--name", required=True, help="What to call the model: letters, digits, - and _.")
@click.option("--split", required=True, type=click.Choice(["val", "test"]), help="The split it looked at.")
@click.option(
    "--frame",
    type=click.Choice([_GUESS, *FRAMES]),
    default=_GUESS,
    show_default=True,
    help="What a mask shows of its film. "
    + " ".join(f"{frame}: {FRAME_HELP[frame][0].lower()}{FRAME_HELP[frame][1:]}" for frame in FRAMES),
)
@click.option(
    "--mapping",
    "mappings",
    type=IN_FILE,
    multiple=True,
    help="What the numbers in COCO results stand for: a COCO file with images and categories, or a CSV with columns "
    "image_id, case_id or category_id, pathology. May be given twice.",
)
@click.option("--probabilities", type=IN_FILE, help="CSV: a column id, then a column a pathology, 0 to 1.")
@click.option(
    "--min-score", type=click.FloatRange(0, 1), default=0.0, help="Leave out COCO results of a lower score. [0]"
)
@click.option("--out", "out_dir", type=OUT_DIR, help="Folder to write to; by default the release's own.")
@click.option("--report", "report_path", type=OUT_FILE, help="CSV to list every skipped or repaired item in.")
@click.option("--replace", is_flag=True, help="Take the place of a model of this name, with all its files.")
@strict_option
@one_line_errors
def import_model(
    paths: tuple[Path, ...],
    root: Path,
    name: str,
    split: str,
    frame: str,
    mappings: tuple[Path, ...],
    probabilities: Path | None,
    min_score: float,
    out_dir: Path | None,
    report_path: Path | None,
    replace: bool,
    strict: bool,
) -> None:
    """Write a model's masks, heat maps and probabilities beside those of a release, as a source like any other.

    PATHS are segmentations or COCO results (JSON), masks <id>_<pathology>.png, heat maps <id>_<pathology>_map.npz or
    .pkl, zip archives of these, or folders. Masks are mapped back to the size of their film, nearest-neighbour; several
    COCO results of one image and category are united. A bad item is skipped, listed on the error stream and counted.
    """
    dataset = _opened(root, split)
    fault = name_fault(name, split, () if replace or out_dir else taken_names(dataset, split))
    if fault is not None:
        raise BadInputError(f"--name {clip_text(name)}: {fault}")
    given = [file for path in (*paths, *mappings, *([probabilities] if probabilities else [])) for file in _at(path)]
    read = read_model(given, dataset, split, track, min_score=min_score)
    if read.is_empty:
        Inputs(strict=False, problems=read.problems).settle()
        raise BadInputError(f"{paths[0]}: expected a mask or a heat map of at least one case of {split}, found none")
    chosen = _frame(frame, read, dataset)
    finished = finish(read, name, chosen, track)
    Inputs(strict, finished.problems).settle()
    if report_path is not None:
        write_csv(report_path, finished.problems.frame())
        click.echo(f"wrote {report_path}")
    if not finished.masks and not finished.maps:
        raise BadInputError(f"{paths[0]}: expected masks in {FRAME_WORDS[chosen]}, found none whose size fits")
    folder = out_dir or saving.place_of(dataset, split)
    try:
        written = saving.save(finished, folder, track, replace=replace)
    except saving.TakenError as error:
        raise BadInputError(str(error)) from error
    n_drawn = sum(not mask.is_empty for of_case in finished.masks.values() for mask in of_case.values())
    n_maps = sum(map(len, finished.maps.values()))
    parts = [
        f"{finished.n_masks} masks ({n_drawn} drawn) of {len(finished.masks)} cases" if finished.masks else "",
        f"{n_maps} heat maps of {len(finished.maps)} cases" if n_maps else "",
        f"probabilities of {len(finished.probabilities)} cases" if finished.probabilities else "",
    ]
    click.echo(f"{name}, {split}: {', '.join(filter(None, parts))}")
    if finished.remark:
        click.echo(finished.remark)
    for path in written:
        click.echo(f"wrote {path}")


def _opened(root: Path, split: str) -> Dataset:
    try:
        dataset = open_dataset(root)
    except DatasetNotFoundError as error:
        raise BadInputError(str(error)) from error
    if split not in dataset.splits:
        raise BadInputError(f"{root}: expected the split {split}, found {' and '.join(dataset.splits) or 'none'}")
    return dataset


def _at(path: Path) -> list[inputs.GivenFile]:
    try:
        return inputs.at_path(path)
    except FileError as error:
        raise BadInputError(f"{clip_text(str(path))}: {error}") from error


def _frame(asked: str, read: ReadModel, dataset: Dataset) -> Frame:
    """Return the frame asked for, or guess one and say why."""
    if asked != _GUESS:
        return next(frame for frame in FRAMES if frame == asked)
    guessed = guess(evidence_of(read, dataset))
    click.echo(f"frame: {guessed.frame} ({FRAME_WORDS[guessed.frame]}), a guess: {guessed.reason}")
    return guessed.frame
