"""Where masks lie, whatever the size of their images: how much of each cell of a grid over the image is covered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def grid_coverage(run_lengths: NDArray[np.int64], size_hw: tuple[int, int], n_cells: int) -> NDArray[np.float64]:
    """Lay a grid of equal cells over an image and compute the share of each that a mask covers.

    Exact: a pixel is a square, and a pixel that a cell's border cuts counts with the part inside. The mask is not
    decoded: the foreground before a place grows in straight lines from run to run, so reading it off at the cells'
    borders and taking differences gives their areas.

    Parameters
    ----------
    run_lengths : ndarray of int64, shape (n,)
        Alternating runs of background and foreground, background first, column by column as COCO stores them.
    size_hw : tuple of int
        Height and width of the image in pixels.
    n_cells : int
        Cells along either side.

    Returns
    -------
    ndarray of float64, shape (n_cells, n_cells)
        Covered share of each cell in 0 ... 1, top row first; all 0 for an empty mask.
    """
    height, width = size_hw
    end = np.cumsum(run_lengths)
    is_drawn = np.arange(run_lengths.size) % 2 == 1
    place = np.concatenate(([0], end))
    drawn_before = np.concatenate(([0], np.cumsum(np.where(is_drawn, run_lengths, 0))))
    if not drawn_before[-1]:
        return np.zeros((n_cells, n_cells))
    stop = end[is_drawn & (run_lengths > 0)]
    first_x = int(place[:-1][is_drawn & (run_lengths > 0)][0]) // height
    n_columns = (int(stop[-1]) - 1) // height - first_x + 1
    border_y = np.linspace(0, height, n_cells + 1)
    border_x = np.clip(np.linspace(0, width, n_cells + 1) - first_x, 0, n_columns)
    queries = (np.arange(first_x, first_x + n_columns) * height)[:, None] + border_y
    in_column = np.diff(np.interp(queries, place, drawn_before), axis=1)
    to_the_left = np.concatenate((np.zeros((1, n_cells)), np.cumsum(in_column, axis=0)))
    whole = np.minimum(border_x.astype(np.int64), n_columns - 1)
    part = (border_x - whole)[:, None]
    before = (1 - part) * to_the_left[whole] + part * to_the_left[whole + 1]
    return np.diff(before, axis=0).T / (height * width / n_cells**2)
