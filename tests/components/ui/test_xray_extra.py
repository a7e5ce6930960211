"""What a closer look asks for, and what it says where there is nothing to look at."""

from __future__ import annotations

import json
from typing import Any

import pytest

from components.ui.viewer_settings import ViewerSettings
from components.ui.xray_viewer.content import make_content
from components.ui.xray_viewer.extra import Ask, ask_of
from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.demo import write_demo

ALL = ["gt", "hb", "gradcam"]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Return a small synthetic release."""
    return open_dataset(write_demo(tmp_path_factory.mktemp("demo") / "release", n_cases=6, size_hw=(96, 80)))


def _extra(dataset: Dataset, ask: Ask, keys: list[str]) -> dict[str, Any]:
    content = make_content(dataset, dataset.case_ids("val")[0], keys, None, "no image", ask)
    assert content.extra is not None
    json.dumps(content.extra)
    return content.extra


@pytest.mark.parametrize("mode", ["overlay", "side", "sheet"])
def test_masks_alone_ask_for_nothing(mode: str) -> None:
    assert ask_of(ViewerSettings(mode=mode, target="Edema")) == Ask()


def test_agreement_chooses_sources_and_pathology(dataset: Dataset) -> None:
    extra = _extra(dataset, Ask("map"), ALL)
    assert (extra["first"], extra["second"]) == ("gt", "hb")
    assert extra["target"] in dataset.pathologies
    assert extra["fault"] == ""
    assert len(extra["areas"]) == 3


def test_agreement_keeps_what_was_chosen(dataset: Dataset) -> None:
    extra = _extra(dataset, Ask("map", "Edema", "gradcam", "gt"), ALL)
    assert (extra["target"], extra["first"], extra["second"]) == ("Edema", "gradcam", "gt")


def test_one_source_is_not_enough_to_compare(dataset: Dataset) -> None:
    assert "Two sources" in _extra(dataset, Ask("map"), ["gt"])["fault"]


def test_heat_map_has_a_step_for_each_threshold(dataset: Dataset) -> None:
    extra = _extra(dataset, Ask("heat"), ALL)
    thresholds = [step["threshold"] for step in extra["heat"]["steps"]]
    assert thresholds == sorted(thresholds)
    assert extra["heat"]["otsu"] in thresholds


def test_without_heat_maps_it_says_so(dataset: Dataset) -> None:
    assert "no heat map" in _extra(dataset, Ask("heat"), ["gt", "hb"])["fault"]
