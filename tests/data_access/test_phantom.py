"""The phantom painter: seeded, complete, and painted where it is drawn."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from data_access.phantom import LABELS, PATHOLOGIES, PhantomCase, draw_patient, paint_case, pathologies_of_study
from data_access.phantom.curves import clip_to_box

SIZE_HW = (240, 280)
IMPLIED = {"Cardiomegaly": "Enlarged Cardiomediastinum", "Consolidation": "Airspace Opacity"}


def make_case(
    pathologies: tuple[str, ...] = PATHOLOGIES,
    *,
    seed: int = 3,
    size_hw: tuple[int, int] = SIZE_HW,
    view: str = "frontal",
) -> PhantomCase:
    return paint_case(np.random.default_rng(seed), size_hw, view, pathologies)


def test_same_seed_same_bytes() -> None:
    first, second = make_case(), make_case()
    assert first.image.tobytes() == second.image.tobytes()
    assert first.probabilities == second.probabilities
    assert first.points_benchmark == second.points_benchmark
    for pathology in PATHOLOGIES:
        np.testing.assert_array_equal(first.heatmaps[pathology], second.heatmaps[pathology])
        np.testing.assert_array_equal(first.masks_gt[pathology], second.masks_gt[pathology])


def test_other_seed_other_film() -> None:
    assert make_case(seed=3).image.tobytes() != make_case(seed=4).image.tobytes()


def test_one_generator_gives_one_case_after_another() -> None:
    rng = np.random.default_rng(0)
    first, second = (paint_case(rng, SIZE_HW, "frontal", ()) for _ in range(2))
    assert first.image.tobytes() != second.image.tobytes()


@pytest.mark.parametrize("start", [0, 5, 12, 640])
def test_any_twelve_studies_hold_all_ten_pathologies(start: int) -> None:
    studies = [pathologies_of_study(index, np.random.default_rng(index)) for index in range(start, start + 12)]
    assert {pathology for study in studies for pathology in study} == set(PATHOLOGIES)
    assert any(not study for study in studies), "no normal chest among twelve"


@pytest.mark.parametrize(("finding", "implied"), IMPLIED.items())
def test_a_finding_comes_with_what_it_implies(finding: str, implied: str) -> None:
    for index in range(48):
        present = pathologies_of_study(index, np.random.default_rng(index))
        assert finding not in present or implied in present


@pytest.mark.parametrize("view", ["frontal", "lateral"])
@pytest.mark.parametrize("pathology", PATHOLOGIES)
def test_film_changes_where_the_pathology_is_drawn(pathology: str, view: str) -> None:
    for seed in range(3):
        sick = make_case((pathology,), seed=seed, view=view)
        healthy = make_case((), seed=seed, view=view)
        change = np.abs(sick.image.astype(float) - healthy.image)
        inside = sick.masks_gt[pathology]
        assert change[inside].mean() > 1.0
        assert change[inside].mean() > 3 * change[~inside].mean()


@pytest.mark.parametrize("view", ["frontal", "lateral"])
def test_masks_are_the_contours_filled_by_pillow_and_never_empty(view: str) -> None:
    case = make_case(view=view)
    assert set(case.masks_gt) == set(case.contours_gt) == set(PATHOLOGIES)
    for pathology, contours in case.contours_gt.items():
        expected = np.zeros(SIZE_HW, dtype=bool)
        for contour in contours:
            one = Image.new("L", (SIZE_HW[1], SIZE_HW[0]))
            ImageDraw.Draw(one).polygon([tuple(point) for point in contour.tolist()], outline=1, fill=1)
            expected |= np.asarray(one) > 0
        np.testing.assert_array_equal(case.masks_gt[pathology], expected)
        assert case.masks_gt[pathology].any()


@pytest.mark.parametrize("size_hw", [(64, 48), (150, 400), (400, 150)], ids=str)
@pytest.mark.parametrize("view", ["frontal", "lateral"])
def test_contours_and_points_stay_on_a_film_of_any_shape(view: str, size_hw: tuple[int, int]) -> None:
    case = make_case(view=view, size_hw=size_hw)
    assert case.image.shape == size_hw
    assert case.image.dtype == np.uint8
    drawn = [c for contours in (*case.contours_gt.values(), *case.contours_benchmark.values()) for c in contours]
    clicked = [np.array(points) for points in case.points_benchmark.values()]
    for points in (*drawn, *clicked):
        assert points.min() >= 0
        assert points[:, 0].max() <= size_hw[1] - 1
        assert points[:, 1].max() <= size_hw[0] - 1
    assert all(len(contour) >= 3 for contour in drawn)
    assert not any(np.array_equal(contour[0], contour[-1]) for contour in drawn)


def _cover(contours: list[NDArray[np.float64]]) -> NDArray[np.bool_]:
    image = Image.new("L", (SIZE_HW[1], SIZE_HW[0]))
    for contour in contours:
        ImageDraw.Draw(image).polygon([tuple(point) for point in contour.tolist()], outline=1, fill=1)
    return np.asarray(image) > 0


def test_benchmark_agrees_with_the_truth_but_never_fully() -> None:
    overlaps: list[float] = []
    missed = extra = 0
    for seed in range(40):
        case = make_case(("Cardiomegaly", "Pleural Effusion"), seed=seed)
        missed += len(set(case.contours_gt) - set(case.contours_benchmark))
        extra += len(set(case.contours_benchmark) - set(case.contours_gt))
        for pathology in set(case.contours_gt) & set(case.contours_benchmark):
            mask_gt, mask_benchmark = case.masks_gt[pathology], _cover(case.contours_benchmark[pathology])
            overlaps.append(float((mask_gt & mask_benchmark).sum() / (mask_gt | mask_benchmark).sum()))
    assert max(overlaps) < 1
    assert 0.5 < np.mean(overlaps) < 0.9
    assert missed > 0
    assert extra > 0


def test_points_are_one_to_three_for_what_the_benchmark_drew_and_mostly_inside() -> None:
    inside: list[bool] = []
    for seed in range(10):
        case = make_case(seed=seed)
        assert set(case.points_benchmark) == set(case.contours_benchmark)
        for pathology, points in case.points_benchmark.items():
            assert 1 <= len(points) <= 3
            drawn = _cover(case.contours_benchmark[pathology])
            inside += [bool(drawn[int(y), int(x)]) for x, y in points]
    assert np.mean(inside) > 0.7


@pytest.mark.parametrize("present", [(), PATHOLOGIES], ids=["normal", "everything"])
def test_the_model_answers_for_all_ten(present: tuple[str, ...]) -> None:
    case = make_case(present)
    assert list(case.heatmaps) == list(case.probabilities) == list(PATHOLOGIES)
    for heatmap in case.heatmaps.values():
        assert heatmap.dtype == np.float32
        assert heatmap.ndim == 2
        assert 10 <= min(heatmap.shape) <= max(heatmap.shape) <= 40
        assert heatmap.min() >= 0
        assert heatmap.max() > 0
    assert all(0 <= probability <= 1 for probability in case.probabilities.values())


def test_the_model_is_surer_where_something_is() -> None:
    healthy = np.mean([list(make_case((), seed=seed).probabilities.values()) for seed in range(6)])
    sick = np.mean([list(make_case(seed=seed).probabilities.values()) for seed in range(6)])
    assert healthy < 0.3
    assert sick > 0.5


def test_labels_are_the_fourteen_of_chexpert() -> None:
    case = make_case(("Consolidation", "Airspace Opacity"))
    assert list(case.labels) == list(LABELS)
    assert case.labels["Consolidation"] == case.labels["Airspace Opacity"] == 1
    assert case.labels["No Finding"] == case.labels["Edema"] == 0


def test_no_finding_allows_support_devices_alone() -> None:
    # a fracture may be labelled without being drawn, so one seed alone proves nothing
    none = [make_case(("Support Devices",), seed=seed).labels for seed in range(5)]
    assert any(labels["No Finding"] == 1 and labels["Support Devices"] == 1 for labels in none)


def test_a_patient_keeps_sex_and_age_over_studies() -> None:
    patient = draw_patient(np.random.default_rng(8))
    rng = np.random.default_rng(1)
    cases = [paint_case(rng, SIZE_HW, view, (), patient) for view in ("frontal", "lateral")]
    assert {(case.sex, case.age) for case in cases} == {(patient.sex, patient.age)}
    assert cases[0].ap_pa in ("AP", "PA")
    assert cases[1].ap_pa == ""


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        pytest.param([[1, 1], [3, 1], [3, 3]], [[1, 1], [3, 1], [3, 3]], id="inside"),
        pytest.param([[-1, 1], [3, 1], [3, 5], [-1, 5]], [[0, 1], [3, 1], [3, 4], [0, 4]], id="over a corner"),
        pytest.param([[-1, 1], [-3, 1], [-3, 5]], [], id="outside"),
        pytest.param([[-9, -9], [19, -9], [19, 19], [-9, 19]], [[0, 0], [10, 0], [10, 4], [0, 4]], id="around the box"),
    ],
)
def test_curves_are_cut_off_at_the_film(control: list[list[float]], expected: list[list[float]]) -> None:
    clipped = clip_to_box(np.array(control, dtype=float), (10, 4))
    assert sorted(clipped.tolist()) == sorted(expected)


@pytest.mark.parametrize(
    ("view", "pathologies", "message"),
    [
        pytest.param("oblique", (), "view must be 'frontal' or 'lateral', not 'oblique'", id="view"),
        pytest.param("frontal", ("Lung Opacity",), r"not \['Lung Opacity'\]", id="pathology"),
    ],
)
def test_unknown_words_are_refused(view: str, pathologies: tuple[str, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_case(pathologies, view=view)
