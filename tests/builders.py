"""Small releases for tests: a builder takes what to put in and fills the rest; every number can be checked by hand."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from data_access import rle
from data_access.adapters.chexlocalize_names import PATHOLOGIES, TASKS
from data_access.geometry import Mask

SIZE_HW = (12, 10)
CASE_A = "patient64541_study1_view1_frontal"
CASE_B = "patient64542_study1_view1_frontal"
CASE_C = "patient64543_study2_view2_lateral"
CASES = (CASE_A, CASE_B, CASE_C)

Masks = Mapping[str, Mapping[str, NDArray[np.bool_]]]
"""Case id, then pathology, then mask."""


def box(top: int, left: int, height: int, width: int, size_hw: tuple[int, int] = SIZE_HW) -> NDArray[np.bool_]:
    """Return a mask of one rectangle."""
    mask = np.zeros(size_hw, bool)
    mask[top : top + height, left : left + width] = True
    return mask


def box_xy(top: int, left: int, height: int, width: int) -> list[list[float]]:
    """Return the contour that fills to `box` of the same numbers: its corner pixels."""
    right, bottom = left + width - 1, top + height - 1
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def mask_json(mask: NDArray[np.bool_]) -> dict[str, object]:
    """Return a mask as the official files hold it."""
    return {"size": list(mask.shape), "counts": rle.encode(mask).decode("ascii")}


# What is drawn by default: one heart that all three sources place differently, one effusion that the benchmark
# does not see, and a case without anything. The heart's 16 px overlap by 8 px, so every IoU of it is 8 / 24.
DRAWN: dict[str, Masks] = {
    "gt": {
        CASE_A: {"Cardiomegaly": box(2, 2, 4, 4)},
        CASE_B: {},
        CASE_C: {"Pleural Effusion": box(6, 0, 3, 5)},
    },
    "hb": {CASE_A: {"Cardiomegaly": box(2, 4, 4, 4)}, CASE_B: {}, CASE_C: {}},
    "gradcam": {
        CASE_A: {"Cardiomegaly": box(4, 2, 4, 4)},
        CASE_B: {},
        CASE_C: {"Pleural Effusion": box(6, 0, 3, 5)},
    },
}
CONTOURS_XY: dict[str, dict[str, dict[str, list[list[list[float]]]]]] = {
    "gt": {
        CASE_A: {"Cardiomegaly": [box_xy(2, 2, 4, 4)]},
        CASE_C: {"Pleural Effusion": [box_xy(6, 0, 3, 5)]},
    },
    "hb": {CASE_A: {"Cardiomegaly": [box_xy(2, 4, 4, 4)]}, CASE_B: {}, CASE_C: {}},
}
POINTS_XY: dict[str, dict[str, dict[str, list[list[float]]]]] = {"hb": {CASE_A: {"Cardiomegaly": [[4.5, 3.0]]}}}
HEATMAPS: dict[str, Masks] = {"gradcam": {CASE_A: {"Cardiomegaly": box(4, 2, 4, 4)}}}


def segmentations(masks: Masks, size_hw: tuple[int, int] = SIZE_HW) -> dict[str, dict[str, object]]:
    """Return a segmentations file's content: each case has all ten pathologies, empty where no mask is given."""
    empty = np.zeros(size_hw, bool)
    return {
        case_id: {pathology: mask_json(of_case.get(pathology, empty)) for pathology in PATHOLOGIES}
        for case_id, of_case in masks.items()
    }


def contours(
    of_case: Mapping[str, Mapping[str, object]], size_hw: tuple[int, int] = SIZE_HW
) -> dict[str, dict[str, object]]:
    """Return a contours file's content."""
    return {case_id: {"img_size": list(size_hw), **drawn} for case_id, drawn in of_case.items()}


def label_csv(
    case_ids: Iterable[str] = CASES,
    *,
    prefix: str = "CheXpert-v1.0/valid/",
    demographics: bool = True,
    cells: Mapping[tuple[str, str], str] | None = None,
) -> str:
    """Return a label table: 0 wherever `cells`, by case id and column, says nothing else."""
    columns = ["Path", *(("Sex", "Age", "Frontal/Lateral", "AP/PA") if demographics else ())]
    columns += ["Lung Opacity" if task == "Airspace Opacity" else task for task in TASKS]
    defaults = {"Sex": "Female", "Age": "61", "Frontal/Lateral": "Frontal", "AP/PA": "AP"}
    lines = [",".join(columns)]
    for case_id in case_ids:
        row = {**defaults, "Path": f"{prefix}{image_path(case_id)}"}
        lines.append(",".join((cells or {}).get((case_id, column), row.get(column, "0.0")) for column in columns))
    return "\n".join(lines) + "\n"


def image_path(case_id: str, ending: str = ".jpg") -> str:
    """Return where an image lies below its split's folder."""
    patient, study, view = case_id.split("_", 2)
    return f"{patient}/{study}/{view}{ending}"


def image_bytes(size_hw: tuple[int, int] = SIZE_HW, image_format: str = "JPEG", **options: object) -> bytes:
    """Return an encoded grey ramp."""
    ramp = np.linspace(0, 255, size_hw[0] * size_hw[1]).reshape(size_hw).astype(np.uint8)
    stream = io.BytesIO()
    Image.fromarray(ramp).save(stream, image_format, **options)
    return stream.getvalue()


def npz_bytes(**arrays: object) -> bytes:
    """Return a heat map in the safe format; what is not given is a map of 2 x 3 of a pathology at 0.75."""
    stored: dict[str, object] = {
        "map": np.arange(6, dtype=np.float32).reshape(1, 1, 2, 3),
        "prob": np.float64(0.75),
        "task": np.str_("Cardiomegaly"),
        "cxr_dims": np.array([SIZE_HW[1], SIZE_HW[0]]),
        **arrays,
    }
    stream = io.BytesIO()
    kept: dict[str, Any] = {key: np.asarray(value) for key, value in stored.items() if value is not None}
    np.savez_compressed(stream, **kept)
    return stream.getvalue()


def put(path: Path, content: bytes | str | object) -> Path:
    """Write a file, its folders first; what is neither bytes nor text is written as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Release:
    """What to write of one split; a part given as empty is left out.

    Attributes
    ----------
    split : str
        As the files spell it.
    image_dir, label_table, annotation_dir : str
        Where things lie below the root; by default in the official layout of `split`.
    image_ids : iterable of str
        Cases with an image.
    labels : str or None
        Content of the label table; by default the official columns of the split, all 0.
    masks, contours_xy, points_xy, heatmaps : mapping of source key to what it drew
        Heat maps are written as `.npz`, with probability 0.75.
    """

    split: str = "test"
    image_dir: str | None = None
    label_table: str | None = None
    annotation_dir: str = "CheXlocalize"
    image_ids: Iterable[str] = CASES
    labels: str | None = None
    masks: Mapping[str, Masks] = field(default_factory=lambda: {"gt": DRAWN["gt"], "hb": DRAWN["hb"]})
    contours_xy: Mapping[str, Mapping[str, Mapping[str, object]]] = field(default_factory=lambda: CONTOURS_XY)
    points_xy: Mapping[str, Mapping[str, Mapping[str, object]]] = field(default_factory=lambda: POINTS_XY)
    heatmaps: Mapping[str, Masks] = field(default_factory=dict)
    size_hw: tuple[int, int] = SIZE_HW

    def write(self, root: Path) -> Path:
        """Write everything below `root` and return it."""
        is_test = self.split == "test"
        annotations = root / self.annotation_dir
        images = root / (f"CheXpert/{self.split}" if self.image_dir is None else self.image_dir)
        for case_id in self.image_ids:
            put(images / image_path(case_id), image_bytes(self.size_hw))
        prefix = "test/" if is_test else "CheXpert-v1.0/valid/"
        labels = label_csv(prefix=prefix, demographics=not is_test) if self.labels is None else self.labels
        if labels:
            put(root / (self.label_table or f"CheXpert/{self.split}_labels.csv"), labels)
        for key, masks in self.masks.items():
            put(annotations / f"{key}_segmentations_{self.split}.json", segmentations(masks, self.size_hw))
        for key, of_case in self.contours_xy.items():
            put(annotations / f"{key}_annotations_{self.split}.json", contours(of_case, self.size_hw))
        for key, points in self.points_xy.items():
            put(annotations / f"{key}_salient_pt_{self.split}.json", points)
        for key, maps in self.heatmaps.items():
            for case_id, of_targets in maps.items():
                for target, map_hw in of_targets.items():
                    dims = np.array([self.size_hw[1], self.size_hw[0]])
                    content = npz_bytes(map=map_hw.astype(np.float32), task=target, cxr_dims=dims)
                    put(annotations / f"{key}_maps_{self.split}" / f"{case_id}_{target}_map.npz", content)
        return root


ANNOTATIONS_ONLY = Release(image_ids=(), labels="")
"""A release without images and labels, such as the copies that hold the annotation files alone."""


def mask_of(mask: NDArray[np.bool_]) -> Mask:
    """Return an array as a mask record."""
    return Mask.from_array(mask)
