"""Coverage of a grid: by hand, against the decoded mask, and the empty mask."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.metrics.density import grid_coverage
from data_access import rle
from data_access.run_lengths import run_lengths


def coverage(mask: NDArray[np.bool_], n_cells: int) -> NDArray[np.float64]:
    return grid_coverage(run_lengths(rle.encode(mask)), (mask.shape[0], mask.shape[1]), n_cells)


def mask_of(*rows: str) -> NDArray[np.bool_]:
    return np.array([[char == "#" for char in row] for row in rows])


@pytest.mark.parametrize(
    ("mask", "n_cells", "expected"),
    [
        pytest.param(mask_of("#.", ".."), 2, [[1, 0], [0, 0]], id="a pixel is a cell"),
        pytest.param(mask_of("##..", "##..", "...#", "...."), 2, [[1, 0], [0, 0.25]], id="four pixels a cell"),
        pytest.param(mask_of(".#.", "...", "..."), 2, [[1 / 2.25 / 2, 1 / 2.25 / 2], [0, 0]], id="cut by a border"),
        pytest.param(mask_of("#"), 3, [[1, 1, 1]] * 3, id="cells smaller than a pixel"),
        pytest.param(mask_of("..", ".."), 2, [[0, 0], [0, 0]], id="empty"),
        pytest.param(mask_of("##", "##"), 2, [[1, 1], [1, 1]], id="everything"),
    ],
)
def test_coverage_by_hand(mask: NDArray[np.bool_], n_cells: int, expected: list[list[float]]) -> None:
    np.testing.assert_allclose(coverage(mask, n_cells), expected, atol=1e-12)


@pytest.mark.parametrize("size_hw", [(8, 12), (13, 7), (64, 61), (1, 5), (5, 1)])
def test_coverage_equals_the_decoded_mask_cut_finely(size_hw: tuple[int, int]) -> None:
    """Each pixel repeated as often as there are cells fits the grid without a cut."""
    mask = np.random.default_rng(0).random(size_hw) < 0.4
    n_cells = 4
    fine = mask.repeat(n_cells, axis=0).repeat(n_cells, axis=1).astype(float)
    by_hand = fine.reshape(n_cells, size_hw[0], n_cells, size_hw[1]).mean(axis=(1, 3))
    found = coverage(mask, n_cells)
    np.testing.assert_allclose(found, by_hand, atol=1e-12)
    assert found.mean() == pytest.approx(mask.mean())
