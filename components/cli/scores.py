"""Commands that score: evaluate, pct-decrease, pixels, count."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from components.cli.common import (
    IN_ANY,
    IN_FILE,
    BadInputError,
    Inputs,
    echo_summary,
    one_line_errors,
    out_option,
    read_numbers,
    replicates_option,
    seed_option,
    strict_option,
    track,
    write_tables,
)
from components.metrics.overlap import iou, outcomes
from components.tables import evaluation, pairs, pointing
from data_access.annotation_set import AnnotationSet


@click.command("evaluate")
@click.option("--metric", type=click.Choice(["iou", "hitmiss"]), required=True, help="IoU of masks, or hits of points.")
@click.option("--gt", "gt_path", type=IN_FILE, required=True, help="Ground-truth segmentations JSON.")
@click.option(
    "--pred",
    "pred_path",
    type=IN_ANY,
    required=True,
    help="Segmentations JSON (iou), folder of heat maps (hitmiss), or clicked points JSON (hitmiss of the benchmark).",
)
@click.option(
    "--full",
    is_flag=True,
    help="IoU on full data: only a pair with both masks empty has no value, one empty mask gives 0, and X-rays found "
    "only in the prediction are added. By default the true-positive slice: pairs in which both masks have pixels.",
)
@click.option("--human-benchmark", is_flag=True, help="The prediction is the human benchmark.")
@seed_option
@replicates_option
@strict_option
@out_option
@one_line_errors
def evaluate(
    metric: str,
    gt_path: Path,
    pred_path: Path,
    full: bool,
    human_benchmark: bool,
    seed: int,
    replicates: int,
    strict: bool,
    out_dir: Path,
) -> None:
    """Score a prediction against the ground truth, as the paper does.

    Rows are the X-rays of the ground-truth file, sorted by id; an X-ray or pathology missing from a prediction counts
    as an empty mask, and as a miss of the benchmark's points. A heat map hits if the pixel of its largest value, once
    upsampled to the X-ray, lies in the mask; clicked points hit if any of them does; there is no tolerance, and no
    value where the ground truth is empty. A missing heat map is not predicted and has no value.

    The interval draws X-rays with replacement; its bounds are elements 24 and 974 of the 1000 sorted means.

    Writes {iou,hitmiss}_[humanbenchmark_]{results_per_cxr,bootstrap_results_per_cxr,summary_results}.csv.
    """
    if full and metric == "hitmiss":
        raise click.UsageError("--full is about IoU: a hit has no value without a ground truth")
    inputs = Inputs(strict)
    truth = inputs.masks(gt_path)
    if metric == "iou":
        case_ids, values, outcome = _ious(inputs, truth, pred_path, full=full)
    else:
        case_ids = truth.case_ids()
        if human_benchmark:
            hits = pointing.point_hits(truth, inputs.points(pred_path), case_ids)
        else:
            hits = pointing.map_hits(truth, inputs.heatmaps(pred_path), case_ids, inputs.problems, track)
        values, outcome = hits.values, hits.outcome
    result = evaluation.evaluate(values, case_ids, truth.pathologies, replicates, seed)
    inputs.settle()
    prefix = f"{metric}_{'humanbenchmark_' if human_benchmark else ''}"
    tables = {
        f"{prefix}results_per_cxr.csv": result.results,
        f"{prefix}bootstrap_results_per_cxr.csv": result.replicates,
        f"{prefix}summary_results.csv": result.summary,
    }
    write_tables(out_dir, tables)
    chance = pointing.chance_levels(truth, case_ids) if metric == "hitmiss" else None
    echo_summary(result.summary, outcome, truth.pathologies, chance)


def _ious(
    inputs: Inputs, truth: AnnotationSet, pred_path: Path, *, full: bool
) -> tuple[tuple[str, ...], NDArray[np.float64], NDArray[np.int8]]:
    """Return the rows, the IoU of each pair and what became of it."""
    prediction = inputs.masks(pred_path, may_be_empty=True)
    case_ids = truth.case_ids()
    if full:
        case_ids = tuple(sorted({*case_ids, *prediction.case_ids()}))
    grid = pairs.pair_grid(truth, prediction, case_ids, inputs.problems, absent_is_empty=True, track=track)
    return case_ids, iou(grid.areas, "full" if full else "tp"), outcomes(grid.areas)


@click.command("pct-decrease")
@click.option(
    "--metric",
    type=click.Choice(["miou", "hitrate"]),
    required=True,
    help="What the replicates are of; names the file.",
)
@click.option(
    "--benchmark-bootstrap",
    "benchmark_path",
    type=IN_FILE,
    required=True,
    help="The benchmark's bootstrap results CSV.",
)
@click.option("--model-bootstrap", "model_path", type=IN_FILE, required=True, help="The model's bootstrap results CSV.")
@out_option
@one_line_errors
def pct_decrease(metric: str, benchmark_path: Path, model_path: Path, out_dir: Path) -> None:
    """Say how far the model stays below the human benchmark, in percent, with intervals.

    Both files come from `evaluate` with one seed, so their replicates are paired. The decrease of a pathology divides
    the means over the replicates; its bounds come from the ratios of paired replicates. A benchmark of 0 gives -inf.

    Writes {miou,hitrate}_pct_decrease.csv, the largest decrease first and the average last.
    """
    benchmark, model = read_numbers(benchmark_path), read_numbers(model_path)
    try:
        table = evaluation.percentage_decrease(benchmark, model)
    except ValueError as error:
        raise BadInputError(f"{model_path}: {error} (against {benchmark_path})") from error
    write_tables(out_dir, {f"{metric}_pct_decrease.csv": table}, index=True)


@click.command("pixels")
@click.option("--gt", "gt_path", type=IN_FILE, required=True, help="Ground-truth segmentations JSON.")
@click.option("--pred", "pred_path", type=IN_FILE, required=True, help="The model's segmentations JSON.")
@click.option("--benchmark", "benchmark_path", type=IN_FILE, required=True, help="The benchmark's segmentations JSON.")
@strict_option
@out_option
@one_line_errors
def pixels(gt_path: Path, pred_path: Path, benchmark_path: Path, strict: bool, out_dir: Path) -> None:
    """Pool the pixels of all X-rays of the ground-truth file: precision, recall and specificity per pathology.

    Empty masks are included; an X-ray missing from a prediction counts as an empty mask.

    Writes {pred,hb}_precision_recall_specificity.csv.
    """
    inputs = Inputs(strict)
    truth = inputs.masks(gt_path)
    tables = {}
    for name, path in (("pred", pred_path), ("hb", benchmark_path)):
        other = inputs.masks(path, may_be_empty=True)
        grid = pairs.pair_grid(truth, other, truth.case_ids(), inputs.problems, absent_is_empty=True, track=track)
        tables[f"{name}_precision_recall_specificity.csv"] = evaluation.pixel_scores(grid)
    inputs.settle()
    write_tables(out_dir, tables, index=True)


@click.command("count")
@click.option("--segmentations", "path", type=IN_FILE, required=True, help="Segmentations JSON.")
@strict_option
@out_option
@one_line_errors
def count(path: Path, strict: bool, out_dir: Path) -> None:
    """Count the X-rays whose mask has pixels, per pathology.

    Writes n_segs.csv.
    """
    inputs = Inputs(strict)
    table = evaluation.count_masks(inputs.masks(path))
    inputs.settle()
    write_tables(out_dir, {"n_segs.csv": table}, index=True)
