"""How much two sources draw, apart from where: Bland-Altman of area shares, and agreement by size."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import agreement, bootstrap
from components.tables.agreement import Comparison, Floats, with_bounds
from components.tables.pairs import PairGrid

STRATA = ("small", "medium", "large")


def bland_altman_table(comparison: Comparison) -> pd.DataFrame:
    """Compare the areas per pathology: bias and limits of the area share, second set minus first.

    Returns
    -------
    DataFrame
        `pathology`, `n`, `n_excluded` (both empty, or unknown), `bias`, `lower`, `upper`.
    """
    shares_a, shares_b = area_shares(comparison.grid)
    rows = [_limits(shares_a[:, column], shares_b[:, column]) for column in range(len(comparison.grid.pathologies))]
    return pd.DataFrame({"pathology": list(comparison.grid.pathologies)}).join(pd.DataFrame(rows))


def bland_altman_limits(cases: pd.DataFrame) -> pd.Series:
    """Compare the areas of some cases, of one pathology or several.

    Parameters
    ----------
    cases : DataFrame
        With `share_a` and `share_b`, such as from `pair_cases.case_values`.

    Returns
    -------
    Series
        As a row of `bland_altman_table`, without the pathology.
    """
    return pd.Series(
        _limits(cases["share_a"].to_numpy(np.float64), cases["share_b"].to_numpy(np.float64)), dtype=object
    )


def _limits(share_a: Floats, share_b: Floats) -> dict[str, float]:
    found = agreement.bland_altman(share_a, share_b)
    return {name: getattr(found, name) for name in ("n", "n_excluded", "bias", "lower", "upper")}


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
    share, _ = area_shares(comparison.grid)
    values = {"iou": comparison.values("iou"), "dice": comparison.values("dice")}
    sized = (comparison.grid.areas.gt_px > 0) & comparison.scored
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
            table |= with_bounds(measure, bootstrap.nan_mean(kept, axis=0), replicates)
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
