"""What the Drivers page is about: a model, the ground truth, perhaps a benchmark, and the cases that count."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components.figures import theme
from components.figures.theme import SourceStyle
from components.metrics.overlap import Slice
from components.tables.driver_rows import confidence_rows, grid_values, hit_values, shape_rows
from components.ui import cached, cached_work
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}
HITS = ("pred_hitmiss", "hitmiss_diff")


@dataclass(frozen=True)
class Selection:
    """What every view shows.

    Attributes
    ----------
    dataset : Dataset
        The release.
    truth, model : AnnotationSet
        The ground truth, and the source whose agreement with it is explained.
    benchmark : AnnotationSet or None
        Whose lead over the model is explained.
    case_ids : collection of str or None
        Only these cases; None for all.
    """

    dataset: Dataset
    truth: AnnotationSet
    model: AnnotationSet
    benchmark: AnnotationSet | None
    case_ids: Collection[str] | None

    @property
    def style(self) -> SourceStyle:
        """Look of the model."""
        return theme.source_styles(self.dataset.sources())[self.model.key]

    def outcomes(self, *, with_differences: bool) -> dict[str, str]:
        """Return what can be explained, with words; reads no file."""
        model, found = self.model.label, {}
        if self.model.has_masks:
            found["pred_iou"] = f"IoU of {model}"
        if _points(self.model):
            found["pred_hitmiss"] = f"Hit of {model}"
        if with_differences and self.benchmark is not None:
            if self.model.has_masks and self.benchmark.has_masks:
                found["iou_diff"] = f"IoU, {self.benchmark.label} - {model}"
            if _points(self.model) and _points(self.benchmark):
                found["hitmiss_diff"] = f"Hit, {self.benchmark.label} - {model}"
        return found

    def missing(self, *, with_differences: bool) -> list[str]:
        """Return in sentences what cannot be explained, and why."""
        label, found = self.model.label, []
        if not self.model.has_masks:
            found.append(f"{label} has no masks, so its IoU is not known; the Thresholds page makes them of heat maps.")
        if not _points(self.model):
            found.append(f"{label} has no heat maps, so there is no hit to explain.")
        if with_differences and self.benchmark is None:
            found.append("This split has no benchmark, so there is no lead of a benchmark to explain.")
        elif with_differences and self.benchmark is not None and not _points(self.benchmark):
            found.append(f"{self.benchmark.label} has no clicked points, so its lead in hits is not known.")
        return found

    def shape_rows(self, outcome: str) -> pd.DataFrame:
        """Return the shapes of the ground truth beside one outcome, pairs in which both drew."""
        shapes = cached_work.shape_table(self.dataset, self.truth.split, self.truth.key)
        if outcome.endswith("_diff") and self.benchmark is not None:
            metric = outcome.removesuffix("_diff")
            first, second = (self._values(source, metric, "tp") for source in (self.benchmark, self.model))
            values = first.sub(second)
        else:
            values = self._values(self.model, outcome.removeprefix("pred_"), "tp")
        return self._chosen(shape_rows(shapes, {outcome: values}))

    def confidence_rows(self, outcome: str) -> pd.DataFrame:
        """Return the model's probabilities beside one outcome, IoU on full data."""
        values = self._values(self.model, outcome.removeprefix("pred_"), "full")
        probabilities = cached.RememberedCases(self.dataset, self.truth.split).probabilities(self.model.key)
        return self._chosen(confidence_rows(probabilities.reindex(values.index), {outcome: values}))

    def _values(self, source: AnnotationSet, metric: str, over: Slice) -> pd.DataFrame:
        keys = self.truth.split, self.truth.key, source.key
        if metric == "hitmiss":
            return hit_values(cached_work.hits(self.dataset, *keys))
        return grid_values(cached.pair_grid(self.dataset, *keys), over)

    def _chosen(self, rows: pd.DataFrame) -> pd.DataFrame:
        return rows if self.case_ids is None else rows[rows["case_id"].isin(self.case_ids)].reset_index(drop=True)

    def name(self, what: str) -> str:
        """Return the name of a file or widget."""
        return f"{what}_{self.truth.split}_{self.model.key}"


def _points(source: AnnotationSet) -> bool:
    return source.has_heatmaps or source.has_points
