"""Fuzz the reader of run lengths: what it lets through must decode to what it says; pycocotools must survive it."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["data_access"]):
    import numpy as np

    from data_access import rle, run_lengths

from tests.run_length_strings import write_runs
from tools.fuzz.harness import fuzz

SEEDS = [
    *(b"", b"!!!", b"~~~~~~~~", b"0", b"0" * 64, b"o" * 40, b"o" * 6 + b"0", b"1" * 300),
    *(write_runs(runs) for runs in ([120], [0, 120], [20, 30, 70], [0, 0, 120], [50, 0, 70], [120, 20, -20])),
    *(write_runs([20, 30, 70], n_groups) for n_groups in (2, 6, 7)),
    *(write_runs([0, 2**29]), write_runs([2**29, -(2**29), 120])),
]


def try_one(content: bytes) -> None:
    """Check one string, as found or as a list of runs; use it as every page does if it passed."""
    data = atheris.FuzzedDataProvider(content)
    size_hw = (data.ConsumeIntInRange(1, 40), data.ConsumeIntInRange(1, 40))
    image_px = size_hw[0] * size_hw[1]
    as_list = data.ConsumeBool()
    rest = data.ConsumeBytes(4096)
    if as_list:
        try:
            counts = run_lengths.compress(list(rest), image_px)
        except run_lengths.RleError:
            return
    else:
        counts = rest
    checked = run_lengths.check_strings([b"0", counts, rest], [7, image_px, image_px])
    if checked.faults[1] is not None:
        if as_list:
            raise AssertionError("a list of runs became a string that is refused")
        return
    good, area_px = checked.counts[1], int(checked.area_px[1])
    mask = rle.decode(good, size_hw)
    box, (x, y) = rle.decode_box(good, size_hw)
    redrawn = np.zeros(size_hw, bool)
    redrawn[y : y + box.shape[0], x : x + box.shape[1]] = box
    areas = {area_px, rle.area_px(good, size_hw), int(mask.sum()), int(box.sum())}
    areas.add(rle.intersection_px(good, good, area_px, size_hw))
    areas.add(rle.area_px(rle.union([good, good, rle.empty(size_hw)], size_hw), size_hw))
    if len(areas) > 1 or not np.array_equal(mask, redrawn):
        raise AssertionError(f"areas {areas} of one mask of {size_hw}")


if __name__ == "__main__":
    # What a string is read with comes from its end, so that seeds stay the strings they are.
    fuzz("rle", [seed + bytes((0, 9, 11)) for seed in SEEDS], try_one)
