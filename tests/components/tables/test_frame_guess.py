"""The frame offered: sizes first, then what most models do, unless the ground truth says clearly otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.tables.frame_guess import FrameEvidence, evidence_of, guess, telling_cases
from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.geometry import Mask
from data_access.model_import.frames import FRAMES, Frame
from data_access.model_import.read_model import ReadModel, image_sizes
from tests.builders import Release, box

SIZE_HW = (40, 20)
IDS = tuple(f"patient6454{number}_study1_view1_frontal" for number in range(1, 6))


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Return five films twice as high as wide, each with a heart at another place."""
    drawn = {case_id: {"Cardiomegaly": heart(number)} for number, case_id in enumerate(IDS)}
    release = Release(image_ids=IDS, masks={"gt": drawn}, contours_xy={}, points_xy={}, size_hw=SIZE_HW, labels="")
    return open_dataset(release.write(tmp_path_factory.mktemp("release")))


def heart(number: int) -> NDArray[np.bool_]:
    return box(8 + 4 * number, 2 + 2 * number, 8, 8, SIZE_HW)


def model_of(dataset: Dataset, frame: Frame) -> ReadModel:
    """Return a model that draws the ground truth as its picture in a frame shows it, on 40 x 40 px."""
    read = ReadModel("test", image_sizes(dataset, "test"))
    for number, case_id in enumerate(IDS):
        mask = heart(number)
        shown = {
            "image": mask,
            "squashed": mask.repeat(2, axis=1),
            "padded": np.pad(mask, ((0, 0), (10, 10))),
            "padded-corner": np.pad(mask, ((0, 0), (0, 20))),
            "cropped": mask[10:30].repeat(2, axis=0).repeat(2, axis=1),
        }[frame]
        read.masks[case_id]["Cardiomegaly"] = Mask.from_array(shown)
    return read


@pytest.mark.parametrize("frame", FRAMES)
def test_a_model_that_draws_the_truth_shows_its_frame(dataset: Dataset, frame: Frame) -> None:
    evidence = evidence_of(model_of(dataset, frame), dataset)
    assert guess(evidence).frame == (frame if frame in ("image", "padded") else "squashed")  # the others are asked for
    of_frame = next(one for one in evidence if one.frame == frame)
    assert (of_frame.n_fit, of_frame.iou.size) == (5, 5)
    assert of_frame.outside_share == pytest.approx(0)
    if frame != "cropped":  # which has lost what lay above and below
        assert of_frame.iou.tolist() == [1.0] * 5


def test_numbers_of_the_other_frames_can_be_checked_by_hand(dataset: Dataset) -> None:
    """The heart of case 0 is at columns 2 to 9, of its padded picture at 12 to 19; squashed it would be at 6 to 9."""
    evidence = {one.frame: one for one in evidence_of(model_of(dataset, "padded"), dataset)}
    assert evidence["squashed"].iou[0] == pytest.approx(4 / 8)
    assert list(evidence) == ["squashed", "padded", "padded-corner", "cropped"]  # no mask has the film's size


def by_frame(**iou: list[float]) -> list[FrameEvidence]:
    return [FrameEvidence(frame, 9, 0.0, np.array(iou[frame])) for frame in FRAMES if frame in iou]


@pytest.mark.parametrize(
    ("evidence", "frame", "said"),
    [
        pytest.param([], "squashed", "no masks", id="heat maps alone"),
        pytest.param(by_frame(squashed=[], padded=[]), "squashed", "no ground truth", id="nothing to compare with"),
        pytest.param(by_frame(squashed=[0.1], padded=[0.9]), "squashed", "most models", id="one mask is no evidence"),
        pytest.param(
            by_frame(squashed=[0.5, 0.5, 0.5, 0.5], padded=[0.9, 0.2, 0.8, 0.4]),
            "squashed",
            "padded does not agree clearly better (4 masks)",
            id="better by chance",
        ),
        pytest.param(
            by_frame(squashed=[0.5, 0.4, 0.6], padded=[0.52, 0.42, 0.62]), "squashed", "most models", id="a small gain"
        ),
        pytest.param(
            by_frame(squashed=[0.1] * 3, cropped=[0.9] * 3), "squashed", "most models", id="a rare frame agrees better"
        ),
        pytest.param(
            by_frame(squashed=[0.5, 0.4, 0.6], padded=[0.7, 0.61, 0.8]),
            "padded",
            "mean IoU 0.703 against 0.500 if squashed, 3 masks",
            id="clearly better",
        ),
        pytest.param(
            [*by_frame(squashed=[0.1] * 3), FrameEvidence("padded", 9, 0.2, np.array([0.9] * 3))],
            "squashed",
            "most models",
            id="better, but a fifth would lie beside the film",
        ),
        pytest.param(
            [FrameEvidence("image", 2, 0.0, np.array([])), *by_frame(squashed=[])],
            "squashed",
            "most models",
            id="some masks only have their film's size",
        ),
    ],
)
def test_what_is_offered_and_why(evidence: list[FrameEvidence], frame: Frame, said: str) -> None:
    found = guess(evidence)
    assert found.frame == frame
    assert said in found.reason


def test_cases_to_look_at_are_those_that_both_drew(dataset: Dataset) -> None:
    read = model_of(dataset, "squashed")
    read.masks[IDS[0]] = {"Edema": Mask.from_array(np.ones((40, 40), bool))}  # large, and the ground truth has none
    assert {case_id for case_id, _ in telling_cases(read, dataset)} <= set(IDS[1:])
    assert telling_cases(read, dataset, n_cases=9)[-1] == (IDS[0], "Edema")
    assert len(telling_cases(read, dataset)) == 3
    assert telling_cases(ReadModel("test", read.size_of), dataset) == []
