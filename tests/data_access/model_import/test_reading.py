"""Every kind of file a model may come as, good and bad: the good is kept, each bad item listed with what was found."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.geometry import Mask
from data_access.model_import import inputs, reading
from data_access.model_import.naming import match_case, name_fault, split_stem, suggested_name
from data_access.progress import untracked
from tests.builders import CASE_A, CASE_B, CASE_C, SIZE_HW, Release, box, mask_json, npz_bytes, put
from tests.data_access.model_import.conftest import Read, png

SQUARE = np.eye(8, dtype=bool)
EDEMA = "Edema"


def dumped(value: object) -> bytes:
    return json.dumps(value).encode()


def result(mask: np.ndarray, image_id: object = 1, category_id: object = 7, **more: object) -> dict[str, object]:
    return {"image_id": image_id, "category_id": category_id, "segmentation": mask_json(mask), **more}


NAMES = {
    "images": [
        {"id": 1, "file_name": f"test/{CASE_A.replace('_', '/', 2)}.jpg", "height": 12, "width": 10},
        {"id": 2, "file_name": f"{CASE_B}.png"},
    ],
    "categories": [{"id": 7, "name": "Edema"}, {"id": 8, "name": "Lung Opacity"}],
}


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"m.json": dumped({CASE_A: {EDEMA: mask_json(SQUARE)}})}, id="segmentations"),
        pytest.param({f"{CASE_A}_Edema.png": png(SQUARE)}, id="a PNG"),
        pytest.param({f"{CASE_A}_Edema.png": png(SQUARE.astype(np.uint8))}, id="a PNG of 0 and 1"),
        pytest.param({f"{CASE_A}_Edema.png": png(SQUARE.astype(np.uint16) * 65535)}, id="a PNG of 16 bits"),
        pytest.param({"r.json": dumped([result(SQUARE, CASE_A, "edema")])}, id="COCO results that name the case"),
    ],
)
def test_one_mask_of_each_kind(read: Read, files: dict[str, bytes]) -> None:
    found = read(files)
    assert found.masks == {CASE_A: {EDEMA: Mask.from_array(SQUARE)}}
    assert not len(found.problems)


@pytest.mark.parametrize(
    ("files", "item", "said"),
    [
        pytest.param({"m.json": b"{"}, "", "no complete JSON", id="cut JSON"),
        pytest.param({"m.json": b"3"}, "", "a int instead of masks", id="JSON of another kind"),
        pytest.param({"m.json": dumped({"x": {EDEMA: mask_json(SQUARE)}})}, "x", "an unknown id", id="an unknown id"),
        pytest.param(
            {"m.json": dumped({CASE_A: {"Nodule": mask_json(SQUARE)}})},
            f"{CASE_A} / Nodule",
            "an unknown name",
            id="an unknown pathology",
        ),
        pytest.param(
            {"m.json": dumped({CASE_A: {EDEMA: {"size": [8, 8], "counts": "!!!"}}})},
            f"{CASE_A} / Edema",
            "characters that COCO run lengths do not have",
            id="run lengths that are none",
        ),
        pytest.param(
            {"m.json": dumped({CASE_A: {EDEMA: mask_json(np.ones((3, 9), bool))}})},
            f"{CASE_A} / Edema",
            "9 x 3 px",
            id="a size that fits no frame",
        ),
        pytest.param({f"{CASE_A}_Nodule.png": png(SQUARE)}, "", "an unknown pathology", id="a PNG of no pathology"),
        pytest.param({"other_Edema.png": png(SQUARE)}, "", "an id that is no case", id="a PNG of no case"),
        pytest.param({"mask.png": png(SQUARE)}, "", "neither a case nor a pathology", id="a PNG of another name"),
        pytest.param({f"{CASE_A}_Edema.png": b"\x89PNG"}, "", "no image that can be read", id="a broken PNG"),
        pytest.param(
            {f"{CASE_A}_Edema.png": png(np.zeros((8, 8, 4), np.uint8))}, "", "transparency", id="a PNG with alpha"
        ),
        pytest.param({f"{CASE_A}_Edema.png": png(SQUARE[:3])}, "", "8 x 3 px", id="a PNG of no fitting size"),
        pytest.param({f"{CASE_A}_Edema_map.npz": b"PK"}, "", "no readable .npz", id="a broken heat map"),
        pytest.param(
            {f"{CASE_A}_Edema_map.npz": npz_bytes(map=np.array([[object()]]))},
            "",
            "type object",
            id="a heat map of objects",
        ),
        pytest.param(
            {f"{CASE_A}_Edema_map.pkl": pickle.dumps({})}, "", "a pickle, which is read from a folder", id="a pickle"
        ),
        pytest.param({"p.csv": b"id,Edema\nother,0.5\n"}, "other", "an unknown id", id="a probability of no case"),
        pytest.param(
            {"p.csv": f"id,Edema\n{CASE_A},7\n".encode()}, f"{CASE_A} / Edema", "7", id="a probability of seven"
        ),
        pytest.param({"notes.txt": b""}, "", ".txt", id="another kind of file"),
        pytest.param({"r.json": dumped([3])}, "result 0", "3", id="a result that is none"),
        pytest.param(
            {"r.json": dumped([result(SQUARE, 5, "Edema")])}, "result 0", "image_id 5, which no mapping", id="no image"
        ),
        pytest.param(
            {"r.json": dumped([result(SQUARE, CASE_A, 5)])}, "result 0", "category_id 5, which no", id="no category"
        ),
        pytest.param(
            {"r.json": dumped([{"image_id": CASE_A, "category_id": EDEMA, "bbox": [0, 0, 1, 1]}])},
            "result 0 / Edema",
            "NoneType without size and counts",
            id="a box alone",
        ),
        pytest.param(
            {"r.json": dumped([{"image_id": CASE_A, "category_id": EDEMA, "segmentation": [[1, 2, 3]]}])},
            "result 0",
            "the polygon",
            id="a polygon of three numbers",
        ),
    ],
)
def test_a_bad_item_is_listed_and_the_rest_is_kept(read: Read, files: dict[str, bytes], item: str, said: str) -> None:
    found = read({**files, f"{CASE_B}_Edema.png": png(SQUARE)})
    assert found.masks == {CASE_B: {EDEMA: Mask.from_array(SQUARE)}}
    (problem,) = found.problems
    assert (problem.file, problem.item, problem.action) == (next(iter(files)), item, "skipped")
    assert said in problem.found


def test_a_case_of_another_split_is_told_from_an_unknown_one(tmp_path_factory: pytest.TempPathFactory) -> None:

    root = tmp_path_factory.mktemp("both")
    Release(split="val", image_ids=[CASE_A], masks={}, contours_xy={}, points_xy={}, labels="").write(root)
    Release(image_ids=[CASE_B], masks={}, contours_xy={}, points_xy={}, labels="").write(root)
    files = [inputs.uploaded("m.json", dumped({CASE_A: {EDEMA: mask_json(SQUARE)}}))]
    found = reading.read_model(files, open_dataset(root), "test", untracked)
    assert [problem.found for problem in found.problems] == ["a case of the split val"]


def test_the_first_of_two_masks_is_kept(read: Read) -> None:
    found = read({f"{CASE_A}_Edema.png": png(SQUARE), "m.json": dumped({CASE_A: {EDEMA: mask_json(~SQUARE)}})})
    assert found.masks[CASE_A][EDEMA] == Mask.from_array(SQUARE)
    assert [problem.found for problem in found.problems] == ["a second one; the first is kept"]


def test_shades_are_cut_at_half_and_said(read: Read) -> None:
    shades = np.zeros((8, 8), np.uint8)
    shades[0, :4] = (255, 128, 127, 1)
    found = read({f"{CASE_A}_Edema.png": png(shades)})
    assert found.masks[CASE_A][EDEMA].area_px == 2
    assert [problem.action for problem in found.problems] == ["repaired"]


@pytest.mark.parametrize("order", [("names.json", "r.json"), ("r.json", "names.json")])
def test_coco_results_with_a_mapping_before_or_after(read: Read, order: tuple[str, str]) -> None:
    files = {"names.json": dumped(NAMES), "r.json": dumped([result(SQUARE), result(SQUARE, 2, 8)])}
    found = read({name: files[name] for name in order})
    drawn, empty = Mask.from_array(SQUARE), Mask.empty((8, 8))
    # What the mapping lists was looked at, so what has no result is an empty mask.
    assert found.masks[CASE_A] == {EDEMA: drawn, "Airspace Opacity": empty}
    assert found.masks[CASE_B] == {EDEMA: empty, "Airspace Opacity": drawn}
    assert [problem.action for problem in found.problems] == ["noted"]


def test_coco_results_with_mapping_tables(read: Read) -> None:
    tables = {"i.csv": f"image_id,case_id\n1,{CASE_A}\n".encode(), "c.csv": b"category_id,pathology\n7,edema\n"}
    found = read({**tables, "r.json": dumped([result(SQUARE)])})
    assert found.masks == {CASE_A: {EDEMA: Mask.from_array(SQUARE)}}


def test_results_of_one_image_and_category_are_united(read: Read) -> None:
    left, right = box(0, 0, 8, 2, (8, 8)), box(0, 1, 8, 3, (8, 8))
    found = read({"r.json": dumped([result(left, CASE_A, EDEMA), result(right, CASE_A, EDEMA)])})
    assert found.masks[CASE_A][EDEMA] == Mask.from_array(left | right)
    assert [problem.found for problem in found.problems] == ["2, which were united"]


def test_a_result_of_another_size_is_not_united(read: Read) -> None:
    found = read({"r.json": dumped([result(SQUARE, CASE_A, EDEMA), result(np.ones((4, 4), bool), CASE_A, EDEMA)])})
    assert found.masks[CASE_A][EDEMA] == Mask.from_array(SQUARE)
    assert [problem.found for problem in found.problems] == ["1 of another size"]


def test_polygons_are_filled_at_the_films_size(read: Read) -> None:
    polygon = {"image_id": CASE_A, "category_id": EDEMA, "segmentation": [[2, 3, 5, 3, 5, 6, 2, 6]]}
    assert read({"r.json": dumped([polygon])}).masks[CASE_A][EDEMA] == Mask.from_array(box(3, 2, 4, 4))


def test_runs_as_a_list_are_read(read: Read) -> None:
    runs = {"image_id": CASE_A, "category_id": EDEMA, "segmentation": {"size": [2, 2], "counts": [1, 2, 1]}}
    assert read({"r.json": dumped([runs])}).masks[CASE_A][EDEMA].area_px == 2


def test_results_of_a_low_score_are_left_out(read: Read) -> None:
    files = {"r.json": dumped([result(SQUARE, CASE_A, EDEMA, score=0.2), result(SQUARE, CASE_B, EDEMA, score=0.9)])}
    found = read(files, min_score=0.5)
    assert found.masks[CASE_A][EDEMA].is_empty  # looked at, and nothing found
    assert found.masks[CASE_B][EDEMA] == Mask.from_array(SQUARE)


def test_heat_maps_keep_to_the_film_and_pickles_come_from_disk_alone(read: Read) -> None:
    content = npz_bytes(cxr_dims=np.array([320, 320]))
    found = read({f"{CASE_A}_Edema_map.npz": content, f"{CASE_B}_Pleural_Effusion.npz": npz_bytes(prob=None)})
    heatmap = found.maps[CASE_A][EDEMA]()
    assert (heatmap.size_hw, heatmap.probability, heatmap.map_hw.shape) == (SIZE_HW, 0.75, (2, 3))
    assert found.maps[CASE_B]["Pleural Effusion"]().probability is None
    assert found.map_sizes_hw == {(2, 3)}
    assert not len(found.problems)


def test_a_pickle_from_disk_is_read_without_being_run(read: Read, tmp_path: Path) -> None:
    class Harm:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (pytest.fail, ("a pickle was run",))

    path = put(tmp_path / f"{CASE_A}_Edema_map.pkl", pickle.dumps({"map": Harm()}))
    found = read(inputs.at_path(path))
    assert found.is_empty
    assert "refuse" in str(next(iter(found.problems))) or "pickle" in str(next(iter(found.problems)))


def test_probabilities_alone_are_no_source(read: Read) -> None:
    found = read({"p.csv": f"id,Edema,Fracture\n{CASE_A},0.25,0.5\n".encode()})
    assert found.probabilities == {CASE_A: {EDEMA: 0.25}}
    assert found.is_empty


def test_json_of_too_many_parts_is_refused_before_it_is_parsed(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_JSON_PARTS", 4)
    found = read({"m.json": b"[[],[],[],[]]"})
    assert [problem.found for problem in found.problems] == ["more than 4 lists and objects"]


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        pytest.param(f"{CASE_A}_Pleural Effusion", (CASE_A, "Pleural Effusion"), id="as the heat maps"),
        pytest.param(f"{CASE_A}_pleural_effusion", (CASE_A, "Pleural Effusion"), id="underscores"),
        pytest.param(f"{CASE_A}_PleuralEffusion", (CASE_A, "Pleural Effusion"), id="one word"),
        pytest.param(f"seg_{CASE_A}_Lung-Opacity", (CASE_A, "Airspace Opacity"), id="more before, another spelling"),
        pytest.param(CASE_A, "neither a case nor a pathology of this dataset in the name", id="no pathology"),
    ],
)
def test_names_say_case_and_pathology(dataset: Dataset, stem: str, expected: object) -> None:
    assert split_stem(stem, {CASE_A, CASE_C}, dataset.find_target) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("val/patient1/study1/view1_frontal.JPG", "patient1_study1_view1_frontal", id="a path"),
        pytest.param("patient11_study1_view1_frontal", None, id="a longer number is another patient"),
        pytest.param("", None, id="nothing"),
    ],
)
def test_paths_are_matched_by_their_end(text: str, expected: str | None) -> None:
    assert match_case(text, {"patient1_study1_view1_frontal"}) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("unet-v2_b", None, id="good"),
        pytest.param("", "no name", id="none"),
        pytest.param("../x", "letters, digits", id="a path"),
        pytest.param("a b", "letters, digits", id="a space"),
        pytest.param("_a", "letters, digits", id="a mark first"),
        pytest.param("a" * 41, "at most 40", id="too long"),
        pytest.param("GT", "radiologists", id="the ground truth"),
        pytest.param("Ground-Truth", "radiologists", id="the ground truth in words"),
        pytest.param("bench_mark", "radiologists", id="the benchmark"),
        pytest.param("gradcam", "release's own model", id="the release's own"),
        pytest.param("Mine", "already", id="taken, whatever its case"),
    ],
)
def test_names_of_models(name: str, said: str | None) -> None:
    fault = name_fault(name, "test", {"mine"})
    assert fault is None if said is None else said in str(fault)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(["U-Net v2_segmentations_test.json"], "U-Net-v2", id="official"),
        pytest.param(["p.csv", "unet.zip"], "unet", id="an archive"),
        pytest.param([f"{CASE_A}_Edema.png"], "model", id="single masks"),
        pytest.param(["?.json"], "model", id="nothing left of it"),
        pytest.param(["a" * 99 + ".json"], "a" * 40, id="too long"),
        pytest.param([], "model", id="no file"),
    ],
)
def test_a_name_to_suggest(files: list[str], expected: str) -> None:
    assert suggested_name(files, "test") == expected
    assert name_fault(expected, "test") is None
