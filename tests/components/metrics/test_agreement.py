"""Agreement beyond place: Bland-Altman, presence, alpha, Wilson's interval and majority vote."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import agreement

NAN = float("nan")


def test_bland_altman_by_hand() -> None:
    found = agreement.bland_altman(np.array([0.1, 0.2, 0.3, 0.0]), np.array([0.2, 0.2, 0.6, 0.0]))
    # differences 0.1, 0, 0.3: mean 2/15, variance 7/300; the pair without masks is left out
    bias, spread = 2 / 15, 1.96 * math.sqrt(7 / 300)
    assert (found.n, found.n_excluded) == (3, 1)
    np.testing.assert_allclose([found.bias, found.lower, found.upper], [bias, bias - spread, bias + spread], rtol=1e-12)


@pytest.mark.parametrize(
    ("share_a", "share_b", "n", "bias"),
    [
        pytest.param([0.2], [0.0], 1, -0.2, id="empty prediction"),
        pytest.param([0.0], [0.2], 1, 0.2, id="empty ground truth"),
        pytest.param([0.0], [0.0], 0, NAN, id="both empty"),
        pytest.param([NAN], [0.2], 0, NAN, id="unknown"),
        pytest.param([], [], 0, NAN, id="no case"),
    ],
)
def test_bland_altman_empties(share_a: list[float], share_b: list[float], n: int, bias: float) -> None:
    found = agreement.bland_altman(np.array(share_a), np.array(share_b))
    assert (found.n, found.n_excluded) == (n, len(share_a) - n)
    np.testing.assert_array_equal([found.bias, found.lower, found.upper], [bias, NAN, NAN])


def drawn(n_both: int, n_a: int, n_b: int, n_neither: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    a = [True] * (n_both + n_a) + [False] * (n_b + n_neither)
    b = [True] * n_both + [False] * n_a + [True] * n_b + [False] * n_neither
    return np.array(a, bool), np.array(b, bool)


@pytest.mark.parametrize(
    ("table", "kappa"),
    [
        # 35 of 50 agree: 0.7; by chance 0.6 * 0.5 + 0.4 * 0.5 = 0.5; kappa 0.2 / 0.5
        pytest.param((20, 10, 5, 15), 0.4, id="by hand"),
        pytest.param((3, 0, 0, 2), 1.0, id="full agreement"),
        pytest.param((3, 0, 0, 0), NAN, id="both always drew"),
        pytest.param((0, 3, 0, 0), 0.0, id="empty prediction"),
        pytest.param((0, 0, 3, 0), 0.0, id="empty ground truth"),
        pytest.param((0, 0, 0, 3), NAN, id="both empty"),
        pytest.param((0, 0, 0, 0), NAN, id="no case"),
    ],
)
def test_presence(table: tuple[int, int, int, int], kappa: float) -> None:
    found = agreement.presence(*drawn(*table))
    assert (found.both, found.only_a, found.only_b, found.neither) == table
    assert found.n == sum(table)
    np.testing.assert_allclose(found.kappa, kappa, atol=1e-12)


def test_alpha_by_hand() -> None:
    # two sources, four cases, one disagreement: observed 1/4; expected 2 * 5 * 3 / (8 * 7)
    values = np.array([[1, 1, 0, 0], [1, 1, 0, 1]], np.float64)
    np.testing.assert_allclose(agreement.krippendorff_alpha(values), 1 - (1 / 4) / (30 / 56), rtol=1e-12)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([[1, 0], [1, 0], [1, 0]], 1.0, id="full agreement"),
        pytest.param([[1, 1], [1, 1], [1, 1]], NAN, id="all always drew"),
        pytest.param([[0, 0], [0, 0], [0, 0]], NAN, id="all empty"),
        pytest.param([[1, NAN], [NAN, 0], [NAN, NAN]], NAN, id="no case covered twice"),
    ],
)
def test_alpha_of_extremes(values: list[list[float]], expected: float) -> None:
    np.testing.assert_array_equal(agreement.krippendorff_alpha(np.array(values, np.float64)), expected)


@pytest.mark.parametrize(
    ("n_hits", "n", "lower", "upper"),
    [
        # Wilson 1927: (p + z^2/2n -/+ z sqrt(p q / n + z^2/4n^2)) / (1 + z^2/n) with z = 1.95996
        pytest.param(5, 10, 0.236593, 0.763407, id="half"),
        pytest.param(0, 10, 0.0, 0.277533, id="never"),
        pytest.param(10, 10, 0.722467, 1.0, id="always"),
        pytest.param(0, 0, NAN, NAN, id="no trial"),
    ],
)
def test_wilson(n_hits: int, n: int, lower: float, upper: float) -> None:
    np.testing.assert_allclose(agreement.wilson_interval(n_hits, n), [lower, upper], atol=1e-6)


@pytest.mark.parametrize(
    ("votes", "expected"),
    [
        pytest.param([1, 1, 0], True, id="two of three"),
        pytest.param([1, 0, 0], False, id="one of three"),
        pytest.param([1, 1, 0, 0], False, id="half is no majority"),
        pytest.param([0, 0, 0], False, id="all empty"),
    ],
)
def test_majority(votes: list[int], expected: bool) -> None:
    masks = np.array(votes, bool).reshape(-1, 1, 1)
    assert agreement.majority_vote(masks).tolist() == [[expected]]


def test_majority_of_two_is_refused() -> None:
    with pytest.raises(ValueError, match="three readers"):
        agreement.majority_vote(np.zeros((2, 3, 3), bool))
