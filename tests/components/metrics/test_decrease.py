"""Percentage decrease: constant replicates by hand, what cannot be divided, order, average and rounding."""

from __future__ import annotations

import numpy as np
import pytest

from components.metrics.decrease import percentage_decrease

NAN = float("nan")


@pytest.mark.parametrize(
    ("benchmark", "model", "pct"),
    [
        pytest.param(0.5, 0.4, 20.0, id="a fifth below"),
        pytest.param(0.4, 0.5, -25.0, id="a quarter above"),
        pytest.param(0.0, 0.4, -np.inf, id="benchmark of 0"),
        pytest.param(0.0, 0.0, NAN, id="both 0"),
        pytest.param(NAN, 0.4, NAN, id="benchmark without a value"),
    ],
)
def test_percentage_decrease_of_constant_replicates(benchmark: float, model: float, pct: float) -> None:
    found = percentage_decrease(np.full((1000, 1), benchmark), np.full((1000, 1), model))
    np.testing.assert_array_equal([found.pct[0], found.pct_lower[0], found.pct_upper[0]], [pct] * 3)
    np.testing.assert_array_equal(found.average[2:], [pct] * 3)


def test_percentage_decrease_orders_and_averages() -> None:
    benchmark = np.tile([0.5, 0.8, 0.4, NAN], (1000, 1))
    model = np.tile([0.4, 0.4, 0.4, NAN], (1000, 1))
    found = percentage_decrease(benchmark, model)
    assert found.order.tolist() == [1, 0, 2, 3]
    # means over pathologies rounded first: 0.567 and 0.4
    assert found.average[:3] == (0.567, 0.4, 29.453)


def test_bounds_of_a_percentage_are_rounded_as_fractions_first() -> None:
    found = percentage_decrease(np.full((1000, 1), 0.7), np.full((1000, 1), 0.4999))
    assert (found.pct[0], found.pct_lower[0]) == (28.586, 28.6)


def test_other_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="same replicates"):
        percentage_decrease(np.ones((5, 2)), np.ones((5, 1)))
