"""One annotation file or folder by any name: what kind it is shows in its content."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access import open_set
from data_access.adapters.chexlocalize_set import SetNotFoundError
from data_access.problems import ProblemLog
from tests.builders import CASE_A, CASES, DRAWN, SIZE_HW, box_xy, contours, npz_bytes, put, segmentations

SEGMENTATIONS = segmentations(DRAWN["gradcam"])
CONTOURS = contours({CASE_A: {"Cardiomegaly": [box_xy(4, 2, 4, 4)]}})
POINTS = {CASE_A: {"Cardiomegaly": [[4.5, 3.0]]}}


@pytest.mark.parametrize(
    ("name", "content", "kinds", "key", "split"),
    [
        pytest.param("mine_segmentations_val.json", SEGMENTATIONS, ("masks",), "mine", "val", id="official name"),
        pytest.param("gt_segmentations_test.json", SEGMENTATIONS, ("masks",), "gt", "test", id="ground truth"),
        pytest.param("result (2).json", SEGMENTATIONS, ("masks",), "result (2)", "", id="any name"),
        pytest.param("a.json", CONTOURS, ("contours",), "a", "", id="contours"),
        pytest.param("a.json", POINTS, ("points",), "a", "", id="points"),
        pytest.param("gt_segmentations_val.json", CONTOURS, ("contours",), "gt", "val", id="content goes before name"),
        pytest.param(
            "a.json", {CASE_A: {"Edema": [], **CONTOURS[CASE_A]}}, ("contours",), "a", "", id="empty list first"
        ),
        pytest.param("a.json", {}, ("masks",), "a", "", id="empty"),
        pytest.param("a.csv", f"id,Cardiomegaly\n{CASE_A},0.75\n", ("probabilities",), "a", "", id="probabilities"),
    ],
)
def test_file_is_opened(
    tmp_path: Path, name: str, content: object, kinds: tuple[str, ...], key: str, split: str
) -> None:
    problems = ProblemLog()
    found = open_set(put(tmp_path / name, content), problems)
    assert (found.kinds, found.key, found.split) == (kinds, key, split)
    assert list(problems) == []


def test_masks_contours_points_and_probabilities_are_there(tmp_path: Path) -> None:
    problems = ProblemLog()
    masks = open_set(put(tmp_path / "a.json", SEGMENTATIONS), problems)
    drawn = open_set(put(tmp_path / "b.json", CONTOURS), problems)
    points = open_set(put(tmp_path / "c.json", POINTS), problems)
    table = open_set(put(tmp_path / "d.csv", f"id,Cardiomegaly\n{CASE_A},0.75\n"), problems)
    assert masks.case_ids() == CASES
    assert masks.mask(CASE_A, "Cardiomegaly") == drawn.mask(CASE_A, "Cardiomegaly")
    found = points.points(CASE_A, "Cardiomegaly")
    assert found is not None
    assert found.points_xy.tolist() == [[4.5, 3.0]]
    assert table.probability(CASE_A, "Cardiomegaly") == 0.75


def test_folder_of_heatmaps_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "mine_maps_test"
    put(folder / f"{CASE_A}_Cardiomegaly_map.npz", npz_bytes())
    put(folder / "notes.txt", "no heat map")
    found = open_set(folder, ProblemLog())
    assert (found.kinds, found.key, found.split, found.case_ids()) == (("heat maps",), "mine", "test", (CASE_A,))
    heatmap = found.heatmap(CASE_A, "Cardiomegaly")
    assert heatmap is not None
    assert (heatmap.map_hw.shape, heatmap.probability, heatmap.size_hw) == ((2, 3), 0.75, SIZE_HW)


def test_link_that_the_user_names_is_followed(tmp_path: Path) -> None:
    target = put(tmp_path / "elsewhere" / "stored.json", SEGMENTATIONS)
    link = tmp_path / "here" / "mine_segmentations_val.json"
    link.parent.mkdir()
    link.symlink_to(target)
    found = open_set(link, ProblemLog())
    assert (found.key, found.case_ids()) == ("mine", CASES)


def test_home_folder_may_be_written_as_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    put(tmp_path / "a.json", SEGMENTATIONS)
    assert open_set("~/a.json", ProblemLog()).case_ids() == CASES


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param("", "no complete JSON", id="empty"),
        pytest.param('{"a": {"Edema"', "no complete JSON", id="truncated"),
        pytest.param("[]", "a list instead of an object", id="list"),
        pytest.param('{"version": 3, "cases": []}', "an object without a case", id="other JSON"),
        pytest.param(b"\x80\x02}q\x00.", "no complete JSON", id="a pickle"),
    ],
)
def test_what_is_no_annotation_file_is_refused(tmp_path: Path, content: str | bytes, found: str) -> None:
    with pytest.raises(SetNotFoundError, match=rf"a\.json: expected an annotation file, found {found}"):
        open_set(put(tmp_path / "a.json", content), ProblemLog())


def test_table_without_ids_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetNotFoundError, match="no column id among Path, Edema"):
        open_set(put(tmp_path / "a.csv", "Path,Edema\nx,1\n"), ProblemLog())
    with pytest.raises(SetNotFoundError, match="no table"):
        open_set(put(tmp_path / "a.csv", ""), ProblemLog())


@pytest.mark.parametrize(
    "name", ["missing.json", "null\0byte.json", "x" * 5_000, "~nobody-of-this-name/a.json", "loop"]
)
def test_path_that_leads_nowhere_is_refused(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetNotFoundError, match="expected an annotation file") as refusal:
        open_set(name, ProblemLog())
    assert len(str(refusal.value)) < 400


def test_folder_without_heatmaps_is_refused(tmp_path: Path) -> None:
    put(tmp_path / "a_Edema.npz", npz_bytes())
    with pytest.raises(SetNotFoundError, match="expected heat maps"):
        open_set(tmp_path, ProblemLog())
