"""Sources compared with one in the place of the ground truth: which pairs count, and five measures with intervals."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal, NamedTuple, get_args

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import bootstrap, overlap, pointing
from components.tables.pairs import PairGrid, union_grid
from components.tables.pointing import Hits
from data_access.annotation_set import AnnotationSet
from data_access.problems import ProblemLog

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Cases = Literal["tp", "full", "common"]
Resampling = Literal["image", "patient"]
Measure = Literal["iou", "dice", "precision", "recall", "specificity", "hit"]

MASK_MEASURES: tuple[Measure, ...] = ("iou", "dice", "precision", "recall", "specificity")
MEASURES: tuple[Measure, ...] = get_args(Measure)
OVERALL = "Average over pathologies"


@dataclass(frozen=True, slots=True)
class Rules:
    """Which pairs are scored and how they are resampled; the defaults are the paper's.

    Attributes
    ----------
    over : {"tp", "full"}
        `tp`: the cases that the first set lists, pairs in which both drew. `full`: the cases of any set, pairs in
        which either drew.
    common : bool
        Only what every compared source has: the pairs scored for all (`tp`), the cases that all list (`full`).
    absent_is_empty : bool
        Whether a case or pathology that a set does not list is an empty mask, as in the paper, or not predicted and
        left out.
    resampling : {"image", "patient"}
        What the bootstrap draws.
    n_replicates, seed : int
        Of the bootstrap.
    """

    over: overlap.Slice = "tp"
    common: bool = False
    absent_is_empty: bool = True
    resampling: Resampling = "image"
    n_replicates: int = bootstrap.PAPER_REPLICATES
    seed: int = bootstrap.PAPER_SEED


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two sets, the pairs of masks to score, and how to resample them.

    Attributes
    ----------
    grid : PairGrid
        The first set stands in the place of the ground truth.
    over : {"tp", "full"}
        Which pairs have a value; see `metrics.overlap.iou`.
    kept : ndarray of bool, shape (n_cases, n_pathologies)
        Pairs that may count; all, unless only common ones are asked for.
    n_left_out : int
        Cases of these sets that are not in `grid`, since not every compared set lists them.
    resamples : Resamples
        Draws over the cases of `grid`; comparisons on equal draws are paired.
    """

    grid: PairGrid
    over: overlap.Slice
    kept: Bools
    n_left_out: int
    resamples: bootstrap.Resamples

    @property
    def scored(self) -> Bools:
        """Pairs that have an IoU."""
        return ~np.isnan(self.values("iou"))

    def values(self, measure: Measure) -> Floats:
        """Return a measure of each pair, NaN where not scored; pixel measures of the single pair, not pooled."""
        areas = self.grid.areas
        if measure in ("iou", "dice"):
            found = overlap.iou(areas, self.over) if measure == "iou" else overlap.dice(areas, self.over)
            return np.where(self.kept, found, np.nan)
        of_pair = {"precision": overlap.precision, "recall": overlap.recall, "specificity": overlap.specificity}
        return np.where(self.scored, of_pair[measure](areas), np.nan)


def compare(
    set_a: AnnotationSet,
    set_b: AnnotationSet,
    patient_of: Mapping[str, str],
    problems: ProblemLog,
    *,
    cases: Cases = "tp",
    resampling: Resampling = "image",
    n_replicates: int = bootstrap.PAPER_REPLICATES,
    seed: int = bootstrap.PAPER_SEED,
) -> Comparison:
    """Compare two sets; a case that a set does not list is an empty mask, as in the paper.

    Parameters
    ----------
    set_a, set_b : AnnotationSet
        With masks; `set_a` stands in the place of the ground truth.
    patient_of : mapping of case id to patient
        Needed of every case if patients are resampled.
    problems : ProblemLog
        Told of masks of two sizes.
    cases : {"tp", "full", "common"}
        `tp` and `full` as in `Rules`; `common`: as `full`, on the cases that both list.
    resampling : {"image", "patient"}
        What the bootstrap draws.
    n_replicates, seed : int
        Of the bootstrap.
    """
    over: overlap.Slice = "tp" if cases == "tp" else "full"
    rules = Rules(over, cases == "common", True, resampling, n_replicates, seed)
    return compare_grids([union_grid(set_a, set_b, problems)], patient_of, rules)[0]


def compare_grids(
    grids: Sequence[PairGrid], patient_of: Mapping[str, str], rules: Rules, case_ids: Collection[str] | None = None
) -> tuple[Comparison, ...]:
    """Compare several sets with one, all on the same cases and the same draws, so that any two are paired.

    Parameters
    ----------
    grids : sequence of PairGrid
        From `pairs.union_grid`, the first set of each being the same.
    patient_of : mapping of case id to patient
        Needed of every case if patients are resampled.
    rules : Rules
        What counts.
    case_ids : collection of str or None
        Only these cases; None for all. Each comparison has its rows sorted by id, as the paper draws from them.

    Returns
    -------
    tuple of Comparison
        One a grid.
    """
    listed_a, *listed_b = (set(np.array(g.case_ids)[flag]) for g, flag in _listings(grids))
    if rules.over == "tp":
        chosen = listed_a
    else:
        chosen = listed_a.intersection(*listed_b) if rules.common else listed_a.union(*listed_b)
    asked = None if case_ids is None else set(case_ids)
    rows = sorted(str(case_id) for case_id in (chosen if asked is None else chosen & asked))
    if rules.resampling == "patient":
        patients = np.array([patient_of[case_id] for case_id in rows], dtype=np.str_)
        draws = bootstrap.patient_resamples(patients, rules.n_replicates, rules.seed)
    else:
        draws = bootstrap.image_resamples(len(rows), rules.n_replicates, rules.seed)
    chosen_grids = [grid.on(rows) for grid in grids]
    if not rules.absent_is_empty:
        chosen_grids = [grid.without_absent() for grid in chosen_grids]
    kept = np.ones((len(rows), len(grids[0].pathologies)), np.bool_)
    if rules.common and rules.over == "tp":
        for grid in chosen_grids:
            kept &= ~np.isnan(overlap.iou(grid.areas, rules.over))
    n_left_out = [0] * len(grids)
    if rules.common and rules.over == "full":
        for number, of_b in enumerate(listed_b):
            either = listed_a | of_b
            n_left_out[number] = len((either if asked is None else either & asked) - chosen)
    return tuple(
        Comparison(grid, rules.over, kept, left_out, draws)
        for grid, left_out in zip(chosen_grids, n_left_out, strict=True)
    )


def _listings(grids: Sequence[PairGrid]) -> list[tuple[PairGrid, Bools]]:
    return [(grids[0], grids[0].listed_a), *((grid, grid.listed_b) for grid in grids)]


class Estimate(NamedTuple):
    """One measure of every pathology.

    Attributes
    ----------
    value : ndarray of float64, shape (n_pathologies,)
        Mean over the scored pairs, or ratio of their pooled pixels; NaN without any.
    n : ndarray of int64, shape (n_pathologies,)
        Scored pairs.
    replicates : ndarray of float64, shape (n_replicates, n_pathologies)
        The same in each resample.
    """

    value: Floats
    n: NDArray[np.int64]
    replicates: Floats


def estimates(comparison: Comparison, hits: Hits | None = None) -> dict[Measure, Estimate]:
    """Compute every measure and its replicates, all from one set of draws.

    Parameters
    ----------
    comparison : Comparison
        Which pairs count.
    hits : Hits or None
        Of the second set against the first; None where it points nowhere.

    Returns
    -------
    dict
        IoU and Dice are means, precision, recall and specificity are of the pixels of the same pairs pooled, a hit
        rate is over the pairs with a ground truth.
    """
    parts = _sums(comparison, hits)
    part, whole = (np.hstack([pair[side] for pair in parts.values()]) for side in (0, 1))
    replicates = np.hsplit(bootstrap.bootstrap_ratios(part, whole, comparison.resamples), len(parts))
    n_scored = comparison.scored.sum(axis=0)
    found: dict[Measure, Estimate] = {}
    for (measure, (part, whole)), of_draws in zip(parts.items(), replicates, strict=True):
        total = whole.sum(axis=0)
        value = np.divide(part.sum(axis=0), total, out=np.full(total.shape, np.nan), where=total > 0)
        found[measure] = Estimate(value, total.astype(np.int64) if measure == "hit" else n_scored, of_draws)
    return found


def _sums(comparison: Comparison, hits: Hits | None) -> dict[Measure, tuple[Floats, Floats]]:
    """Return for each measure what is summed over the cases, and what it is divided by."""
    areas, scored = comparison.grid.areas, comparison.scored
    gt_px, pred_px, both_px, image_px = (
        np.where(scored, count, 0).astype(np.float64)
        for count in (areas.gt_px, areas.pred_px, areas.intersection_px, areas.image_px)
    )
    outside_px = image_px - gt_px
    parts: dict[Measure, tuple[Floats, Floats]] = {
        "iou": (np.where(scored, comparison.values("iou"), 0), scored.astype(np.float64)),
        "dice": (np.where(scored, comparison.values("dice"), 0), scored.astype(np.float64)),
        "precision": (both_px, pred_px),
        "recall": (both_px, gt_px),
        "specificity": (outside_px - (pred_px - both_px), outside_px),
    }
    if hits is not None:
        values = hit_values(comparison, hits)
        is_known = ~np.isnan(values)
        parts["hit"] = (np.where(is_known, values, 0), is_known.astype(np.float64))
    return parts


def hit_values(comparison: Comparison, hits: Hits) -> Floats:
    """Return hits on the rows of a comparison: 1, 0, or NaN without ground truth or prediction."""
    row_of = {case_id: row for row, case_id in enumerate(hits.case_ids)}
    values = np.full(comparison.kept.shape, np.nan)
    for row, case_id in enumerate(comparison.grid.case_ids):
        if case_id in row_of:
            values[row] = hits.values[row_of[case_id]]
    if hits.of_points:  # a list of points does not say whether a case was looked at, but the masks beside it do
        values[comparison.grid.areas.not_predicted] = np.nan
    return values


def agreement_table(comparison: Comparison, hits: Hits | None = None) -> pd.DataFrame:
    """Give the measures of each pathology with their 95 % intervals, and what became of the cases.

    Returns
    -------
    DataFrame
        `pathology`, `n` (pairs with an IoU); mean `iou` and `dice` over them; `precision`, `recall` and `specificity`
        of the pixels of the same pairs pooled; each with `..._lower` and `..._upper`; with `hits` also `hit`, its
        bounds, `n_hit` and `chance` (the hit rate of a point thrown at random); then a column an outcome. A measure
        is missing where nothing is scored, a bound where too few replicates have a value.
    """
    areas = comparison.grid.areas
    table = {"pathology": list(comparison.grid.pathologies), "n": comparison.scored.sum(axis=0)}
    for measure, found in estimates(comparison, hits).items():
        table |= with_bounds(measure, found.value, found.replicates)
        if measure == "hit" and hits is not None:
            gt_px = np.where(np.isnan(hit_values(comparison, hits)), 0, areas.gt_px)
            table |= {"n_hit": found.n, "chance": pointing.chance_level(gt_px, areas.image_px)}
    counts = overlap.count_outcomes(overlap.outcomes(areas))
    table |= {field.name: getattr(counts, field.name) for field in fields(counts)}
    table["not_predicted"] = counts.not_predicted + comparison.n_left_out
    return pd.DataFrame(table)


def with_bounds(name: str, value: Floats, replicates: Floats) -> dict[str, Floats]:
    """Return the columns of a value and its 95 % bounds."""
    bounds = bootstrap.intervals(replicates)
    return {name: value, f"{name}_lower": bounds.lower, f"{name}_upper": bounds.upper}
