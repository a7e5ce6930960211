"""The command line answers what the official code answers: on the reference release, and on the authors' sample.

Values per X-ray and replicates to 1e-12; everything rounded or printed exactly; masks from contours pixel by pixel;
masks from heat maps to an IoU of 0.999, since floating-point upsampling may move a pixel at the border.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from cli import main
from data_access import rle

REPLICATES = "bootstrap_results_per_cxr.csv"
FEATURE_FILES = ("num_instances.csv", "area_ratio.csv", "elongation.csv", "rec_area_ratio.csv")


def call(*arguments: object) -> None:
    """Run one command in this process; it must end well and find nothing wrong."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert "skipped" not in result.stderr


@pytest.fixture(scope="module")
def release(shared_dir: Path) -> Path:
    return shared_dir / "reference" / "CheXlocalize"


@pytest.fixture(scope="module")
def expected(shared_dir: Path) -> Path:
    return shared_dir / "reference" / "expected"


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parity")


def assert_same_table(found: Path, wanted: Path, *, atol: float = 0.0) -> None:
    """Compare two CSV files: names, order and texts exactly, numbers within `atol`, missing where missing."""
    ours, theirs = pd.read_csv(found), pd.read_csv(wanted)
    assert list(ours.columns) == list(theirs.columns)
    assert len(ours) == len(theirs)
    for column in theirs.columns:
        if pd.api.types.is_numeric_dtype(theirs[column]):
            np.testing.assert_allclose(
                ours[column].to_numpy(np.float64),
                theirs[column].to_numpy(np.float64),
                rtol=0,
                atol=atol,
                err_msg=column,
            )
        else:
            assert ours[column].tolist() == theirs[column].tolist(), column


def mask_ious(found: Path, wanted: Path) -> list[float]:
    """Compare two segmentations files mask by mask; two empty masks agree."""
    ours, theirs = json.loads(found.read_text()), json.loads(wanted.read_text())
    assert {(i, name) for i in ours for name in ours[i]} == {(i, name) for i in theirs for name in theirs[i]}
    ious = []
    for case_id, of_case in theirs.items():
        for name, item in of_case.items():
            ours_item, size_hw = ours[case_id][name], tuple(item["size"])
            assert ours_item["size"] == item["size"]
            a, b = (rle.decode(one["counts"].encode(), size_hw) for one in (ours_item, item))
            union_px = np.count_nonzero(a | b)
            ious.append(np.count_nonzero(a & b) / union_px if union_px else 1.0)
    return ious


@pytest.fixture(scope="module")
def evaluated(release: Path, out: Path) -> Path:
    """Score both sources both ways, into the folders that the expected answers have."""
    gt = release / "gt_segmentations_test.json"
    for name, full in (("True", []), ("False", ["--full"])):
        masks = ["evaluate", "--metric", "iou", "--gt", gt, *full, "--pred"]
        call(*masks, release / "gradcam_segmentations_test.json", "--out", out / f"iou_pred_{name}")
        call(*masks, release / "hb_segmentations_test.json", "--human-benchmark", "--out", out / f"iou_hb_{name}")
    points = ["evaluate", "--metric", "hitmiss", "--gt", gt, "--pred"]
    call(*points, release / "gradcam_maps_test", "--out", out / "hit_pred")
    call(*points, release / "hb_salient_pt_test.json", "--human-benchmark", "--out", out / "hit_hb")
    return out


@pytest.mark.parametrize(
    ("folder", "prefix"),
    [
        pytest.param("iou_pred_True", "iou_", id="IoU of the model, true-positive slice"),
        pytest.param("iou_pred_False", "iou_", id="IoU of the model, full data"),
        pytest.param("iou_hb_True", "iou_humanbenchmark_", id="IoU of the benchmark, true-positive slice"),
        pytest.param("iou_hb_False", "iou_humanbenchmark_", id="IoU of the benchmark, full data"),
        pytest.param("hit_pred", "hitmiss_", id="hits of heat maps"),
        pytest.param("hit_hb", "hitmiss_humanbenchmark_", id="hits of clicked points"),
    ],
)
def test_evaluate(evaluated: Path, expected: Path, folder: str, prefix: str) -> None:
    for name, atol in (("results_per_cxr.csv", 1e-12), (REPLICATES, 1e-12), ("summary_results.csv", 0.0)):
        assert_same_table(evaluated / folder / f"{prefix}{name}", expected / folder / f"{prefix}{name}", atol=atol)


@pytest.mark.parametrize(
    ("metric", "benchmark", "model"),
    [
        pytest.param("miou", "iou_hb_True/iou_humanbenchmark_", "iou_pred_True/iou_", id="IoU"),
        pytest.param("hitrate", "hit_hb/hitmiss_humanbenchmark_", "hit_pred/hitmiss_", id="hits"),
    ],
)
def test_percentage_decrease(evaluated: Path, expected: Path, metric: str, benchmark: str, model: str) -> None:
    files = (
        "--benchmark-bootstrap",
        f"{evaluated / benchmark}{REPLICATES}",
        "--model-bootstrap",
        f"{evaluated / model}{REPLICATES}",
    )
    call("pct-decrease", "--metric", metric, *files, "--out", evaluated / "pct")
    name = f"{metric}_pct_decrease.csv"
    assert_same_table(evaluated / "pct" / name, expected / "pct" / name, atol=1e-12)


def test_pixels(release: Path, expected: Path, out: Path) -> None:
    sources = (
        "--pred",
        release / "gradcam_segmentations_test.json",
        "--benchmark",
        release / "hb_segmentations_test.json",
    )
    call("pixels", "--gt", release / "gt_segmentations_test.json", *sources, "--out", out / "prs")
    for name in ("pred_precision_recall_specificity.csv", "hb_precision_recall_specificity.csv"):
        assert_same_table(out / "prs" / name, expected / "prs" / name, atol=1e-12)


def test_count(release: Path, expected: Path, out: Path) -> None:
    call("count", "--segmentations", release / "gt_segmentations_test.json", "--out", out / "count")
    assert_same_table(out / "count" / "n_segs.csv", expected / "count" / "n_segs.csv")


def test_features_and_their_regressions(release: Path, expected: Path, evaluated: Path) -> None:
    masks = (
        "--annotations",
        release / "gt_annotations_test.json",
        "--segmentations",
        release / "gt_segmentations_test.json",
    )
    call("features", *masks, "--out", evaluated / "feat")
    for name in FEATURE_FILES:
        assert_same_table(evaluated / "feat" / name, expected / "feat" / name, atol=1e-12)
    results = {
        "--iou": "iou_pred_True/iou_results_per_cxr.csv",
        "--hitmiss": "hit_pred/hitmiss_results_per_cxr.csv",
        "--benchmark-iou": "iou_hb_True/iou_humanbenchmark_results_per_cxr.csv",
        "--benchmark-hitmiss": "hit_hb/hitmiss_humanbenchmark_results_per_cxr.csv",
    }
    files = [part for option, name in results.items() for part in (option, evaluated / name)]
    call("regress-features", "--features", evaluated / "feat", *files, "--out", evaluated / "reg")
    for outcome in ("pred_iou", "pred_hitmiss", "iou_diff", "hitmiss_diff"):
        assert_same_text(evaluated / "reg", expected / "reg", f"regression_features_{outcome}.csv")


@pytest.mark.parametrize(
    ("metric", "results"),
    [
        pytest.param("iou", "iou_pred_False/iou_results_per_cxr.csv", id="IoU on full data"),
        pytest.param("hitmiss", "hit_pred/hitmiss_results_per_cxr.csv", id="hits"),
    ],
)
def test_regression_on_confidence(release: Path, expected: Path, evaluated: Path, metric: str, results: str) -> None:
    maps = "--maps", release / "gradcam_maps_test"
    call("regress-confidence", "--metric", metric, *maps, "--results", evaluated / results, "--out", evaluated / "reg")
    assert_same_text(evaluated / "reg", expected / "reg", f"regression_modelprob_{metric}.csv")


def assert_same_text(found: Path, wanted: Path, name: str) -> None:
    assert (found / name).read_text() == (wanted / name).read_text()


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        pytest.param([], "reference/CheXlocalize/gradcam_segmentations_test.json", id="Otsu"),
        pytest.param(
            ["--thresholds", "sample/tuning_results.csv"],
            "reference/expected/seg_threshold.json",
            id="fixed thresholds",
        ),
        pytest.param(
            ["--cutoffs", "sample/probability_tuning_results.csv"], "reference/expected/seg_prob.json", id="cut-offs"
        ),
        pytest.param(["--smooth", "5"], "reference/expected/seg_smooth.json", id="smoothing"),
    ],
)
def test_segment_heatmaps(shared_dir: Path, release: Path, out: Path, options: Sequence[str], wanted: str) -> None:
    arguments = [shared_dir / option if option.endswith(".csv") else option for option in options]
    path = out / f"masks{'_'.join(options[:1])}.json"
    call("segment-heatmaps", "--maps", release / "gradcam_maps_test", *arguments, "--out", path)
    assert min(mask_ious(path, shared_dir / wanted)) >= 0.999


def test_segment_annotations(release: Path, expected: Path, out: Path) -> None:
    call("segment-annotations", "--annotations", release / "gt_annotations_test.json", "--out", out / "ann_seg.json")
    assert json.loads((out / "ann_seg.json").read_text()) == json.loads((expected / "ann_seg.json").read_text())


@pytest.mark.parametrize(
    ("command", "name"),
    [
        pytest.param("tune-thresholds", "tuning_results.csv", id="thresholds"),
        pytest.param("tune-cutoffs", "probability_tuning_results.csv", id="cut-offs"),
    ],
)
def test_tuning(release: Path, expected: Path, out: Path, command: str, name: str) -> None:
    inputs = "--maps", release / "gradcam_maps_test", "--gt", release / "gt_segmentations_test.json"
    call(command, *inputs, "--out", out / "tune")
    assert_same_table(out / "tune" / name, expected / "tune" / name)


def test_sample(shared_dir: Path, out: Path) -> None:
    sample, folder = shared_dir / "sample", out / "sample"
    gt = sample / "gt_segmentations_val.json"
    scored = "evaluate", "--gt", gt, "--out", folder, "--pred"
    call(*scored, sample / "gradcam_segmentations_val_sample.json", "--metric", "iou")
    call(*scored, sample / "gradcam_maps_val", "--metric", "hitmiss")
    call("features", "--annotations", sample / "gt_annotations_val.json", "--segmentations", gt, "--out", folder)
    for wanted in sorted((sample / "expected").glob("*.csv")):
        assert_same_table(folder / wanted.name, wanted, atol=0.0 if "summary" in wanted.name else 1e-12)
    call("segment-heatmaps", "--maps", sample / "gradcam_maps_val", "--out", folder / "seg_otsu.json")
    assert min(mask_ious(folder / "seg_otsu.json", sample / "expected" / "seg_otsu.json")) >= 0.999
