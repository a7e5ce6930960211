"""A model that has been read, in the frame its user chose, as a source like any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from data_access.adapters import chexlocalize_names as names
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.geometry import HeatMap, Mask
from data_access.lazy import Lazy
from data_access.model_import.frames import Frame, cut_map, fits, map_back, origin_words
from data_access.model_import.read_model import ReadModel
from data_access.problems import ProblemLog
from data_access.progress import Track
from data_access.records import HeatMapFiles, Records

MASKS_WORDS = "mapping the masks back"

_STEP = "mapping back"
"""What the report names where it is no single file that an item is of."""


@dataclass(frozen=True)
class FinishedModel:
    """A model ready to be a source or to be saved.

    Attributes
    ----------
    name, split : str
        What it is called, and of which split it is a source.
    frame : Frame
        The frame its masks were taken to be in.
    masks : mapping of case id to mapping of pathology to Mask
        Of the size of the film.
    maps : mapping of case id to mapping of pathology to callable
        Each reads its heat map, as it is to be laid over the whole film.
    probabilities : mapping of case id to mapping of pathology to float
        From a table.
    remark : str
        What has to be said wherever it is shown.
    problems : ProblemLog
        What was skipped, repaired or noted, from the first file to here.
    """

    name: str
    split: str
    frame: Frame
    masks: Mapping[str, Mapping[str, Mask]]
    maps: Mapping[str, Mapping[str, Callable[[], HeatMap]]]
    probabilities: Mapping[str, Mapping[str, float]]
    remark: str
    problems: ProblemLog

    @property
    def n_masks(self) -> int:
        """How many masks it has, empty ones included."""
        return sum(map(len, self.masks.values()))

    def named(self, name: str) -> FinishedModel:
        """Return it under another name, one that `naming.name_fault` lets pass."""
        return replace(self, name=name)

    def annotation_set(self, dataset: Dataset) -> AnnotationSet:
        """Return it as a source in memory, of a name that no file has."""
        masks, probabilities = dict(self.masks), dict(self.probabilities)
        return AnnotationSet(
            source=names.source_of(self.name),
            split=self.split,
            pathologies=dataset.pathologies,
            mask_records=_read(Records(masks)) if masks else None,
            probability_records=_read(Records(probabilities)) if probabilities else None,
            heatmap_files=self._heatmap_files(dataset) if self.maps else None,
            about=_read(self.remark),
        )

    def _heatmap_files(self, dataset: Dataset) -> HeatMapFiles:
        listed = {
            case_id: {target: f"{self.name}: {case_id} / {target}" for target in of_case}
            for case_id, of_case in self.maps.items()
        }

        def read(case_id: str, target: str) -> HeatMap | None:
            try:
                return self.maps[case_id][target]()
            except ValueError as error:  # a file on disk may have changed since it was checked
                self.problems.add(listed[case_id][target], "", "a heat map", str(error))
                return None

        return HeatMapFiles(listed, read)


def _read(value: Any) -> Lazy[Any]:
    lazy: Lazy[Any] = Lazy(lambda: value)
    lazy.get()
    return lazy


def finish(read: ReadModel, name: str, frame: Frame, track: Track) -> FinishedModel:
    """Map a model's masks back to their films.

    Parameters
    ----------
    read : ReadModel
        From `reading.read_model`.
    name : str
        One that `naming.name_fault` lets pass.
    frame : Frame
        What its masks and heat maps show of the film. A mask whose size does not fit it is skipped and listed.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    FinishedModel
        A mask of a film whose size nothing says is kept as it is in image pixels, and skipped in any other frame.
    """
    problems = ProblemLog(read.problems)
    masks: dict[str, dict[str, Mask]] = {}
    sizes_hw: set[tuple[int, int]] = set()
    n_unsized = 0
    for case_id in track(sorted(read.masks), MASKS_WORDS):
        size_hw = read.size_of(case_id)
        if size_hw is None and frame != "image":
            found = f"none; {len(read.masks[case_id])} masks"
            problems.add(_STEP, case_id, "a film of known size to map masks back to", found)
            continue
        for target, mask in read.masks[case_id].items():
            height, width = mask.size_hw
            item, found = f"{case_id} / {target}", f"a mask of {width} x {height} px"
            if size_hw is not None and not fits(frame, mask.size_hw, size_hw):
                square = f"{size_hw[1]} x {size_hw[0]} px, as the film" if frame == "image" else "a square"
                problems.add(_STEP, item, square, found)
                continue
            n_unsized += size_hw is None
            sizes_hw.add(mask.size_hw)
            masks.setdefault(case_id, {})[target] = map_back(mask, frame, size_hw or mask.size_hw)
    if n_unsized:
        problems.add(_STEP, "", "films whose size is known", f"{n_unsized:,} masks of films of unknown size", "noted")
    maps = dict(read.maps) if frame in ("image", "squashed") else _cut(read, frame, problems)
    remarks = [origin_words(frame, sizes_hw)]
    if maps and frame not in ("image", "squashed"):
        remarks.append(origin_words(frame, read.map_sizes_hw, "heat maps"))
    remark = "; ".join(filter(None, remarks))
    probabilities = {case_id: of_case for case_id, of_case in read.probabilities.items() if of_case}
    kept_maps = {case_id: of_case for case_id, of_case in maps.items() if of_case}
    return FinishedModel(name, read.split, frame, masks, kept_maps, probabilities, remark, problems)


def _cut(read: ReadModel, frame: Frame, problems: ProblemLog) -> dict[str, dict[str, Callable[[], HeatMap]]]:
    """Return the heat maps cut to the film; those of a part of it are left out."""
    if frame == "cropped":
        if read.n_maps:
            found = f"{read.n_maps:,} heat maps of its middle square"
            problems.add(_STEP, "", "heat maps of the whole film", found)
        return {}

    def cutter(reader: Callable[[], HeatMap]) -> Callable[[], HeatMap]:
        return lambda: cut_map(reader(), frame)

    return {
        case_id: {target: cutter(reader) for target, reader in of_case.items()}
        for case_id, of_case in read.maps.items()
    }
