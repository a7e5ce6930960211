"""One annotation file or heat-map folder in the official formats, whatever its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from data_access import annotation_files as official
from data_access.adapters import chexlocalize_names as names
from data_access.adapters.chexlocalize import list_heatmaps
from data_access.annotation_json import AnnotationFileError, parse_cases
from data_access.annotation_set import AnnotationSet
from data_access.files import FileError, Folder, find_folder
from data_access.labels import LabelError
from data_access.lazy import Lazy
from data_access.problems import ProblemLog, clip_text
from data_access.records import Records


class SetNotFoundError(ValueError):
    """A path that holds no annotations; the message is one line that says where, what was expected and found."""


def open_one(path: Path, problems: ProblemLog) -> AnnotationSet:
    """Open a segmentations, contours, points or probabilities file or a folder of heat maps; see `open_set`."""
    folder = find_folder(path)
    if folder is not None:
        heatmaps = list_heatmaps(folder, ".", problems)
        if not heatmaps.targets_of_case:
            raise SetNotFoundError(f"{path}: expected heat maps <id>_<pathology>_map.pkl or .npz, found none")
        return _set(path, heatmap_files=heatmaps)
    try:
        kind, records = _read(path, problems)
    except (FileError, LabelError, AnnotationFileError) as error:
        raise SetNotFoundError(f"{clip_text(str(path))}: expected an annotation file, found {error}") from error
    read: Lazy[Records[Any]] = Lazy(lambda: records)
    read.get()
    return _set(path, **{kind: read})


def _read(path: Path, problems: ProblemLog) -> tuple[str, Records[Any]]:
    """Read one annotation file; a link the user names is followed."""
    try:
        target = path.expanduser().resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise FileError("a path that cannot be resolved") from error
    content = Folder(target.parent).read_bytes(target.name)
    if path.suffix == ".csv":
        return "probability_records", official.probabilities_from(content, path.name, problems, names.find_target)
    cases = parse_cases(content, lambda *what: problems.add(path.name, *what))
    if cases and not official.usable_ids(cases):
        raise AnnotationFileError("an object without a case")
    kind, parse = _kind(cases)
    return kind, parse(cases, path.name, problems, names.find_target)


def _set(path: Path, **parts: Any) -> AnnotationSet:
    named = names.parse_annotation_name(path.name)
    source = names.source_of(named.source_key if named else path.stem)
    return AnnotationSet(source, named.split if named else "", names.PATHOLOGIES, (str(path),), **parts)


def _kind(cases: Mapping[str, Any]) -> tuple[str, Callable[..., Records[Any]]]:
    """Tell the kind of file by its first annotation: an object is a mask, a list of pairs points, else contours."""
    for of_case in cases.values():
        if isinstance(of_case, dict):
            for key, value in of_case.items():
                if key == official.SIZE_KEY or not value:
                    continue
                if isinstance(value, dict):
                    return "mask_records", official.masks_from
                if isinstance(value, list):
                    first = value[0]
                    is_point = isinstance(first, list) and len(first) == 2 and not isinstance(first[0], list)
                    if is_point:
                        return "point_records", official.points_from
                    return "contour_records", official.contours_from
    return "mask_records", official.masks_from
