"""All annotations of one source over one split, read when first asked for."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from data_access.geometry import Contours, Geometry, HeatMap, Mask, Points
from data_access.lazy import Lazy
from data_access.records import WHOLE_CASE, HeatMapFiles, Records, Unreadable

G = TypeVar("G")

Role = Literal["ground_truth", "benchmark", "model"]
Origin = Literal["drawn by radiologists", "automatic"]

_next_serial = itertools.count().__next__


class State(enum.Enum):
    """What a set says of one pathology on one case; the three ways of showing nothing are kept apart."""

    DRAWN = "drawn"
    EMPTY = "empty mask"
    ABSENT = "not in this set"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Source:
    """Who or what drew.

    Attributes
    ----------
    key : str
        Short name used in URLs and files, unique in a dataset.
    label : str
        Name shown to users.
    role : {"ground_truth", "benchmark", "model"}
        What the source is for.
    origin : {"drawn by radiologists", "automatic"}
        How its annotations came to be.
    reader : str or None
        The named reader, where the files name one.
    """

    key: str
    label: str
    role: Role
    origin: Origin
    reader: str | None = None


@dataclass(frozen=True, slots=True)
class Annotation:
    """One annotation of a case.

    Attributes
    ----------
    target : str
        The pathology.
    geometry : Mask, Contours, Points or HeatMap
        Where it is.
    attributes : mapping of str to str
        What else the set says of it; CheXlocalize says nothing.
    """

    target: str
    geometry: Geometry
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class AnnotationSet:
    """All annotations of one source over one split; immutable, and lazy: a file is read when first asked for, once.

    Attributes
    ----------
    source : Source
        Who or what drew.
    split : str
        Which cases it is about.
    pathologies : tuple of str
        The targets it may speak of, in the dataset's order.
    files : tuple of str
        Paths of its files, relative to the dataset's folder.
    about : Lazy of str, or None
        What has to be said wherever it is shown, such as how its masks were mapped; use `remark`.
    serial : int
        Tells it from every other set this process has made, unlike an `id`, which is given anew.
    """

    source: Source
    split: str
    pathologies: tuple[str, ...]
    files: tuple[str, ...] = ()
    mask_records: Lazy[Records[Mask]] | None = None
    contour_records: Lazy[Records[Contours]] | None = None
    point_records: Lazy[Records[Points]] | None = None
    probability_records: Lazy[Records[float]] | None = None
    heatmap_files: HeatMapFiles | None = None
    about: Lazy[str] | None = None
    serial: int = field(default_factory=_next_serial, init=False, repr=False)
    _derived: dict[tuple[str, str], Mask] = field(default_factory=dict, init=False, repr=False)

    @property
    def key(self) -> str:
        """Short name of the source."""
        return self.source.key

    @property
    def label(self) -> str:
        """Name of the source as shown."""
        return self.source.label

    @property
    def remark(self) -> str:
        """What has to be said wherever it is shown, in one line; empty for a set that is shown as it was made."""
        return self.about.get() if self.about is not None else ""

    @property
    def has_masks(self) -> bool:
        """Whether it has masks, stored or derived from contours."""
        return self.mask_records is not None or self.contour_records is not None

    @property
    def has_points(self) -> bool:
        """Whether it has clicked points."""
        return self.point_records is not None

    @property
    def has_heatmaps(self) -> bool:
        """Whether it has heat maps."""
        return self.heatmap_files is not None

    @property
    def kinds(self) -> tuple[str, ...]:
        """What it holds, in words."""
        parts = {
            "masks": self.mask_records,
            "contours": self.contour_records,
            "points": self.point_records,
            "heat maps": self.heatmap_files,
            "probabilities": self.probability_records,
        }
        return tuple(kind for kind, part in parts.items() if part is not None)

    @property
    def records(self) -> tuple[Lazy[Any], ...]:
        """Its annotation files, each read when first asked for."""
        parts = (self.mask_records, self.contour_records, self.point_records, self.probability_records)
        return tuple(part for part in parts if part is not None)

    @property
    def is_read(self) -> bool:
        """Whether `case_ids` answers without reading a file."""
        records = self._listing_records
        return records is None or records.is_read

    @property
    def _area_records(self) -> Lazy[Records[Mask]] | Lazy[Records[Contours]] | None:
        """The file masks come from: the segmentations, else the contours."""
        return self.mask_records if self.mask_records is not None else self.contour_records

    @property
    def _listing_records(self) -> Lazy[Records[Mask]] | Lazy[Records[Contours]] | Lazy[Records[Points]] | None:
        """The file that tells its cases: the one masks come from, else the points; None if heat maps' names tell."""
        return self._area_records if self._area_records is not None else self.point_records

    def case_ids(self) -> tuple[str, ...]:
        """Return the cases it has areas of, sorted, else those of its points, else of its heat maps."""
        if self._listing_records is not None:
            return tuple(sorted(self._listing_records.get().of_case))
        return tuple(sorted(self.heatmap_files.targets_of_case)) if self.heatmap_files else ()

    def has_case(self, case_id: str) -> bool:
        """Say whether it has areas of the case, be they empty; reads the file its masks come from."""
        records = self._area_records
        return records is not None and case_id in records.get().of_case

    def image_size_hw(self, case_id: str) -> tuple[int, int] | None:
        """Return height and width of a case's image in pixels as its areas say; None where it has none of the case."""
        if self.mask_records is not None:
            of_case = self.mask_records.get().of_case.get(case_id, {})
            return next((mask.size_hw for mask in of_case.values() if isinstance(mask, Mask)), None)
        return self.contour_records.get().size_hw_of_case.get(case_id) if self.contour_records is not None else None

    def state(self, case_id: str, target: str) -> State:
        """Return what it says of one target on one case."""
        if self._area_records is None:
            return State.ABSENT
        records = self._area_records.get()
        of_case = records.of_case.get(case_id)
        if of_case is not None and (WHOLE_CASE in of_case or isinstance(of_case.get(target), Unreadable)):
            return State.UNREADABLE
        if of_case is None or (target not in of_case and not records.complete):
            return State.ABSENT
        mask = self.mask(case_id, target)
        if mask is None:  # nothing was drawn, and without the image's size there is no empty mask either
            return State.UNREADABLE
        return State.EMPTY if mask.is_empty else State.DRAWN

    def mask(self, case_id: str, target: str) -> Mask | None:
        """Return the area of one target on one case.

        Returns
        -------
        Mask or None
            Empty where it was looked at and not drawn; None where the set does not know the case or the mask is
            unreadable (`state` tells which).
        """
        if self.mask_records is not None:
            found = self.mask_records.get().of_case.get(case_id, {}).get(target)
            return found if isinstance(found, Mask) else None
        return self._mask_from_contours(case_id, target)

    def _mask_from_contours(self, case_id: str, target: str) -> Mask | None:
        if self.contour_records is None:
            return None
        records = self.contour_records.get()
        of_case = records.of_case.get(case_id)
        if of_case is None:
            return None
        known = self._derived.get((case_id, target))
        if known is not None:
            return known
        drawn = of_case.get(target)
        if isinstance(drawn, Contours):
            mask = drawn.to_mask()
        else:
            size_hw = records.size_hw_of_case.get(case_id)
            if drawn is not None or size_hw is None:
                return None
            mask = Mask.empty(size_hw)
        # Kept as run lengths: a whole split derived this way takes no more memory than a segmentation file.
        return self._derived.setdefault((case_id, target), mask)

    def contours(self, case_id: str, target: str) -> Contours | None:
        """Return the contours as drawn; None where there are none or the set has no contour file."""
        return _found(self.contour_records, case_id, target, Contours)

    def points(self, case_id: str, target: str) -> Points | None:
        """Return the clicked points; None where there are none or the set has no points."""
        return _found(self.point_records, case_id, target, Points)

    def heatmap(self, case_id: str, target: str) -> HeatMap | None:
        """Read one heat map from its file; None where there is none or it was refused."""
        if self.heatmap_files is None or target not in self.heatmap_files.targets_of_case.get(case_id, {}):
            return None
        return self.heatmap_files.read(case_id, target)

    def tuned_threshold(self, target: str) -> float | None:
        """Return the threshold of a target's normalised heat maps as tuned by their makers; None if none is given."""
        tuned = self.heatmap_files.tuned if self.heatmap_files is not None else None
        return tuned.get().get(target) if tuned is not None else None

    def probability(self, case_id: str, target: str) -> float | None:
        """Return the model's probability: from its probability table, else from the heat map's file."""
        if self.probability_records is not None:
            return _found(self.probability_records, case_id, target, float)
        heatmap = self.heatmap(case_id, target)
        return heatmap.probability if heatmap is not None else None

    def annotations(self, case_id: str) -> Iterator[Annotation]:
        """Yield what was drawn on one case, in the order of the pathologies: contours where stored, else masks."""
        for target in self.pathologies:
            contours = self.contours(case_id, target)
            if contours is not None and contours.n_instances:
                yield Annotation(target, contours)
            else:
                mask = self.mask(case_id, target)
                if mask is not None and not mask.is_empty:
                    yield Annotation(target, mask)
            points = self.points(case_id, target)
            if points is not None:
                yield Annotation(target, points)


def _found(records: Lazy[Records[G]] | None, case_id: str, target: str, kind: type[G]) -> G | None:
    """Look up one annotation; None if the file, the case or the target is missing, or it is unreadable."""
    if records is None:
        return None
    found = records.get().of_case.get(case_id, {}).get(target)
    return found if isinstance(found, kind) else None
