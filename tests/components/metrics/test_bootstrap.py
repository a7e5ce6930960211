"""The bootstrap: the paper's draws, means and interval rule; patients; paired differences."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics import bootstrap

NAN = float("nan")


def drawn_one_by_one(values: NDArray[np.float64], n_replicates: int, seed: int) -> NDArray[np.float64]:
    """Bootstrap in the paper's words: one `choice` a replicate, then a NaN-skipping mean of the drawn rows."""
    generator = np.random.RandomState(seed)
    rows = []
    for _ in range(n_replicates):
        drawn = values[generator.choice(len(values), size=len(values), replace=True)]
        n = np.count_nonzero(~np.isnan(drawn), axis=0)
        rows.append(np.divide(np.nansum(drawn, axis=0), n, out=np.full(n.shape, NAN), where=n > 0))
    return np.array(rows)


@pytest.mark.parametrize(("n_cases", "seed"), [(1, 0), (2, 0), (24, 0), (499, 7)])
def test_means_equal_drawing_one_by_one(n_cases: int, seed: int) -> None:
    rng = np.random.default_rng(3)
    values = rng.random((n_cases, 4))
    values[rng.random(values.shape) < 0.5] = NAN
    found = bootstrap.bootstrap_means(values, bootstrap.image_resamples(n_cases, 200, seed))
    np.testing.assert_allclose(found, drawn_one_by_one(values, 200, seed), rtol=0, atol=1e-12)


def test_blocks_do_not_change_the_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.vstack(list(bootstrap.image_resamples(10, 50, 0).blocks()))
    monkeypatch.setattr(bootstrap, "BLOCK_CELLS", 70)
    parts = list(bootstrap.image_resamples(10, 50, 0).blocks())
    assert len(parts) == 8
    np.testing.assert_array_equal(np.vstack(parts), whole)


def test_patients_bring_all_their_images() -> None:
    resamples = bootstrap.patient_resamples(np.array(["b", "a", "b", "c"]), 300, 0)
    counts = np.vstack(list(resamples.blocks()))
    np.testing.assert_array_equal(counts[:, 0], counts[:, 2])
    # three patients are drawn each time, the second image of patient b counted apart
    np.testing.assert_array_equal(counts[:, [0, 1, 3]].sum(axis=1), 3)


def test_patient_level_equals_image_level_with_an_image_each() -> None:
    values = np.random.default_rng(1).random((6, 2))
    by_patient = bootstrap.bootstrap_means(values, bootstrap.patient_resamples(np.arange(6), 40, 5))
    np.testing.assert_array_equal(by_patient, bootstrap.bootstrap_means(values, bootstrap.image_resamples(6, 40, 5)))


def test_ratios_pool_before_dividing() -> None:
    resamples = bootstrap.image_resamples(2, 100, 0)
    found = bootstrap.bootstrap_ratios(np.array([[1.0], [0.0]]), np.array([[2.0], [8.0]]), resamples)
    # drawing (0, 0) gives 2 / 4, one of each 1 / 10, (1, 1) gives 0 / 16
    assert set(found.ravel()) == {0.5, 0.1, 0.0}


def test_paired_difference_of_a_series_with_itself_is_zero() -> None:
    values = np.array([[0.2], [NAN], [0.9], [0.4]])
    resamples = bootstrap.image_resamples(4, 100, 0)
    difference = bootstrap.paired_difference(values, values, resamples)
    assert set(difference[~np.isnan(difference)]) == {0.0}
    np.testing.assert_allclose(
        bootstrap.paired_difference(values + 0.5, values, resamples)[~np.isnan(difference)], 0.5, atol=1e-15
    )


def test_interval_takes_elements_24_and_974() -> None:
    replicates = np.random.default_rng(0).permutation(1000).astype(np.float64)[:, np.newaxis]
    found = bootstrap.intervals(replicates)
    assert (found.lower[0], found.mean[0], found.upper[0]) == (24.0, 499.5, 974.0)


@pytest.mark.parametrize(
    ("n_missing", "lower", "mean", "upper"),
    [
        pytest.param(25, 24.0, 487.0, 974.0, id="the bound is the last value"),
        pytest.param(26, 24.0, 486.5, NAN, id="missing replicates reach the bound"),
        pytest.param(1000, NAN, NAN, NAN, id="nothing scored"),
    ],
)
def test_interval_sorts_missing_replicates_last(n_missing: int, lower: float, mean: float, upper: float) -> None:
    replicates = np.arange(1000.0)[:, np.newaxis]
    replicates[1000 - n_missing :] = NAN
    found = bootstrap.intervals(replicates)
    np.testing.assert_array_equal([found.lower[0], found.mean[0], found.upper[0]], [lower, mean, upper])


def test_interval_of_too_few_replicates_has_no_bound() -> None:
    found = bootstrap.intervals(np.ones((10, 1)))
    np.testing.assert_array_equal([found.lower[0], found.mean[0], found.upper[0]], [NAN, 1.0, 1.0])


def test_rounding_is_to_three_decimals() -> None:
    found = bootstrap.intervals(np.full((1000, 1), 0.12345)).rounded()
    assert (found.lower[0], found.mean[0], found.upper[0]) == (0.123, 0.123, 0.123)


def test_no_case_gives_no_number() -> None:
    found = bootstrap.bootstrap_means(np.empty((0, 2)), bootstrap.image_resamples(0, 10, 0))
    assert found.shape == (10, 2)
    assert np.isnan(found).all()


@pytest.mark.parametrize(
    ("build", "match"),
    [
        pytest.param(lambda: bootstrap.image_resamples(3, 0), "at least one replicate", id="no replicate"),
        pytest.param(lambda: bootstrap.image_resamples(3, 5, -1), "seed must be in", id="negative seed"),
        pytest.param(lambda: bootstrap.intervals(np.ones((5, 1)), 1.0), r"in the interval \(0, 1\)", id="no interval"),
        pytest.param(
            lambda: bootstrap.bootstrap_means(np.ones((2, 1)), bootstrap.image_resamples(3, 5)),
            "expected 3 cases",
            id="other cases",
        ),
    ],
)
def test_bad_arguments_are_refused(build: object, match: str) -> None:
    assert callable(build)
    with pytest.raises(ValueError, match=match):
        build()
