"""From a sweep of heat maps to curves, tuned thresholds and probability cut-offs: only sums, no map is read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import thresholds
from components.metrics.agreement import wilson_interval
from components.metrics.overlap import Outcome, PairAreas, Slice, count_outcomes, iou, outcomes, pair_areas, pooled
from components.tables.sweep import THRESHOLDS, Sweep
from components.tables.thresholds import PAPER_FIRST_CUTOFF, best_cutoffs
from data_access.annotation_set import AnnotationSet
from data_access.published import Published

Floats = NDArray[np.float64]

PAPER_PLACES = np.rint(thresholds.PAPER_THRESHOLDS * 100).astype(np.int64)
"""Where the thresholds that the paper tries lie among `THRESHOLDS`."""

CUTOFFS: Floats = np.round(np.arange(101) / 100, 2)
KNOWN_COLUMNS = ("kind", "pathology", "value", "stage", "reference")
"""Of thresholds that others chose: `kind` is "published" or "given" (with the maps)."""
OUTCOME_COLUMNS = ("scored", "missed", "false_alarm", "both_empty")


def threshold_ious(sweep: Sweep) -> Floats:
    """Return the IoU of each map at each threshold on the true-positive slice, shape (n_maps, 101)."""
    return iou(_areas_at_thresholds(sweep), "tp")


def otsu_ious(sweep: Sweep, over: Slice) -> Floats:
    """Return the IoU of each map's Otsu mask, shape (n_maps,)."""
    return iou(_otsu_areas(sweep), over)


def curve_table(sweep: Sweep, pathologies: Sequence[str]) -> pd.DataFrame:
    """Compute what each threshold gives.

    Returns
    -------
    DataFrame
        A row a pathology and threshold: `mean_iou` over the `n` cases in which both masks have pixels; `precision` and
        `recall` of the pixels of all maps together whose case the ground truth lists, be its mask empty. Missing where
        nothing can be divided.
    """
    parts = []
    for pathology in pathologies:
        part = sweep.of(pathology)
        mean, n = _mean(threshold_ious(part))
        scores = pooled(_areas_at_thresholds(_listed(part)))
        parts.append(
            pd.DataFrame(
                {
                    "pathology": pathology,
                    "threshold": THRESHOLDS,
                    "mean_iou": mean,
                    "n": n,
                    "precision": scores.precision,
                    "recall": scores.recall,
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def tuned_table(sweep: Sweep, pathologies: Sequence[str]) -> pd.DataFrame:
    """Return the paper's `tuning_results.csv`: of the thresholds it tries, the one with the highest mean IoU.

    Returns
    -------
    DataFrame
        `threshold` (one decimal) and `task`, in alphabetic order; the first on a tie and where nothing is scored.
    """
    rows = []
    for pathology in sorted(pathologies):
        mean, _ = _mean(threshold_ious(sweep.of(pathology))[:, PAPER_PLACES])
        best = thresholds.PAPER_THRESHOLDS[thresholds.best_position(mean)]
        rows.append((float(np.round(best, 1)), pathology))
    return pd.DataFrame(rows, columns=["threshold", "task"])


def rules_table(sweep: Sweep, pathologies: Sequence[str]) -> pd.DataFrame:
    """Compare the tuned threshold, the best of all and Otsu's, and give the hit rate, which needs none.

    Returns
    -------
    DataFrame
        A row a pathology: `n` maps with a ground truth, `tuned`, `tuned_iou`, `best`, `best_iou`, the quartiles
        `otsu_low`, `otsu_median`, `otsu_high` of Otsu's threshold over these maps, `otsu_iou`, and `hit_rate` with
        Wilson's `hit_lower` and `hit_upper`. Missing where nothing is scored.
    """
    tuned = tuned_table(sweep, pathologies).set_index("task")["threshold"]
    rows = []
    for pathology in pathologies:
        part = sweep.of(pathology)
        with_truth = part.maps[part.maps["gt_px"] > 0]
        mean, _ = _mean(threshold_ious(part))
        best, n_maps = thresholds.best_position(mean), len(with_truth)
        quartiles = np.quantile(with_truth["otsu"], [0.25, 0.5, 0.75]) if n_maps else np.full(3, np.nan)
        n_hits = int(with_truth["hit"].sum())
        otsu_iou = _mean(otsu_ious(part, "tp")[:, np.newaxis])[0][0]
        tuned_at = tuned[pathology] if n_maps else np.nan
        rows.append(
            (
                pathology,
                n_maps,
                tuned_at,
                mean[round(tuned[pathology] * 100)],
                THRESHOLDS[best] if n_maps else np.nan,
                mean[best],
                *quartiles,
                otsu_iou,
                n_hits / n_maps if n_maps else np.nan,
                *wilson_interval(n_hits, n_maps),
            )
        )
    columns = ["pathology", "n", "tuned", "tuned_iou", "best", "best_iou", "otsu_low", "otsu_median", "otsu_high"]
    return pd.DataFrame(rows, columns=[*columns, "otsu_iou", "hit_rate", "hit_lower", "hit_upper"])


def published_thresholds(published: Published | None, split: str, source_key: str) -> pd.DataFrame:
    """Return published thresholds of a source, rows of `Published.values` whose metric is "threshold"."""
    if published is None:
        return pd.DataFrame(columns=list(KNOWN_COLUMNS))
    values = published.values
    fits = (values["split"] == split) & (values["source"] == source_key) & (values["metric"] == "threshold")
    return values[fits].assign(kind="published")[list(KNOWN_COLUMNS)]


def given_thresholds(maps: AnnotationSet, pathologies: Sequence[str]) -> pd.DataFrame:
    """Return the thresholds that lie beside the heat maps, as tuned by their makers; columns `KNOWN_COLUMNS`."""
    found = {name: maps.tuned_threshold(name) for name in pathologies}
    rows = [
        ("given", name, value, "tuned by those who made the maps", "the table beside the heat maps")
        for name, value in found.items()
        if value is not None
    ]
    return pd.DataFrame(rows, columns=list(KNOWN_COLUMNS))


def cutoff_table(sweep: Sweep, pathologies: Sequence[str]) -> pd.DataFrame:
    """Return the paper's `probability_tuning_results.csv`: mean IoU of Otsu masks on full data at each cut-off.

    Returns
    -------
    DataFrame
        `prob_threshold` (one decimal), `mIoU` (three decimals) and `task`, pathologies in alphabetic order.
    """
    parts = []
    for pathology in sorted(pathologies):
        part = _with_probability(sweep.of(pathology))
        at = thresholds.PAPER_CUTOFFS[PAPER_FIRST_CUTOFF.get(pathology, 0) :]
        means = thresholds.cutoff_ious(otsu_ious(part, "full"), *_cut_by(part), at)
        parts.append(pd.DataFrame({"prob_threshold": np.round(at, 1), "mIoU": means, "task": pathology}))
    return pd.concat(parts, ignore_index=True)


def cutoff_curves(sweep: Sweep, pathologies: Sequence[str]) -> pd.DataFrame:
    """Compute mean IoU and outcomes at every cut-off.

    Returns
    -------
    DataFrame
        A row a pathology and cut-off of `CUTOFFS`: `mean_iou` on full data, and how many cases are `scored` (both
        masks have pixels), `missed`, `false_alarm` and `both_empty`. Maps without a probability are left out.
    """
    parts = []
    for pathology in pathologies:
        part = _with_probability(sweep.of(pathology))
        means = thresholds.cutoff_means(otsu_ious(part, "full"), *_cut_by(part), CUTOFFS)
        kept = part.maps["probability"].to_numpy(np.float64)[:, np.newaxis] > CUTOFFS
        after = np.where(kept, outcomes(_otsu_areas(part))[:, np.newaxis], _emptied(part)[:, np.newaxis])
        counts = count_outcomes(after.astype(np.int8))
        columns = {name: getattr(counts, name) for name in OUTCOME_COLUMNS}
        parts.append(pd.DataFrame({"pathology": pathology, "cutoff": CUTOFFS, "mean_iou": means, **columns}))
    return pd.concat(parts, ignore_index=True)


def tuned_cutoffs(sweep: Sweep, pathologies: Sequence[str]) -> dict[str, float]:
    """Return the tuned cut-off of each pathology that has a score at any; see `thresholds.best_cutoffs`."""
    table = cutoff_table(sweep, pathologies)
    return best_cutoffs(table[table.groupby("task")["mIoU"].transform("count") > 0])


def cases_at(sweep: Sweep, threshold: float, tuned: float) -> pd.DataFrame:
    """Return the IoU of each case of one pathology under three rules, on the true-positive slice.

    Parameters
    ----------
    sweep : Sweep
        Of one pathology.
    threshold, tuned : float
        The chosen threshold and the tuned one, each one of `THRESHOLDS`.

    Returns
    -------
    DataFrame
        A row a map with a ground truth: `case_id`, `pathology`, `chosen`, `tuned`, `otsu`, missing where the mask is
        empty.
    """
    values = threshold_ious(sweep)
    table = sweep.maps[["case_id", "pathology"]].assign(
        chosen=values[:, round(threshold * 100)],
        tuned=values[:, round(tuned * 100)],
        otsu=otsu_ious(sweep, "tp"),
    )
    return table[sweep.maps["gt_px"] > 0].reset_index(drop=True)


def cases_by_probability(sweep: Sweep) -> pd.DataFrame:
    """Return each case of one pathology with its probability and the IoU of its uncut Otsu mask on full data.

    Returns
    -------
    DataFrame
        `case_id`, `pathology`, `probability`, `iou`, and in `has_truth` whether the ground truth has pixels. Without
        cases in which both masks are empty or no probability is known.
    """
    table = sweep.maps[["case_id", "pathology", "probability"]].assign(
        iou=otsu_ious(sweep, "full"), has_truth=sweep.maps["gt_px"] > 0
    )
    return table.dropna(subset=["probability", "iou"]).reset_index(drop=True)


def _areas_at_thresholds(sweep: Sweep) -> PairAreas:
    shape = sweep.pred_px.shape
    gt_px, image_px = (np.broadcast_to(_column(sweep, name)[:, np.newaxis], shape) for name in ("gt_px", "image_px"))
    return pair_areas(gt_px, sweep.pred_px, sweep.shared_px, image_px)


def _otsu_areas(sweep: Sweep) -> PairAreas:
    gt_px, otsu_px, shared_px, image_px = (
        _column(sweep, name) for name in ("gt_px", "otsu_px", "otsu_shared_px", "image_px")
    )
    return pair_areas(gt_px, otsu_px, shared_px, image_px)


def _column(sweep: Sweep, name: str) -> NDArray[np.int64]:
    return sweep.maps[name].to_numpy(np.int64)


def _cut_by(sweep: Sweep) -> tuple[NDArray[np.int64], Floats]:
    return _column(sweep, "gt_px"), sweep.maps["probability"].to_numpy(np.float64)


def _emptied(sweep: Sweep) -> NDArray[np.int8]:
    return np.where(_column(sweep, "gt_px") > 0, Outcome.MISSED, Outcome.BOTH_EMPTY).astype(np.int8)


def _listed(sweep: Sweep) -> Sweep:
    return sweep.keep(sweep.maps["is_listed"])


def _with_probability(sweep: Sweep) -> Sweep:
    return sweep.keep(sweep.maps["probability"].notna())


def _mean(values: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Average each column without NaN; with it the number behind each mean."""
    scored = ~np.isnan(values)
    n = scored.sum(axis=0)
    total = np.where(scored, values, 0.0).sum(axis=0)
    return np.divide(total, n, out=np.full(n.shape, np.nan), where=n > 0), n
