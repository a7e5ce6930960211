"""Measures speed as ratios to the plain way of doing the same, prints the tables and writes docs/benchmarks.md."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import cv2
import numpy as np
import orjson
import pandas as pd
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from pycocotools import mask as coco

from components.metrics import binarize, thresholds
from components.metrics.overlap import iou
from components.metrics.pointing import peak_yx
from components.tables.evaluation import Evaluation, evaluate
from components.tables.pairs import pair_grid
from components.tables.segmenting import heatmap_mask
from data_access import open_set
from data_access.annotation_set import AnnotationSet
from data_access.geometry import HeatMap
from data_access.problems import ProblemLog
from tools import bench_agreement, bench_viewer
from tools.bench_data import SIZE_HW, blob, heat_map, write_pair
from tools.bench_table import Row, report

PROJECT = Path(__file__).parents[1]
N_CASES = 500
BASELINE_CASES = 25
"""The plain evaluation is timed on every 20th case and multiplied: on all it takes minutes, and its time is linear."""

REPEATS = 9


def best_s(run: Callable[[], object], repeats: int = REPEATS) -> float:
    """Return the shortest of several runs, the one least disturbed by others."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def plain_ious(gt_path: Path, pred_path: Path, n_cases: int) -> pd.DataFrame:
    """Score the plain way: decode both masks of every pair and count with NumPy."""
    gt, pred = orjson.loads(gt_path.read_bytes()), orjson.loads(pred_path.read_bytes())
    case_ids = sorted(gt)[:n_cases]
    return pd.DataFrame({name: [_plain_iou(gt[i][name], pred[i][name]) for i in case_ids] for name in gt[case_ids[0]]})


def _plain_iou(item_gt: dict[str, object], item_pred: dict[str, object]) -> float:
    mask_gt, mask_pred = coco.decode(item_gt), coco.decode(item_pred)
    intersection, union = np.logical_and(mask_gt, mask_pred), np.logical_or(mask_gt, mask_pred)
    if np.sum(mask_gt) == 0 or np.sum(mask_pred) == 0:
        return float("nan")
    return float(np.sum(intersection) / np.sum(union))


def plain_bootstrap(values: pd.DataFrame, n_replicates: int = 1000) -> pd.DataFrame:
    """Bootstrap the plain way: a frame of drawn rows for each replicate."""
    generator = np.random.RandomState(0)
    rows = (generator.choice(len(values), len(values)) for _ in range(n_replicates))
    return pd.DataFrame([values.iloc[drawn].mean() for drawn in rows])


def score(set_gt: AnnotationSet, set_pred: AnnotationSet) -> Evaluation:
    """Score our way, from opened sets to intervals."""
    grid = pair_grid(set_gt, set_pred, set_gt.case_ids(), ProblemLog(), absent_is_empty=True)
    return evaluate(iou(grid.areas), grid.case_ids, grid.pathologies)


def open_and_score(gt_path: Path, pred_path: Path) -> Evaluation:
    """Score our way, from files to intervals, the check of every string included."""
    return score(open_set(gt_path, ProblemLog()), open_set(pred_path, ProblemLog()))


def whole_process(gt_path: Path, pred_path: Path, out_dir: Path) -> tuple[float, float]:
    """Run the command; return its seconds from start to end and its peak memory in MB."""
    command = [sys.executable, "cli.py", "evaluate", "--metric", "iou", "--gt", str(gt_path), "--pred", str(pred_path)]
    start = time.perf_counter()
    process = subprocess.Popen([*command, "--out", str(out_dir)], cwd=PROJECT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"cli.py evaluate ended with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def evaluation_rows() -> list[Row]:
    """Measure `evaluate` against decoding every mask."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gt_path, pred_path = write_pair(folder, N_CASES)
        files_mb = (gt_path.stat().st_size + pred_path.stat().st_size) / 1024**2
        plain = plain_ious(gt_path, pred_path, BASELINE_CASES)
        plain_s = best_s(lambda: plain_ious(gt_path, pred_path, BASELINE_CASES), 2) * N_CASES / BASELINE_CASES
        tiled = pd.concat([plain] * (N_CASES // BASELINE_CASES), ignore_index=True)
        plain_s += best_s(lambda: plain_bootstrap(tiled), 1)
        runs = [whole_process(gt_path, pred_path, folder / "out") for _ in range(REPEATS)]
        set_gt, set_pred = open_set(gt_path, ProblemLog()), open_set(pred_path, ProblemLog())
        decoding = "decode every mask, NumPy logic, a frame a replicate"
        pairs = f"{N_CASES} cases x {len(set_gt.pathologies)} pathologies"
        return [
            Row(f"evaluate, {pairs}, whole process", decoding, plain_s, min(s for s, _ in runs), 25),
            Row(
                "the same, file to intervals", decoding, plain_s, best_s(lambda: open_and_score(gt_path, pred_path)), 60
            ),
            Row("the same, overlap and bootstrap", decoding, plain_s, best_s(lambda: score(set_gt, set_pred)), 200),
            Row("peak memory of evaluate", "2 x JSON + 300 MB", 2 * files_mb + 300, max(mb for _, mb in runs), 1, "MB"),
        ]


def heat_map_rows() -> list[Row]:
    """Measure thresholds, pointing and segmenting of heat maps against their plain ways."""
    rng = np.random.default_rng(1)
    height, width = SIZE_HW
    map_hw, mask_gt = heat_map(rng), blob(rng, 0)
    rows, columns = np.flatnonzero(mask_gt.any(axis=1)), np.flatnonzero(mask_gt.any(axis=0))
    corner_yx = (int(rows[0]), int(columns[0]))
    box = np.ascontiguousarray(mask_gt[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    upsampled = binarize.upsample(map_hw, (width, height))
    normalised = binarize.normalise(upsampled)
    heatmap = HeatMap(map_hw, 0.5, SIZE_HW)

    table = []
    official, fine = thresholds.PAPER_THRESHOLDS, np.linspace(0, 1, 101)
    for name, at, target in (("official thresholds", official, 3), ("thresholds of the dashboard's curve", fine, 20)):
        plain_s = best_s(partial(plain_thresholds, normalised, mask_gt, at), 3)
        ours_s = best_s(partial(thresholds.threshold_areas, upsampled, box, corner_yx, at))
        what = f"tune-thresholds, one map at the {at.size} {name}"
        table.append(Row(what, "threshold the upsampled map anew for each, NumPy logic", plain_s, ours_s, target))
    plain_s, ours_s = best_s(lambda: plain_peak(map_hw), 10), best_s(lambda: peak_yx(map_hw, (width, height)), 10)
    table.append(Row("hit rate, peak of one map", "OpenCV resize and arg-max", plain_s, ours_s, 1))
    plain_s, ours_s = best_s(lambda: plain_segment(map_hw)), best_s(lambda: heatmap_mask(heatmap, ""))
    table.append(
        Row("segment-heatmaps, one map", "resize, Otsu, contours, fill, encode", plain_s, ours_s, round(1 / 1.5, 2))
    )
    return table


def plain_thresholds(
    normalised: NDArray[np.float32], mask_gt: NDArray[np.bool_], at: NDArray[np.float64]
) -> list[float]:
    """Score each threshold the plain way, from the normalised map."""
    ious = []
    for threshold in at:
        mask = normalised > threshold
        union_px = np.sum(np.logical_or(mask, mask_gt))
        ious.append(float(np.sum(np.logical_and(mask, mask_gt)) / union_px) if union_px else float("nan"))
    return ious


def plain_peak(map_hw: NDArray[np.float32]) -> tuple[int, int]:
    """Find the peak the plain way."""
    upsampled = cv2.resize(map_hw, (SIZE_HW[1], SIZE_HW[0]), interpolation=cv2.INTER_LINEAR)
    y, x = np.unravel_index(int(upsampled.argmax()), SIZE_HW)
    return int(y), int(x)


def plain_segment(map_hw: NDArray[np.float32]) -> bytes:
    """Segment the plain way."""
    upsampled = cv2.resize(map_hw, (SIZE_HW[1], SIZE_HW[0]), interpolation=cv2.INTER_LINEAR)
    scaled = upsampled - upsampled.min()
    levels = (255 * (scaled / scaled.max())).astype(np.uint8)
    _, kept = cv2.threshold(levels, 0, 255, cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(kept, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    canvas = Image.new("1", (SIZE_HW[1], SIZE_HW[0]))
    for contour in contours:
        if len(contour) > 1:
            ImageDraw.Draw(canvas).polygon([tuple(point[0]) for point in contour.tolist()], outline=1, fill=1)
    return bytes(coco.encode(np.asfortranarray(np.array(canvas, np.uint8)))["counts"])


INTRO = """
Times are the best of several runs. The evaluation's baseline is timed on every 20th case and multiplied. Masks are of
2320 x 2828 px, all drawn, with strings about as long as those of the authors' sample.
"""


def main() -> int:
    """Measure, print and write the sections; 1 if a ratio is below what is wanted."""
    of_files = report("Evaluation and heat maps", INTRO, evaluation_rows() + heat_map_rows())
    return max(of_files, bench_viewer.main(), bench_agreement.main())


if __name__ == "__main__":
    sys.exit(main())
