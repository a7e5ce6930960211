"""Whether two or more sources agree on how much and whether to draw at all, apart from where."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# statsmodels brings pandas along, so it is imported where it is needed: a command that needs neither starts sooner.

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_NORMAL_975 = 1.96
"""Bland and Altman's rounded 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class BlandAltman:
    """Bias and limits of agreement of the area share, b - a.

    Attributes
    ----------
    n, n_excluded : int
        Cases used, and cases left out because both masks are empty or an area is unknown.
    bias : float
        Mean difference; positive where b draws more. NaN without cases.
    lower, upper : float
        Bias -/+ 1.96 standard deviations of the differences; NaN with fewer than two cases.
    """

    n: int
    n_excluded: int
    bias: float
    lower: float
    upper: float


def bland_altman(share_a: Floats, share_b: Floats) -> BlandAltman:
    """Compare the areas of two sources (Bland and Altman, Lancet 1986): over- or under-drawing, whatever the place.

    Parameters
    ----------
    share_a, share_b : ndarray of float64, shape (n_cases,)
        Area / image area, 0 for an empty mask, NaN where unknown.

    Returns
    -------
    BlandAltman
        Both empty: excluded and counted; one empty: used, as a difference like any other.
    """
    known = ~(np.isnan(share_a) | np.isnan(share_b))
    used = known & ((share_a > 0) | (share_b > 0))
    difference = (share_b - share_a)[used]
    n = int(difference.size)
    bias = float(difference.mean()) if n else float("nan")
    spread = float(_NORMAL_975 * difference.std(ddof=1)) if n > 1 else float("nan")
    return BlandAltman(n, int(share_a.size - n), bias, bias - spread, bias + spread)


@dataclass(frozen=True, slots=True)
class Presence:
    """Two-by-two table of whether two sources drew anything.

    Attributes
    ----------
    both, only_a, only_b, neither : int
        Numbers of cases.
    kappa : float
        Cohen's kappa: 1 for full agreement, 0 for that of chance. NaN without cases and where both sources always say
        the same one thing, since chance then already agrees fully.
    kappa_lower, kappa_upper : float
        95 % interval from the large-sample standard error; NaN likewise.
    """

    both: int
    only_a: int
    only_b: int
    neither: int
    kappa: float
    kappa_lower: float
    kappa_upper: float

    @property
    def n(self) -> int:
        """Number of cases compared."""
        return self.both + self.only_a + self.only_b + self.neither


def presence(drawn_a: Bools, drawn_b: Bools) -> Presence:
    """Compare whether two sources drew anything, case by case.

    Parameters
    ----------
    drawn_a, drawn_b : ndarray of bool, shape (n_cases,)
        Whether the mask has pixels. Leave out cases that one source does not cover.

    Returns
    -------
    Presence
        Kappa by `statsmodels.stats.inter_rater.cohens_kappa`.
    """
    table = np.array(
        [
            [np.count_nonzero(drawn_a & drawn_b), np.count_nonzero(drawn_a & ~drawn_b)],
            [np.count_nonzero(~drawn_a & drawn_b), np.count_nonzero(~drawn_a & ~drawn_b)],
        ]
    )
    kappa = lower = upper = float("nan")
    if table.any():
        from statsmodels.stats.inter_rater import cohens_kappa

        with np.errstate(divide="ignore", invalid="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a perfect kappa has no spread
            result = cohens_kappa(table)
        kappa, lower, upper = float(result.kappa), float(result.kappa_low), float(result.kappa_upp)
    (both, only_a), (only_b, neither) = table.tolist()
    return Presence(both, only_a, only_b, neither, kappa, lower, upper)


def krippendorff_alpha(drawn: Floats) -> float:
    """Compute Krippendorff's alpha of presence for two or more sources (package `krippendorff`, nominal scale).

    Parameters
    ----------
    drawn : ndarray of float64, shape (n_sources, n_cases)
        1 drawn, 0 not, NaN where a source does not cover the case.

    Returns
    -------
    float
        1 for full agreement, 0 for that of chance; NaN where all sources always say the same one thing, or no case is
        covered by two of them.
    """
    covered_twice = np.count_nonzero(~np.isnan(drawn), axis=0) >= 2
    values = drawn[:, covered_twice]
    if np.unique(values[~np.isnan(values)]).size < 2:
        return float("nan")
    import krippendorff

    return float(krippendorff.alpha(reliability_data=values, level_of_measurement="nominal"))


def wilson_interval(n_hits: int, n: int, outside: float = 0.05) -> tuple[float, float]:
    """Compute Wilson's interval of a proportion such as a hit rate, by `statsmodels`.

    Parameters
    ----------
    n_hits, n : int
        Successes and trials.
    outside : float
        Probability outside the interval.

    Returns
    -------
    tuple of float
        Bounds in 0 ... 1; NaN without trials.
    """
    if n == 0:
        return float("nan"), float("nan")
    from statsmodels.stats.proportion import proportion_confint

    lower, upper = proportion_confint(n_hits, n, alpha=outside, method="wilson")
    return float(lower), float(upper)


def majority_vote(masks: Bools) -> Bools:
    """Keep the pixels that more than half of the readers drew.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_readers, h, w)
        One mask a reader; an empty mask votes against every pixel.

    Returns
    -------
    ndarray of bool, shape (h, w)

    Raises
    ------
    ValueError
        If there are fewer than three readers: two have no majority but their intersection.
    """
    if masks.ndim != 3 or masks.shape[0] < 3:
        raise ValueError(f"a majority needs masks of three readers or more, shape (n, h, w), but got {masks.shape}")
    return np.asarray(2 * masks.sum(axis=0) > masks.shape[0])
