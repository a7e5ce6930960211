"""Two annotation sets compared beyond the paper: five measures with intervals, presence, areas, size strata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import agreement, bootstrap, overlap
from components.tables.pairs import PairGrid, pair_grid
from data_access.annotation_set import AnnotationSet
from data_access.problems import ProblemLog

Floats = NDArray[np.float64]
Cases = Literal["tp", "full", "common"]
Resampling = Literal["image", "patient"]

STRATA = ("small", "medium", "large")


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two sets, the pairs of masks to score, and how to resample them.

    Attributes
    ----------
    grid : PairGrid
        The first set stands in the place of the ground truth.
    over : {"tp", "full"}
        Which pairs have a value; see `metrics.overlap.iou`.
    n_left_out : int
        Cases that only one of the sets has and that are therefore not in `grid`.
    resamples : Resamples
        Draws over the cases of `grid`; comparisons on equal draws are paired.
    """

    grid: PairGrid
    over: overlap.Slice
    n_left_out: int
    resamples: bootstrap.Resamples


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
    """Compare two sets.

    Parameters
    ----------
    set_a, set_b : AnnotationSet
        With masks; `set_a` stands in the place of the ground truth.
    patient_of : mapping of case id to patient
        Needed of every case if patients are resampled.
    problems : ProblemLog
        Told of masks of two sizes.
    cases : {"tp", "full", "common"}
        `tp`: the cases of `set_a`, pairs in which both drew. `full`: the cases of either set, pairs in which either
        drew; a case that a set does not list is an empty mask, as in the paper. `common`: as `full`, on the cases
        that both list.
    resampling : {"image", "patient"}
        What the bootstrap draws.
    n_replicates, seed : int
        Of the bootstrap.
    """
    ids_a, ids_b = set(set_a.case_ids()), set(set_b.case_ids())
    chosen = sorted({"tp": ids_a, "full": ids_a | ids_b, "common": ids_a & ids_b}[cases])
    grid = pair_grid(set_a, set_b, chosen, problems, absent_is_empty=True)
    if resampling == "patient":
        patients = np.array([patient_of[case_id] for case_id in chosen], dtype=np.str_)
        draws = bootstrap.patient_resamples(patients, n_replicates, seed)
    else:
        draws = bootstrap.image_resamples(len(chosen), n_replicates, seed)
    n_left_out = len(ids_a ^ ids_b) if cases == "common" else 0
    return Comparison(grid, "tp" if cases == "tp" else "full", n_left_out, draws)


def agreement_table(comparison: Comparison) -> pd.DataFrame:
    """Give the five measures of each pathology with their 95 % intervals, and what became of the cases.

    Returns
    -------
    DataFrame
        `pathology`, `n` (pairs with an IoU); mean `iou` and `dice` over them; `precision`, `recall` and `specificity`
        of the pixels of the same pairs pooled; each with `..._lower` and `..._upper`; then a column an outcome. A
        measure is missing where nothing is scored, a bound where too few replicates have a value.
    """
    areas = comparison.grid.areas
    values = {"iou": overlap.iou(areas, comparison.over), "dice": overlap.dice(areas, comparison.over)}
    scored = ~np.isnan(values["iou"])
    table = {"pathology": list(comparison.grid.pathologies), "n": scored.sum(axis=0)}
    for name, value in values.items():
        replicates = bootstrap.bootstrap_means(value, comparison.resamples)
        table |= _with_bounds(name, bootstrap.nan_mean(value, axis=0), replicates)
    gt_px, pred_px = np.where(scored, areas.gt_px, 0), np.where(scored, areas.pred_px, 0)
    both_px = np.where(scored, areas.intersection_px, 0)
    outside_px = np.where(scored, areas.image_px, 0) - gt_px
    left_out_px = outside_px - (pred_px - both_px)
    ratios = {"precision": (both_px, pred_px), "recall": (both_px, gt_px), "specificity": (left_out_px, outside_px)}
    for name, (part_px, whole_px) in ratios.items():
        replicates = bootstrap.bootstrap_ratios(
            part_px.astype(np.float64), whole_px.astype(np.float64), comparison.resamples
        )
        total = np.sum(whole_px, axis=0)
        pooled = np.divide(part_px.sum(axis=0), total, out=np.full(total.shape, np.nan), where=total > 0)
        table |= _with_bounds(name, pooled, replicates)
    counts = overlap.count_outcomes(overlap.outcomes(areas))
    table |= {field.name: getattr(counts, field.name) for field in fields(counts)}
    table["not_predicted"] = counts.not_predicted + comparison.n_left_out
    return pd.DataFrame(table)


def presence_table(comparison: Comparison) -> pd.DataFrame:
    """Say per pathology whether the sets drew at all: a two-by-two table and Cohen's kappa.

    Returns
    -------
    DataFrame
        `pathology`, `n`, `both`, `only_a`, `only_b`, `neither`, `kappa`, `kappa_lower`, `kappa_upper`; over all cases
        of the comparison whose masks are known, whether both drew or not.
    """
    areas = comparison.grid.areas
    rows = []
    for column, pathology in enumerate(comparison.grid.pathologies):
        known = areas.usable[:, column]
        found = agreement.presence(areas.gt_px[known, column] > 0, areas.pred_px[known, column] > 0)
        rows.append(
            {
                "pathology": pathology,
                "n": found.n,
                "both": found.both,
                "only_a": found.only_a,
                "only_b": found.only_b,
                "neither": found.neither,
                "kappa": found.kappa,
                "kappa_lower": found.kappa_lower,
                "kappa_upper": found.kappa_upper,
            }
        )
    return pd.DataFrame(rows)


def presence_alpha(sets: Sequence[AnnotationSet], case_ids: Sequence[str]) -> pd.DataFrame:
    """Compute Krippendorff's alpha of presence for three or more sets.

    Parameters
    ----------
    sets : sequence of AnnotationSet
        With masks; a case that a set does not list, or an unreadable mask, is missing.
    case_ids : sequence of str
        Cases to compare.

    Returns
    -------
    DataFrame
        `pathology` and `alpha`; missing where all always say the same one thing.
    """
    rows = []
    for pathology in sets[0].pathologies:
        masks = [[annotated.mask(case_id, pathology) for case_id in case_ids] for annotated in sets]
        drawn = np.array([[np.nan if mask is None else float(not mask.is_empty) for mask in row] for row in masks])
        alpha = agreement.krippendorff_alpha(drawn.reshape(len(sets), len(case_ids)))
        rows.append({"pathology": pathology, "alpha": alpha})
    return pd.DataFrame(rows)


def bland_altman_table(comparison: Comparison) -> pd.DataFrame:
    """Compare the areas per pathology: bias and limits of the area share, second set minus first.

    Returns
    -------
    DataFrame
        `pathology`, `n`, `n_excluded` (both empty, or unknown), `bias`, `lower`, `upper`.
    """
    shares_a, shares_b = area_shares(comparison.grid)
    rows = []
    for column, pathology in enumerate(comparison.grid.pathologies):
        found = agreement.bland_altman(shares_a[:, column], shares_b[:, column])
        rows.append(
            {
                "pathology": pathology,
                "n": found.n,
                "n_excluded": found.n_excluded,
                "bias": found.bias,
                "lower": found.lower,
                "upper": found.upper,
            }
        )
    return pd.DataFrame(rows)


def area_shares(grid: PairGrid) -> tuple[Floats, Floats]:
    """Return area / image area of both sets, shape (n_cases, n_pathologies); 0 for an empty mask, NaN if unknown."""
    known = grid.areas.usable & (grid.areas.image_px > 0)
    shares = (
        np.divide(area_px, grid.areas.image_px, out=np.full(known.shape, np.nan), where=known)
        for area_px in (grid.areas.gt_px, grid.areas.pred_px)
    )
    share_a, share_b = shares
    return share_a, share_b


def strata_table(comparison: Comparison) -> pd.DataFrame:
    """Give mean IoU and Dice by size: thirds of the cases of each pathology by area share of the first set.

    Returns
    -------
    DataFrame
        `pathology`, `stratum`, `share_from`, `share_to` (smallest and largest area share in it), `n`, `iou` with
        bounds, `dice` with bounds. Only cases in which the first set drew; a stratum without a case has missing
        values.
    """
    areas = comparison.grid.areas
    share, _ = area_shares(comparison.grid)
    values = {"iou": overlap.iou(areas, comparison.over), "dice": overlap.dice(areas, comparison.over)}
    sized = (areas.gt_px > 0) & ~np.isnan(values["iou"])
    share = np.where(sized, share, np.nan)
    stratum = size_strata(share)
    parts = []
    for number, name in enumerate(STRATA):
        inside = stratum == number
        table = {
            "pathology": list(comparison.grid.pathologies),
            "stratum": name,
            "share_from": np.min(np.where(inside, share, np.inf), axis=0, initial=np.inf),
            "share_to": np.max(np.where(inside, share, -np.inf), axis=0, initial=-np.inf),
            "n": inside.sum(axis=0),
        }
        for measure, value in values.items():
            kept = np.where(inside, value, np.nan)
            replicates = bootstrap.bootstrap_means(kept, comparison.resamples)
            table |= _with_bounds(measure, bootstrap.nan_mean(kept, axis=0), replicates)
        parts.append(pd.DataFrame(table).replace([np.inf, -np.inf], np.nan))
    order = [row * len(parts[0]) + column for column in range(len(parts[0])) for row in range(len(parts))]
    return pd.concat(parts, ignore_index=True).iloc[order].reset_index(drop=True)


def size_strata(share: Floats) -> NDArray[np.int8]:
    """Split the cases of each pathology in thirds by area share.

    Parameters
    ----------
    share : ndarray of float64, shape (n_cases, n_pathologies)
        NaN for cases to leave out.

    Returns
    -------
    ndarray of int8
        0 small (at most the first tertile), 1 medium (at most the second), 2 large, -1 left out.
    """
    result = np.full(share.shape, -1, np.int8)
    for column, of_pathology in enumerate(share.T):
        sized = ~np.isnan(of_pathology)
        if sized.any():
            tertiles = np.quantile(of_pathology[sized], [1 / 3, 2 / 3])
            result[sized, column] = np.searchsorted(tertiles, of_pathology[sized], side="left")
    return result


def _with_bounds(name: str, value: Floats, replicates: Floats) -> dict[str, Floats]:
    bounds = bootstrap.intervals(replicates)
    return {name: value, f"{name}_lower": bounds.lower, f"{name}_upper": bounds.upper}
