"""What single cases score: a row a case and pathology, their distribution, and what small masks do to the mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from components.metrics import bootstrap
from components.metrics.overlap import Outcome, outcomes
from components.tables.agreement import Comparison, Measure, hit_values
from components.tables.areas import area_shares
from components.tables.overlap import OUTCOME_WORDS
from components.tables.pointing import Hits

MIN_SHARES = (0.0, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05)
"""Smallest masks to try, as shares of the image."""

_OUTCOME_COLUMNS = tuple(kind.name.lower() for kind in Outcome)

DISTRIBUTION_COLUMNS = ("pathology", "n", "n_zero", "zero_share", "quartile_1", "median", "quartile_3")


def case_values(comparison: Comparison, measure: Measure, hits: Hits | None = None) -> pd.DataFrame:
    """List what each case scores.

    Returns
    -------
    DataFrame
        `case_id`, `pathology`, `outcome` (in words), `value` (missing where not scored), `share_a`, `share_b` (area
        share of both masks; 0 for an empty one, missing where unknown). A hit is a `value` of 1, a miss 0.
    """
    grid = comparison.grid
    if measure == "hit":
        values = hit_values(comparison, hits) if hits is not None else np.full(comparison.kept.shape, np.nan)
    else:
        values = comparison.values(measure)
    share_a, share_b = area_shares(grid)
    return pd.DataFrame(
        {
            "case_id": np.repeat(np.array(grid.case_ids, dtype=object), len(grid.pathologies)),
            "pathology": np.tile(np.array(grid.pathologies, dtype=object), len(grid.case_ids)),
            "outcome": pd.Categorical.from_codes(outcomes(grid.areas).ravel(), pd.Index(list(OUTCOME_WORDS.values()))),
            "value": values.ravel(),
            "share_a": share_a.ravel(),
            "share_b": share_b.ravel(),
        }
    )


def distribution_table(cases: pd.DataFrame, pathologies: Sequence[str]) -> pd.DataFrame:
    """Describe how a measure spreads over the cases of each pathology.

    Parameters
    ----------
    cases : DataFrame
        From `case_values`.
    pathologies : sequence of str
        Rows, in order.

    Returns
    -------
    DataFrame
        `DISTRIBUTION_COLUMNS`: scored cases, those of them that score 0, their share, and the quartiles, missing
        without a scored case. There is no interval on a median.
    """
    rows = []
    for pathology in pathologies:
        values = cases.loc[(cases["pathology"] == pathology) & cases["value"].notna(), "value"].to_numpy(np.float64)
        n, n_zero = values.size, np.count_nonzero(values == 0)
        quartiles = np.quantile(values, [0.25, 0.5, 0.75]) if n else np.full(3, np.nan)
        rows.append((pathology, n, n_zero, n_zero / n if n else np.nan, *quartiles))
    return pd.DataFrame(rows, columns=list(DISTRIBUTION_COLUMNS))


def smallest_table(comparison: Comparison, measure: Measure, min_shares: Sequence[float] = MIN_SHARES) -> pd.DataFrame:
    """Say how the mean moves when masks below a size count as empty.

    Parameters
    ----------
    comparison : Comparison
        Which pairs count; masks of either set are subject to the limit.
    measure : {"iou", "dice"}
        What to average.
    min_shares : sequence of float
        Smallest area share that still counts as a mask.

    Returns
    -------
    DataFrame
        A row a pathology and limit: `pathology`, `min_share`, `n` (scored pairs), `mean` (missing without any).
    """
    areas = comparison.grid.areas
    share_a, share_b = area_shares(comparison.grid)
    parts = []
    for limit in min_shares:
        counts_a, counts_b = share_a >= limit, share_b >= limit
        trimmed = replace(
            areas,
            gt_px=np.where(counts_a, areas.gt_px, 0),
            pred_px=np.where(counts_b, areas.pred_px, 0),
            intersection_px=np.where(counts_a & counts_b, areas.intersection_px, 0),
        )
        values = replace(comparison, grid=replace(comparison.grid, areas=trimmed)).values(measure)
        parts.append(
            pd.DataFrame(
                {
                    "pathology": list(comparison.grid.pathologies),
                    "min_share": limit,
                    "n": np.count_nonzero(~np.isnan(values), axis=0),
                    "mean": bootstrap.nan_mean(values, axis=0),
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def joined_tables(
    tables: Mapping[str, pd.DataFrame], labels: Mapping[str, str], pathologies: Sequence[str], first: str = ""
) -> pd.DataFrame:
    """Put the tables of several sources below each other, by pathology.

    Parameters
    ----------
    tables : mapping of source key to DataFrame
        Each with `pathology`.
    labels : mapping of source key to label
        What to write in the column `source`.
    pathologies : sequence of str
        Their order.
    first : str
        A measure whose value, bounds and counts are wanted before the other columns.
    """
    whole = pd.concat([table.assign(source=labels[key]) for key, table in tables.items()], ignore_index=True)
    number = {name: row for row, name in enumerate(pathologies)}
    whole = whole.sort_values("pathology", key=lambda names: names.map(number), kind="stable", ignore_index=True)
    counts = ["n", "n_hit", "chance"] if first == "hit" else ["n"]
    wanted = ["pathology", "source", *counts, first, f"{first}_lower", f"{first}_upper", *_OUTCOME_COLUMNS]
    front = [name for name in wanted if name in whole]
    return whole[[*front, *whole.columns.drop(front)]]
