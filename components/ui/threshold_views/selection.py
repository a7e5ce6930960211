"""What the Thresholds page is about: a source of heat maps, the ground truth, and the cases that count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st

from components.figures import theme
from components.figures.theme import SourceStyle
from components.tables import tuning
from components.tables.sweep import Sweep
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}


@dataclass(frozen=True)
class Selection:
    """What every view shows.

    Attributes
    ----------
    dataset : Dataset
        The release.
    truth, maps : AnnotationSet
        The ground truth, and the source whose heat maps become masks.
    sweep : Sweep
        The maps of the cases that count.
    is_filtered : bool
        Whether some cases of the split are left out.
    """

    dataset: Dataset
    truth: AnnotationSet
    maps: AnnotationSet
    sweep: Sweep
    is_filtered: bool

    @property
    def style(self) -> SourceStyle:
        """Look of the source."""
        return theme.source_styles(self.dataset.sources())[self.maps.key]

    @cached_property
    def pathologies(self) -> list[str]:
        """Those of which there are maps, in the dataset's order."""
        mapped = set(self.sweep.maps["pathology"])
        return [name for name in self.dataset.pathologies if name in mapped]

    @cached_property
    def curves(self) -> pd.DataFrame:
        """See `tables.tuning.curve_table`."""
        return tuning.curve_table(self.sweep, self.pathologies)

    @cached_property
    def rules(self) -> pd.DataFrame:
        """See `tables.tuning.rules_table`."""
        return tuning.rules_table(self.sweep, self.pathologies)

    @property
    def published(self) -> pd.DataFrame:
        """Thresholds that others chose; no published one for some of the cases only, which no publication is about."""
        record = None if self.is_filtered else self.dataset.published
        parts = [
            tuning.published_thresholds(record, self.maps.split, self.maps.key),
            tuning.given_thresholds(self.maps, self.pathologies),
        ]
        known = [part for part in parts if len(part)]
        return pd.concat(known, ignore_index=True) if known else parts[0]

    def name(self, what: str) -> str:
        """Return the name of a file or widget."""
        return f"{what}_{self.maps.split}_{self.maps.key}"


def choose_pathology(names: Sequence[str]) -> str:
    """Let the user choose a pathology; the same for every view that is about one."""
    return str(st.selectbox("Pathology", list(names), key="mapped", **KEPT))
