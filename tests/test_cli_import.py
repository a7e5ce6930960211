"""`cli.py import-model`: what it writes opens as a source, what it is not given right ends it with one line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

import cli
from data_access import open_dataset
from data_access.geometry import Mask
from data_access.writers import write_segmentations
from tests.builders import CASE_A, CASE_B, DRAWN, Release, mask_json, put, segmentations


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.main, ["import-model", *map(str, arguments)])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Release().write(tmp_path / "release")


@pytest.fixture
def masks(tmp_path: Path) -> Path:
    return put(tmp_path / "masks.json", segmentations(DRAWN["gradcam"]))


def test_writes_a_source_into_the_release(root: Path, masks: Path) -> None:
    result = run(masks, "--root", root, "--name", "mine", "--split", "test")
    assert result.exit_code == 0, result.output
    assert "frame: image" in result.stdout
    assert "mine, test: 30 masks (2 drawn) of 3 cases" in result.stdout
    found = open_dataset(root).annotation_set("test", "mine")
    assert found is not None
    assert found.remark == ""
    assert found.mask(CASE_A, "Cardiomegaly") == Mask.from_array(DRAWN["gradcam"][CASE_A]["Cardiomegaly"])


def test_bad_items_are_reported_and_counted(root: Path, tmp_path: Path) -> None:
    square = mask_json(np.ones((4, 4), bool))
    path = put(tmp_path / "m.json", {CASE_A: {"Edema": square, "Nodule": square}, "other": {}})
    report, out = tmp_path / "report.csv", tmp_path / "out"
    options = ["--root", root, "--name", "mine", "--split", "test", "--out", out]
    result = run(path, *options, "--frame", "padded", "--report", report)
    assert result.exit_code == 0, result.output
    assert "2 items skipped or repaired" in result.stderr
    with report.open() as stream:
        assert [row["item"] for row in csv.DictReader(stream)] == [f"{CASE_A} / Nodule", "other"]
    assert json.loads((out / "mine_about_test.json").read_bytes())["frame"] == "padded"
    assert not list((root / "CheXlocalize").glob("mine*"))


def test_coco_results_with_mapping_and_probabilities(root: Path, tmp_path: Path) -> None:
    results = [{"image_id": 1, "category_id": 2, "segmentation": mask_json(np.ones((4, 4), bool))}]
    path, names = put(tmp_path / "r.json", results), tmp_path / "n.json"
    put(names, {"images": {"1": CASE_B}, "categories": {"2": "Edema"}})
    table = put(tmp_path / "p.csv", f"id,Edema\n{CASE_B},0.5\n")
    options = ["--root", root, "--name", "mine", "--split", "test", "--mapping", names, "--probabilities", table]
    result = run(path, *options)
    assert result.exit_code == 0, result.output
    found = open_dataset(root).annotation_set("test", "mine")
    assert found is not None
    mask = found.mask(CASE_B, "Edema")
    assert mask is not None
    assert mask.area_share == 1
    assert found.probability(CASE_B, "Edema") == 0.5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"--name": "gt"}, "--name gt: a name that stands for the radiologists", id="a reserved name"),
        pytest.param({"--split": "val"}, "expected the split val, found test", id="a split the release lacks"),
        pytest.param({"--root": "missing"}, "expected a release", id="no release"),
        pytest.param({"PATH": "missing"}, "missing: no such file or folder", id="no file"),
        pytest.param({"PATH": "empty.json"}, "expected a mask or a heat map of at least one case", id="no mask"),
        pytest.param({"PATH": "square.json", "--frame": "image"}, "expected masks in image pixels", id="no mask fits"),
        pytest.param({"--mapping": "missing"}, "missing: no such file or folder", id="no mapping"),
    ],
)
def test_bad_input_ends_with_one_line_and_writes_nothing(
    root: Path, masks: Path, tmp_path: Path, arguments: dict[str, str], said: str
) -> None:
    put(tmp_path / "empty.json", {})
    put(tmp_path / "square.json", {CASE_A: {"Edema": mask_json(np.ones((4, 4), bool))}})
    given = {"PATH": str(masks), "--root": str(root), "--name": "mine", "--split": "test"}
    paths = {key: str(tmp_path / value) for key, value in arguments.items() if key in ("PATH", "--root", "--mapping")}
    options = given | arguments | paths
    result = run(options.pop("PATH"), *(part for option in options.items() for part in option))
    assert result.exit_code == 2, result.output
    assert said in result.stderr.splitlines()[-1]
    assert not list(root.rglob("mine*"))


def test_a_model_there_is_replaced_only_if_asked_for(root: Path, masks: Path) -> None:
    options = [masks, "--root", root, "--name", "mine", "--split", "test"]
    assert run(*options).exit_code == 0
    again = run(*options)
    assert again.exit_code == 2
    assert "already" in again.stderr
    assert run(*options, "--replace").exit_code == 0


def test_strict_allows_no_bad_item(root: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "m.json", {CASE_A: {"Edema": mask_json(np.ones((4, 4), bool)), "Nodule": 3}})
    result = run(path, "--root", root, "--name", "mine", "--split", "test", "--strict")
    assert result.exit_code == 2
    assert "--strict allows none" in result.stderr


def test_the_reference_model_gives_the_same_numbers_once_imported(shared_dir: Path, tmp_path: Path) -> None:
    """As it is, to the last digit; through a square of 320 pixels, as OpenCV's exact nearest neighbour gives."""
    import cv2

    reference = shared_dir / "reference"
    stored = reference / "CheXlocalize" / "gradcam_segmentations_test.json"
    options = ["--root", reference, "--split", "test", "--out", tmp_path]
    assert run(stored, *options, "--name", "same").exit_code == 0
    tables = {name: evaluated(reference, path, tmp_path / name) for name, path in _written(tmp_path, "same", stored)}
    assert tables["same"] == tables["stored"]

    model = open_dataset(reference).annotation_set("test", "gradcam")
    assert model is not None
    squashed: dict[str, dict[str, Mask]] = {}
    expected: dict[str, dict[str, Mask]] = {}
    for case_id in model.case_ids():
        for target in model.pathologies:
            mask = model.mask(case_id, target)
            if mask is not None:
                # An odd side has no pixel centre on a border, where OpenCV's fixed point may differ.
                small = cv2.resize(mask.decode().astype(np.uint8), (319, 319), interpolation=cv2.INTER_NEAREST_EXACT)
                back = cv2.resize(small, mask.size_hw[::-1], interpolation=cv2.INTER_NEAREST_EXACT)
                squashed.setdefault(case_id, {})[target] = Mask.from_array(small.astype(bool))
                expected.setdefault(case_id, {})[target] = Mask.from_array(back.astype(bool))
    write_segmentations(tmp_path / "small.json", squashed)
    write_segmentations(tmp_path / "oracle.json", expected)
    assert run(tmp_path / "small.json", *options, "--name", "small", "--frame", "squashed").exit_code == 0
    small_path = tmp_path / "small_segmentations_test.json"
    assert json.loads(small_path.read_bytes()) == json.loads((tmp_path / "oracle.json").read_bytes())
    again = evaluated(reference, small_path, tmp_path / "small")
    means, near = (pd.read_csv(io.StringIO(table), index_col=0)["mean"] for table in (tables["stored"], again))
    assert len(means) == 10
    assert np.allclose(means, near, atol=0.01)


def _written(folder: Path, name: str, stored: Path) -> list[tuple[str, Path]]:
    return [("stored", stored), (name, folder / f"{name}_segmentations_test.json")]


def evaluated(reference: Path, predicted: Path, out: Path) -> str:
    """Return the summary that `evaluate` writes."""
    truth = reference / "CheXlocalize" / "gt_segmentations_test.json"
    arguments = ["evaluate", "--metric", "iou", "--gt", truth, "--pred", predicted, "--replicates", 50, "--out", out]
    result = CliRunner().invoke(cli.main, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return (out / "iou_summary_results.csv").read_text()
