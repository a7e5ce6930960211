"""What the Statistics page is about: sources of a split, and the cases that count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from components.figures import theme
from components.figures.theme import SourceStyle
from components.ui import cached, cached_work
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset


@dataclass(frozen=True)
class Selection:
    """What every view shows.

    Attributes
    ----------
    dataset : Dataset
        The release.
    split : str
        One of its splits.
    sets : tuple of AnnotationSet
        The chosen sources, all with masks.
    case_ids : frozenset of str
        The cases that count; all tables below hold these alone.
    """

    dataset: Dataset
    split: str
    sets: tuple[AnnotationSet, ...]
    case_ids: frozenset[str]

    @property
    def pathologies(self) -> tuple[str, ...]:
        """The dataset's vocabulary."""
        return self.dataset.pathologies

    @property
    def labels(self) -> dict[str, str]:
        """Names of the sources, by key."""
        return {annotated.key: annotated.label for annotated in self.sets}

    @property
    def styles(self) -> dict[str, SourceStyle]:
        """Looks of the sources, by key; a source looks the same whichever others are chosen."""
        return theme.source_styles(self.dataset.sources())

    @property
    def cases(self) -> pd.DataFrame:
        """The rows of the case table."""
        cases = self.dataset.cases
        return cases[cases.index.isin(self.case_ids)]

    def masks(self) -> pd.DataFrame:
        """Return one row a case, pathology and source; see `tables.cohort.mask_table`."""
        return self._joined(lambda key: cached.mask_table(self.dataset, self.split, (key,)))

    def instances(self) -> pd.DataFrame:
        """Return the instances of every mask; see `tables.shape.instance_table`."""
        return self._joined(lambda key: cached_work.instance_table(self.dataset, self.split, key))

    def shapes(self) -> pd.DataFrame:
        """Return the shape of every mask; see `tables.shape.shape_table`."""
        return self._joined(lambda key: cached_work.shape_table(self.dataset, self.split, key))

    def _joined(self, table_of: Callable[[str], pd.DataFrame]) -> pd.DataFrame:
        """Join the tables of the sources, each kept by itself, so that choosing another computes no other anew."""
        table = pd.concat([table_of(annotated.key) for annotated in self.sets], ignore_index=True)
        return table[table["case_id"].isin(self.case_ids)]

    def named(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return a table with the sources' names in place of their keys."""
        return table.assign(source=table["source"].map(self.labels))

    def file_name(self, what: str) -> str:
        """Return the name of a downloaded table."""
        return f"{what}_{self.split}.csv"
