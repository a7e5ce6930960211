"""Commands about what goes with agreement: features, regress-features, regress-confidence."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import pandas as pd

from components.cli.common import (
    IN_DIR,
    IN_FILE,
    BadInputError,
    Inputs,
    one_line_errors,
    out_option,
    read_numbers,
    strict_option,
    track,
    write_tables,
)
from components.tables.evaluation import ID_COLUMN
from components.tables.shape import FEATURES, ShapeFeatures, shape_features


@click.command("features")
@click.option("--annotations", "annotations_path", type=IN_FILE, required=True, help="Ground-truth annotations JSON.")
@click.option("--segmentations", "masks_path", type=IN_FILE, required=True, help="Ground-truth segmentations JSON.")
@strict_option
@out_option
@one_line_errors
def features(annotations_path: Path, masks_path: Path, strict: bool, out_dir: Path) -> None:
    """Describe the shape of the masks: instances, area, elongation and rectangularity.

    Instances are the contours of the annotations file; the other features come from the masks. The rectangle is the
    smallest around the contour with most points: elongation = long / short side, rectangularity = contour area /
    rectangle area.

    Writes num_instances.csv, area_ratio.csv, elongation.csv, rec_area_ratio.csv.
    """
    inputs = Inputs(strict)
    table = shape_features(inputs.contours(annotations_path), inputs.masks(masks_path), track)
    inputs.settle()
    write_tables(out_dir, {f"{name}.csv": getattr(table, name) for name in FEATURES})


@click.command("regress-features")
@click.option("--features", "features_dir", type=IN_DIR, required=True, help="Folder that `features` wrote.")
@click.option("--iou", "iou_path", type=IN_FILE, required=True, help="The model's IoU per CXR (true-positive slice).")
@click.option("--hitmiss", "hit_path", type=IN_FILE, required=True, help="The model's hits per CXR.")
@click.option("--benchmark-iou", "benchmark_iou_path", type=IN_FILE, help="The benchmark's IoU per CXR.")
@click.option("--benchmark-hitmiss", "benchmark_hit_path", type=IN_FILE, help="The benchmark's hits per CXR.")
@out_option
@one_line_errors
def regress_features(
    features_dir: Path,
    iou_path: Path,
    hit_path: Path,
    benchmark_iou_path: Path | None,
    benchmark_hit_path: Path | None,
    out_dir: Path,
) -> None:
    """Explain IoU and hits, and the benchmark's lead in them, by each shape feature alone.

    Rows are the X-rays and pathologies with at least one instance, pooled; each feature is scaled to 0 ... 1 over
    them. Ordinary least squares with 95 % interval; stars at 0.05, 0.01 and 0.001 divided by the four tests.

    Writes regression_features_{pred_iou,pred_hitmiss}.csv and, with both benchmark files,
    regression_features_{iou_diff,hitmiss_diff}.csv.
    """
    from components.tables.drivers import feature_rows, regress_on_features

    if (benchmark_iou_path is None) != (benchmark_hit_path is None):
        raise click.UsageError("--benchmark-iou and --benchmark-hitmiss go together")
    table = ShapeFeatures(*(read_numbers(features_dir / f"{name}.csv", ID_COLUMN) for name in FEATURES))
    pathologies = [str(column) for column in table.num_instances if column != ID_COLUMN]
    for name in FEATURES[1:]:
        if list(getattr(table, name)[ID_COLUMN]) != list(table.num_instances[ID_COLUMN]):
            raise BadInputError(f"{features_dir / name}.csv: expected the same X-rays as in num_instances.csv")
    paths = {"pred_iou": iou_path, "pred_hitmiss": hit_path}
    if benchmark_iou_path is not None and benchmark_hit_path is not None:
        paths |= {"benchmark_iou": benchmark_iou_path, "benchmark_hitmiss": benchmark_hit_path}
    results = {name: read_numbers(path, ID_COLUMN, pathologies) for name, path in paths.items()}
    rows = feature_rows(table, results)
    outcomes = ["pred_iou", "pred_hitmiss"]
    if "benchmark_iou" in rows:
        for metric in ("iou", "hitmiss"):
            rows[f"{metric}_diff"] = rows[f"benchmark_{metric}"] - rows[f"pred_{metric}"]
        outcomes += ["iou_diff", "hitmiss_diff"]
    write_tables(out_dir, {f"regression_features_{name}.csv": regress_on_features(rows, name) for name in outcomes})


@click.command("regress-confidence")
@click.option("--metric", type=click.Choice(["iou", "hitmiss"]), required=True, help="What is explained.")
@click.option("--maps", "maps_dir", type=IN_DIR, required=True, help="Folder of heat maps, with their probabilities.")
@click.option("--results", "results_path", type=IN_FILE, required=True, help="IoU (full data) or hits per CXR.")
@strict_option
@out_option
@one_line_errors
def regress_confidence(metric: str, maps_dir: Path, results_path: Path, strict: bool, out_dir: Path) -> None:
    """Explain IoU or hits by the model's probability, per pathology and over all.

    Ordinary least squares with 95 % interval, and Spearman's rank correlation with the Fisher interval; no bounds
    with three rows or fewer or a correlation of 1. A probability is one number, or one of 14 in the order of the
    CheXpert tasks.

    Writes regression_modelprob_{iou,hitmiss}.csv.
    """
    from components.tables.drivers import regress_on_confidence

    inputs = Inputs(strict)
    maps = inputs.heatmaps(maps_dir)
    results = read_numbers(results_path, ID_COLUMN)
    case_ids = list(map(str, results[ID_COLUMN]))
    cells = []
    for case_id in track(case_ids, "probabilities"):
        found = [maps.probability(case_id, pathology) for pathology in maps.pathologies]
        cells.append([np.nan if value is None else value for value in found])
    probabilities = pd.DataFrame(cells, columns=list(maps.pathologies), dtype=np.float64)
    probabilities[ID_COLUMN] = case_ids
    table = regress_on_confidence(results, probabilities)
    inputs.settle()
    write_tables(out_dir, {f"regression_modelprob_{metric}.csv": table})
