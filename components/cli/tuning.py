"""Commands that tune how heat maps become masks: tune-thresholds, tune-cutoffs."""

from __future__ import annotations

from pathlib import Path

import click
import pandas as pd

from components.cli.common import (
    IN_DIR,
    IN_FILE,
    Inputs,
    one_line_errors,
    out_option,
    strict_option,
    track,
    write_tables,
)
from components.metrics.thresholds import PAPER_CUTOFFS
from components.tables.thresholds import PAPER_FIRST_CUTOFF, cutoff_table, threshold_curve, tuned_thresholds

maps_option = click.option("--maps", "maps_dir", type=IN_DIR, required=True, help="Folder of heat maps (.pkl or .npz).")
gt_option = click.option("--gt", "gt_path", type=IN_FILE, required=True, help="Ground-truth segmentations JSON.")


@click.command("tune-thresholds")
@maps_option
@gt_option
@strict_option
@out_option
@one_line_errors
def tune_thresholds(maps_dir: Path, gt_path: Path, strict: bool, out_dir: Path) -> None:
    """Find the fixed threshold of each pathology with the best mean IoU on the true-positive slice.

    Thresholds are those of numpy.arange(0.2, 0.8, 0.1); of several best ones the first is taken.

    Writes tuning_results.csv.
    """
    inputs = Inputs(strict)
    truth, maps = inputs.masks(gt_path), inputs.heatmaps(maps_dir)
    curves = [
        threshold_curve(truth, maps, pathology, inputs.problems, track=track) for pathology in sorted(truth.pathologies)
    ]
    inputs.settle()
    write_tables(out_dir, {"tuning_results.csv": tuned_thresholds(curves)})


@click.command("tune-cutoffs")
@maps_option
@gt_option
@strict_option
@out_option
@one_line_errors
def tune_cutoffs(maps_dir: Path, gt_path: Path, strict: bool, out_dir: Path) -> None:
    """Compute the mean IoU of Otsu masks on full data at each probability cut-off.

    A mask is kept where the probability is above the cut-off, and empty otherwise. Cut-offs are those of
    numpy.arange(0, 0.9, 0.1); Lung Lesion starts at 0.1.

    Writes probability_tuning_results.csv.
    """
    inputs = Inputs(strict)
    truth, maps = inputs.masks(gt_path), inputs.heatmaps(maps_dir)
    tables = []
    for pathology in sorted(truth.pathologies):
        at = PAPER_CUTOFFS[PAPER_FIRST_CUTOFF.get(pathology, 0) :]
        tables.append(cutoff_table(truth, maps, pathology, inputs.problems, at, track))
    inputs.settle()
    write_tables(out_dir, {"probability_tuning_results.csv": pd.concat(tables, ignore_index=True)})
