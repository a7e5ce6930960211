"""Run-length strings written by COCO's definition, zero runs and needless groups included."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray


def write_number(number: int, n_groups: int = 0) -> bytes:
    """Write one number as COCO does, in at least `n_groups` groups of five bits."""
    chars = bytearray()
    while True:
        group, number = number & 0x1F, number >> 5
        is_last = number == (-1 if group & 0x10 else 0) and len(chars) + 1 >= n_groups
        chars.append(48 + (group if is_last else group | 0x20))
        if is_last:
            return bytes(chars)


def write_runs(runs: list[int], n_groups: int = 0) -> bytes:
    """Write run lengths as a compressed string, from the fourth on as differences."""
    return b"".join(write_number(run - runs[i - 2] if i > 2 else run, n_groups) for i, run in enumerate(runs))


@st.composite
def runs_of_image(draw: st.DrawFn, size_hw: tuple[int, int] | None = None) -> tuple[list[int], tuple[int, int]]:
    """Draw run lengths, some of them zero, and the size of the image they fill."""
    # An image of 4 x 4 has more pixels than there are runs, as a good string must have.
    height, width = size_hw or (draw(st.integers(4, 40)), draw(st.integers(4, 40)))
    ends = sorted(draw(st.lists(st.integers(0, height * width), max_size=12)))
    return [stop - start for start, stop in pairwise([0, *ends, height * width])], (height, width)


def decode_runs(runs: list[int], size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the mask of run lengths by NumPy alone."""
    return np.repeat(np.arange(len(runs)) % 2 == 1, runs).reshape(size_hw[::-1]).T
