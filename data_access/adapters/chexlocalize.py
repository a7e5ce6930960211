"""CheXlocalize releases: official layout, either half of it, its contents at the root, and the authors' sample."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeVar

from data_access import annotation_files as official
from data_access.adapters import chexlocalize_names as names
from data_access.adapters import chexlocalize_tuning as tuning
from data_access.adapters.chexlocalize_about import read_about
from data_access.adapters.chexlocalize_labels import read_labels
from data_access.adapters.chexlocalize_published import published
from data_access.annotation_json import AnnotationFileError, parse_cases
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset, case_frame
from data_access.files import FileError, Folder, is_text, join
from data_access.geometry import HeatMap
from data_access.heatmaps import MAX_HEATMAP_BYTES, HeatMapError, read_heatmap
from data_access.labels import LabelError
from data_access.lazy import Lazy
from data_access.problems import ProblemLog
from data_access.records import HeatMapFiles, Records

G = TypeVar("G")
Parse = Callable[[bytes, str, ProblemLog, official.FindTarget], Records[G]]

NAME = "CheXlocalize"
LOOKED_FOR = names.LOOKED_FOR
_ORDER = (names.GROUND_TRUTH.key, names.BENCHMARK.key, names.GRAD_CAM.key)


@dataclass
class _Found:
    """What lies in a folder, by name alone."""

    images: dict[str, tuple[str, str]] = field(default_factory=dict)  # case id -> split, path
    label_tables: dict[str, str] = field(default_factory=dict)  # split -> path
    parts: dict[tuple[str, str], dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    # (split, source) -> kind -> path

    def __bool__(self) -> bool:
        return bool(self.images or self.label_tables or self.parts)


def open_release(folder: Folder) -> Dataset | None:
    """Open a folder if it holds a CheXlocalize release; None if it does not.

    Lists folders and reads label tables. Where a split has neither images nor labels, the ids of its smallest
    annotation file are its cases.
    """
    problems = ProblemLog()
    found = _look_around(folder, problems)
    if not found:
        return None
    rows: dict[str, dict[str, str]] = {}
    for case_id, (split, path) in found.images.items():
        rows[case_id] = {**names.describe_id(case_id), "split": split, "image": path}
    labels = read_labels(folder, found.label_tables, rows, problems)
    sets = tuple(
        _make_set(folder, split, key, parts, problems)
        for (split, key), parts in sorted(found.parts.items(), key=lambda item: _set_order(*item[0]))
    )
    for split in {annotated.split for annotated in sets} - {row["split"] for row in rows.values()}:
        of_split = [annotated for annotated in sets if annotated.split == split]
        for case_id in _ids_of_smallest(folder, of_split, problems):
            rows.setdefault(case_id, {**names.describe_id(case_id), "split": split})
    present = {row["split"] for row in rows.values()}
    is_demo = folder.is_file(names.DEMO_MARK)
    return Dataset(
        name=NAME,
        folder=folder,
        is_demo=is_demo,
        pathologies=names.PATHOLOGIES,
        splits=tuple(split for split in dict.fromkeys(names.SPLITS.values()) if split in present),
        known_sources=(names.GROUND_TRUTH, names.BENCHMARK, names.GRAD_CAM),
        sets=sets,
        problems=problems,
        base_cases=case_frame(rows),
        labels=labels,
        fingerprint=_fingerprint(folder, found),
        describe_id=names.describe_id,
        published=None if is_demo else published(),
        watched=_files(found),
        watched_folders=tuple(join(root, split) for root in names.ROOTS for split in (".", *names.SPLITS)),
        map_folders=_map_folders(found),
        known_target=names.find_target,
    )


def _set_order(split: str, key: str) -> tuple[int, int, str]:
    splits = list(names.SPLITS.values())
    return splits.index(split), _ORDER.index(key) if key in _ORDER else len(_ORDER), key


def _look_around(folder: Folder, problems: ProblemLog) -> _Found:
    """Find images, label tables and annotation files by their names."""
    found = _Found()
    for root in names.IMAGE_ROOTS:
        for path, entry in _listed(folder, root, problems):
            if entry.name in names.SPLITS and entry.is_dir():
                _add_images(found, folder, names.SPLITS[entry.name], path, problems)
            split = names.parse_label_name(entry.name)
            if split and _is_file(folder, path, problems):
                first = found.label_tables.setdefault(split, path)
                if first != path:
                    problems.add(path, "", f"one label table of {split}", f"another at {first}")
    for root in names.ANNOTATION_ROOTS:
        for place in (root, *(join(root, split) for split in names.SPLITS)):
            for path, _ in _listed(folder, place, problems):
                _add_part(found, folder, path, problems)
    for (split, key), parts in list(found.parts.items()):
        if set(parts) == {"about"}:
            problems.add(parts["about"], "", f"beside masks or heat maps of {key}, {split}", "neither")
            del found.parts[split, key]
    return found


def _listed(folder: Folder, place: str, problems: ProblemLog) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield path and entry of what is in a folder; a link out of the release is noted, as it is not followed."""
    try:
        entries = folder.entries(place)
    except FileError as error:
        problems.add(place, "", "a folder that can be listed", str(error))
        return
    for entry in entries:
        path = join(place, entry.name)
        if not is_text(path):
            problems.add(path, "", "a file name in UTF-8", "another coding")
        elif entry.is_symlink() and not folder.holds(path):
            problems.add(path, "", "a file or folder of the release", "a link that leads out of it or nowhere")
        else:
            yield path, entry


def _walk(folder: Folder, place: str, max_depth: int, problems: ProblemLog) -> Iterator[str]:
    """Yield the paths of all files below a folder, sorted, at most `max_depth` folders deep."""
    for path, entry in _listed(folder, place, problems):
        if not entry.is_dir():
            yield path
        elif PurePosixPath(path).suffix.lower() in names.IMAGE_ENDINGS:
            problems.add(path, "", "an image", "a folder")
        elif max_depth > 0:
            yield from _walk(folder, path, max_depth - 1, problems)


def _add_images(found: _Found, folder: Folder, split: str, root: str, problems: ProblemLog) -> None:
    for path in _walk(folder, root, 2, problems):
        if PurePosixPath(path).suffix.lower() not in names.IMAGE_ENDINGS:
            continue
        case_id = names.case_id_of_path(path)
        if case_id is None:
            problems.add(path, "", "an image at patientN/studyN/viewN_frontal or viewN_lateral", "another name")
        elif case_id in found.images:
            problems.add(path, case_id, "one image a case", f"another at {found.images[case_id][1]}")
        else:
            found.images[case_id] = (split, path)


def _is_file(folder: Folder, path: str, problems: ProblemLog) -> bool:
    """Say whether what bears a file's name is one; a folder or a pipe in its place is noted."""
    is_file = folder.is_file(path)
    if not is_file:
        problems.add(path, "", "a regular file", "a folder, a pipe or the like")
    return is_file


def _add_part(found: _Found, folder: Folder, path: str, problems: ProblemLog) -> None:
    named = names.parse_annotation_name(PurePosixPath(path).name)
    if named is None:
        return
    if named.kind == "maps":
        if not folder.is_dir(path):
            return
    elif not _is_file(folder, path, problems):
        return
    parts = found.parts[named.split, named.source_key]
    if named.kind in parts:
        problems.add(path, "", f"one {named.kind} file of {named.source_key}", f"another at {parts[named.kind]}")
    else:
        parts[named.kind] = path


def _make_set(folder: Folder, split: str, key: str, parts: Mapping[str, str], problems: ProblemLog) -> AnnotationSet:
    """Make the annotation set of one source; nothing is read yet but the list of heat maps."""

    def lazy(kind: str, parse: Parse[G]) -> Lazy[Records[G]] | None:
        path = parts.get(kind)
        return Lazy(lambda: _read_part(folder, path, parse, problems)) if path is not None else None

    def parsed(from_cases: Callable[..., Records[G]]) -> Parse[G]:
        def parse(content: bytes, path: str, log: ProblemLog, find_target: official.FindTarget) -> Records[G]:
            cases = parse_cases(content, lambda *what: log.add(path, *what))
            return from_cases(cases, path, log, find_target)

        return parse

    return AnnotationSet(
        source=names.source_of(key),
        split=split,
        pathologies=names.PATHOLOGIES,
        files=tuple(parts[kind] for kind in sorted(parts)),
        mask_records=lazy("segmentations", parsed(official.masks_from)),
        contour_records=lazy("annotations", parsed(official.contours_from)),
        point_records=lazy("salient_pt", parsed(official.points_from)),
        probability_records=lazy("probabilities", official.probabilities_from),
        heatmap_files=list_heatmaps(folder, parts["maps"], problems) if "maps" in parts else None,
        about=Lazy(lambda: read_about(folder, parts["about"], problems)) if "about" in parts else None,
    )


def _read_part(folder: Folder, path: str, parse: Parse[G], problems: ProblemLog) -> Records[G]:
    """Read one annotation file; a file that is none has no records."""
    try:
        return parse(folder.read_bytes(path), path, problems, names.find_target)
    except (FileError, LabelError, AnnotationFileError) as error:
        problems.add(path, "", "an annotation file", str(error))
        return Records({})


def list_heatmaps(folder: Folder, root: str, problems: ProblemLog) -> HeatMapFiles:
    """List the heat maps of a folder by name; `.npz` is preferred where a map is there twice."""
    targets_of_case: dict[str, dict[str, str]] = defaultdict(dict)
    for path, entry in _listed(folder, root, problems):
        named = names.parse_heatmap_name(entry.name)
        if named is not None and (named[1] not in targets_of_case[named[0]] or entry.name.endswith(".npz")):
            targets_of_case[named[0]][named[1]] = path

    def read(case_id: str, target: str) -> HeatMap | None:
        path = targets_of_case[case_id][target]
        try:
            content = read_heatmap(folder.read_bytes(path, MAX_HEATMAP_BYTES), path)
        except (FileError, HeatMapError) as error:
            problems.add(path, f"{case_id} / {target}", "a heat map", str(error))
            return None
        return HeatMap(content.map_hw, names.probability_of(content.prob, target), content.size_hw)

    table = tuning.path_beside(root)
    has_table = folder.is_file(table)
    tuned = Lazy(lambda: tuning.read_tuned(folder, table, problems)) if has_table else None
    return HeatMapFiles(targets_of_case, read, tuned)


def _ids_of_smallest(folder: Folder, sets: list[AnnotationSet], problems: ProblemLog) -> tuple[str, ...]:
    """Return the ids of a split known by its annotation files alone, from the smallest of them that has any."""
    files = [file for annotated in sets for file in annotated.files if names.lists_cases(file)]
    for file in sorted(files, key=folder.size_bytes):
        try:
            ids = official.usable_ids(parse_cases(folder.read_bytes(file)))
        except (FileError, AnnotationFileError) as error:
            problems.add(file, "", "an annotation file", str(error))
            continue
        if ids:
            return ids
    return next((annotated.case_ids() for annotated in sets if annotated.has_heatmaps), ())


def _files(found: _Found) -> tuple[str, ...]:
    """Return every annotation file, folder of heat maps and label table, and where a table of thresholds may lie."""
    files = [path for parts in found.parts.values() for path in parts.values()] + list(found.label_tables.values())
    return (*files, *sorted({tuning.path_beside(path) for path in _map_folders(found)}))


def _map_folders(found: _Found) -> tuple[str, ...]:
    return tuple(sorted(parts["maps"] for parts in found.parts.values() if "maps" in parts))


def _fingerprint(folder: Folder, found: _Found) -> str:
    """Return a digest of name, size and time of change of annotation files, label tables, heat maps, and the images."""
    images = sorted(path for _, path in found.images.values())
    maps = map(folder.contents_stamp, _map_folders(found))
    stamps = [str(folder.root), *sorted(map(folder.stamp, _files(found))), *maps, *images]
    return hashlib.sha256("\n".join(stamps).encode("utf-8", "surrogateescape")).hexdigest()[:16]
