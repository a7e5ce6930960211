"""Which pathologies are drawn on the same case, and whether more often than chance would have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from data_access.annotation_set import State


class Cooccurrence(NamedTuple):
    """Every two pathologies of one source.

    Attributes
    ----------
    pathologies : tuple of str
        Rows and columns.
    n_cases : ndarray of int64, shape (k, k)
        Cases on which both can be read, drawn or not.
    n_both : ndarray of int64, shape (k, k)
        Cases on which both are drawn; on the diagonal those with the pathology.
    lift : ndarray of float64, shape (k, k)
        Share of cases with both / product of the two shares: 1 as by chance, 2 twice as often. NaN where one of the two
        is never drawn, and on the diagonal, where it says nothing.
    """

    pathologies: tuple[str, ...]
    n_cases: NDArray[np.int64]
    n_both: NDArray[np.int64]
    lift: NDArray[np.float64]

    def to_frame(self) -> pd.DataFrame:
        """Return one row a pair of pathologies: `pathology`, `with`, `n_cases`, `n_both`, `lift`."""
        k = len(self.pathologies)
        names = np.array(self.pathologies, object)
        return pd.DataFrame(
            {
                "pathology": np.repeat(names, k),
                "with": np.tile(names, k),
                "n_cases": self.n_cases.ravel(),
                "n_both": self.n_both.ravel(),
                "lift": self.lift.ravel(),
            }
        )


def cooccurrence(masks: pd.DataFrame, pathologies: Sequence[str]) -> Cooccurrence:
    """Count how often every two pathologies are drawn on the same case.

    Parameters
    ----------
    masks : DataFrame
        From `cohort.mask_table`, of one source, filtered or not.
    pathologies : sequence of str
        Rows and columns, in order.
    """
    states = masks.pivot(index="case_id", columns="pathology", values="state").reindex(columns=list(pathologies))
    drawn = (states == State.DRAWN.value).to_numpy(np.int64)
    known = drawn | (states == State.EMPTY.value).to_numpy(np.int64)
    n_both, n_cases = drawn.T @ drawn, known.T @ known
    n_row, n_column = drawn.T @ known, known.T @ drawn  # drawn, among the cases where the other can be read too
    by_chance = (n_row * n_column).astype(np.float64)
    lift = np.divide(n_both * n_cases, by_chance, out=np.full(by_chance.shape, np.nan), where=by_chance > 0)
    np.fill_diagonal(lift, np.nan)
    return Cooccurrence(tuple(pathologies), n_cases, n_both, lift)
