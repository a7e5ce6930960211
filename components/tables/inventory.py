"""What a release holds, by split and by set: files, what is in them, sizes of images; says what is not read yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.geometry import Contours, Mask, Points

NOT_READ = "not read yet"

Sizes = Mapping[str, tuple[int, int]]
"""Case id to height and width in pixels."""


class SetCounts(NamedTuple):
    """What one annotation set holds; None where it holds none of a kind, or its file has not been read.

    Attributes
    ----------
    cases : int or None
        Cases it lists.
    masks : int or None
        Masks with an area; of contours that were not filled yet, pathologies with a contour.
    points : int or None
        Clicked points.
    heat_maps : int or None
        Heat-map files, known by their names.
    size_hw_of_case : mapping of str to tuple of int
        Height and width that it says of the images, in pixels; empty where not read.
    """

    cases: int | None
    masks: int | None
    points: int | None
    heat_maps: int | None
    size_hw_of_case: Sizes


def set_counts(annotated: AnnotationSet) -> SetCounts:
    """Count what a set holds, as far as its files have been read; reads none."""
    masks, contours, points = annotated.mask_records, annotated.contour_records, annotated.point_records
    sizes: dict[str, tuple[int, int]] = {}
    n_masks = n_points = None
    if contours is not None and contours.is_read:
        sizes |= contours.get().size_hw_of_case
        if masks is None:
            n_masks = _count(contours.get().of_case, Contours, lambda drawn: int(drawn.n_instances > 0))
    if masks is not None and masks.is_read:
        for case_id, of_case in masks.get().of_case.items():
            size_hw = next((mask.size_hw for mask in of_case.values() if isinstance(mask, Mask)), None)
            if size_hw is not None:
                sizes[case_id] = size_hw
        n_masks = _count(masks.get().of_case, Mask, lambda mask: int(not mask.is_empty))
    if points is not None and points.is_read:
        n_points = _count(points.get().of_case, Points, lambda clicked: len(clicked.points_xy))
    maps = annotated.heatmap_files
    return SetCounts(
        cases=len(annotated.case_ids()) if annotated.is_read else None,
        masks=n_masks,
        points=n_points,
        heat_maps=sum(map(len, maps.targets_of_case.values())) if maps is not None else None,
        size_hw_of_case=sizes,
    )


def _count(of_case: Mapping[str, Mapping[str, object]], kind: type[Any], count: Callable[[Any], int]) -> int:
    return sum(count(found) for targets in of_case.values() for found in targets.values() if isinstance(found, kind))


def set_table(dataset: Dataset, counted: Callable[[AnnotationSet], SetCounts] = set_counts) -> pd.DataFrame:
    """List the annotation sets with their files and, of those read already, what they hold; reads none.

    Parameters
    ----------
    dataset : Dataset
        Whose sets.
    counted : callable
        `set_counts`, or one that remembers.

    Returns
    -------
    DataFrame
        One row a split and source: `split`, `source`, `origin`, `cases`, `masks`, `points`, `heat_maps` and `sizes` as
        text (`NOT_READ` where the file has not been read, missing where the set holds none), `holds`, `files`.
    """
    rows = []
    for annotated in dataset.sets:
        found = counted(annotated)
        lists_masks, is_unread = annotated.has_masks, not annotated.is_read
        rows.append(
            {
                "split": annotated.split,
                "source": annotated.label,
                "origin": annotated.source.origin,
                "cases": _cell(found.cases, is_there=True),
                "masks": _cell(found.masks, is_there=lists_masks),
                "points": _cell(found.points, is_there=annotated.has_points),
                "heat_maps": _cell(found.heat_maps, is_there=annotated.has_heatmaps),
                "sizes": NOT_READ if lists_masks and is_unread else size_words(found.size_hw_of_case.values()) or None,
                "holds": ", ".join(annotated.kinds),
                "files": list(annotated.files),
            }
        )
    columns = ("split", "source", "origin", "cases", "masks", "points", "heat_maps", "sizes", "holds", "files")
    return pd.DataFrame(rows, columns=list(columns))


def _cell(n_found: int | None, *, is_there: bool) -> str | None:
    if n_found is not None:
        return f"{n_found:,}"
    return NOT_READ if is_there else None


def size_words(sizes_hw: Iterable[tuple[int, int]]) -> str:
    """Say how large images are, width first: one size, or the smallest and the largest by area; empty for none.

    >>> size_words([(20, 30), (10, 10), (20, 30)])
    '10 x 10 to 30 x 20 px, 2 sizes'
    """
    distinct = sorted(set(sizes_hw), key=lambda size_hw: (size_hw[0] * size_hw[1], size_hw))
    if not distinct:
        return ""
    smallest, largest = (f"{width:,} x {height:,}" for height, width in (distinct[0], distinct[-1]))
    return f"{largest} px" if len(distinct) == 1 else f"{smallest} to {largest} px, {len(distinct):,} sizes"


def film_sizes(dataset: Dataset, split: str, at_most: int) -> Sizes:
    """Read the sizes of a split's films from their headers, of some evenly spaced ones where there are many.

    Parameters
    ----------
    dataset, split
        Which films.
    at_most : int
        Headers to read; 1 or more.

    Returns
    -------
    mapping of case id to tuple of int
        Height and width in pixels; without an entry where the image cannot be read.
    """
    cases = dataset.cases
    with_film = cases.index[(cases["split"] == split) & (cases["image"] != "")]
    some = with_film[np.unique(np.linspace(0, len(with_film) - 1, min(at_most, len(with_film))).astype(int))]
    found = {str(case_id): dataset.image_size_hw(str(case_id)) for case_id in some}
    return {case_id: size_hw for case_id, size_hw in found.items() if size_hw is not None}


def n_other_size(films: Sizes, annotated: Sizes) -> int:
    """Count the films whose annotations were made for an image of another size."""
    return sum(annotated.get(case_id, size_hw) != size_hw for case_id, size_hw in films.items())


def case_table(dataset: Dataset) -> pd.DataFrame:
    """Count the cases of each split by where they are known from; reads nothing.

    Returns
    -------
    DataFrame
        One row a split: `split`, `cases`, `patients`, `with_image`, `with_labels`, `annotated_only` (met in an
        annotation file that has been read, without image and label row).
    """
    rows = []
    for split in dataset.splits:
        cases = dataset.cases[dataset.cases["split"] == split]
        has_image, has_labels = cases["image"] != "", cases.index.isin(dataset.labels.index)
        rows.append(
            {
                "split": split,
                "cases": len(cases),
                "patients": cases["patient"].nunique(),
                "with_image": int(has_image.sum()),
                "with_labels": int(has_labels.sum()),
                "annotated_only": int((~has_image & ~has_labels).sum()),
            }
        )
    return pd.DataFrame(rows)


def annotated_only(dataset: Dataset, split: str) -> list[str]:
    """Return the cases of a split that annotation files name and neither an image nor a label row does."""
    cases = dataset.cases[dataset.cases["split"] == split]
    return cases.index[(cases["image"] == "") & ~cases.index.isin(dataset.labels.index)].tolist()


def is_read(annotated: AnnotationSet) -> bool:
    """Say whether every annotation file of a set has been read; heat maps are files of their own, read one by one."""
    return all(records.is_read for records in annotated.records)


def read_all(annotated: AnnotationSet) -> None:
    """Read every annotation file of a set, so that all its problems are known; heat maps stay closed."""
    for records in annotated.records:
        records.get()
