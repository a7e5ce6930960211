"""Commands that make masks: segment-heatmaps, segment-annotations."""

from __future__ import annotations

from pathlib import Path

import click

from components.cli.common import (
    IN_DIR,
    IN_FILE,
    OUT_FILE,
    Inputs,
    one_line_errors,
    read_numbers,
    strict_option,
    track,
)
from components.tables.segmenting import Rule, masks_of_contours, masks_of_heatmaps
from components.tables.thresholds import best_cutoffs
from data_access.geometry import Mask
from data_access.writers import write_segmentations

out_file_option = click.option("--out", "out_path", type=OUT_FILE, required=True, help="Segmentations JSON to write.")


@click.command("segment-heatmaps")
@click.option("--maps", "maps_dir", type=IN_DIR, required=True, help="Folder of heat maps (.pkl or .npz).")
@click.option(
    "--thresholds", "thresholds_path", type=IN_FILE, help="tuning_results.csv: a fixed threshold a pathology."
)
@click.option(
    "--cutoffs",
    "cutoffs_path",
    type=IN_FILE,
    help="probability_tuning_results.csv: the cut-off of a pathology is the prob_threshold with the highest mIoU, the "
    "first on a tie; a probability below it gives an empty mask.",
)
@click.option("--smooth", "kernel_px", type=click.IntRange(min=1), help="Smooth over a square of this side, Otsu only.")
@strict_option
@out_file_option
@one_line_errors
def segment_heatmaps(
    maps_dir: Path,
    thresholds_path: Path | None,
    cutoffs_path: Path | None,
    kernel_px: int | None,
    strict: bool,
    out_path: Path,
) -> None:
    """Turn heat maps into masks.

    A map is upsampled to its X-ray and scaled to 0 ... 1. By default Otsu's threshold splits it, and the contours of
    the brighter part are filled, holes included; with --thresholds a pixel belongs to the mask if it is above the
    threshold.
    """
    inputs = Inputs(strict)
    threshold_of = {}
    if thresholds_path is not None:
        table = read_numbers(thresholds_path, "task", ["threshold"])
        threshold_of = dict(zip(table["task"].astype(str), table["threshold"].astype(float), strict=True))
        if kernel_px:
            click.echo("note: --smooth has no effect on pathologies with a fixed threshold", err=True)
    cutoff_of = {}
    if cutoffs_path is not None:
        cutoff_of = best_cutoffs(read_numbers(cutoffs_path, "task", ["prob_threshold", "mIoU"]))
    rule = Rule(threshold_of, cutoff_of, kernel_px or 0)
    _write(inputs, masks_of_heatmaps(inputs.heatmaps(maps_dir), rule, track), out_path)


@click.command("segment-annotations")
@click.option("--annotations", "annotations_path", type=IN_FILE, required=True, help="Annotations JSON (contours).")
@strict_option
@out_file_option
@one_line_errors
def segment_annotations(annotations_path: Path, strict: bool, out_path: Path) -> None:
    """Turn drawn contours into masks: the union of all contours of a pathology, outline and inside filled."""
    inputs = Inputs(strict)
    _write(inputs, masks_of_contours(inputs.contours(annotations_path), track), out_path)


def _write(inputs: Inputs, masks: dict[str, dict[str, Mask]], out_path: Path) -> None:
    inputs.settle()
    write_segmentations(out_path, masks)
    click.echo(f"wrote {out_path}")
