"""Rows and estimates of what explains agreement, by hand and against the official answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from statsmodels.regression.linear_model import OLS

from components.metrics import regression
from components.tables import driver_rows, drivers
from components.tables.case_table import CaseTable
from components.tables.pairs import union_grid
from components.tables.pointing import source_hits
from components.tables.shape import shape_table
from data_access import open_dataset
from data_access.annotation_set import AnnotationSet

SHAPES = pd.DataFrame(
    {
        "case_id": ["b", "a", "c", "a"],
        "pathology": ["Edema", "Edema", "Edema", "Nodule"],
        "n_instances": [3, 1, 2, 1],
        "counted": ["contours as drawn", "contours as drawn", "pieces of the mask", "contours as drawn"],
        "area_share": [0.3, 0.1, 0.2, 0.05],
        "elongation": [2.0, 1.0, 1.5, 1.2],
        "irrectangularity": [0.1, 0.2, 0.3, 0.4],
    }
)
VALUES = pd.DataFrame({"Edema": [0.2, 0.6, 0.9]}, index=["a", "b", "c"])


def test_rows_are_those_with_a_contour() -> None:
    rows = driver_rows.shape_rows(SHAPES, {"iou": VALUES})
    assert rows[["case_id", "pathology", "n_instance", "iou"]].to_numpy().tolist() == [
        ["a", "Edema", 1, 0.2],
        ["b", "Edema", 3, 0.6],
        ["a", "Nodule", 1, pytest.approx(math.nan, nan_ok=True)],
    ]


def test_pieces_count_where_nothing_was_drawn_as_contours() -> None:
    pieces = SHAPES.assign(counted="pieces of the mask")
    assert len(driver_rows.shape_rows(pieces, {"iou": VALUES})) == 4


def test_estimates_by_hand() -> None:
    rows = driver_rows.shape_rows(SHAPES.assign(counted="pieces of the mask"), {"iou": VALUES})
    found = driver_rows.shape_estimates(rows, "iou", ["Edema", "Nodule"])
    area = found[found["driver"] == "area_ratio"].set_index("scope")
    # area 0.05 ... 0.3 becomes 0 ... 1; over a, c, b at 0.2, 0.6, 1.0 the IoU is 0.2, 0.9, 0.6
    assert area["value"].to_dict() == pytest.approx({"Overall": 0.5, "Edema": 0.5, "Nodule": math.nan}, nan_ok=True)
    assert found[found["scope"] == "Edema"]["value"].notna().all()
    assert area["n"].to_dict() == {"Overall": 3, "Edema": 3, "Nodule": 0}
    assert area["stars"].eq("").all()


@pytest.mark.parametrize(
    "iou", [pytest.param([0.5, 0.5, 0.5], id="outcome constant"), pytest.param([0.1, 0.9, np.nan], id="two rows")]
)
def test_no_estimate_within_a_pathology_without_variation(iou: list[float]) -> None:
    values = pd.DataFrame({"Edema": iou}, index=["a", "b", "c"])
    rows = driver_rows.shape_rows(SHAPES.assign(counted="pieces of the mask"), {"iou": values})
    found = driver_rows.shape_estimates(rows, "iou", ["Edema"])
    assert found[found["scope"] == "Edema"]["value"].isna().all()
    assert found[found["scope"] == "Edema"]["stars"].eq("").all()


@pytest.mark.parametrize(
    ("p_value", "words"),
    [
        pytest.param(0.0312, "0.031", id="number"),
        pytest.param(1e-9, "< 0.001", id="small"),
        pytest.param(np.nan, "–", id="none"),
    ],
)
def test_p_in_words(p_value: float, words: str) -> None:
    assert driver_rows.p_words(p_value) == words


def test_confidence_rows_and_their_correlation() -> None:
    probabilities = pd.DataFrame({"Edema": [0.1, 0.5, 0.4, np.nan]}, index=["a", "b", "c", "d"])
    rows = driver_rows.confidence_rows(probabilities, {"iou": VALUES})
    assert rows["case_id"].tolist() == ["a", "b", "c"]
    found = driver_rows.confidence_estimates(rows, "iou", ["Edema"]).set_index(["scope", "kind"])
    assert found["value"].loc[[("Overall", "spearman")]].tolist() == [pytest.approx(0.5)]
    assert np.isnan(found["lower"].loc[[("Edema", "spearman")]]).all()  # three rows give no interval


def test_band_is_that_of_statsmodels() -> None:
    rng = np.random.default_rng(5)
    x, y = rng.random(20), rng.random(20)
    at = np.linspace(0, 1, 4)
    fit = OLS(y, np.column_stack([np.ones(20), x])).fit()
    wanted = fit.get_prediction(np.column_stack([np.ones(4), at])).summary_frame(alpha=0.05)
    line, lower, upper = regression.mean_band(y, x, at)
    np.testing.assert_allclose(line, wanted["mean"], rtol=1e-12)
    np.testing.assert_allclose(lower, wanted["mean_ci_lower"], rtol=1e-12)
    np.testing.assert_allclose(upper, wanted["mean_ci_upper"], rtol=1e-12)


@pytest.mark.parametrize(
    "x", [pytest.param([], id="none"), pytest.param([1.0, 2.0], id="two"), pytest.param([1.0] * 3, id="one value")]
)
def test_no_line_without_enough_points(x: list[float]) -> None:
    points = pd.DataFrame({"x": np.array(x, float), "y": np.ones(len(x))})
    assert driver_rows.fitted_band(points).empty
    with pytest.raises(ValueError, match="three rows"):
        regression.mean_band(np.ones(len(x)), np.array(x, float), np.zeros(1))


Outcomes = dict[str, pd.DataFrame]


@pytest.fixture(scope="module")
def reference(shared_dir: Path) -> tuple[pd.DataFrame, pd.DataFrame, Outcomes]:
    """Return shapes, probabilities and outcomes of the reference release."""
    dataset = open_dataset(str(shared_dir / "reference"))

    def source(key: str) -> AnnotationSet:
        found = dataset.annotation_set("test", key)
        assert found is not None
        return found

    truth, model, benchmark = source("gt"), source("gradcam"), source("hb")
    grids = {key: union_grid(truth, other, dataset.problems) for key, other in (("pred", model), ("hb", benchmark))}
    outcomes = {f"{key}_iou": driver_rows.grid_values(grid, "tp") for key, grid in grids.items()}
    outcomes["full_iou"] = driver_rows.grid_values(grids["pred"], "full")
    for key, other in (("pred", model), ("hb", benchmark)):
        outcomes[f"{key}_hitmiss"] = driver_rows.hit_values(source_hits(truth, other, dataset.problems))
    for metric in ("iou", "hitmiss"):
        outcomes[f"{metric}_diff"] = outcomes[f"hb_{metric}"] - outcomes[f"pred_{metric}"]
    shapes = shape_table(truth, truth.case_ids())
    return shapes, CaseTable(dataset, "test").probabilities("gradcam"), outcomes


def _printed(row: pd.Series, bonferroni: int) -> str:
    found = regression.Estimate(row["value"], row["lower"], row["upper"], row["p_value"], row["n"])
    return regression.format_estimate(found, bonferroni)


@pytest.mark.parametrize("outcome", ["pred_iou", "pred_hitmiss", "iou_diff", "hitmiss_diff"])
def test_shape_is_the_official_regression(
    reference: tuple[pd.DataFrame, pd.DataFrame, Outcomes], shared_dir: Path, outcome: str
) -> None:
    shapes, _, outcomes = reference
    rows = driver_rows.shape_rows(shapes, {outcome: outcomes[outcome]})
    found = driver_rows.shape_estimates(rows, outcome, ["Edema"])
    overall = found[found["scope"] == "Overall"]
    wanted = pd.read_csv(shared_dir / "reference" / "expected" / "reg" / f"regression_features_{outcome}.csv")
    assert overall["driver"].tolist() == wanted["feature"].tolist()
    texts = overall.apply(_printed, axis=1, bonferroni=regression.FEATURES_BONFERRONI)
    assert texts.tolist() == wanted[drivers.COEFFICIENTS].tolist()
    assert [text.rpartition(")")[2] for text in texts] == overall["stars"].tolist()


@pytest.mark.parametrize(
    ("outcome", "name"), [pytest.param("full_iou", "iou", id="IoU"), pytest.param("pred_hitmiss", "hitmiss", id="hits")]
)
def test_confidence_is_the_official_regression(
    reference: tuple[pd.DataFrame, pd.DataFrame, Outcomes], shared_dir: Path, outcome: str, name: str
) -> None:
    _, probabilities, outcomes = reference
    rows = driver_rows.confidence_rows(probabilities, {outcome: outcomes[outcome]})
    wanted = pd.read_csv(shared_dir / "reference" / "expected" / "reg" / f"regression_modelprob_{name}.csv")
    tasks = wanted["task"].tolist()
    found = driver_rows.confidence_estimates(rows, outcome, [task for task in tasks if task != "Overall"])
    columns: dict[str, Callable[[pd.Series], str]] = {drivers.COEFFICIENTS: str, drivers.CORRELATIONS: str}
    for kind, column in zip(("slope", "spearman"), columns, strict=True):
        part = found[found["kind"] == kind].set_index("scope").loc[tasks]
        assert part.apply(_printed, axis=1, bonferroni=1).tolist() == wanted[column].tolist()
        assert part["n"].tolist() == wanted["n"].tolist()
