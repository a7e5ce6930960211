"""Numbers of every case of a split, by which cases are filtered and sorted; each is computed only when asked for."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from components.tables.cohort import mask_table
from components.tables.overlap import OUTCOME_WORDS, pair_table
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

FACTS = ("view", "sex", "ap_pa")
"""Columns of the case table whose values one can choose among."""


class PairNumbers(NamedTuple):
    """Two sources compared on every case.

    Attributes
    ----------
    iou : DataFrame of float64
        Row a case, column a pathology; missing unless both drew (the paper's true-positive slice).
    outcome : DataFrame of int8
        The same cells: position in `OUTCOME_CODES`, -1 for a case or pathology that was not compared.
    """

    iou: pd.DataFrame
    outcome: pd.DataFrame


OUTCOME_CODES: dict[str, int] = {word: code for code, word in enumerate(OUTCOME_WORDS.values())}


@dataclass(frozen=True, eq=False)
class CaseTable:
    """The cases of one split and what can be asked of them, column by column; nothing is read before it is asked for.

    Attributes
    ----------
    dataset : Dataset
        Where the cases are from.
    split : str
        Which of them.
    """

    dataset: Dataset
    split: str

    @property
    def case_ids(self) -> list[str]:
        """The cases in order; a set that is read may bring some that were not known before."""
        return self.dataset.case_ids(self.split)

    @property
    def facts(self) -> pd.DataFrame:
        """View, sex, AP/PA (text, empty where unknown) and age (Float64, missing where unknown) of each case.

        An age such as "85 or more" counts as its first number.
        """
        cases = self.dataset.cases
        cases = cases[cases["split"] == self.split]
        age = pd.to_numeric(cases["age"].str.extract(r"(\d+(?:\.\d+)?)", expand=False)).astype("Float64")
        return cases[list(FACTS)].assign(age=age)

    @property
    def labels(self) -> pd.DataFrame:
        """Labels of the cases that a label table lists: Int8, 1, 0, -1, missing where not mentioned."""
        labels = self.dataset.labels
        return labels[labels.index.isin(self.case_ids)]

    def areas(self, source_key: str) -> pd.DataFrame:
        """Return area shares of one source, a row a case and a column a pathology; reads that source alone.

        0 for an empty mask, missing where the source does not know the case or the mask is unreadable.
        """
        self._read(source_key)
        masks = mask_table(self.dataset, self.split, [source_key])
        return _grid(masks, "area_share", self.dataset.pathologies).astype(np.float64)

    def pair_rows(self, key_a: str, key_b: str) -> pd.DataFrame:
        """Compare two sources, the first in the place of the ground truth; see `overlap.pair_table`."""
        set_a, set_b = self._read(key_a), self._read(key_b)
        return pair_table(set_a, set_b, self.case_ids)

    def pair(self, key_a: str, key_b: str) -> PairNumbers:
        """Compare two sources, the first in the place of the ground truth; reads these two alone."""
        return pair_numbers(self.pair_rows(key_a, key_b), self.dataset.pathologies)

    def probabilities(self, source_key: str, case_ids: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a model's probabilities, a row a case and a column a pathology; missing where there is none.

        Where the release has no probability table each is read from a heat-map file of its own, which may take long;
        `case_ids` reads those of some cases alone.
        """
        annotated = self._set(source_key)
        case_ids = self.case_ids if case_ids is None else list(case_ids)
        pathologies = list(self.dataset.pathologies)
        rows = [[annotated.probability(case_id, pathology) for pathology in pathologies] for case_id in case_ids]
        index = pd.Index(case_ids, name="case_id", dtype="str")
        return pd.DataFrame(rows, index=index, columns=pathologies, dtype=np.float64)

    def _set(self, source_key: str) -> AnnotationSet:
        found = self.dataset.annotation_set(self.split, source_key)
        if found is None:
            raise ValueError(f"expected a source of the split {self.split}, found {source_key!r}")
        return found

    def _read(self, source_key: str) -> AnnotationSet:
        """Read a set before the cases are listed, since it may bring cases of its own."""
        found = self._set(source_key)
        found.case_ids()
        return found


def pair_numbers(pairs: pd.DataFrame, pathologies: Sequence[str]) -> PairNumbers:
    """Bring the table of two sources into one row a case.

    Parameters
    ----------
    pairs : DataFrame
        From `overlap.pair_table`.
    pathologies : sequence of str
        Columns, in order.
    """
    outcome = pairs[["case_id", "pathology"]].assign(code=pairs["outcome"].cat.codes)
    codes = _grid(outcome, "code", pathologies).fillna(-1).astype(np.int8)
    return PairNumbers(_grid(pairs, "iou", pathologies).astype(np.float64), codes)


def of_pathology(grid: pd.DataFrame, pathology: str) -> pd.DataFrame:
    """Return the one column of a pathology, or all of them if it is empty."""
    return grid[[pathology]] if pathology else grid


def _grid(table: pd.DataFrame, column: str, pathologies: Sequence[str]) -> pd.DataFrame:
    wide = table.pivot(index="case_id", columns="pathology", values=column).reindex(columns=list(pathologies))
    return wide.rename_axis(columns=None)


class Offer(NamedTuple):
    """What the cases of a split can be filtered and sorted by, told without reading an annotation file.

    Attributes
    ----------
    values : dict of str to tuple of str
        For each of `FACTS` the values that occur; empty where fewer than two do, since there is nothing to choose.
    ages : tuple of float or None
        Youngest and oldest; None where no two ages are known.
    labels : dict of str to tuple of int
        For each label the states that occur among the cases listed; `NOT_MENTIONED` for a blank.
    drawing : dict of str to str
        Key and label of each source with masks, ground truth first.
    truth : str
        Key of the ground truth if it has masks, else empty.
    predicting : dict of str to str
        Key and label of each source with probabilities.
    pathologies : tuple of str
        The dataset's vocabulary.
    """

    values: dict[str, tuple[str, ...]]
    ages: tuple[float, float] | None
    labels: dict[str, tuple[int, ...]]
    drawing: dict[str, str]
    truth: str
    predicting: dict[str, str]
    pathologies: tuple[str, ...]

    def knows(self, pathology: str) -> bool:
        """Whether a pathology is in the vocabulary, or empty, which stands for any."""
        return not pathology or pathology in self.pathologies

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every two sources with masks, the one shown first in the place of the ground truth."""
        return list(itertools.combinations(self.drawing, 2))


NOT_MENTIONED = 2
"""Stands for a blank label where states are listed; the table itself keeps it missing."""


def offer(table: CaseTable) -> Offer:
    """List what a split offers; reads no annotation file."""
    facts, labels = table.facts, table.labels
    values = {name: tuple(sorted(set(facts[name].unique()) - {""})) for name in FACTS}
    ages = facts["age"].dropna()
    low, high = (float(ages.min()), float(ages.max())) if len(ages) else (0.0, 0.0)
    states = {str(name): tuple(sorted(set(labels[name].fillna(NOT_MENTIONED)))) for name in labels.columns}
    sets = table.dataset.sets_of(table.split)
    drawing = {one.key: one.label for one in sets if one.has_masks}
    return Offer(
        values={name: found if len(found) > 1 else () for name, found in values.items()},
        ages=(low, high) if low < high else None,
        labels={name: tuple(int(state) for state in found) for name, found in states.items() if len(found) > 1},
        drawing=drawing,
        truth=next((one.key for one in sets if one.has_masks and one.source.role == "ground_truth"), ""),
        predicting={one.key: one.label for one in sets if one.probability_records is not None or one.has_heatmaps},
        pathologies=table.dataset.pathologies,
    )
