"""What is chosen on the Agreement page, and the comparisons it asks for: masks are read once, settings only reweigh."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from components.figures import theme
from components.tables import agreement, pair_cases
from components.tables.agreement import Comparison, Estimate, Measure, Rules
from components.tables.measure_words import MEASURE_WORDS, MeasureWords
from components.tables.pointing import Hits
from components.ui import cached, cached_work
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset


@dataclass(frozen=True)
class Chosen:
    """A reference, the sources compared with it, and the rules.

    Attributes
    ----------
    dataset, split
        Where the cases are from.
    reference : AnnotationSet
        What stands in the place of the ground truth.
    compared : tuple of AnnotationSet
        At least one.
    measure : str
        The measure shown.
    rules : Rules
        Which pairs count and how they are resampled.
    case_ids : tuple of str or None
        Only these cases; None for all of the split.
    """

    dataset: Dataset
    split: str
    reference: AnnotationSet
    compared: tuple[AnnotationSet, ...]
    measure: Measure
    rules: Rules
    case_ids: tuple[str, ...] | None

    @property
    def labels(self) -> dict[str, str]:
        """Labels of the sources by key, the reference included."""
        return {one.key: one.label for one in (self.reference, *self.compared)}

    @property
    def styles(self) -> dict[str, theme.SourceStyle]:
        """Looks of the sources by key."""
        return theme.source_styles(self.dataset.sources())

    @property
    def words(self) -> MeasureWords:
        """Words for the measure."""
        return MEASURE_WORDS[self.measure]

    @property
    def overlap_measure(self) -> tuple[Measure, str]:
        """The measure and its name for views that know only IoU and Dice: Dice if it is chosen, else IoU."""
        measure: Measure = "dice" if self.measure == "dice" else "iou"
        return measure, MEASURE_WORDS[measure].short

    @property
    def name(self) -> str:
        """Start of the names of its files."""
        return "_".join([self.split, self.reference.key, *(one.key for one in self.compared)])

    @property
    def absent(self) -> dict[str, int]:
        """How many of the cases that the reference lists each source does not, by label; only those that lack any."""
        asked = None if self.case_ids is None else set(self.case_ids)
        listed = {case_id for case_id in self.reference.case_ids() if asked is None or case_id in asked}
        n_of = {one.label: len(listed.difference(one.case_ids())) for one in self.compared}
        return {label: n for label, n in n_of.items() if n}

    def comparisons(self) -> dict[str, Comparison]:
        """Return each source against the reference, all on the same cases and draws."""
        grids = [cached.pair_grid(self.dataset, self.split, self.reference.key, one.key) for one in self.compared]
        patients = self.dataset.cases["patient"]  # after the sets are read, which may bring cases
        compared = agreement.compare_grids(
            grids, dict(zip(patients.index, patients, strict=True)), self.rules, self.case_ids
        )
        return {one.key: found for one, found in zip(self.compared, compared, strict=True)}

    def hits(self) -> dict[str, Hits]:
        """Return the hits of those sources that point anywhere; reads heat maps."""
        pointing = [one for one in self.compared if one.has_points or one.has_heatmaps]
        return {one.key: cached_work.hits(self.dataset, self.split, self.reference.key, one.key) for one in pointing}

    def estimates(self, *, with_hits: bool = False) -> dict[str, dict[Measure, Estimate]]:
        """Return every measure of each source with its replicates, hit rates if they are shown or asked for."""
        hits = self.hits() if with_hits or self.measure == "hit" else {}
        return {key: agreement.estimates(found, hits.get(key)) for key, found in self.comparisons().items()}

    def case_values(self) -> dict[str, pd.DataFrame]:
        """Return what each case scores, by source."""
        hits = self.hits() if self.measure == "hit" else {}
        return {
            key: pair_cases.case_values(found, self.measure, hits.get(key)) for key, found in self.comparisons().items()
        }
