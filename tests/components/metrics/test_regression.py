"""Regressions: a line by hand, undefined fits, and the paper's way of printing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from components.metrics import regression
from components.metrics.regression import Estimate

NAN = float("nan")


def test_slope_by_hand() -> None:
    # x -1, 0, 1 and y 0, 0, 3: slope 3/2; residuals 1/2, -1, 1/2, so s^2 = 1.5 and the standard error sqrt(1.5 / 2)
    found = regression.slope(np.array([0.0, 0.0, 3.0]), np.array([-1.0, 0.0, 1.0]))
    spread = 12.706204736 * math.sqrt(0.75)
    np.testing.assert_allclose([found.value, found.lower, found.upper], [1.5, 1.5 - spread, 1.5 + spread], rtol=1e-9)
    assert found.n == 3


def test_rows_with_a_missing_number_are_left_out() -> None:
    y, x = np.array([0, 0, 3, NAN, 9]), np.array([-1, 0, 1, 5, NAN])
    assert regression.slope(y, x) == regression.slope(y[:3], x[:3])
    assert regression.spearman(y, x) == regression.spearman(y[:3], x[:3])


@pytest.mark.parametrize(
    ("y", "x", "value"),
    [
        pytest.param([], [], NAN, id="no row"),
        pytest.param([2.0], [1.0], 1.0, id="one row, shared between intercept and slope"),
        pytest.param([0.0, 1.0], [0.0, 0.5], 2.0, id="two rows"),
    ],
)
def test_too_few_rows_have_no_interval(y: list[float], x: list[float], value: float) -> None:
    found = regression.slope(np.array(y), np.array(x))
    np.testing.assert_allclose(found.value, value, rtol=1e-12)
    assert np.isnan([found.lower, found.upper, found.p_value]).all()


def test_spearman_with_fisher_interval() -> None:
    y, x = np.array([1.0, 2, 3, 4, 5, 6, 7]), np.array([1.0, 3, 2, 4, 5, 7, 6])
    found = regression.spearman(y, x)
    # two neighbours swapped twice: rho = 1 - 6 * 4 / (7 * 48)
    rho = 1 - 24 / 336
    bounds = [math.tanh(math.atanh(rho) + sign * 1.96 / 2) for sign in (-1, 1)]
    np.testing.assert_allclose([found.value, found.lower, found.upper], [rho, *bounds], rtol=1e-12)


@pytest.mark.parametrize(
    ("y", "x", "rho"),
    [
        pytest.param([1, 2, 3, 4], [1, 2, 3, 4], 1.0, id="perfect"),
        pytest.param([1, 2, 3, 4], [4, 3, 2, 1], -1.0, id="perfectly opposed"),
        pytest.param([1, 2, 3], [1, 3, 2], 0.5, id="three rows"),
        pytest.param([1, 2], [1, 2], 1.0, id="two rows"),
        pytest.param([1], [1], NAN, id="one row"),
        pytest.param([], [], NAN, id="no row"),
        pytest.param([1, 1, 1, 1, 1], [1, 2, 3, 4, 5], NAN, id="constant"),
    ],
)
def test_spearman_without_an_interval(y: list[float], x: list[float], rho: float) -> None:
    found = regression.spearman(np.array(y, np.float64), np.array(x, np.float64))
    np.testing.assert_allclose(found.value, rho, rtol=1e-12)
    assert np.isnan([found.lower, found.upper]).all()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([2, 4, 3], [0, 1, 0.5], id="by hand"),
        pytest.param([2, NAN, 4], [0, NAN, 1], id="missing stays missing"),
        pytest.param([3, 3], [3, 3], id="constant stays as it is"),
        pytest.param([NAN], [NAN], id="nothing known"),
        pytest.param([], [], id="nothing"),
    ],
)
def test_min_max(values: list[float], expected: list[float]) -> None:
    np.testing.assert_array_equal(regression.min_max(np.array(values, np.float64)), expected)


@pytest.mark.parametrize(
    ("p_value", "bonferroni", "expected"),
    [
        pytest.param(0.0009, 1, "***", id="0.001"),
        pytest.param(0.0009, 4, "**", id="0.001 corrected"),
        pytest.param(0.049, 1, "*", id="0.05"),
        pytest.param(0.049, 4, "", id="0.05 corrected"),
        pytest.param(NAN, 1, "", id="unknown"),
    ],
)
def test_stars(p_value: float, bonferroni: int, expected: str) -> None:
    assert regression.stars(p_value, bonferroni) == expected


@pytest.mark.parametrize(
    ("estimate", "expected"),
    [
        pytest.param(Estimate(0.38, 0.0567, 0.7019, 0.02, 20), "0.38, (0.057, 0.702)*", id="trailing zeros dropped"),
        pytest.param(Estimate(0.1, NAN, NAN, NAN, 2), "0.1, (nan, nan)", id="no bounds"),
        pytest.param(Estimate(-1.0, NAN, NAN, 0.0, 9), "-1.0, (nan, nan)***", id="perfectly opposed"),
    ],
)
def test_format(estimate: Estimate, expected: str) -> None:
    assert regression.format_estimate(estimate) == expected
