"""One annotation file or heat-map folder in the official formats, whatever its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from data_access import annotation_files as official
from data_access.adapters import chexlocalize_names as names
from data_access.adapters.chexlocalize import list_heatmaps
from data_access.annotation_set import AnnotationSet, Records
from data_access.files import FileError, Folder
from data_access.lazy import Lazy
from data_access.problems import ProblemLog


class SetNotFoundError(ValueError):
    """A path that holds no annotations; the message is one line that says where, what was expected and found."""


def open_one(path: Path, problems: ProblemLog) -> AnnotationSet:
    """Open a segmentations, contours or points file or a folder of heat maps; see `data_access.open_set`."""
    if path.is_dir():
        heatmaps = list_heatmaps(Folder(path.resolve()), ".", problems)
        if not heatmaps.targets_of_case:
            raise SetNotFoundError(f"{path}: expected heat maps <id>_<pathology>_map.pkl or .npz, found none")
        return _set(path, heatmap_files=heatmaps)
    try:
        content = Folder(path.parent.resolve()).read_bytes(path.name)
        cases = official.parse_cases(content)
    except (FileError, official.AnnotationFileError) as error:
        raise SetNotFoundError(f"{path}: expected an annotation file, found {error}") from error
    kind, parse = _kind(cases)
    records: Records[Any] = parse(cases, path.name, problems, names.find_target)
    read: Lazy[Records[Any]] = Lazy(lambda: records)
    read.get()
    return _set(path, **{kind: read})


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
