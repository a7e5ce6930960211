"""The files of the synthetic release, named and filled as in the official layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

from data_access.geometry import Mask, fill_contours
from data_access.phantom import LABELS, PATHOLOGIES, Patient, draw_patient, paint_case, pathologies_of_study
from data_access.writers import write_csv, write_heatmap, write_json, write_segmentations

Drawn = Mapping[str, list[NDArray[np.float64]]]
"""Pathology to closed contours of shape (n, 2), x and y in pixels."""

# beyond the patients of CheXpert, whose last is 65240, so that nobody is taken for one of them
_FIRST_PATIENT = {"val": 90001, "test": 95001}
# of a dozen studies: those of the patient before, and those with a lateral view as well
_FOLLOW_UPS = (4, 10)
_WITH_LATERAL = (1, 7)
_N_WITHOUT_BENCHMARK = 2
_PROBABILITY_CUTOFF = 0.3
_SIDE_PX = (1000, 1400)
_JPEG_QUALITY = 92


@dataclass(frozen=True, slots=True)
class Exam:
    """One image that is to be painted.

    Attributes
    ----------
    split : str
        `val` or `test`.
    study_path : str
        `patientNNNNN/studyN`.
    view : str
        `view1_frontal` or `view2_lateral`.
    seed : tuple of int
        Of the study: its two views have the same labels.
    patient : Patient
        Whose chest.
    pathologies : tuple of str
        What is to be seen.
    is_upright : bool
        Whether the patient stood for a lateral view as well, so that no film was taken in bed.
    """

    split: str
    study_path: str
    view: str
    seed: tuple[int, ...]
    patient: Patient
    pathologies: tuple[str, ...]
    is_upright: bool

    @property
    def case_id(self) -> str:
        """Id of the image in the annotation files."""
        return f"{self.study_path.replace('/', '_')}_{self.view}"


@dataclass(frozen=True, slots=True)
class DemoCase:
    """What the files of a split need of one case, whose film and heat maps are already written.

    Attributes
    ----------
    exam : Exam
        What was painted.
    size_hw : tuple of int
        Height and width of the film in pixels.
    row : dict
        Its row of the label table.
    gt, benchmark : mapping of pathology to contours
        As drawn by the two groups of readers.
    points : dict of pathology to points
        Clicked by the benchmark readers, x and y in pixels.
    masks_model : dict of pathology to Mask
        From the heat maps, for all ten.
    """

    exam: Exam
    size_hw: tuple[int, int]
    row: dict[str, object]
    gt: Drawn
    benchmark: Drawn
    points: dict[str, list[tuple[float, float]]]
    masks_model: dict[str, Mask]


def plan_exams(split: str, n_images: int, seed: int) -> list[Exam]:
    """Plan the images of a split: some patients have a second study, some studies a lateral view."""
    exams: list[Exam] = []
    patient: Patient | None = None
    number, study, index = _FIRST_PATIENT[split] - 1, 1, 0
    while len(exams) < n_images:
        seed_of_study = (seed, _FIRST_PATIENT[split], index)
        rng = np.random.default_rng(seed_of_study)
        newcomer = draw_patient(rng)
        if patient is not None and index % 12 in _FOLLOW_UPS:
            study += 1
        else:
            patient, number, study = newcomer, number + 1, 1
        pathologies = pathologies_of_study(index, rng)
        has_lateral = index % 12 in _WITH_LATERAL
        for view in ("view1_frontal", "view2_lateral")[: 1 + has_lateral]:
            path = f"patient{number}/study{study}"
            exams.append(Exam(split, path, view, seed_of_study, patient, pathologies, has_lateral))
        index += 1
    return exams[:n_images]


def write_case(root: Path, exam: Exam, *, size_hw: tuple[int, int] | None, images: bool) -> DemoCase:
    """Paint one case, write its film and heat maps below `root`, and answer what its split's files need.

    Parameters
    ----------
    root : Path
        Folder of the release.
    exam : Exam
        What to paint.
    size_hw : tuple of int or None
        Height and width in pixels; None for a size of its own.
    images : bool
        Whether to paint and write the film.
    """
    if size_hw is None:
        sides = np.random.default_rng((*exam.seed, *exam.view.encode())).integers(*_SIDE_PX, 2, endpoint=True)
        size_hw = (int(sides[0]), int(sides[1]))
    case = paint_case(
        np.random.default_rng((*exam.seed, 1)),
        size_hw,
        exam.view.rpartition("_")[2],
        exam.pathologies,
        exam.patient,
        portable=False if exam.is_upright else None,
    )
    if images:
        film = root / "CheXpert" / exam.split / exam.study_path / f"{exam.view}.jpg"
        film.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(case.image).save(film, quality=_JPEG_QUALITY)
    maps = root / "CheXlocalize" / f"gradcam_maps_{exam.split}"
    masks_model: dict[str, Mask] = {}
    for pathology, heatmap in case.heatmaps.items():
        probability = case.probabilities[pathology]
        write_heatmap(maps / f"{exam.case_id}_{pathology}_map.npz", heatmap, probability, pathology, size_hw)
        is_seen = probability >= _PROBABILITY_CUTOFF
        masks_model[pathology] = Mask.from_array(otsu_mask(heatmap, size_hw)) if is_seen else Mask.empty(size_hw)

    # the two tables differ as the official ones do: the test split says nothing of the patient
    row: dict[str, object] = {"Path": f"test/{exam.study_path}/{exam.view}.jpg"}
    if exam.split == "val":
        row = {"Path": f"CheXpert-v1.0/valid/{exam.study_path}/{exam.view}.jpg", "Sex": case.sex, "Age": case.age}
        row |= {"Frontal/Lateral": case.view.capitalize(), "AP/PA": case.ap_pa}
    for label in LABELS:
        # the tables say lung where the annotation files say airspace
        row["Lung Opacity" if label == "Airspace Opacity" else label] = float(case.labels[label])
    return DemoCase(exam, size_hw, row, case.contours_gt, case.contours_benchmark, case.points_benchmark, masks_model)


def otsu_mask(heatmap: NDArray[np.float32], size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Turn a heat map (h, w) into a mask (height, width) as the paper does by default.

    The rule of `components.metrics.binarize`, which may not be imported here; a test holds the two together.
    """
    upsampled = cv2.resize(heatmap, (size_hw[1], size_hw[0]), interpolation=cv2.INTER_LINEAR)
    low, high = np.float32(upsampled.min()), np.float32(upsampled.max())
    if low == high:
        return np.zeros(size_hw, dtype=np.bool_)
    levels = ((upsampled - low) / (high - low) * np.float32(255)).astype(np.uint8)
    _, brighter = cv2.threshold(levels, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    traced, _ = cv2.findContours(brighter, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    return fill_contours([np.asarray(contour, np.int32).reshape(-1, 2) for contour in traced], size_hw)


def write_split(root: Path, split: str, cases: list[DemoCase]) -> None:
    """Write the label table and the annotation files of one split; a split without cases has no files."""
    if not cases:
        return
    write_csv(root / "CheXpert" / f"{split}_labels.csv", pd.DataFrame([case.row for case in cases]))
    drawn = [case for case in cases if case.gt]
    step = len(drawn) // (_N_WITHOUT_BENCHMARK + 1)
    unread = {step * (k + 1) for k in range(_N_WITHOUT_BENCHMARK)} if split == "test" and step else set[int]()
    read = [case for index, case in enumerate(drawn) if index not in unread]

    folder = root / "CheXlocalize"
    for source, contours_of in (
        ("gt", {case.exam.case_id: (case.size_hw, case.gt) for case in drawn}),
        ("hb", {case.exam.case_id: (case.size_hw, case.benchmark) for case in read}),
    ):
        annotations = {case_id: {"img_size": size_hw, **found} for case_id, (size_hw, found) in contours_of.items()}
        write_json(folder / f"{source}_annotations_{split}.json", annotations)
        masks = {case_id: _fill(found, size_hw) for case_id, (size_hw, found) in contours_of.items()}
        write_segmentations(folder / f"{source}_segmentations_{split}.json", masks)
    model = {case.exam.case_id: case.masks_model for case in cases}
    write_segmentations(folder / f"gradcam_segmentations_{split}.json", model)
    write_json(folder / f"hb_salient_pt_{split}.json", {case.exam.case_id: case.points for case in read})


def _fill(drawn: Drawn, size_hw: tuple[int, int]) -> dict[str, Mask]:
    """Answer a mask for each of the ten pathologies, empty for those not drawn."""
    return {
        pathology: Mask.from_array(fill_contours(drawn[pathology], size_hw))
        if pathology in drawn
        else Mask.empty(size_hw)
        for pathology in PATHOLOGIES
    }
