"""The command line's manners: help, one-line errors, exit codes, skipping, --strict, and no half-written file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner, Result

from cli import COMMANDS, main
from tests.builders import CASE_A, CASE_B, CASE_C, DRAWN, HEATMAPS, Release, put, segmentations
from tests.conftest import PROJECT


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def gt(tmp_path: Path) -> Path:
    return put(tmp_path / "in" / "gt.json", segmentations(DRAWN["gt"]))


@pytest.fixture
def spoiled(tmp_path: Path) -> Path:
    """Return a prediction in which one string is none."""
    content: dict[str, Any] = segmentations(DRAWN["gradcam"])
    content[CASE_A]["Cardiomegaly"]["counts"] = "~~~~"
    return put(tmp_path / "in" / "spoiled.json", content)


def one_line(result: Result) -> str:
    """Return the error of a command that ended with exit code 2 and one line."""
    assert result.exit_code == 2, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_the_list_of_commands_needs_no_heavy_import() -> None:
    heavy = "{'numpy', 'pandas', 'cv2', 'statsmodels'} & set(sys.modules)"
    script = f"import sys, cli; cli.main(['--help'], standalone_mode=False); print(sorted({heavy}))"
    result = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
    for command in COMMANDS:
        assert command in result.stdout


def test_an_unknown_command_is_refused() -> None:
    assert run("evalute").exit_code == 2


def test_a_bad_mask_is_skipped_listed_and_counted(gt: Path, spoiled: Path, tmp_path: Path) -> None:
    result = run("evaluate", "--metric", "iou", "--gt", gt, "--pred", spoiled, "--out", tmp_path / "out")
    assert result.exit_code == 0
    first, count = result.stderr.strip().splitlines()
    assert f"spoiled.json: {CASE_A} / Cardiomegaly: expected" in first
    assert count == "1 item skipped or repaired"
    table = pd.read_csv(tmp_path / "out" / "iou_results_per_cxr.csv", index_col="img_id")
    assert table["Cardiomegaly"].isna()[CASE_A]
    assert table.loc[CASE_C, "Pleural Effusion"] == 1.0
    assert "unreadable" in result.stdout


def test_strict_makes_it_fatal_and_writes_nothing(gt: Path, spoiled: Path, tmp_path: Path) -> None:
    arguments = "evaluate", "--metric", "iou", "--gt", gt, "--pred", spoiled, "--strict", "--out", tmp_path / "out"
    error = one_line(run(*arguments))
    assert f"{CASE_A} / Cardiomegaly" in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(None, "no such file", id="missing"),
        pytest.param('{"patient1": {"Ede', "no complete JSON", id="cut"),
        pytest.param("[]", "a list instead of an object", id="a list"),
        pytest.param("{}", "found none", id="no case"),
        pytest.param('{"p": {"Edema": [[1, 2]]}}', "found points", id="points"),
    ],
)
def test_a_ground_truth_that_is_none(content: str | None, found: str, gt: Path, tmp_path: Path) -> None:
    path = tmp_path / "in" / "bad.json"
    if content is not None:
        put(path, content)
    error = one_line(run("evaluate", "--metric", "iou", "--gt", path, "--pred", gt, "--out", tmp_path / "out"))
    assert f"{path}: expected" in error
    assert found in error
    assert not (tmp_path / "out").exists()


def test_an_empty_prediction_misses_everything(gt: Path, tmp_path: Path) -> None:
    nothing = put(tmp_path / "in" / "nothing.json", "{}")
    result = run("evaluate", "--metric", "iou", "--full", "--gt", gt, "--pred", nothing, "--out", tmp_path / "out")
    assert result.exit_code == 0
    table = pd.read_csv(tmp_path / "out" / "iou_results_per_cxr.csv", index_col="img_id")
    assert table.loc[CASE_A, "Cardiomegaly"] == 0.0
    assert pd.isna(table.loc[CASE_B]).all()


def test_full_adds_cases_of_the_prediction(gt: Path, tmp_path: Path) -> None:
    more = put(tmp_path / "in" / "more.json", segmentations({**DRAWN["gradcam"], "patient1_study1_view1_frontal": {}}))
    for full, n_rows in (([], 3), (["--full"], 4)):
        result = run("evaluate", "--metric", "iou", *full, "--gt", gt, "--pred", more, "--out", tmp_path / "out")
        assert result.exit_code == 0
        assert len(pd.read_csv(tmp_path / "out" / "iou_results_per_cxr.csv")) == n_rows


@pytest.mark.parametrize(
    ("csv", "found"),
    [
        pytest.param("Edema,Nodule\n1,2\nx,3\n", "row 3 / Edema: expected a number, found 'x'", id="a word"),
        pytest.param("", "No columns", id="empty"),
        pytest.param("Edema\n1\n2\n", "expected the pathologies", id="other pathologies"),
        pytest.param("Edema,Nodule\n1,2\n", "same replicates", id="fewer replicates"),
    ],
)
def test_replicates_that_do_not_fit(csv: str, found: str, tmp_path: Path) -> None:
    good = put(tmp_path / "good.csv", "Edema,Nodule\n1,2\n1,2\n")
    bad = put(tmp_path / "bad.csv", csv)
    files = "--benchmark-bootstrap", good, "--model-bootstrap", bad
    error = one_line(run("pct-decrease", "--metric", "miou", *files, "--out", tmp_path / "out"))
    assert str(bad) in error
    assert found in error


def test_a_folder_that_cannot_be_written_leaves_nothing(gt: Path, tmp_path: Path) -> None:
    blocked = put(tmp_path / "blocked", "a file where the folder should be")
    result = run("count", "--segmentations", gt, "--out", blocked / "out")
    assert "blocked" in one_line(result)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blocked", "in"]


def test_files_are_written_whole_or_not_at_all(gt: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "iou_summary_results.csv").mkdir(parents=True)  # the last file cannot take its place
    result = run("evaluate", "--metric", "iou", "--gt", gt, "--pred", gt, "--out", out)
    assert result.exit_code == 2
    assert not [path for path in out.iterdir() if path.name.endswith(".part")]


def test_agree_writes_its_four_tables(gt: Path, tmp_path: Path) -> None:
    model = put(tmp_path / "in" / "model.json", segmentations(DRAWN["gradcam"]))
    result = run("agree", "--a", gt, "--b", model, "--resample", "patient", "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "agreement.csv",
        "bland_altman.csv",
        "presence.csv",
        "strata.csv",
    ]
    table = pd.read_csv(tmp_path / "out" / "agreement.csv", index_col="pathology")
    assert table.loc["Cardiomegaly", "iou"] == pytest.approx(1 / 3)
    assert table.loc["Cardiomegaly", "scored"] == 1


def test_masks_of_heat_maps_keep_a_bad_one_out(tmp_path: Path) -> None:
    root = Release(heatmaps=HEATMAPS).write(tmp_path / "in")
    maps = root / "CheXlocalize" / "gradcam_maps_test"
    put(maps / f"{CASE_B}_Edema_map.pkl", b"no pickle")
    result = run("segment-heatmaps", "--maps", maps, "--out", tmp_path / "masks.json")
    assert result.exit_code == 0
    assert "1 item skipped" in result.stderr
    assert list(json.loads((tmp_path / "masks.json").read_text())) == [CASE_A]


def test_check_tells_what_is_there(tmp_path: Path) -> None:
    root = Release(heatmaps=HEATMAPS).write(tmp_path / "in")
    result = run("check", root, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert (found["usable"], found["cases"], found["readable_images"]) == (True, {"test": 3}, 3)
    assert found["n_problems"] == len(found["problems"])
    lines = run("check", root).stdout
    assert "test: 3 cases" in lines
    images = next(count for count in found["published_counts"] if count["what"] == "images")
    assert (images["found"], images["verdict"]) == (3, f"{images['expected'] - 3} images fewer than published")
    assert images["verdict"] in lines
    assert all(line in lines for line in found["verdict"])


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_check_of_nothing_usable(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    error = one_line(run("check", tmp_path / name))
    assert "expected a release" in error


def test_demo_writes_a_release_that_check_finds_whole(tmp_path: Path) -> None:
    assert run("demo", tmp_path / "demo", "--cases", 3, "--no-images").exit_code == 0
    found = json.loads(run("check", tmp_path / "demo", "--json").stdout)
    assert (found["synthetic"], found["n_problems"]) == (True, 0)
