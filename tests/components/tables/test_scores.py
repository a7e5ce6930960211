"""The paper's tables from sets in memory: pairs, evaluation, hits, shapes and regressions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

from components.metrics.overlap import Outcome, iou
from components.tables import drivers, evaluation, pointing
from components.tables.pairs import pair_grid
from components.tables.shape import ShapeFeatures, shape_features
from data_access.annotation_set import AnnotationSet
from data_access.geometry import Contours, HeatMap, Mask, Points
from data_access.lazy import Lazy
from data_access.problems import ProblemLog
from data_access.records import Records, Unreadable
from tests.sets import GROUND_TRUTH, MODEL, heat_map, map_set, memory_set, rectangle

EMPTY = rectangle(0, 0)
NAN = float("nan")
EDEMA = ["Edema"]


def point_set(drawn: Mapping[str, Mapping[str, list[list[float]] | Unreadable]]) -> AnnotationSet:
    of_case: dict[str, dict[str, Points | Unreadable]] = {
        case_id: {
            target: found if isinstance(found, Unreadable) else Points(np.array(found, np.float64))
            for target, found in of_targets.items()
        }
        for case_id, of_targets in drawn.items()
    }
    records: Lazy[Records[Points]] = Lazy(lambda: Records(of_case, complete=True))
    return AnnotationSet(MODEL, "test", ("Edema",), point_records=records)


def test_absent_masks_are_empty_or_not_predicted() -> None:
    set_a = memory_set({"a": {"Edema": rectangle(4, 4)}}, pathologies=EDEMA)
    nothing = memory_set({}, MODEL, EDEMA)
    as_paper = pair_grid(set_a, nothing, ["a"], ProblemLog(), absent_is_empty=True)
    assert iou(as_paper.areas, "full").tolist() == [[0.0]]
    assert as_paper.areas.image_px.tolist() == [[100]]
    honest = pair_grid(set_a, nothing, ["a"], ProblemLog(), absent_is_empty=False)
    assert honest.areas.not_predicted.all()


def test_unreadable_is_never_empty() -> None:
    set_a = memory_set({"a": {"Edema": rectangle(4, 4)}}, pathologies=EDEMA)
    refused = memory_set({"a": {"Edema": Unreadable()}}, MODEL, EDEMA)
    grid = pair_grid(set_a, refused, ["a"], ProblemLog(), absent_is_empty=True)
    assert grid.areas.unreadable.all()
    assert np.isnan(iou(grid.areas, "full")).all()


def test_evaluation_orders_columns_as_the_official_files() -> None:
    result = evaluation.evaluate(np.array([[0.5, NAN], [0.25, NAN]]), ["a", "b"], ["Nodule", "Edema"], 50)
    assert list(result.results.columns) == ["Edema", "Nodule", "img_id"]
    assert list(result.replicates.columns) == ["Nodule", "Edema"]
    assert result.summary["name"].tolist() == ["Edema", "Nodule"]
    assert result.summary.loc[0, ["lower", "mean", "upper"]].isna().all()


def test_pixel_scores_of_an_absent_case_count_as_missed() -> None:
    set_a = memory_set({"a": {"Edema": rectangle(4, 4)}, "b": {"Edema": rectangle(2, 2)}}, pathologies=EDEMA)
    set_b = memory_set({"a": {"Edema": rectangle(4, 2)}}, MODEL, EDEMA)
    grid = pair_grid(set_a, set_b, ["a", "b"], ProblemLog(), absent_is_empty=True)
    row = evaluation.pixel_scores(grid).iloc[0]
    assert row.tolist() == ["Edema", 1.0, 8 / 20, 1.0]


def test_counts_of_masks() -> None:
    drawn = memory_set({"a": {"Edema": rectangle(1, 1), "Nodule": EMPTY}, "b": {"Edema": rectangle(2, 2)}})
    assert evaluation.count_masks(drawn)["0"].to_dict() == {"Edema": 2, "Nodule": 0}


@pytest.mark.parametrize(
    ("mask_gt", "points_xy", "value", "outcome"),
    [
        pytest.param(rectangle(4, 4), [[9, 9], [3.9, 0.2]], 1.0, Outcome.SCORED, id="any point hits"),
        pytest.param(rectangle(4, 4), [[4.0, 0.2]], 0.0, Outcome.SCORED, id="beside"),
        pytest.param(rectangle(4, 4), [[-2, 0], [0, 10]], 0.0, Outcome.SCORED, id="outside the image"),
        pytest.param(rectangle(4, 4), None, 0.0, Outcome.SCORED, id="empty prediction: no point is a miss"),
        pytest.param(EMPTY, [[1, 1]], NAN, Outcome.BOTH_EMPTY, id="empty ground truth"),
        pytest.param(EMPTY, None, NAN, Outcome.BOTH_EMPTY, id="both empty"),
        pytest.param(Unreadable(), [[1, 1]], NAN, Outcome.UNREADABLE, id="unreadable ground truth"),
        pytest.param(rectangle(4, 4), Unreadable(), NAN, Outcome.UNREADABLE, id="unreadable points"),
    ],
)
def test_hits_of_points(
    mask_gt: NDArray[np.bool_] | Unreadable,
    points_xy: list[list[float]] | Unreadable | None,
    value: float,
    outcome: Outcome,
) -> None:
    truth = memory_set({"a": {"Edema": mask_gt}}, pathologies=EDEMA)
    points = point_set({"a": {} if points_xy is None else {"Edema": points_xy}})
    hits = pointing.point_hits(truth, points, ["a"])
    np.testing.assert_array_equal(hits.values, [[value]])
    assert hits.outcome.tolist() == [[outcome]]


@pytest.mark.parametrize(
    ("mask_gt", "heatmap", "value", "outcome"),
    [
        pytest.param(rectangle(5, 5), heat_map([[1, 0], [0, 0]]), 1.0, Outcome.SCORED, id="hit"),
        pytest.param(rectangle(5, 5), heat_map([[0, 0], [0, 1]]), 0.0, Outcome.SCORED, id="miss"),
        pytest.param(EMPTY, heat_map([[1, 0], [0, 0]]), NAN, Outcome.BOTH_EMPTY, id="empty ground truth"),
        pytest.param(rectangle(5, 5), None, NAN, Outcome.UNREADABLE, id="refused map"),
        pytest.param(
            rectangle(5, 5), heat_map([[1, 0]], 0.5, (9, 9)), NAN, Outcome.UNREADABLE, id="map of another size"
        ),
        pytest.param(rectangle(5, 5), "missing", NAN, Outcome.NOT_PREDICTED, id="no map"),
    ],
)
def test_hits_of_maps(
    mask_gt: NDArray[np.bool_], heatmap: HeatMap | str | None, value: float, outcome: Outcome
) -> None:
    truth = memory_set({"a": {"Edema": mask_gt}}, pathologies=EDEMA)
    maps = map_set({"other": None} if isinstance(heatmap, str) else {"a": heatmap})
    hits = pointing.map_hits(truth, maps, ["a"], ProblemLog())
    np.testing.assert_array_equal(hits.values, [[value]])
    assert hits.outcome.tolist() == [[outcome]]


def test_pixels_of_run_lengths_equal_pixels_of_the_mask() -> None:
    mask = np.random.default_rng(0).random((7, 9)) > 0.5
    pixels = np.array([[y, x] for y in range(-1, 8) for x in range(-1, 10)])
    padded = np.pad(mask, 1)
    expected = [padded[y + 1, x + 1] for y, x in pixels]
    assert pointing.is_foreground(Mask.from_array(mask), pixels).tolist() == expected


def test_chance_is_the_mean_share_of_the_image() -> None:
    truth = memory_set({"a": {"Edema": rectangle(4, 5)}, "b": {"Edema": rectangle(4, 10)}, "c": {"Edema": EMPTY}})
    np.testing.assert_allclose(pointing.chance_levels(truth, ["a", "b", "c"]), [0.3, NAN], rtol=1e-15)


def test_shapes_count_contours_and_measure_masks() -> None:
    contours = Contours((10, 10), (np.array([[0, 0], [5, 0], [5, 2]]), np.array([[1, 1], [4, 1], [4, 2]])))
    records: Lazy[Records[Contours]] = Lazy(lambda: Records({"a": {"Edema": contours}}, complete=True))
    drawn = AnnotationSet(GROUND_TRUTH, "test", ("Edema",), contour_records=records)
    found = shape_features(drawn, memory_set({"a": {"Edema": rectangle(3, 5)}}))
    assert found.num_instances.to_dict("list") == {"Edema": [2], "Nodule": [0], "img_id": ["a"]}
    assert found.area_ratio.to_dict("list") == {"Edema": [0.15], "Nodule": [0.0], "img_id": ["a"]}
    np.testing.assert_allclose(found.elongation[["Edema", "Nodule"]], [[2.0, NAN]], rtol=1e-6)
    np.testing.assert_allclose(found.rec_area_ratio[["Edema", "Nodule"]], [[1.0, NAN]], rtol=1e-6)


def test_rows_of_features_are_matched_by_id() -> None:
    ids = ["a", "b"]
    features = ShapeFeatures(
        *(pd.DataFrame({"Edema": cells, "img_id": ids}) for cells in ([1, 0], [0.2, 0.0], [2.0, NAN], [0.7, NAN]))
    )
    results = {"pred_iou": pd.DataFrame({"Edema": [0.9, 0.4], "img_id": ["b", "a"]})}
    rows = drivers.feature_rows(features, results)
    assert rows.to_dict("list") == {
        "pathology": ["Edema"],
        "n_instance": [1.0],
        "area_ratio": [0.2],
        "elongation": [2.0],
        "irrectangularity": [pytest.approx(0.3)],
        "pred_iou": [0.4],
    }


def test_regression_on_confidence_is_matched_by_id_and_survives_few_rows() -> None:
    results = pd.DataFrame({"Edema": [0.1, 0.2, NAN], "Nodule": [NAN, NAN, NAN], "img_id": ["a", "b", "c"]})
    probabilities = pd.DataFrame({"Edema": [0.4, 0.2], "Nodule": [0.5, 0.5], "img_id": ["b", "a"]})
    table = drivers.regress_on_confidence(results, probabilities)
    assert table["task"].tolist() == ["Edema", "Nodule", "Overall"]
    assert table["n"].tolist() == [2.0, 0.0, 2.0]
    assert table[drivers.COEFFICIENTS].tolist() == ["0.5, (nan, nan)", "nan, (nan, nan)", "0.5, (nan, nan)"]
