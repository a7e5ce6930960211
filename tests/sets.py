"""Annotation sets in memory, for tests of what stands on them: masks drawn as small arrays, no file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from data_access.annotation_set import AnnotationSet, Source
from data_access.geometry import HeatMap, Mask
from data_access.lazy import Lazy
from data_access.records import HeatMapFiles, Records, Unreadable

GROUND_TRUTH = Source("gt", "Ground truth", "ground_truth", "drawn by radiologists")
BENCHMARK = Source("hb", "Benchmark", "benchmark", "drawn by radiologists")
MODEL = Source("model", "A model", "model", "automatic")


def rectangle(height: int, width: int, size_hw: tuple[int, int] = (10, 10)) -> NDArray[np.bool_]:
    """Return a mask whose upper left `height` x `width` pixels are set; 0 x 0 is empty."""
    mask = np.zeros(size_hw, bool)
    mask[:height, :width] = True
    return mask


def memory_set(
    drawn: Mapping[str, Mapping[str, NDArray[np.bool_] | Unreadable]],
    source: Source = GROUND_TRUTH,
    pathologies: Sequence[str] = ("Edema", "Nodule"),
    split: str = "test",
) -> AnnotationSet:
    """Return a set that holds these masks: case id, then pathology, then array or `Unreadable`."""
    of_case = {
        case_id: {
            target: mask if isinstance(mask, Unreadable) else Mask.from_array(mask)
            for target, mask in of_targets.items()
        }
        for case_id, of_targets in drawn.items()
    }
    records: Lazy[Records[Mask]] = Lazy(lambda: Records(of_case))
    return AnnotationSet(source, split, tuple(pathologies), mask_records=records)


def heat_map(values: object, probability: float | None = 0.5, size_hw: tuple[int, int] = (10, 10)) -> HeatMap:
    """Return a heat map of these rows for an image of this size."""
    return HeatMap(np.array(values, np.float32), probability, size_hw)


def map_set(maps: Mapping[str, HeatMap | None]) -> AnnotationSet:
    """Return a set with one heat map of Edema a case; None for one that is refused."""
    files = HeatMapFiles({case_id: {"Edema": f"{case_id}.npz"} for case_id in maps}, lambda case_id, _: maps[case_id])
    return AnnotationSet(MODEL, "test", ("Edema",), heatmap_files=files)
