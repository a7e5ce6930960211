"""Intervals by resampling images, as in the paper, or patients: products of resample counts and values.

Resampling cases and averaging is the same as weighting each case by how often it was drawn, so the replicates of all
pathologies come from one product of a count matrix (replicates x cases) and the values (cases x pathologies).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PAPER_REPLICATES = 1000
PAPER_SEED = 0
BLOCK_CELLS = 4_000_000
"""Cells of the count matrix held at once (32 MB), so that 250,000 cases need no more memory than a few."""


@dataclass(frozen=True, eq=False)
class Resamples:
    """Which cases each replicate drew; two sources compared on the same `Resamples` are paired.

    Attributes
    ----------
    unit_of_case : ndarray of int64, shape (n_cases,)
        The unit each case is drawn with: its own number (image level) or its patient's number.
    n_units, n_replicates, seed : int
        Units drawn in each replicate, number of replicates, seed of the generator.
    """

    unit_of_case: NDArray[np.int64]
    n_units: int
    n_replicates: int
    seed: int

    def __post_init__(self) -> None:
        if self.n_replicates < 1:
            raise ValueError(f"expected at least one replicate, but got {self.n_replicates}")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"the seed must be in [0, 2**32), but got {self.seed}")

    def blocks(self) -> Iterator[Floats]:
        """Yield the count matrix in blocks of rows, each of shape (some replicates, n_cases)."""
        if max(self.n_units, self.unit_of_case.size) * self.n_replicates <= BLOCK_CELLS:
            yield self._only_block
        else:
            yield from self._drawn()

    @cached_property
    def _only_block(self) -> Floats:
        """The whole count matrix where it is small, kept for the next source that is compared on the same draws."""
        return next(self._drawn())

    def _drawn(self) -> Iterator[Floats]:
        n_cases = self.unit_of_case.size
        # The paper seeds NumPy's legacy global generator and calls `choice` once a replicate. Successive calls of
        # `randint` give the same numbers whatever their sizes, so a block of replicates is drawn at once.
        generator = np.random.RandomState(self.seed)
        block = max(1, BLOCK_CELLS // max(1, n_cases, self.n_units))
        for start in range(0, self.n_replicates, block):
            n_rows = min(block, self.n_replicates - start)
            if self.n_units == 0:
                yield np.zeros((n_rows, n_cases))
                continue
            drawn = generator.randint(0, self.n_units, size=(n_rows, self.n_units))
            drawn += np.arange(n_rows)[:, np.newaxis] * self.n_units
            counts = np.bincount(drawn.ravel(), minlength=n_rows * self.n_units).reshape(n_rows, self.n_units)
            yield counts.astype(np.float64)[:, self.unit_of_case]


def image_resamples(n_cases: int, n_replicates: int = PAPER_REPLICATES, seed: int = PAPER_SEED) -> Resamples:
    """Draw images independently, as the paper does.

    Parameters
    ----------
    n_cases : int
        Rows of the values, which must be sorted by case id for the published numbers to come out.
    n_replicates, seed : int
        The paper's are 1000 and 0.
    """
    return Resamples(np.arange(n_cases, dtype=np.int64), n_cases, n_replicates, seed)


def patient_resamples(
    patient_of_case: NDArray[np.generic], n_replicates: int = PAPER_REPLICATES, seed: int = PAPER_SEED
) -> Resamples:
    """Draw patients with all their images, since images of one patient are not independent.

    Parameters
    ----------
    patient_of_case : ndarray, shape (n_cases,)
        A name or number of the patient of each case. Each replicate draws as many patients as there are.
    n_replicates, seed : int
        As for `image_resamples`.
    """
    patients, code = np.unique(np.asarray(patient_of_case), return_inverse=True)
    return Resamples(code.astype(np.int64).ravel(), patients.size, n_replicates, seed)


def bootstrap_means(values: Floats, resamples: Resamples) -> Floats:
    """Compute the NaN-skipping mean of each column in each replicate.

    Parameters
    ----------
    values : ndarray of float64, shape (n_cases, n_columns)
        NaN where a case is not scored.
    resamples : Resamples
        Draws over the same cases.

    Returns
    -------
    ndarray of float64, shape (n_replicates, n_columns)
        NaN where a replicate drew no scored case.
    """
    scored = ~np.isnan(values)
    return bootstrap_ratios(np.where(scored, values, 0.0), scored.astype(np.float64), resamples)


def bootstrap_ratios(numerator: Floats, denominator: Floats, resamples: Resamples) -> Floats:
    """Compute the ratio of two sums over cases in each replicate, such as precision of pooled pixels.

    Parameters
    ----------
    numerator, denominator : ndarray of float64, shape (n_cases, n_columns)
        Without NaN; a case to leave out is 0 in both.
    resamples : Resamples
        Draws over the same cases.

    Returns
    -------
    ndarray of float64, shape (n_replicates, n_columns)
        NaN where a replicate's denominator is 0.

    Raises
    ------
    ValueError
        If the number of cases differs.
    """
    n_cases, n_columns = numerator.shape
    if denominator.shape != numerator.shape or n_cases != resamples.unit_of_case.size:
        raise ValueError(
            f"expected {resamples.unit_of_case.size} cases in both, "
            f"but got shapes {numerator.shape} and {denominator.shape}"
        )
    both = np.hstack([numerator, denominator])
    sums = np.vstack([counts @ both for counts in resamples.blocks()])
    top, bottom = sums[:, :n_columns], sums[:, n_columns:]
    return np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom != 0)


def paired_difference(values_a: Floats, values_b: Floats, resamples: Resamples) -> Floats:
    """Compute mean(a) - mean(b) in each replicate, both on the same drawn cases.

    Parameters
    ----------
    values_a, values_b : ndarray of float64, shape (n_cases, n_columns)
        NaN where not scored; use `overlap.common_cases` first for a difference on common cases only.
    resamples : Resamples
        Draws over the same cases.

    Returns
    -------
    ndarray of float64, shape (n_replicates, n_columns)
        NaN where either mean is.
    """
    return bootstrap_means(values_a, resamples) - bootstrap_means(values_b, resamples)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Mean and bounds of the replicates, unrounded.

    Attributes
    ----------
    lower, mean, upper : ndarray of float64, shape (n_columns,)
        NaN where too few replicates have a value.
    """

    lower: Floats
    mean: Floats
    upper: Floats

    def rounded(self, decimals: int = 3) -> Intervals:
        """Return all three rounded, as the paper's files print them."""
        return Intervals(*(np.round(part, decimals) for part in (self.lower, self.mean, self.upper)))


def intervals(replicates: Floats, outside: float = 0.05) -> Intervals:
    """Take the bounds of each column by the paper's rule.

    With R replicates sorted ascending, NaN last, the bounds of a 95 % interval are the elements (zero-based)
    ``int(0.025 * R) - 1`` and ``int(0.975 * R) - 1``; the mean skips NaN.

    Parameters
    ----------
    replicates : ndarray of float64, shape (n_replicates, n_columns)
        NaN where a replicate drew no scored case.
    outside : float
        Share of the replicates outside the interval, in (0, 1): 0.05 for a 95 % interval. It is not written as a
        level because ``1 - 0.95`` is a little more than 0.05, which moves a bound by one element.

    Returns
    -------
    Intervals
        A bound is NaN where the NaN replicates, sorted last, reach it, or where R is too small to have that element;
        the mean is NaN only if every replicate is.

    Raises
    ------
    ValueError
        If `outside` is not in (0, 1).
    """
    if not 0 < outside < 1:
        raise ValueError(f"the share outside must be in the interval (0, 1), but got {outside}")
    n_replicates, n_columns = replicates.shape
    ordered = np.sort(replicates, axis=0)  # NumPy sorts NaN last
    lower_at, upper_at = int(outside / 2 * n_replicates) - 1, int((1 - outside / 2) * n_replicates) - 1
    missing = np.full(n_columns, np.nan)
    return Intervals(
        lower=ordered[lower_at].copy() if lower_at >= 0 else missing,
        mean=nan_mean(ordered, axis=0),
        upper=ordered[upper_at].copy() if upper_at >= 0 else missing,
    )


def nan_mean(values: Floats, axis: int) -> Floats:
    """Average along an axis without NaN; NaN, and no warning, where there is nothing to average."""
    scored = ~np.isnan(values)
    n = scored.sum(axis=axis)
    total = np.where(scored, values, 0.0).sum(axis=axis)
    return np.divide(total, n, out=np.full(np.shape(n), np.nan), where=n > 0)
