"""Two sources against one ground truth: the difference of their means on the same cases and the same resamples."""

from __future__ import annotations

import numpy as np
import pandas as pd

from components.metrics import bootstrap, overlap
from components.tables.pairs import PairGrid


def difference_table(
    grid_a: PairGrid,
    grid_b: PairGrid,
    resamples: bootstrap.Resamples,
    *,
    over: overlap.Slice = "tp",
    common: bool = True,
) -> pd.DataFrame:
    """Compare the mean IoU of two sources per pathology.

    Parameters
    ----------
    grid_a, grid_b : PairGrid
        Each source against the ground truth, of the same cases.
    resamples : Resamples
        Draws over these cases; both means of a replicate are of the same draw.
    over : {"tp", "full"}
        Which pairs have a value; see `metrics.overlap.iou`.
    common : bool
        Only cases scored for both sources. Otherwise each mean is of its own cases, as in the paper.

    Returns
    -------
    DataFrame
        `pathology`, `n_a`, `n_b`, `mean_a`, `mean_b`, `difference` (a - b), `lower`, `upper`; missing where a source
        has no scored case, a bound where too few replicates have a difference.

    Raises
    ------
    ValueError
        If the grids are of different cases or pathologies.
    """
    if (grid_a.case_ids, grid_a.pathologies) != (grid_b.case_ids, grid_b.pathologies):
        raise ValueError("expected two grids of the same cases and pathologies")
    values_a, values_b = overlap.iou(grid_a.areas, over), overlap.iou(grid_b.areas, over)
    if common:
        values_a, values_b = overlap.common_cases((values_a, values_b))
    mean_a, mean_b = bootstrap.nan_mean(values_a, axis=0), bootstrap.nan_mean(values_b, axis=0)
    bounds = bootstrap.intervals(bootstrap.paired_difference(values_a, values_b, resamples))
    return pd.DataFrame(
        {
            "pathology": list(grid_a.pathologies),
            "n_a": np.count_nonzero(~np.isnan(values_a), axis=0),
            "n_b": np.count_nonzero(~np.isnan(values_b), axis=0),
            "mean_a": mean_a,
            "mean_b": mean_b,
            "difference": mean_a - mean_b,
            "lower": bounds.lower,
            "upper": bounds.upper,
        }
    )
