"""What goes with agreement: least squares and rank correlation, printed to the digit as in the paper's tables."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Floats = NDArray[np.float64]

FEATURES_BONFERRONI = 4
"""Four shape features are tested on the same outcome."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A coefficient with its 95 % interval.

    Attributes
    ----------
    value, lower, upper : float
        Unrounded; NaN where undefined.
    p_value : float
        Two-sided, not corrected.
    n : int
        Rows used.
    """

    value: float
    lower: float
    upper: float
    p_value: float
    n: int


def min_max(values: Floats) -> Floats:
    """Scale to 0 ... 1 by minimum and maximum.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)
        NaN is skipped.

    Returns
    -------
    ndarray of float64, shape (n,)
        Unchanged where all values are equal, as in the paper, or all are NaN.
    """
    known = values[~np.isnan(values)]
    if not known.size or known.min() == known.max():
        return values.copy()
    return np.asarray((values - known.min()) / (known.max() - known.min()))


def slope(y: Floats, x: Floats) -> Estimate:
    """Fit ``y = a + b x`` by ordinary least squares (statsmodels) and return b.

    Parameters
    ----------
    y, x : ndarray of float64, shape (n,)
        Rows with NaN in either are left out.

    Returns
    -------
    Estimate
        Interval from Student's t with n - 2 degrees of freedom. Without rows all NaN; with one or two rows, which
        leave nothing to estimate the spread from, bounds and p-value are NaN.
    """
    y, x = _complete(y, x)
    n = int(y.size)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, 0)
    from statsmodels.regression.linear_model import OLS  # brings pandas along, which nothing else here needs

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an exact or undetermined fit: its NaN bounds say so
        fit = OLS(y, np.column_stack([np.ones(n), x])).fit()
        value = float(fit.params[1])
        if n <= 2:
            return Estimate(value, math.nan, math.nan, math.nan, n)
        lower, upper = (float(bound) for bound in fit.conf_int(alpha=0.05)[1])
        return Estimate(value, lower, upper, float(fit.pvalues[1]), n)


def mean_band(y: Floats, x: Floats, at: Floats) -> tuple[Floats, Floats, Floats]:
    """Fit ``y = a + b x`` as `slope` does and return the line with the 95 % band of the mean.

    Parameters
    ----------
    y, x : ndarray of float64, shape (n,)
        At least three rows, without NaN, and x not constant.
    at : ndarray of float64, shape (m,)
        Where on x.

    Returns
    -------
    tuple of ndarray of float64, each of shape (m,)
        Line, lower and upper bound: ``fit ± t s sqrt(1/n + (at - mean x)^2 / sum (x - mean x)^2)``, with Student's t at
        n - 2 degrees of freedom and s the residual standard deviation.

    Raises
    ------
    ValueError
        If the line is not determined.
    """
    n = int(x.size)
    if n < 3 or np.ptp(x) == 0:
        raise ValueError(f"a band needs three rows or more and two values of x, but got {n} rows")
    from_mean = x - x.mean()
    spread = float(from_mean @ from_mean)
    gradient = float(from_mean @ y) / spread
    fit = y.mean() + gradient * (at - x.mean())
    residual = y - y.mean() - gradient * from_mean
    s = math.sqrt(float(residual @ residual) / (n - 2))
    half = float(stats.t.ppf(0.975, n - 2)) * s * np.sqrt(1 / n + (at - x.mean()) ** 2 / spread)
    return fit, fit - half, fit + half


def spearman(y: Floats, x: Floats) -> Estimate:
    """Compute Spearman's rank correlation with the Fisher interval ``tanh(atanh(r) ± 1.96 / sqrt(n - 3))``.

    Parameters
    ----------
    y, x : ndarray of float64, shape (n,)
        Rows with NaN in either are left out.

    Returns
    -------
    Estimate
        Bounds NaN for n <= 3 and for a correlation of exactly 1 or -1; all NaN for fewer than two rows and where y or
        x is constant.
    """
    y, x = _complete(y, x)
    n = int(y.size)
    if n < 2 or np.ptp(y) == 0 or np.ptp(x) == 0:
        return Estimate(math.nan, math.nan, math.nan, math.nan, n)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two rows have a correlation but no p-value
        rho, p_value = stats.spearmanr(y, x)
    rho, p_value = float(rho), float(p_value)
    if n <= 3 or abs(rho) >= 1:
        return Estimate(rho, math.nan, math.nan, p_value, n)
    spread = 1.96 / math.sqrt(n - 3)
    centre = math.atanh(rho)
    return Estimate(rho, math.tanh(centre - spread), math.tanh(centre + spread), p_value, n)


def stars(p_value: float, bonferroni: int = 1) -> str:
    """Mark significance at 0.05, 0.01 and 0.001, each divided by the number of tests; NaN gets no star."""
    corrected = p_value * bonferroni
    return "***" if corrected < 0.001 else "**" if corrected < 0.01 else "*" if corrected < 0.05 else ""


def format_estimate(estimate: Estimate, bonferroni: int = 1) -> str:
    """Write an estimate as the paper's tables do, such as ``0.38, (0.057, 0.702)*``; NaN is written ``nan``.

    Parameters
    ----------
    estimate : Estimate
        Rounded to 3 decimals here.
    bonferroni : int
        Number of tests the stars are corrected for.
    """
    value, lower, upper = (float(np.round(part, 3)) for part in (estimate.value, estimate.lower, estimate.upper))
    return f"{value}, ({lower}, {upper}){stars(estimate.p_value, bonferroni)}"


def _complete(y: Floats, x: Floats) -> tuple[Floats, Floats]:
    """Keep the rows that have both numbers."""
    known = ~(np.isnan(y) | np.isnan(x))
    return y[known], x[known]
