"""COCO results and what says whose they are: image ids to cases, category ids to pathologies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from data_access import rle
from data_access.annotation_files import FindTarget, masks_from
from data_access.geometry import MIN_CONTOUR_POINTS, Mask, fill_contours, parse_points_xy
from data_access.labels import find_column
from data_access.model_import.naming import match_case
from data_access.problems import ProblemLog, clip_text
from data_access.run_lengths import size_fault

SizeOf = Callable[[str], tuple[int, int] | None]

_PARTS = ("images", "categories")
_IMAGE_NAMES = ("file_name", "name", "case_id", "id")
_CASE_COLUMNS = ("case_id", "id", "file_name", "path")
_PATHOLOGY_COLUMNS = ("pathology", "name", "category")


@dataclass
class Names:
    """What the numbers in COCO results stand for.

    Attributes
    ----------
    name_of_image, name_of_category : dict of str to str
        By id, as text; the name of an image is its case id, file name or path.
    size_of_image : dict of str to tuple of int
        Height and width in pixels, where the images say them.
    """

    name_of_image: dict[str, str] = field(default_factory=dict)
    name_of_category: dict[str, str] = field(default_factory=dict)
    size_of_image: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, content: Mapping[str, Any], file: str, problems: ProblemLog) -> None:
        """Take over `images` and `categories`, lists as in COCO or objects of id to name."""
        for number, entry in _entries(content.get("images"), file, "images", problems):
            name = next((str(entry[key]) for key in _IMAGE_NAMES if entry.get(key) is not None), "")
            self.name_of_image[number] = name
            if size_fault(entry.get("height"), entry.get("width")) is None:
                self.size_of_image[number] = (entry["height"], entry["width"])
        for number, entry in _entries(content.get("categories"), file, "categories", problems):
            self.name_of_category[number] = str(entry.get("name", ""))

    def add_table(self, table: pd.DataFrame) -> None:
        """Take over a table that `is_mapping_table` recognises."""
        for key, columns, names in (
            ("image_id", _CASE_COLUMNS, self.name_of_image),
            ("category_id", _PATHOLOGY_COLUMNS, self.name_of_category),
        ):
            number, name = find_column(table, (key,)), find_column(table, columns)
            if number is not None and name is not None:
                pairs = zip(table[number], table[name], strict=True)
                names.update({number: name for number, name in pairs if number and name})


def is_mapping_table(table: pd.DataFrame) -> bool:
    """Say whether a table says what ids stand for: `image_id` beside a case id, or `category_id` beside a pathology."""
    return any(
        find_column(table, (key,)) is not None and find_column(table, columns) is not None
        for key, columns in (("image_id", _CASE_COLUMNS), ("category_id", _PATHOLOGY_COLUMNS))
    )


def is_mapping(content: object) -> bool:
    """Say whether parsed JSON says what ids stand for."""
    return isinstance(content, dict) and any(isinstance(content.get(key), list | dict) for key in _PARTS)


def _entries(part: object, file: str, name: str, problems: ProblemLog) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield id and entry of a list of objects, or of an object of id to name."""
    if isinstance(part, dict):
        yield from (
            (str(number), value if isinstance(value, dict) else {"name": value}) for number, value in part.items()
        )
    elif isinstance(part, list):
        for place, entry in enumerate(part):
            if isinstance(entry, dict) and isinstance(entry.get("id"), int | str):
                yield str(entry["id"]), entry
            else:
                problems.add(file, f"{name} {place}", "an object with an id", entry)
    elif part is not None:
        problems.add(file, name, "a list of objects with ids", part)


@dataclass(frozen=True)
class CocoReader:
    """Reads results against one dataset.

    Attributes
    ----------
    mapping : Names
        What ids stand for; an id that is a case id, or a pathology's name, needs none.
    known : collection of str
        The cases of the split.
    find_target : callable
        As `annotation_files.FindTarget`.
    size_of : callable
        Case id to height and width of its image, or None.
    min_score : float
        Results of a lower score are left out.
    """

    mapping: Names
    known: Collection[str]
    find_target: FindTarget
    size_of: SizeOf
    min_score: float = 0.0

    def read(self, results: Sequence[Any], file: str, problems: ProblemLog) -> dict[str, dict[str, Mask]]:
        """Read a list of results into masks at their own sizes.

        Several results of one image and category are united. An image and a category that the mapping or any result
        names, and that have no result together, are an empty mask: the model looked and found nothing.
        """
        parts: dict[tuple[str, str], list[Mask]] = defaultdict(list)
        asked: dict[str, dict[str, Any]] = {}
        owners: dict[str, tuple[str, str]] = {}
        refused: set[tuple[str, str]] = set()
        seen: dict[str, None] = dict.fromkeys(self._cases_listed())
        targets: dict[str, None] = dict.fromkeys(self._targets_listed())
        for number, result in enumerate(results):
            item = f"result {number}"
            owner = self._owner(result, file, item, problems)
            if owner is None:
                continue
            seen[owner[0]], targets[owner[1]] = None, None
            score = result.get("score")
            if isinstance(score, int | float) and score < self.min_score:
                continue
            segmentation = result.get("segmentation")
            if isinstance(segmentation, list):
                mask = self._polygons(segmentation, owner[0], str(result["image_id"]), file, item, problems)
                if mask is None:
                    refused.add(owner)
                else:
                    parts[owner].append(mask)
            else:
                asked[item], owners[item] = {owner[1]: segmentation}, owner
        checked = masks_from(asked, file, problems, self.find_target).of_case
        for item, owner in owners.items():
            found = checked[item].get(owner[1])
            if isinstance(found, Mask):
                parts[owner].append(found)
            else:
                refused.add(owner)
        masks: dict[str, dict[str, Mask]] = defaultdict(dict)
        for (case_id, target), alike in parts.items():
            masks[case_id][target] = _united(alike, file, f"{case_id} / {target}", problems)
        self._add_empty(masks, seen, targets, refused, file, problems)
        return masks

    def _cases_listed(self) -> Iterator[str]:
        for name in self.mapping.name_of_image.values():
            case_id = match_case(name, self.known)
            if case_id is not None:
                yield case_id

    def _targets_listed(self) -> Iterator[str]:
        yield from filter(None, map(self.find_target, self.mapping.name_of_category.values()))

    def _owner(self, result: Any, file: str, item: str, problems: ProblemLog) -> tuple[str, str] | None:
        if not isinstance(result, dict) or not {"image_id", "category_id"} <= result.keys():
            problems.add(file, item, "an object with image_id, category_id and segmentation", result)
            return None
        image, category = str(result["image_id"]), str(result["category_id"])
        case_id = match_case(self.mapping.name_of_image.get(image, image), self.known)
        target = self.find_target(self.mapping.name_of_category.get(category, category))
        if case_id is None:
            named = self.mapping.name_of_image.get(image)
            found = f"image_id {image}" + (f", which is {named}" if named else ", which no mapping names")
            problems.add(file, item, "a case of this split", found)
            return None
        if target is None:
            named = self.mapping.name_of_category.get(category)
            found = f"category_id {category}" + (f", which is {named}" if named else ", which no mapping names")
            problems.add(file, item, "a pathology of this dataset", found)
            return None
        return case_id, target

    def _polygons(
        self, polygons: list[Any], case_id: str, image: str, file: str, item: str, problems: ProblemLog
    ) -> Mask | None:
        """Fill polygons [x, y, x, y, ...] as the paper fills contours: outline and inside, and their union."""
        size_hw = self.mapping.size_of_image.get(image) or self.size_of(case_id)
        if size_hw is None:
            problems.add(
                file, item, "an image of known size to draw polygons on", "none; give images a height and width"
            )
            return None
        contours = []
        try:
            for flat in polygons:
                if not isinstance(flat, list) or len(flat) % 2 or len(flat) < 2 * MIN_CONTOUR_POINTS:
                    raise ValueError(f"the polygon {clip_text(flat)}")
                contours.append(parse_points_xy([list(pair) for pair in zip(flat[::2], flat[1::2], strict=True)]))
        except ValueError as error:
            problems.add(file, item, "polygons [x, y, x, y, ...] in pixels", str(error))
            return None
        return Mask.from_array(fill_contours(contours, size_hw))

    def _add_empty(
        self,
        masks: dict[str, dict[str, Mask]],
        seen: Mapping[str, None],
        targets: Mapping[str, None],
        refused: Collection[tuple[str, str]],
        file: str,
        problems: ProblemLog,
    ) -> None:
        """Give what has no result an empty mask, of the size that the case's or all other masks have."""
        sizes = {mask.size_hw for of_case in masks.values() for mask in of_case.values()}
        common = next(iter(sizes)) if len(sizes) == 1 else None
        n_added = 0
        for case_id in seen:
            size_hw = next((mask.size_hw for mask in masks.get(case_id, {}).values()), common or self.size_of(case_id))
            for target in targets:
                if size_hw is not None and target not in masks.get(case_id, {}) and (case_id, target) not in refused:
                    masks[case_id][target] = Mask.empty(size_hw)
                    n_added += 1
        if n_added:
            found = f"none for {n_added:,} of them; taken as looked at and not drawn: empty masks"
            problems.add(file, "", "a result for each image and category", found, "noted")


def _united(alike: Sequence[Mask], file: str, item: str, problems: ProblemLog) -> Mask:
    """Return the union of the masks of one image and category; one of another size than the first is left out."""
    size_hw = alike[0].size_hw
    kept = [mask for mask in alike if mask.size_hw == size_hw]
    if len(kept) < len(alike):
        expected = f"masks of {size_hw[1]} x {size_hw[0]} px"
        problems.add(file, item, expected, f"{len(alike) - len(kept)} of another size")
    if len(kept) == 1:
        return kept[0]
    problems.add(file, item, "one result", f"{len(kept)}, which were united", "noted")
    counts = rle.union([mask.counts for mask in kept], size_hw)
    return Mask(size_hw, counts, rle.area_px(counts, size_hw))
