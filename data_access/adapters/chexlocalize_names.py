"""How CheXlocalize names its files, cases and pathologies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from data_access.annotation_set import Source

PATHOLOGIES = (
    "Enlarged Cardiomediastinum",
    "Cardiomegaly",
    "Lung Lesion",
    "Airspace Opacity",
    "Edema",
    "Consolidation",
    "Atelectasis",
    "Pneumothorax",
    "Pleural Effusion",
    "Support Devices",
)
"""The ten pathologies with masks, in the order of the paper's bootstrap."""

TASKS = (
    "No Finding",
    "Enlarged Cardiomediastinum",
    "Cardiomegaly",
    "Lung Lesion",
    "Airspace Opacity",
    "Edema",
    "Consolidation",
    "Pneumonia",
    "Atelectasis",
    "Pneumothorax",
    "Pleural Effusion",
    "Pleural Other",
    "Fracture",
    "Support Devices",
)
"""The 14 CheXpert tasks in the order of a heat map's probability vector."""

ALIASES = {**{task.casefold(): task for task in TASKS}, "lung opacity": "Airspace Opacity"}
"""Spellings met, case aside. Label tables say "Lung Opacity" where annotation files say "Airspace Opacity"."""

SPLITS = {"val": "val", "valid": "val", "validation": "val", "test": "test"}
"""Folder and file names of the splits, and the one name used inside."""

DEMO_MARK = "SYNTHETIC.json"
"""The file by which a release we made ourselves is told from a real one."""

IMAGE_ROOTS = (".", "CheXpert", "CheXpert-v1.0", "CheXpert-v1.0-small")
ANNOTATION_ROOTS = (".", "CheXlocalize")
ROOTS = tuple(dict.fromkeys((*IMAGE_ROOTS, *ANNOTATION_ROOTS)))
IMAGE_ENDINGS = (".jpg", ".jpeg", ".png")

GROUND_TRUTH = Source("gt", "Ground truth", "ground_truth", "drawn by radiologists")
BENCHMARK = Source("hb", "Benchmark", "benchmark", "drawn by radiologists")
GRAD_CAM = Source("gradcam", "Grad-CAM", "model", "automatic")

LOOKED_FOR = (
    "CheXpert/ or CheXlocalize/",
    "image folders val/, valid/, validation/ or test/",
    "gt_segmentations_<split>.json or gt_annotations_<split>.json",
    "<model>_segmentations_<split>.json",
    "val_labels.csv, valid.csv or test_labels.csv",
)

_SPLIT = r"(?P<split>val|valid|validation|test)"
_FILE = re.compile(
    r"(?P<name>.+?)_(?P<kind>annotations|segmentations|salient_pt|probabilities|maps|about)"
    rf"_{_SPLIT}(?:_sample)?(?P<end>\..+)?"
)
_ENDING = {
    "annotations": ".json",
    "segmentations": ".json",
    "salient_pt": ".json",
    "probabilities": ".csv",
    "maps": None,
    "about": ".json",
}
_LABELS = re.compile(rf"{_SPLIT}(?:_labels)?\.csv")
_CASE_PATH = re.compile(
    r"(?P<patient>patient\d+)[/_](?P<study>study\d+)[/_](?P<view>view\d+_(?P<side>frontal|lateral))"
)
_HEATMAP = re.compile(r"(?P<case_id>.+?)_(?P<target>[^_]+)_map\.(?:npz|pkl)")


@dataclass(frozen=True, slots=True)
class AnnotationFile:
    """An annotation file or heat-map folder, by its name alone.

    Attributes
    ----------
    source_key : str
        `gt`, `hb`, `gradcam` or a user's model.
    kind : str
        `annotations`, `segmentations`, `salient_pt`, `probabilities`, `maps` or `about` (what has to be said of it).
    split : str
        `val` or `test`.
    """

    source_key: str
    kind: str
    split: str


def parse_annotation_name(name: str) -> AnnotationFile | None:
    """Read an annotation file's or heat-map folder's name; None for any other."""
    match = _FILE.fullmatch(name)
    if match is None or match["end"] != _ENDING[match["kind"]]:
        return None
    return AnnotationFile(match["name"], match["kind"], SPLITS[match["split"]])


def annotation_file_name(source_key: str, kind: str, split: str) -> str:
    """Return the name that `parse_annotation_name` reads.

    >>> annotation_file_name("unet", "segmentations", "val")
    'unet_segmentations_val.json'
    """
    return f"{source_key}_{kind}_{split}{_ENDING[kind] or ''}"


def lists_cases(path: str) -> bool:
    """Say whether an annotation file is JSON by case id, by its name alone."""
    named = parse_annotation_name(path.rsplit("/", 1)[-1])
    return named is not None and named.kind in ("annotations", "segmentations", "salient_pt")


def parse_label_name(name: str) -> str | None:
    """Return the split of a label table's name; None for any other file."""
    match = _LABELS.fullmatch(name)
    return SPLITS[match["split"]] if match else None


def parse_heatmap_name(name: str) -> tuple[str, str] | None:
    """Return case id and pathology of a heat map's file name; None for any other."""
    match = _HEATMAP.fullmatch(name)
    return (match["case_id"], canonical(match["target"])) if match else None


def source_of(key: str) -> Source:
    """Return the source that a file name's first part stands for; an unknown one is a user's model."""
    known = {source.key: source for source in (GROUND_TRUTH, BENCHMARK, GRAD_CAM)}
    return known.get(key) or Source(key, key, "model", "automatic")


def canonical(pathology: str) -> str:
    """Return the name used inside for a pathology's or label's name in a file."""
    return ALIASES.get(pathology.strip().casefold(), pathology.strip())


def probability_of(stored: object, target: str) -> float | None:
    """Return the probability of a pathology, which a file stores alone or among those of all 14 tasks."""
    if isinstance(stored, np.ndarray):
        known = stored.size == len(TASKS) and target in TASKS
        return float(stored[TASKS.index(target)]) if known else None
    return stored if isinstance(stored, float) else None


def find_target(name: str) -> str | None:
    """Return the pathology a name in a file stands for; None if it is none of the ten."""
    target = canonical(name)
    return target if target in PATHOLOGIES else None


def case_id_of_path(path: str) -> str | None:
    """Return the case id in an image path, whatever comes before the patient; None if there is none.

    >>> case_id_of_path("CheXpert-v1.0/valid/patient64541/study1/view1_frontal.jpg")
    'patient64541_study1_view1_frontal'
    """
    match = _CASE_PATH.search(path.replace("\\", "/"))
    return f"{match['patient']}_{match['study']}_{match['view']}" if match else None


def describe_id(case_id: str) -> Mapping[str, str]:
    """Return patient, study and view as an id tells them; a foreign id is its own patient."""
    match = _CASE_PATH.fullmatch(case_id)
    if match is None:
        return {"patient": case_id}
    return {"patient": match["patient"], "study": match["study"], "view": match["side"]}
