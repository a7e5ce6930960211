"""Density maps by hand: quarters of the image, averaged over the masks of the cases asked for."""

from __future__ import annotations

import numpy as np
import pytest

from components.tables.density import N_CELLS, coverage, densities, density_table
from tests.sets import memory_set, rectangle

HALF = N_CELLS // 2


def test_masks_of_two_sizes_of_image_add_up() -> None:
    """The upper left quarter of one image and the upper half of another; a third mask is empty."""
    annotated = memory_set(
        {
            "a": {"Edema": rectangle(5, 5)},
            "b": {"Edema": rectangle(10, 40, (20, 40))},
            "c": {"Edema": rectangle(0, 0)},
        }
    )
    maps = densities(coverage(annotated, ["a", "b", "c"]), ["a", "b", "c"], ["Edema", "Nodule"])
    share = maps["Edema"].share_hw
    assert maps["Edema"].n_masks == 2
    np.testing.assert_allclose(share[:HALF, :HALF], 1, atol=1e-6)
    np.testing.assert_allclose(share[:HALF, HALF:], 0.5, atol=1e-6)
    assert share[HALF:].max() == 0
    assert maps["Nodule"].n_masks == 0
    assert maps["Nodule"].share_hw.max() == 0


def test_only_the_cases_asked_for_count() -> None:
    annotated = memory_set({"a": {"Edema": rectangle(5, 5)}, "b": {"Edema": rectangle(10, 10)}})
    density = densities(coverage(annotated, ["a", "b"]), {"a"}, ["Edema"])["Edema"]
    assert density.n_masks == 1
    assert density.share_hw.mean() == pytest.approx(0.25)


def test_no_mask_at_all() -> None:
    covered = coverage(memory_set({}), ["a"])
    assert covered.masks.empty
    assert densities(covered, ["a"], ["Edema"])["Edema"].n_masks == 0


def test_the_download_lists_every_cell() -> None:
    maps = densities(coverage(memory_set({"a": {"Edema": rectangle(5, 5)}}), ["a"]), ["a"], ["Edema"])
    table = density_table(maps, "Ground truth")
    assert len(table) == N_CELLS**2
    drawn = table[table["share"] > 0]
    assert (drawn["row"].max(), drawn["column"].max()) == (HALF - 1, HALF - 1)
    assert set(table["source"]) == {"Ground truth"}
