"""A model's mask on its film in each frame it can be in, beside the ground truth, as small pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from components.exports.thumbnail import SIDE_PX, draw
from components.figures.theme import SourceStyle, source_styles
from components.figures.xray import xray_info
from components.tables.case import Drawing
from components.tables.frame_guess import iou_of, telling_cases, truth_of
from data_access.annotation_set import Source, State
from data_access.dataset import Dataset
from data_access.files import FileError
from data_access.geometry import Mask
from data_access.images import DisplayImage, ImageError, make_display
from data_access.model_import.frames import FRAMES, Frame, fits, map_back
from data_access.model_import.read_model import ReadModel

MODEL = Source("model", "Model", "model", "automatic")


class FramePicture(NamedTuple):
    """One film with the mask as it lies in one frame.

    Attributes
    ----------
    frame : Frame
        The frame.
    content : bytes
        JPEG.
    iou : float or None
        With the ground truth; None where that drew nothing.
    """

    frame: Frame
    content: bytes
    iou: float | None


class CasePreview(NamedTuple):
    """One pathology of one case in every frame that its mask fits, and whose outlines are drawn."""

    case_id: str
    target: str
    sources: tuple[Source, ...]
    pictures: tuple[FramePicture, ...]


def previews(read: ReadModel, dataset: Dataset, n_cases: int = 3) -> list[CasePreview]:
    """Draw the cases on which frames are told apart best; none where no mask has a film of known size."""
    return [_of_case(read, dataset, case_id, target) for case_id, target in telling_cases(read, dataset, n_cases)]


def _of_case(read: ReadModel, dataset: Dataset, case_id: str, target: str) -> CasePreview:
    mask, size_hw = read.masks[case_id][target], read.size_of(case_id)
    if size_hw is None:
        raise ValueError(f"expected a film of known size, but {case_id} has none")
    try:
        image, fault = make_display(dataset.image_bytes(case_id), SIDE_PX), ""
    except (FileError, ImageError) as error:
        image, fault = None, str(error)
    truth_set = truth_of(dataset, read.split)
    truth = truth_set.mask(case_id, target) if truth_set is not None else None
    drawn = []
    if truth_set is not None and truth is not None and not truth.is_empty and truth.size_hw == size_hw:
        drawn.append(Drawing(truth_set.source, target, State.DRAWN, truth))
    pictures = []
    for frame in FRAMES:
        if fits(frame, mask.size_hw, size_hw):
            mapped = map_back(mask, frame, size_hw)
            overlap = iou_of(mapped, truth) if drawn and truth is not None else math.nan
            content = _draw(case_id, image, fault, [*drawn, Drawing(MODEL, target, _state(mapped), mapped)])
            pictures.append(FramePicture(frame, content, None if math.isnan(overlap) else overlap))
    return CasePreview(case_id, target, (*(one.source for one in drawn), MODEL), tuple(pictures))


def preview_styles(sources: Sequence[Source]) -> dict[str, SourceStyle]:
    """Give each source its style; the model's line is whole, as it has to be seen on a small picture."""
    styles = source_styles(sources)
    return {**styles, MODEL.key: replace(styles[MODEL.key], dash="solid")}


def _state(mask: Mask) -> State:
    return State.EMPTY if mask.is_empty else State.DRAWN


def _draw(case_id: str, image: DisplayImage | None, fault: str, drawn: list[Drawing]) -> bytes:
    return draw(xray_info(case_id, drawn, image, fault), preview_styles([one.source for one in drawn]))
