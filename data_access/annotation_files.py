"""The official annotation files: bytes in, records out; each bad item is skipped and noted, the rest is read."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from data_access.annotation_json import AnnotationFileError
from data_access.files import is_text
from data_access.geometry import MIN_CONTOUR_POINTS, Contours, Mask, Points, count_outside, parse_points_xy
from data_access.labels import find_column, read_table
from data_access.problems import ProblemLog
from data_access.records import WHOLE_CASE, Records, Unreadable
from data_access.run_lengths import RleError, check_strings, compress, size_fault

G = TypeVar("G")

SIZE_KEY = "img_size"
MAX_ID_LENGTH = 200

FindTarget = Callable[[str], str | None]
"""Maps a pathology's name in a file to the one used inside; None for a name that is no pathology."""


def usable_ids(cases: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the cases that a parsed annotation file says something of."""
    return tuple(key for key, of_case in cases.items() if id_fault(key) is None and isinstance(of_case, dict))


def id_fault(case_id: str) -> str | None:
    """Return why a text is no case id, or None if it is one."""
    if not 1 <= len(case_id) <= MAX_ID_LENGTH:
        return f"{len(case_id):,} characters"
    return None if is_text(case_id) else "characters that are no text"


def masks_from(cases: Mapping[str, Any], file: str, problems: ProblemLog, find_target: FindTarget) -> Records[Mask]:
    """Read a segmentations file: id, then pathology, then `size` and COCO `counts`.

    Parameters
    ----------
    cases : mapping
        The file's content, from `annotation_json.parse_cases`.
    file : str
        Its name, for the problems.
    problems : ProblemLog
        Takes what was refused.
    find_target : callable
        As `FindTarget`.

    Returns
    -------
    Records of Mask
        All strings are checked in one pass; a refused mask is `Unreadable`.
    """
    of_case: dict[str, dict[str, Mask | Unreadable]] = {}
    places: list[tuple[str, str]] = []
    sizes: list[tuple[int, int]] = []
    strings: list[bytes] = []

    def refuse(case_id: str, target: str, found: str) -> None:
        of_case[case_id][target] = Unreadable()
        problems.add(file, f"{case_id} / {target}", "size [height, width] and COCO run lengths", found)

    for case_id, target, value in _items(cases, file, problems, find_target, of_case):
        try:
            size_hw, counts = _size_and_counts(value)
        except RleError as error:
            refuse(case_id, target, str(error))
            continue
        places.append((case_id, target))
        sizes.append(size_hw)
        strings.append(counts)
    checked = check_strings(strings, [height * width for height, width in sizes])
    for (case_id, target), size_hw, counts, area_px, fault in zip(
        places, sizes, checked.counts, checked.area_px.tolist(), checked.faults, strict=True
    ):
        if fault is None:
            of_case[case_id][target] = Mask(size_hw, counts, area_px)
        else:
            refuse(case_id, target, fault)
    return Records(of_case)


def _size_and_counts(value: object) -> tuple[tuple[int, int], bytes]:
    """Return size and compressed run lengths of one mask as found; the run lengths are not checked yet."""
    if not isinstance(value, dict) or not {"size", "counts"} <= value.keys():
        raise RleError(f"{type(value).__name__} without size and counts")
    size, counts = value["size"], value["counts"]
    if not (isinstance(size, list) and len(size) == 2):
        raise RleError(f"the size {reprlib.repr(size)}")
    fault = size_fault(size[0], size[1])
    if fault is not None:
        raise RleError(fault)
    size_hw = (size[0], size[1])
    if isinstance(counts, str):
        if not counts.isascii():
            raise RleError("characters that COCO run lengths do not have")
        return size_hw, counts.encode("ascii")
    return size_hw, compress(counts, size_hw[0] * size_hw[1])


def contours_from(
    cases: Mapping[str, Any], file: str, problems: ProblemLog, find_target: FindTarget
) -> Records[Contours]:
    """Read a contours file: id, then `img_size` [height, width] and, by pathology, lists of [x, y].

    Returns
    -------
    Records of Contours
        Complete: only drawn pathologies are keys. A point outside the image is noted and its contour kept, as filling
        cuts it off at the image's border; a contour that is none is left out and noted.
    """
    of_case: dict[str, dict[str, Contours | Unreadable]] = {}
    sizes = _sizes(cases)
    expected = "img_size [height, width] and lists of contours"
    for case_id, target, value in _items(cases, file, problems, find_target, of_case):
        item = f"{case_id} / {target}"
        size_hw = sizes.get(case_id)
        if size_hw is None or not isinstance(value, list):
            of_case[case_id][target] = Unreadable()
            problems.add(file, item, expected, "no usable img_size" if size_hw is None else type(value).__name__)
            continue
        kept: list[NDArray[np.float64]] = []
        for number, contour in enumerate(value, start=1):
            try:
                points_xy = parse_points_xy(contour)
            except ValueError as error:
                problems.add(file, f"{item}, contour {number}", "points [x, y] in pixels", str(error))
                continue
            if len(points_xy) < MIN_CONTOUR_POINTS:
                problems.add(file, f"{item}, contour {number}", "a contour", f"{len(points_xy)} point(s)")
                continue
            _note_outside(points_xy, size_hw, file, f"{item}, contour {number}", problems)
            points_xy.setflags(write=False)
            kept.append(points_xy)
        of_case[case_id][target] = Contours(size_hw, tuple(kept)) if kept or not value else Unreadable()
    for case_id, of_targets in of_case.items():
        if not of_targets and case_id not in sizes:
            problems.add(file, case_id, expected, "no usable img_size")
    return Records(of_case, complete=True, size_hw_of_case=sizes)


def points_from(cases: Mapping[str, Any], file: str, problems: ProblemLog, find_target: FindTarget) -> Records[Points]:
    """Read a points file: id, then pathology, then a list of [x, y]; points outside the image are noted and kept."""
    of_case: dict[str, dict[str, Points | Unreadable]] = {}
    sizes = _sizes(cases)
    for case_id, target, value in _items(cases, file, problems, find_target, of_case):
        try:
            points_xy = parse_points_xy(value)
        except ValueError as error:
            of_case[case_id][target] = Unreadable()
            problems.add(file, f"{case_id} / {target}", "a list of points [x, y] in pixels", str(error))
            continue
        if case_id in sizes:
            _note_outside(points_xy, sizes[case_id], file, f"{case_id} / {target}", problems)
        points_xy.setflags(write=False)
        of_case[case_id][target] = Points(points_xy)
    return Records(of_case, complete=True)


def probabilities_from(content: bytes, file: str, problems: ProblemLog, find_target: FindTarget) -> Records[float]:
    """Read a probability table: an id column (`id` or `img_id`), then a column a pathology, values in 0 to 1."""
    table = read_table(content, lambda *what: problems.add(file, *what))
    id_column = find_column(table, ("id", "img_id", "image_id"))
    if id_column is None:
        raise AnnotationFileError(f"no column id among {', '.join(map(str, table.columns[:8]))}")
    of_case: dict[str, dict[str, float | Unreadable]] = {}
    for row in table.to_dict("records"):
        case_id = str(row.pop(id_column))
        fault = id_fault(case_id) or ("a second row of the case" if case_id in of_case else None)
        if fault is not None:
            problems.add(file, case_id, "one row a case", fault)
            continue
        of_case[case_id] = {}
        for name, cell in row.items():
            if cell == "":
                continue
            target = find_target(str(name))
            if target is None:  # such tables may list findings that have no masks
                continue
            try:
                probability = float(cell)
                if not 0 <= probability <= 1:
                    raise ValueError
                of_case[case_id][target] = probability
            except ValueError:
                of_case[case_id][target] = Unreadable()
                problems.add(file, f"{case_id} / {target}", "a probability in 0 to 1", str(cell))
    return Records(of_case)


def _note_outside(
    points_xy: NDArray[np.float64], size_hw: tuple[int, int], file: str, item: str, problems: ProblemLog
) -> None:
    n_outside = count_outside(points_xy, size_hw)
    if n_outside:
        height, width = size_hw
        found = f"{n_outside} of {len(points_xy)} outside"
        problems.add(file, item, f"points inside the image of {width} x {height} px", found, "repaired")


def _sizes(cases: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Return the plausible `img_size` entries (height, width) by case id."""
    return {
        case_id: (size[0], size[1])
        for case_id, of_case in cases.items()
        if isinstance(of_case, dict)
        and isinstance(size := of_case.get(SIZE_KEY), list)
        and len(size) == 2
        and size_fault(size[0], size[1]) is None
    }


def _items(
    cases: Mapping[str, Any],
    file: str,
    problems: ProblemLog,
    find_target: FindTarget,
    of_case: dict[str, dict[str, Any]],
) -> list[tuple[str, str, Any]]:
    """List case id, target and value of every annotation in a file; each usable case gets its place in `of_case`."""
    items: list[tuple[str, str, Any]] = []
    for case_id, of_targets in cases.items():
        fault = id_fault(case_id)
        if fault is not None:
            problems.add(file, case_id, f"an id of 1 to {MAX_ID_LENGTH} characters", fault)
        elif not isinstance(of_targets, dict):
            problems.add(file, case_id, "an object with a pathology for each key", type(of_targets).__name__)
            of_case[case_id] = {WHOLE_CASE: Unreadable()}
        else:
            of_case[case_id] = {}
            targets_seen: set[str] = set()
            for key, value in of_targets.items():
                target = find_target(key)
                if target is not None and target in targets_seen:
                    problems.add(file, f"{case_id} / {key}", f"{target} once", "a second time under another name")
                elif target is not None:
                    targets_seen.add(target)
                    items.append((case_id, target, value))
                elif key != SIZE_KEY:
                    problems.add(file, f"{case_id} / {key}", "a pathology of this dataset", "an unknown name")
    return items
