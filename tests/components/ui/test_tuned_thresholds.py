"""The viewer marks a tuned threshold only once the Thresholds page has read the maps; it never reads them for that."""

from __future__ import annotations

from pathlib import Path

from components.tables.tuning import tuned_table
from components.ui import cached_heatmaps
from components.ui.xray_viewer.content import make_content
from components.ui.xray_viewer.extra import Ask
from data_access import open_dataset
from data_access.demo import write_demo


def test_tuned_thresholds_come_from_the_sweep(tmp_path: Path) -> None:
    dataset = open_dataset(write_demo(tmp_path / "release", n_cases=6, size_hw=(96, 80)))
    truth, maps = dataset.annotation_set("val", "gt"), dataset.annotation_set("val", "gradcam")
    assert truth is not None
    assert maps is not None
    assert cached_heatmaps.tuned_if_swept(dataset, "val") == ()
    sweep = cached_heatmaps.sweep(dataset, truth, maps)
    tuned = cached_heatmaps.tuned_if_swept(dataset, "val", "gradcam")
    table = tuned_table(sweep, dataset.pathologies)
    expected = dict(zip(table["task"], table["threshold"], strict=True))
    assert tuned
    assert dict(tuned).items() <= expected.items()
    assert cached_heatmaps.tuned_if_swept(dataset, "val", "nobody") == ()
    target, threshold = tuned[0]
    ask = Ask("heat", target, "gradcam", tuned=tuned)
    extra = make_content(dataset, maps.case_ids()[0], ["gt", "gradcam"], None, "no image", ask).extra
    assert extra is not None
    assert extra["heat"]["tuned"] == threshold
    assert threshold in [step["threshold"] for step in extra["heat"]["steps"]]
