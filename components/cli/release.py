"""Commands about a whole release: check, demo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import orjson
import pandas as pd

from components.cli.common import IN_ANY, OUT_DIR, BadInputError, one_line_errors, track
from components.tables import expected
from components.tables.frames import note_frames, note_map_frame
from data_access import open_dataset
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset, DatasetNotFoundError


@click.command("check")
@click.argument("root", type=IN_ANY)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
@one_line_errors
def check(root: Path, as_json: bool) -> None:
    """Say what the release in folder ROOT holds, against what is published of it, and list every problem in its files.

    Everything is read: annotation files, heat maps, the sizes of images and whether annotations fit them. Exit code 0
    if anything is usable, 2 if nothing is.
    """
    try:
        dataset = open_dataset(root)
    except DatasetNotFoundError as error:
        if as_json:
            click.echo(orjson.dumps({"usable": False, "error": str(error)}).decode())
        raise BadInputError(str(error)) from error
    found = _read_everything(dataset)
    click.echo(orjson.dumps(found).decode() if as_json else _as_lines(found))
    if not found["usable"]:
        raise BadInputError(f"{root}: expected a release with an image or an annotation to show, found none usable")


def _read_everything(dataset: Dataset) -> dict[str, Any]:
    """Read all files of a release and return what there is and what was wrong."""
    for annotated in dataset.sets:
        for records in annotated.records:
            records.get()
    cases = dataset.cases
    with_image = [str(case_id) for case_id in cases.index[cases["image"] != ""]]
    measured = ((case_id, dataset.image_size_hw(case_id)) for case_id in track(with_image, "images"))
    film_hw = {case_id: size_hw for case_id, size_hw in measured if size_hw is not None}
    n_images = len(film_hw)
    sets = [_describe(annotated, film_hw, dataset) for annotated in dataset.sets]
    compared = expected.compare_counts(dataset)
    usable = n_images > 0 or any(part["cases"] for part in sets)
    return {
        "usable": usable,
        "name": dataset.name,
        "synthetic": dataset.is_demo,
        "cases": {split: int((cases["split"] == split).sum()) for split in dataset.splits},
        "readable_images": n_images,
        "labelled_cases": len(dataset.labels),
        "sets": sets,
        "published_counts": _records(compared),
        "verdict": expected.summary_lines(dataset, compared),
        "odd_cases": _records(expected.odd_cases(dataset)),
        "missing": {split: [source.label for source in dataset.missing_sources(split)] for split in dataset.splits},
        "n_problems": len(dataset.problems) + dataset.problems.n_beyond,
        "problems": [asdict(problem) for problem in dataset.problems],
    }


def _records(table: pd.DataFrame) -> list[dict[Any, Any]]:
    """Return the rows of a table; a missing number is null."""
    return table.astype(object).where(table.notna(), None).to_dict("records")


def _describe(annotated: AnnotationSet, film_hw: Mapping[str, tuple[int, int]], dataset: Dataset) -> dict[str, Any]:
    """Say what a set holds; notes where it does not fit the films."""
    for case_id in dataset.case_ids(annotated.split):
        if case_id in film_hw:
            note_frames(annotated, case_id, film_hw[case_id], dataset.problems)
    n_maps = n_maps_read = 0
    if annotated.heatmap_files is not None:
        listed = annotated.heatmap_files.targets_of_case
        pairs = [(case_id, target) for case_id in sorted(listed) for target in sorted(listed[case_id])]
        n_maps = len(pairs)
        for case_id, target in track(pairs, "heat maps"):
            heatmap = annotated.heatmap_files.read(case_id, target)
            n_maps_read += heatmap is not None
            if heatmap is not None and case_id in film_hw:
                file, item = listed[case_id][target], f"{case_id} / {target}"
                note_map_frame(heatmap, file, item, film_hw[case_id], dataset.problems)
    return {
        "split": annotated.split,
        "source": annotated.label,
        "holds": list(annotated.kinds),
        "files": list(annotated.files),
        "cases": len(annotated.case_ids()),
        "heat_maps": n_maps,
        "readable_heat_maps": n_maps_read,
    }


def _as_lines(found: dict[str, Any]) -> str:
    lines = [f"{found['name']}{' (synthetic)' if found['synthetic'] else ''}"]
    lines += [f"  {split}: {n} cases" for split, n in found["cases"].items()]
    lines.append(f"  {found['readable_images']} readable images, {found['labelled_cases']} cases with labels")
    for part in found["sets"]:
        maps = f"; {part['readable_heat_maps']} of {part['heat_maps']} heat maps readable" if part["heat_maps"] else ""
        lines.append(f"  {part['split']}, {part['source']}: {', '.join(part['holds'])} of {part['cases']} cases{maps}")
    for split, missing in found["missing"].items():
        if missing:
            lines.append(f"  {split} has no {' and no '.join(missing)}")
    lines.append("published counts")
    lines += [f"  {line}" for line in found["verdict"]]
    for count in found["published_counts"]:
        lines.append(f"  {count['split']}, {count['what']}: {count['verdict']} ({count['reference']})")
    for case in found["odd_cases"]:
        if case["here"]:
            lines.append(f"  {case['split']}, {case['case_id']} is known: it {case['remark']}; here: {case['found']}")
    lines.append(f"{found['n_problems']} problems" if found["n_problems"] else "no problems")
    for problem in found["problems"]:
        counted = f"{problem['file']}: {problem['item']}" if problem["item"] else problem["file"]
        lines.append(f"  {counted}: expected {problem['expected']}, found {problem['found']} ({problem['action']})")
    by_action = Counter(problem["action"] for problem in found["problems"])
    lines += [f"  {n} {action}" for action, n in sorted(by_action.items())]
    return "\n".join(lines)


@click.command("demo")
@click.argument("out_dir", metavar="OUT", type=OUT_DIR)
@click.option("--cases", "n_cases", type=click.IntRange(3, 100_000), default=36, show_default=True, help="X-rays.")
@click.option(
    "--size",
    "size_hw",
    type=(click.IntRange(32, 8_000), click.IntRange(32, 8_000)),
    metavar="H W",
    help="Height and width of every X-ray in pixels; by default they vary from 1,000 to 1,400.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=2022, show_default=True, help="Of all that is drawn."
)
@click.option("--no-images", is_flag=True, help="Leave the X-rays out.")
@one_line_errors
def demo(out_dir: Path, n_cases: int, size_hw: tuple[int, int] | None, seed: int, no_images: bool) -> None:
    """Write a synthetic release in the official layout to folder OUT: no patient, no reader, not for clinical use.

    A third of the X-rays is the validation split, the rest the test split. A demo that OUT holds already is replaced;
    any other content is left alone and ends the command.
    """
    from data_access.demo import write_demo

    write_demo(out_dir, n_cases=n_cases, size_hw=size_hw, images=not no_images, seed=seed, track=track)
    click.echo(f"wrote {out_dir}")
