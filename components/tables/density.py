"""Where masks lie on the image, whatever its size: the share of masks that cover each cell of a grid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from components.metrics.density import grid_coverage
from data_access.annotation_set import AnnotationSet
from data_access.progress import Track, untracked
from data_access.run_lengths import run_lengths

N_CELLS = 64
"""Cells along either side of the grid."""


class Coverage(NamedTuple):
    """How much of each cell every mask of a set covers.

    Attributes
    ----------
    masks : DataFrame
        A row a mask that is not empty: `case_id`, `pathology`.
    cells : sparse array of float32, shape (n_masks, N_CELLS ** 2)
        Covered share of each cell, row by row of the grid.
    """

    masks: pd.DataFrame
    cells: csr_array


class Density(NamedTuple):
    """Where the masks of one pathology lie.

    Attributes
    ----------
    n_masks : int
        Masks summed up.
    share_hw : ndarray of float64, shape (N_CELLS, N_CELLS)
        Share of the masks that cover each cell, cells covered in part counting in part; all 0 without masks.
    """

    n_masks: int
    share_hw: NDArray[np.float64]


def coverage(annotated: AnnotationSet, case_ids: Sequence[str], track: Track = untracked) -> Coverage:
    """Lay the grid over every drawn mask of a set; no mask is decoded.

    Parameters
    ----------
    annotated : AnnotationSet
        With masks.
    case_ids : sequence of str
        Cases that the set does not know are left out.
    track : Track
        Wraps the loop over the cases.
    """
    rows, parts = [], []
    for case_id in track(case_ids, "masks laid over the grid"):
        for pathology in annotated.pathologies:
            mask = annotated.mask(case_id, pathology)
            if mask is not None and not mask.is_empty:
                rows.append((case_id, pathology))
                parts.append(grid_coverage(run_lengths(mask.counts), mask.size_hw, N_CELLS).astype(np.float32).ravel())
    sparse = [csr_array(part[None]) for part in parts]
    cells = vstack(sparse, format="csr") if sparse else csr_array((0, N_CELLS**2), dtype=np.float32)
    return Coverage(pd.DataFrame(rows, columns=["case_id", "pathology"]), cells)


def densities(covered: Coverage, case_ids: Collection[str], pathologies: Sequence[str]) -> dict[str, Density]:
    """Sum up the masks of some cases by pathology.

    Parameters
    ----------
    covered : Coverage
        Of one set.
    case_ids : collection of str
        Cases to count, such as the frontal ones.
    pathologies : sequence of str
        In the order to show.
    """
    chosen = covered.masks["case_id"].isin(set(case_ids)).to_numpy()
    found = {}
    for pathology in pathologies:
        rows = np.flatnonzero(chosen & (covered.masks["pathology"] == pathology).to_numpy())
        total = np.asarray(covered.cells[rows].sum(axis=0), np.float64).reshape(N_CELLS, N_CELLS)
        found[pathology] = Density(rows.size, total / max(1, rows.size))
    return found


def density_table(maps: dict[str, Density], source: str) -> pd.DataFrame:
    """List the cells of density maps for a download.

    Returns
    -------
    DataFrame
        `pathology`, `source`, `n_masks`, `row` and `column` of the cell (0 is the top and the left), `share`.
    """
    row, column = np.divmod(np.arange(N_CELLS**2), N_CELLS)
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "pathology": pathology,
                    "source": source,
                    "n_masks": density.n_masks,
                    "row": row,
                    "column": column,
                    "share": density.share_hw.ravel().round(6),
                }
            )
            for pathology, density in maps.items()
        ]
    )
