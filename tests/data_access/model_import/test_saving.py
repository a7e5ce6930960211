"""A finished model is a source in memory and the same one once saved; what is written is whole or not there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from data_access import open_dataset, rle
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.geometry import Mask
from data_access.model_import import saving
from data_access.model_import.finished import FinishedModel, finish
from data_access.model_import.frames import Frame
from data_access.progress import untracked
from tests.builders import CASE_A, CASE_B, SIZE_HW, Release, npz_bytes, put
from tests.data_access.model_import.conftest import Read, png

SQUARE = np.eye(12, dtype=bool)
REMARK = "masks mapped back from 12 x 12 px, padded to a square, nearest-neighbour"


def everything(read: Read) -> FinishedModel:
    """Return a model with a mask and a heat map, both padded by a column at either side, and a probability."""
    files = {
        f"{CASE_A}_Edema.png": png(SQUARE),
        f"{CASE_A}_Edema_map.npz": npz_bytes(map=np.arange(144, dtype=np.float32).reshape(12, 12)),
        "p.csv": f"id,Edema\n{CASE_A},0.25\n".encode(),
    }
    return finish(read(files), "mine", "padded", untracked)


def assert_is_everything(annotated: AnnotationSet) -> None:
    assert annotated.mask(CASE_A, "Edema") == Mask.from_array(SQUARE[:, 1:11])
    assert annotated.probability(CASE_A, "Edema") == 0.25
    heatmap = annotated.heatmap(CASE_A, "Edema")
    assert heatmap is not None
    assert heatmap.map_hw[0].tolist() == list(range(1, 11))
    assert heatmap.size_hw == SIZE_HW
    assert annotated.source.origin == "automatic"
    assert REMARK in annotated.remark
    assert annotated.remark.endswith("heat maps cut from 12 x 12 px, padded to a square, nearest-neighbour")


def test_a_source_in_memory(read: Read, dataset: Dataset) -> None:
    added = everything(read).annotation_set(dataset)
    assert_is_everything(added)
    view = dataset.with_set(added)
    assert view.annotation_set("test", "mine") is added
    assert dataset.annotation_set("test", "mine") is None


def test_the_same_source_once_saved(read: Read, tmp_path: Path) -> None:
    root = Release().write(tmp_path)
    written = saving.save(everything(read), saving.place_of(open_dataset(root), "test"), untracked)
    assert [path.name for path in written] == [
        "mine_about_test.json",
        "mine_maps_test",
        "mine_probabilities_test.csv",
        "mine_segmentations_test.json",
    ]
    opened = open_dataset(root)
    saved = opened.annotation_set("test", "mine")
    assert saved is not None
    assert_is_everything(saved)
    assert not len(opened.problems)
    assert not [path for path in (root / "CheXlocalize").iterdir() if path.name.startswith(".")]


def test_a_model_there_is_replaced_only_if_asked_for(read: Read, tmp_path: Path) -> None:
    saving.save(everything(read), tmp_path, untracked)
    masks_alone = finish(read({f"{CASE_B}_Edema.png": png(SQUARE)}), "mine", "squashed", untracked)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    with pytest.raises(saving.TakenError, match="--replace"):
        saving.save(masks_alone, tmp_path, untracked)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    saving.save(masks_alone, tmp_path, untracked, replace=True)
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "mine_about_test.json",
        "mine_segmentations_test.json",
    ]
    assert list(json.loads((tmp_path / "mine_segmentations_test.json").read_bytes())) == [CASE_B]


@pytest.mark.parametrize("at_call", [1, 2, 5, 6])
def test_what_was_there_is_there_again_if_a_rename_fails(
    read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_call: int
) -> None:
    saving.save(everything(read), tmp_path, untracked)
    before = {path.name for path in tmp_path.rglob("*")}
    model = finish(read({f"{CASE_B}_Edema.png": png(SQUARE)}), "mine", "squashed", untracked)
    rename, calls = Path.replace, []

    def failing(path: Path, target: Path) -> Path:
        if ".part" not in path.name and "mine_" in path.name:  # not the drafts of single files
            calls.append(path)
            if len(calls) == at_call:
                raise OSError("disk full")
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OSError, match="disk full"):
        saving.save(model, tmp_path, untracked, replace=True)
    assert {path.name for path in tmp_path.rglob("*")} == before


def test_a_folder_that_cannot_be_written_to_is_left_as_it_is(
    read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "write_heatmap", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        saving.save(everything(read), tmp_path, untracked)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("frame", "n_masks", "said"),
    [
        pytest.param("image", 0, "a mask of 12 x 12 px", id="another size than the film"),
        pytest.param("cropped", 1, "1 heat maps of its middle square", id="heat maps of a part"),
    ],
)
def test_what_does_not_fit_the_frame_is_listed(read: Read, frame: Frame, n_masks: int, said: str) -> None:
    files = {f"{CASE_A}_Edema.png": png(SQUARE), f"{CASE_A}_Edema_map.npz": npz_bytes()}
    finished = finish(read(files), "mine", frame, untracked)
    assert finished.n_masks == n_masks
    assert [problem.found for problem in finished.problems] == [said]


def test_films_of_unknown_size(tmp_path: Path) -> None:
    """Without film and ground truth, a mask is kept in image pixels alone."""
    from data_access.model_import.inputs import uploaded
    from data_access.model_import.reading import read_model

    root = Release(image_ids=[], masks={}, contours_xy={}, points_xy={}).write(tmp_path)  # a label table alone
    read = read_model([uploaded(f"{CASE_A}_Edema.png", png(SQUARE))], open_dataset(root), "test", untracked)
    kept, skipped = finish(read, "mine", "image", untracked), finish(read, "mine", "squashed", untracked)
    assert kept.masks[CASE_A]["Edema"] == Mask.from_array(SQUARE)
    assert [problem.action for problem in kept.problems] == ["noted"]
    assert skipped.masks == {}
    assert [problem.action for problem in skipped.problems] == ["skipped"]


@pytest.mark.parametrize(
    ("content", "remark", "n_problems"),
    [
        pytest.param({"remark": " a\n<b> \u202e"}, "a <b> \\u202e", 0, id="one readable line"),
        pytest.param({"remark": 3}, "", 1, id="no text"),
        pytest.param({}, "", 1, id="no remark"),
        pytest.param("[", "", 1, id="no JSON"),
    ],
)
def test_the_remark_of_a_saved_model(tmp_path: Path, content: object, remark: str, n_problems: int) -> None:
    root = Release(heatmaps={"mine": {}}, masks={"mine": {CASE_A: {}}}).write(tmp_path)
    put(root / "CheXlocalize/mine_about_test.json", content)
    opened = open_dataset(root)
    found = opened.annotation_set("test", "mine")
    assert found is not None
    assert found.remark == remark
    assert len(opened.problems) == n_problems


def test_a_remark_without_a_model_is_no_source(tmp_path: Path) -> None:
    root = Release().write(tmp_path)
    put(root / "CheXlocalize/mine_about_test.json", {"remark": "x", "patient1_study1_view1_frontal": {}})
    opened = open_dataset(root)
    assert opened.annotation_set("test", "mine") is None
    assert [problem.found for problem in opened.problems] == ["neither"]


def test_runs_are_written_as_coco_writes_them() -> None:
    assert rle.from_runs(np.array([3, 2, 1]), (2, 3)) == rle.encode(np.array([[0, 0, 1], [0, 1, 0]], bool))
