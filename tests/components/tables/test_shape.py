"""Shape of every mask: by hand, and the numbers that `cli.py features` writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from cli import main
from components.tables.shape import AS_DRAWN, AS_PIECES, instance_table, shape_table
from data_access import open_dataset
from data_access.geometry import Contours
from data_access.lazy import Lazy
from data_access.records import Records, Unreadable
from tests.sets import memory_set, rectangle

TWO_PIECES = rectangle(2, 3) | np.roll(rectangle(2, 3), (6, 6), axis=(0, 1))


def test_pieces_are_counted_where_nothing_else_is_known() -> None:
    annotated = memory_set({"a": {"Edema": TWO_PIECES, "Nodule": rectangle(0, 0)}, "b": {"Edema": Unreadable()}})
    table = instance_table(annotated, ["a", "b", "unknown"])
    assert table.to_numpy().tolist() == [["a", "Edema", "gt", 2, AS_PIECES]]


def test_contours_are_counted_as_drawn_though_they_overlap() -> None:
    """Two contours on one piece are two instances; a mask without contours falls back to its pieces."""
    corners = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], float)
    drawn: Records[Contours] = Records({"a": {"Edema": Contours((10, 10), (corners, corners + 1))}}, complete=True)
    masks = memory_set({"a": {"Edema": rectangle(6, 6), "Nodule": TWO_PIECES}})
    annotated = replace(masks, contour_records=Lazy(lambda: drawn))
    table = instance_table(annotated, ["a"])
    assert table[["pathology", "n_instances", "counted"]].to_numpy().tolist() == [
        ["Edema", 2, AS_DRAWN],
        ["Nodule", 2, AS_PIECES],
    ]


def test_shape_by_hand() -> None:
    """The outline of 3 x 5 pixels runs through their centres: 2 x 4, so twice as long as wide, and a rectangle."""
    row = shape_table(memory_set({"a": {"Edema": rectangle(3, 5)}}), ["a"]).iloc[0]
    assert row["area_share"] == pytest.approx(0.15)
    assert row["elongation"] == pytest.approx(2)
    assert row["irrectangularity"] == pytest.approx(0, abs=1e-6)
    assert row["n_instances"] == 1


def test_a_line_has_no_rectangle_and_keeps_its_area() -> None:
    row = shape_table(memory_set({"a": {"Edema": rectangle(1, 5)}}), ["a"]).iloc[0]
    assert row["area_share"] == pytest.approx(0.05)
    assert np.isnan([row["elongation"], row["irrectangularity"]]).all()


@pytest.mark.parametrize(
    "drawn", [pytest.param({}, id="no case"), pytest.param({"a": {"Edema": rectangle(0, 0)}}, id="all empty")]
)
def test_nothing_drawn_gives_an_empty_table_with_its_columns(drawn: dict[str, dict[str, np.ndarray]]) -> None:
    table = shape_table(memory_set(drawn), ["a"])
    assert table.empty
    assert {"n_instances", "area_share", "elongation", "irrectangularity"} <= set(table.columns)


def test_numbers_are_those_of_the_command_line(shared_dir: Path, tmp_path: Path) -> None:
    release = shared_dir / "reference"
    files = release / "CheXlocalize"
    command = ["features", "--annotations", files / "gt_annotations_test.json"]
    command += ["--segmentations", files / "gt_segmentations_test.json", "--out", tmp_path]
    assert CliRunner().invoke(main, [str(part) for part in command], catch_exceptions=False).exit_code == 0
    dataset = open_dataset(release)
    ground_truth = dataset.annotation_set("test", "gt")
    assert ground_truth is not None
    table = shape_table(ground_truth, dataset.case_ids("test"))
    assert len(table) > 50
    table = table.assign(rec_area_ratio=1 - table["irrectangularity"], area_ratio=table["area_share"])
    for ours, theirs in (
        ("n_instances", "num_instances"),
        ("area_ratio", "area_ratio"),
        ("elongation", "elongation"),
        ("rec_area_ratio", "rec_area_ratio"),
    ):
        wide = pd.read_csv(tmp_path / f"{theirs}.csv").set_index("img_id")
        written = pd.Series(wide.stack())
        written = written[written > 0]
        found = table.set_index(["case_id", "pathology"])[ours].reindex(written.index)
        np.testing.assert_allclose(found, written, rtol=0, atol=1e-12, err_msg=theirs)
        assert len(written) == table[ours].notna().sum()
