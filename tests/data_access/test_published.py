"""Published values as the pages get them."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.adapters.chexlocalize_names import PATHOLOGIES, TASKS
from data_access.adapters.chexlocalize_published import published
from data_access.demo import write_demo
from tests.builders import Release


def test_every_row_has_a_source_a_measure_and_a_slice_of_ours() -> None:
    values = published().values
    assert set(values["source"]) == {"gradcam", "hb"}
    assert set(values["metric"]) == {"iou", "hit"}
    assert set(values["slice"]) == {"tp", "full"}
    assert set(values["pathology"]) == set(PATHOLOGIES)
    assert values["value"].between(0, 1).all()
    assert values[["stage", "reference"]].notna().all().all()


def test_each_value_is_there_once() -> None:
    values = published().values
    assert not values.duplicated(["pathology", "split", "source", "metric", "slice"]).any()


@pytest.mark.parametrize(
    ("key", "value", "n"),
    [
        pytest.param(("Cardiomegaly", "gradcam", "iou", "tp"), 0.452, None, id="without n"),
        pytest.param(("Pneumothorax", "hb", "hit", "tp"), 1.0, 10, id="hit rate of the benchmark"),
        pytest.param(("Lung Lesion", "hb", "iou", "full"), 0.424, 50, id="full data"),
    ],
)
def test_values(key: tuple[str, ...], value: float, n: int | None) -> None:
    values = published().values.set_index(["pathology", "source", "metric", "slice"])
    assert values.loc[key, "value"] == value
    assert values["n"].astype(object).where(values["n"].notna(), None).loc[key] == n


def test_average_decrease_is_the_published_one() -> None:
    """The abstract says 29.4 % for hit rate; the table's values are rounded to 3 decimals."""
    values = published().values
    hits = values[values["metric"] == "hit"].groupby("source")["value"].mean()
    assert 100 * (hits["hb"] - hits["gradcam"]) / hits["hb"] == pytest.approx(29.4, abs=0.1)


def test_counts_and_odd_cases() -> None:
    counts, odd_cases = published().counts, published().odd_cases
    images = counts[counts["quantity"] == "images"].set_index("split")["expected"]
    assert images.to_dict() == {"val": 234, "test": 668}
    assert set(counts["pathology"]) <= {"", *TASKS}
    assert len(odd_cases) == odd_cases["case_id"].nunique() == 5


def test_a_release_has_published_values_and_the_demo_none(tmp_path: Path) -> None:
    assert open_dataset(Release().write(tmp_path / "release")).published is not None
    assert open_dataset(write_demo(tmp_path / "demo", n_cases=1, size_hw=(64, 64))).published is None
