"""The viewer marks a tuned threshold only once the Thresholds page has read the maps; these are read once a machine."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import streamlit as st

from components.tables.tuning import tuned_table
from components.ui import cached_heatmaps
from components.ui.xray_viewer.content import make_content
from components.ui.xray_viewer.extra import Ask
from data_access import open_dataset
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.demo import write_demo
from tests.conftest import OpenedFiles


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


def _start_anew() -> None:
    """Forget what a process remembers; files stay."""
    st.cache_data.clear()
    st.cache_resource.clear()


def _sweep(root: Path) -> tuple[pd.DataFrame, Dataset]:
    dataset = open_dataset(root)
    truth, maps = dataset.annotation_set("val", "gt"), dataset.annotation_set("val", "gradcam")
    assert isinstance(truth, AnnotationSet)
    assert isinstance(maps, AnnotationSet)
    return cached_heatmaps.sweep(dataset, truth, maps).maps, dataset


def test_maps_are_read_once_for_all_starts_but_those_left_out(tmp_path: Path, opened_files: OpenedFiles) -> None:
    root = write_demo(tmp_path / "release", n_cases=6, size_hw=(96, 80), images=False)
    broken = sorted((root / "CheXlocalize" / "gradcam_maps_val").glob("*_map.npz"))[0]
    broken.write_bytes(b"cut")
    _start_anew()
    made, dataset = _sweep(root)
    assert [problem.file for problem in dataset.problems] == [broken.relative_to(root).as_posix()]
    _start_anew()
    with opened_files(root) as opened:
        kept, dataset = _sweep(root)
    pd.testing.assert_frame_equal(kept, made)
    case_id = broken.name.partition("_frontal")[0]
    read = [name for name in opened if name.endswith("_map.npz")]
    assert read
    assert all(case_id in name for name in read)
    assert [problem.file for problem in dataset.problems] == [broken.relative_to(root).as_posix()]
