"""The Agreement page against the command line and the official files: the same numbers on the reference release."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import cli
from tests.pages.conftest import OpenApp

PAGE = "pages/agreement.py"
AS_IN_THE_PAPER = {"resample": "Images, as in the paper", "absent": "true"}
LABELS = {"hb": "Benchmark", "gradcam": "Grad-CAM"}


def run_cli(*arguments: str | Path) -> None:
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output


def same(found: pd.DataFrame, expected: pd.DataFrame) -> None:
    """Compare the columns of the second frame by pathology; sums in another order differ in the last bits."""
    found = found.set_index("pathology").loc[expected["pathology"], expected.columns.drop("pathology")]
    pd.testing.assert_frame_equal(
        found.reset_index(drop=True), expected.drop(columns="pathology"), check_dtype=False, rtol=1e-12, atol=1e-12
    )


@pytest.mark.parametrize("key", ["hb", "gradcam"])
@pytest.mark.parametrize(
    ("sliced", "query"),
    [
        pytest.param("tp", {}, id="true-positive slice"),
        pytest.param("full", {"slice": "Full data"}, id="full data"),
        pytest.param("common", {"slice": "Full data", "common": "true"}, id="common cases"),
    ],
)
def test_every_table_of_agree(
    open_app: OpenApp, shared_dir: Path, tmp_path: Path, key: str, sliced: str, query: dict[str, str]
) -> None:
    def file_of(source: str) -> Path:
        return shared_dir / "reference" / "CheXlocalize" / f"{source}_segmentations_test.json"

    run_cli("agree", "--a", file_of("gt"), "--b", file_of(key), "--slice", sliced, "--out", tmp_path)
    query = query | AS_IN_THE_PAPER | {"a": "Ground truth", "b": LABELS[key]}
    tables = {"Means": "agreement", "Presence": "presence", "Areas": "bland_altman", "By size": "strata"}
    for view, name in tables.items():
        app = open_app(shared_dir / "reference", PAGE, show=view, **query)
        found, expected = app.dataframe[0].value, pd.read_csv(tmp_path / f"{name}.csv")
        if name == "strata":
            pd.testing.assert_frame_equal(found.reset_index(drop=True), expected, check_dtype=False, rtol=1e-12)
        else:
            same(found, expected)


@pytest.mark.parametrize(
    ("key", "measure", "expected", "sliced"),
    [
        pytest.param("gradcam", "IoU", "iou_pred_True/iou", {}, id="model, true-positive slice"),
        pytest.param("gradcam", "IoU", "iou_pred_False/iou", {"slice": "Full data"}, id="model, full data"),
        pytest.param("hb", "IoU", "iou_hb_True/iou_humanbenchmark", {}, id="benchmark, true-positive slice"),
        pytest.param("gradcam", "Hit rate", "hit_pred/hitmiss", {}, id="heat maps"),
        pytest.param("hb", "Hit rate", "hit_hb/hitmiss_humanbenchmark", {}, id="points"),
    ],
)
def test_intervals_of_the_official_evaluation(
    open_app: OpenApp, shared_dir: Path, key: str, measure: str, expected: str, sliced: dict[str, str]
) -> None:
    """To the three decimals that the official files have."""
    query = AS_IN_THE_PAPER | sliced | {"a": "Ground truth", "b": LABELS[key], "measure": measure}
    app = open_app(shared_dir / "reference", PAGE, **query)
    official = pd.read_csv(shared_dir / "reference" / "expected" / f"{expected}_summary_results.csv").set_index("name")
    column = {"IoU": "iou", "Hit rate": "hit"}[measure]
    found = app.dataframe[0].value.set_index("pathology").loc[official.index]
    for bound in ("lower", "upper"):
        pd.testing.assert_series_equal(
            found[f"{column}_{bound}"].round(3), official[bound], check_names=False, check_dtype=False
        )


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        pytest.param("IoU", "miou_pct_decrease", id="IoU"),
        pytest.param("Hit rate", "hitrate_pct_decrease", id="hit rate"),
    ],
)
def test_percentage_decrease_of_the_official_evaluation(
    open_app: OpenApp, shared_dir: Path, measure: str, expected: str
) -> None:
    query = AS_IN_THE_PAPER | {"show": "Difference", "measure": measure}
    app = open_app(shared_dir / "reference", PAGE, a="Ground truth", **query)
    official = pd.read_csv(shared_dir / "reference" / "expected" / "pct" / f"{expected}.csv", index_col=0)
    official = official.rename(index={"Average": "Average over pathologies"})
    found = app.dataframe[1].value.set_index("pathology").loc[official.index]
    for ours, theirs in (("pct", "pct_diff"), ("pct_lower", "pct_diff_lower"), ("pct_upper", "pct_diff_upper")):
        pd.testing.assert_series_equal(found[ours], official[theirs], check_names=False, check_dtype=False)
