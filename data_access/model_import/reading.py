"""The files given, read item by item: what is a mask, a heat map or a probability of a known case is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

import orjson

from data_access.adapters import chexlocalize_names as names
from data_access.annotation_files import masks_from, probabilities_from
from data_access.annotation_json import AnnotationFileError, parse_json
from data_access.dataset import Dataset
from data_access.files import FileError
from data_access.geometry import HeatMap, Mask
from data_access.heatmaps import HeatMapError, read_heatmap
from data_access.images import ImageError, read_mask
from data_access.labels import LabelError, read_table
from data_access.model_import.coco_results import CocoReader, Names, is_mapping, is_mapping_table
from data_access.model_import.frames import fitting
from data_access.model_import.inputs import GivenFile, expanded
from data_access.model_import.naming import match_case, split_stem
from data_access.model_import.read_model import ReadModel, image_sizes
from data_access.progress import Track

MAX_JSON_PARTS = 20_000_000
"""Objects and lists of one JSON file; a file of empty ones would take thirty times its size in memory."""

_MAP_MARK = "_map"


def read_model(
    given: Sequence[GivenFile], dataset: Dataset, split: str, track: Track, *, min_score: float = 0.0
) -> ReadModel:
    """Read a model's files.

    Parameters
    ----------
    given : sequence of GivenFile
        Segmentations or COCO results (JSON), their mapping (JSON or CSV), masks (PNG), heat maps (npz, and pickles that
        lie on this computer's disk), probabilities (CSV), zip archives of these. What a file is, its content tells.
    dataset, split : Dataset, str
        Whose cases and pathologies they are about.
    track : Track
        Wraps the loop over the files.
    min_score : float
        COCO results of a lower score are left out.

    Returns
    -------
    ReadModel
        Empty if nothing could be used; the problems say why.
    """
    read = ReadModel(split, image_sizes(dataset, split))
    _Reader(dataset, read, min_score).read(given, track)
    return read


class _Reader:
    """Reads file after file into a `ReadModel`."""

    def __init__(self, dataset: Dataset, read: ReadModel, min_score: float) -> None:
        self._dataset, self._into, self._min_score = dataset, read, min_score
        self._problems = read.problems
        self._known = frozenset(dataset.case_ids(read.split))
        self._names = Names()
        self._results: list[tuple[str, Sequence[Any]]] = []

    def read(self, given: Sequence[GivenFile], track: Track) -> None:
        """Read all files; COCO results last, since what their numbers mean may come after them."""
        readers = {
            ".json": self._json,
            ".csv": self._table,
            ".png": self._picture,
            ".npz": self._heatmap,
            ".pkl": self._heatmap,
        }
        files = expanded(given, self._problems)
        for file in track(files, "reading the model's files"):
            reader = readers.get(file.ending)
            if reader is None:
                self._problems.add(file.where, "", "a file .json, .csv, .png, .npz or .zip", file.ending or "no ending")
                continue
            try:
                reader(file)
            except (FileError, LabelError, AnnotationFileError) as error:
                self._problems.add(file.where, "", f"a {file.ending[1:].upper()} file that can be read", str(error))
        target_of, size_of = self._dataset.find_target, self._into.size_of
        coco = CocoReader(self._names, self._known, target_of, size_of, self._min_score)
        for where, results in self._results:
            for case_id, of_case in coco.read(results, where, self._problems).items():
                for target, mask in of_case.items():
                    self._take_mask(case_id, target, mask, where, f"{case_id} / {target}")

    def _json(self, file: GivenFile) -> None:
        content = file.read()
        if content.count(b"[") + content.count(b"{") > MAX_JSON_PARTS:
            raise AnnotationFileError(f"more than {MAX_JSON_PARTS:,} lists and objects")
        value = self._parsed(content, file.where)
        if isinstance(value, list):
            self._results.append((file.where, value))
            self._into.kinds["COCO results"] += 1
        elif isinstance(value, dict) and is_mapping(value):
            self._names.add(value, file.where, self._problems)
            self._into.kinds["mapping of ids"] += 1
            if isinstance(value.get("annotations"), list):
                self._results.append((file.where, value["annotations"]))
                self._into.kinds["COCO annotations"] += 1
        elif isinstance(value, dict):
            records = masks_from(value, file.where, self._problems, self._dataset.find_target)
            self._into.kinds["segmentations"] += 1
            for key, of_case in records.of_case.items():
                case_id = match_case(key, self._known)
                if case_id is None:
                    self._note_unknown(file.where, key)
                    continue
                for target, mask in of_case.items():
                    if isinstance(mask, Mask):
                        self._take_mask(case_id, target, mask, file.where, f"{key} / {target}")
        else:
            raise AnnotationFileError(
                f"a {type(value).__name__} instead of masks by case id, or a list of COCO results"
            )

    def _parsed(self, content: bytes, where: str) -> object:
        if content.lstrip()[:1] == b"[":
            try:
                return orjson.loads(content)  # keys given twice are looked for where a key is an id alone
            except orjson.JSONDecodeError:
                pass
        return parse_json(content, lambda *what: self._problems.add(where, *what))

    def _table(self, file: GivenFile) -> None:
        content = file.read()
        if is_mapping_table(table := read_table(content)):
            self._names.add_table(table)
            self._into.kinds["mapping of ids"] += 1
            return
        records = probabilities_from(content, file.where, self._problems, self._dataset.find_target)
        self._into.kinds["probabilities"] += 1
        for key, of_case in records.of_case.items():
            case_id = match_case(key, self._known)
            if case_id is None:
                self._note_unknown(file.where, key)
                continue
            for target, probability in of_case.items():
                if not isinstance(probability, float):
                    continue
                if target in self._into.probabilities[case_id]:
                    self._note_twice(file.where, f"{case_id} / {target}", "probability")
                else:
                    self._into.probabilities[case_id][target] = probability

    def _picture(self, file: GivenFile) -> None:
        owner = self._owner(file, PurePosixPath(file.name).stem, "<id>_<pathology>.png")
        if owner is None:
            return
        try:
            mask, has_shades = read_mask(file.read())
        except ImageError as error:
            self._problems.add(file.where, "", "a mask as a PNG", str(error))
            return
        self._into.kinds["PNG masks"] += 1
        if has_shades:
            found = "shades between; what is brighter than half of the brightest counts"
            self._problems.add(file.where, "", "two values, background and foreground", found, "repaired")
        self._take_mask(*owner, Mask.from_array(mask), file.where, "")

    def _heatmap(self, file: GivenFile) -> None:
        if file.ending == ".pkl" and not file.is_trusted:
            self._problems.add(file.where, "", "a heat map as .npz", "a pickle, which is read from a folder alone")
            return
        stem = PurePosixPath(file.name).stem
        owner = self._owner(file, stem.removesuffix(_MAP_MARK), "<id>_<pathology>_map.npz")
        if owner is None:
            return
        case_id, target = owner
        size_hw = self._into.size_of(case_id)

        def read() -> HeatMap:
            content = read_heatmap(file.read(), f"map{file.ending}")
            probability = names.probability_of(content.prob, target)
            return HeatMap(content.map_hw, probability, size_hw or content.size_hw)

        try:
            shape = read().map_hw.shape
        except HeatMapError as error:
            self._problems.add(file.where, "", "a heat map", str(error))
            return
        self._into.kinds["heat maps"] += 1
        if target in self._into.maps[case_id]:
            self._note_twice(file.where, f"{case_id} / {target}", "heat map")
            return
        self._into.maps[case_id][target] = read
        self._into.map_sizes_hw.add((shape[0], shape[1]))

    def _owner(self, file: GivenFile, stem: str, expected: str) -> tuple[str, str] | None:
        owner = split_stem(stem, self._known, self._dataset.find_target)
        if isinstance(owner, str):
            self._problems.add(file.where, "", f"a name {expected}", owner)
            return None
        return owner

    def _take_mask(self, case_id: str, target: str, mask: Mask, where: str, item: str) -> None:
        """Keep a mask if it can lie on its case's image and is the first of its kind."""
        size_hw = self._into.size_of(case_id)
        (height, width) = mask.size_hw
        if size_hw is not None and not fitting(mask.size_hw, size_hw):
            expected = f"a square, or {size_hw[1]} x {size_hw[0]} px as the film or of its shape"
            self._problems.add(where, item, expected, f"{width} x {height} px")
        elif target in self._into.masks[case_id]:
            self._note_twice(where, f"{case_id} / {target}", "mask")
        else:
            self._into.masks[case_id][target] = mask

    def _note_unknown(self, where: str, key: str) -> None:
        split = self._dataset.cases["split"].get(match_case(key, self._dataset.cases.index) or "")
        found = f"a case of the split {split}" if split else "an unknown id"
        self._problems.add(where, key, f"a case of the split {self._into.split}", found)

    def _note_twice(self, where: str, item: str, kind: str) -> None:
        self._problems.add(where, item, f"one {kind} a case and pathology", "a second one; the first is kept")
