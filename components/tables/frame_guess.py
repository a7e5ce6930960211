"""Which frame a model's masks are in, most likely: what their sizes allow, and where they lie on the ground truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from components.metrics.overlap import PairAreas, iou, pair_areas
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.geometry import Mask
from data_access.model_import.frames import FRAMES, Frame, covered, fits, map_back
from data_access.model_import.read_model import ReadModel

MAX_COMPARED = 60
"""Masks compared with the ground truth, spread evenly over the cases; enough to tell frames apart at once."""


MIN_GAIN = 0.03
MIN_STANDARD_ERRORS = 3.0
"""By how much mean IoU, and how many standard errors of it, padded must agree better than squashed to be guessed.

A frame is a fact about the model. A model that draws too small agrees better in a frame that enlarges its masks, so a
small gain says nothing; and to take whichever frame gives the best number would flatter the model.
"""

MAX_OUTSIDE_SHARE = 0.02
"""Padded is ruled out if more than this share of what is drawn would lie beside the film."""


class Guess(NamedTuple):
    """A frame to offer, and why."""

    frame: Frame
    reason: str


class FrameEvidence(NamedTuple):
    """What speaks for a frame.

    Attributes
    ----------
    frame : Frame
        The frame.
    n_fit : int
        Masks whose size it fits.
    outside_share : float
        Share of the area drawn that would lie beside the film, of the masks compared; NaN for none.
    iou : ndarray of float64
        IoU with the ground truth of each mask compared, once mapped back; the same masks for every frame that fits all.
    """

    frame: Frame
    n_fit: int
    outside_share: float
    iou: NDArray[np.float64]

    @property
    def mean_iou(self) -> float:
        """Mean of the IoU; NaN without a mask compared."""
        return float(self.iou.mean()) if self.iou.size else float("nan")


def evidence_of(read: ReadModel, dataset: Dataset) -> list[FrameEvidence]:
    """Say of each frame that fits any mask how many it fits, and how the masks lie on the films once mapped back.

    Parameters
    ----------
    read : ReadModel
        The model, its masks at their own sizes.
    dataset : Dataset
        Whose ground truth to compare with.

    Returns
    -------
    list of FrameEvidence
        In the order of `FRAMES`; empty without masks.
    """
    n_fit = dict.fromkeys(FRAMES, 0)
    for case_id, of_case in read.masks.items():
        size_hw = read.size_of(case_id)
        for mask in of_case.values():
            for frame in FRAMES:
                n_fit[frame] += frame == "image" if size_hw is None else fits(frame, mask.size_hw, size_hw)
    pairs = compared_masks(read, dataset)
    return [_of_frame(frame, n_fit[frame], pairs) for frame in FRAMES if n_fit[frame]]


def _of_frame(frame: Frame, n_fit: int, pairs: Sequence[tuple[Mask, Mask]]) -> FrameEvidence:
    mapped, drawn_px = [], 0.0
    for drawn, truth in pairs:
        if fits(frame, drawn.size_hw, truth.size_hw):
            box = covered(frame, truth.size_hw)
            drawn_px += drawn.area_share * box.height * box.width
            mapped.append((map_back(drawn, frame, truth.size_hw), truth))
    kept_px = sum(mask.area_px for mask, _ in mapped)
    outside = max(0.0, 1 - kept_px / drawn_px) if drawn_px else float("nan")
    return FrameEvidence(frame, n_fit, outside, iou(_areas(mapped), "full"))


def guess(evidence: Sequence[FrameEvidence]) -> Guess:
    """Choose a frame to offer.

    Image pixels where no frame fits more masks. Else squashed, as most models have it, unless padded agrees clearly
    better with the ground truth (`MIN_GAIN`, `MIN_STANDARD_ERRORS`) and leaves next to nothing beside the film. The
    rarer frames are for the user to choose: their gain is too easily that of a mask made smaller or larger.
    """
    if not evidence:
        return Guess("squashed", "there are no masks; heat maps are stretched over the whole film")
    n_most = max(one.n_fit for one in evidence)
    by_frame = {one.frame: one for one in evidence if one.n_fit == n_most}
    if "image" in by_frame:
        return Guess("image", "every mask has the size of its film")
    squashed = by_frame["squashed"]
    if not squashed.iou.size:
        return Guess("squashed", "most models squash, and there is no ground truth to compare with")
    padded = by_frame.get("padded")
    if (
        padded is not None
        and padded.outside_share <= MAX_OUTSIDE_SHARE
        and _is_clearly_better(padded.iou, squashed.iou)
    ):
        found = f"mean IoU {padded.mean_iou:.3f} against {squashed.mean_iou:.3f} if squashed, {padded.iou.size} masks"
        return Guess("padded", f"it agrees clearly better with the ground truth: {found}")
    found = f"padded does not agree clearly better ({squashed.iou.size} masks)"
    return Guess("squashed", f"most models squash, and {found}")


def _is_clearly_better(values: NDArray[np.float64], others: NDArray[np.float64]) -> bool:
    """Say whether paired values are larger on average, by enough and not by chance; never for fewer than three."""
    if values.size != others.size or values.size < 3:
        return False
    gain = values - others
    by_chance = gain.std(ddof=1) / np.sqrt(gain.size)
    return bool(gain.mean() >= MIN_GAIN and gain.mean() > MIN_STANDARD_ERRORS * by_chance)


def compared_masks(read: ReadModel, dataset: Dataset) -> list[tuple[Mask, Mask]]:
    """Return up to `MAX_COMPARED` masks of the model with the ground truth's, of those that both drew."""
    truth = truth_of(dataset, read.split)
    if truth is None:
        return []
    drawn = [
        (mask, truth_mask)
        for case_id in sorted(read.masks)
        for target, mask in read.masks[case_id].items()
        if not mask.is_empty
        and (truth_mask := truth.mask(case_id, target)) is not None
        and not truth_mask.is_empty
        and truth_mask.size_hw == read.size_of(case_id)
    ]
    chosen = np.linspace(0, len(drawn) - 1, min(len(drawn), MAX_COMPARED)).round().astype(int)
    return [drawn[place] for place in chosen]


def telling_cases(read: ReadModel, dataset: Dataset, n_cases: int = 3) -> list[tuple[str, str]]:
    """Return the cases and pathologies on which frames are told apart best: both drew, on a film far from square.

    Of each case one pathology. Where the ground truth drew none of them, those of the largest mask are returned.
    """
    truth = truth_of(dataset, read.split)
    ranked = []
    for case_id, of_case in read.masks.items():
        size_hw = read.size_of(case_id)
        for target, mask in of_case.items():
            if size_hw is not None and not mask.is_empty:
                other = truth.mask(case_id, target) if truth is not None else None
                n_smaller = min(mask.area_share, other.area_share) if other is not None else 0.0
                squareness = min(size_hw) / max(size_hw)
                ranked.append((n_smaller == 0, squareness, -n_smaller, -mask.area_share, case_id, target))
    chosen: dict[str, str] = {}
    for *_, case_id, target in sorted(ranked):
        chosen.setdefault(case_id, target)
        if len(chosen) == n_cases:
            break
    return list(chosen.items())


def truth_of(dataset: Dataset, split: str) -> AnnotationSet | None:
    """Return the ground truth of a split; None where there is none with masks."""
    return next((one for one in dataset.sets_of(split) if one.source.role == "ground_truth" and one.has_masks), None)


def iou_of(mask: Mask, truth: Mask) -> float:
    """Return the IoU of two masks of one size; NaN if both are empty."""
    return float(iou(_areas([(mask, truth)]), "full")[0])


def _areas(pairs: Sequence[tuple[Mask, Mask]]) -> PairAreas:
    return pair_areas(
        np.array([truth.area_px for _, truth in pairs], np.int64),
        np.array([mask.area_px for mask, _ in pairs], np.int64),
        np.array([mask.intersection_px(truth) for mask, truth in pairs], np.int64),
        np.array([truth.size_hw[0] * truth.size_hw[1] for _, truth in pairs], np.int64),
    )
