"""How far a model stays below the human benchmark, in percent, from paired bootstrap replicates as in the paper."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from components.metrics.bootstrap import Floats, intervals, nan_mean


@dataclass(frozen=True, slots=True, eq=False)
class PercentageDecrease:
    """How far the model stays below the benchmark, per pathology and on average.

    Attributes
    ----------
    order : ndarray of int64, shape (n_columns,)
        Columns from the largest decrease to the smallest; NaN last.
    benchmark, model : ndarray of float64, shape (n_columns,)
        Means over the replicates, in the columns' own order like all below.
    pct, pct_lower, pct_upper : ndarray of float64, shape (n_columns,)
        Decrease in percent and its bounds, rounded as in the paper.
    average : tuple of float
        Benchmark, model, decrease, lower and upper bound of the average over pathologies.
    """

    order: NDArray[np.int64]
    benchmark: Floats
    model: Floats
    pct: Floats
    pct_lower: Floats
    pct_upper: Floats
    average: tuple[float, float, float, float, float]


def percentage_decrease(benchmark_replicates: Floats, model_replicates: Floats) -> PercentageDecrease:
    """Compare two sets of bootstrap replicates as the paper's Table 1 does.

    The decrease of a pathology is ``100 * (benchmark - model) / benchmark`` of the means over replicates; its bounds
    are the interval rule on the ratios of paired replicates, rounded to 3 decimals as fractions and then given in
    percent. The average divides means over pathologies that were rounded to 3 decimals first.

    Parameters
    ----------
    benchmark_replicates, model_replicates : ndarray of float64, shape (n_replicates, n_columns)
        Same columns, drawn with the same seed.

    Returns
    -------
    PercentageDecrease
        -inf where the benchmark is 0 and the model is not; NaN where both are 0 or either has no value.

    Raises
    ------
    ValueError
        If the shapes differ.
    """
    if benchmark_replicates.shape != model_replicates.shape:
        raise ValueError(
            "benchmark and model must have the same replicates and pathologies, "
            f"but got shapes {benchmark_replicates.shape} and {model_replicates.shape}"
        )
    benchmark, model = nan_mean(benchmark_replicates, axis=0), nan_mean(model_replicates, axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):  # a benchmark of 0 gives -inf or NaN, as documented
        pct = np.round((benchmark - model) / benchmark * 100, 3)
        ratios = (benchmark_replicates - model_replicates) / benchmark_replicates
        bounds = intervals(ratios).rounded()
        mean_benchmark = nan_mean(benchmark_replicates, axis=1)
        mean_model = nan_mean(model_replicates, axis=1)
        average_bounds = intervals((100 * (mean_benchmark - mean_model) / mean_benchmark)[:, np.newaxis]).rounded()
        average_benchmark = np.round(nan_mean(benchmark[:, np.newaxis], axis=0)[0], 3)
        average_model = np.round(nan_mean(model[:, np.newaxis], axis=0)[0], 3)
        average_pct = np.round((average_benchmark - average_model) / average_benchmark * 100, 3)
    return PercentageDecrease(
        order=np.argsort(-pct, kind="stable").astype(np.int64),
        benchmark=benchmark,
        model=model,
        pct=pct,
        pct_lower=np.round(bounds.lower * 100, 3),
        pct_upper=np.round(bounds.upper * 100, 3),
        average=(
            float(average_benchmark),
            float(average_model),
            float(average_pct),
            float(average_bounds.lower[0]),
            float(average_bounds.upper[0]),
        ),
    )
