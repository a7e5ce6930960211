"""Counts of a release against the published ones, and what is found of the cases known to be odd."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from components.tables import expected
from components.tables.inventory import NOT_READ
from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.published import COUNT_COLUMNS, ODD_CASE_COLUMNS, VALUE_COLUMNS, Published
from tests.builders import CASE_A, CASE_B, CASE_C, DRAWN, HEATMAPS, Release, label_csv

ODD = {CASE_A: "is drawn on", CASE_B: "is empty in the benchmark", CASE_C: "has no entry", "patient1": "is elsewhere"}


def publish(counts: list[tuple[str, str, str, str, int]]) -> Published:
    """Return these published counts: split, source, quantity, pathology, expected."""
    odd = [("test", case_id, remark, "an audit") for case_id, remark in ODD.items()]
    return Published(
        pd.DataFrame(columns=list(VALUE_COLUMNS)),
        pd.DataFrame([(*row, "a paper") for row in counts], columns=list(COUNT_COLUMNS)),
        pd.DataFrame(odd, columns=list(ODD_CASE_COLUMNS)),
    )


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """Return three cases of three patients, two of them with an image; one label; the benchmark lacks a case."""
    masks = {"gt": DRAWN["gt"], "hb": {key: DRAWN["hb"][key] for key in (CASE_A, CASE_B)}}
    labels = label_csv(prefix="test/", demographics=False, cells={(CASE_A, "Lung Opacity"): "1.0"})
    release = Release(image_ids=(CASE_A, CASE_B), labels=labels, masks=masks, heatmaps=HEATMAPS, contours_xy={})
    return open_dataset(release.write(tmp_path))


def read(dataset: Dataset) -> Dataset:
    """Read the masks of every set."""
    for annotated in dataset.sets:
        annotated.case_ids()
    return dataset


@pytest.mark.parametrize(
    ("row", "state", "verdict"),
    [
        pytest.param(("", "images", "", 2), expected.COMPLETE, "complete: 2 of 2 images", id="images"),
        pytest.param(("", "images", "", 36), expected.DIFFERS, "34 images fewer than published", id="fewer"),
        pytest.param(("", "patients", "", 1), expected.DIFFERS, "2 patients more than published", id="more"),
        pytest.param(("gt", "cases", "", 3), expected.COMPLETE, "complete: 3 of 3 cases", id="cases of a set"),
        pytest.param(("hb", "patients", "", 2), expected.COMPLETE, "complete: 2 of 2 patients", id="patients of a set"),
        pytest.param(("gt", "annotations", "", 2), expected.COMPLETE, "complete: 2 of 2 annotations", id="masks"),
        pytest.param(
            ("", "positive labels", "Airspace Opacity", 1), expected.COMPLETE, "complete: 1 of 1 positive", id="labels"
        ),
        pytest.param(("", "positive labels", "Nodule", 1), expected.NOT_THERE, "no label table", id="no such label"),
        pytest.param(("other", "cases", "", 1), expected.NOT_THERE, "other is not in this release", id="no such set"),
        pytest.param(("gradcam", "annotations", "", 1), expected.NOT_THERE, "it has no masks", id="maps alone"),
    ],
)
def test_verdict(row: tuple[str, str, str, int], state: str, verdict: str, dataset: Dataset) -> None:
    compared = expected.compare_counts(replace(read(dataset), published=publish([("test", *row)])))
    assert compared["state"].tolist() == [state]
    assert compared["verdict"].iloc[0].startswith(verdict)
    assert compared["found"].isna().iloc[0] == (state == expected.NOT_THERE)


def test_what_is_not_read_is_not_counted(dataset: Dataset) -> None:
    unread = replace(dataset, published=publish([("test", "gt", "cases", "", 3), ("test", "", "images", "", 2)]))
    compared = expected.compare_counts(unread)
    assert compared["state"].tolist() == [NOT_READ, expected.COMPLETE]
    assert not any(annotated.is_read for annotated in unread.sets if annotated.has_masks)
    assert expected.summary_lines(unread, compared) == [
        "test: 1 of 2 published counts is met; 1 of files not read yet."
    ]
    assert NOT_READ in expected.odd_cases(unread)["found"].iloc[0]


@pytest.mark.parametrize(
    ("counts", "lines"),
    [
        pytest.param([("test", "", "images", "", 2)], ["test: complete, all 1 published counts are met."], id="whole"),
        pytest.param(
            [("test", "", "images", "", 9), ("test", "", "patients", "", 3)],
            ["test: a part, 2 of 9 images; 1 of 2 published counts is met; 1 not met."],
            id="a part",
        ),
        pytest.param(
            [("val", "", "images", "", 9)], ["val: not in this release, so nothing of it is compared."], id="no split"
        ),
    ],
)
def test_summary(counts: list[tuple[str, str, str, str, int]], lines: list[str], dataset: Dataset) -> None:
    published = replace(dataset, published=publish(counts))
    assert expected.summary_lines(published, expected.compare_counts(published), str) == lines


def test_nothing_published_nothing_compared(dataset: Dataset) -> None:
    other = replace(dataset, published=None)
    assert expected.compare_counts(other).empty
    assert expected.odd_cases(other).empty
    assert "nothing is compared" in expected.summary_lines(other, expected.compare_counts(other))[0]


def test_odd_cases_say_what_is_found(dataset: Dataset) -> None:
    found = expected.odd_cases(replace(read(dataset), published=publish([]))).set_index("case_id")["found"]
    assert found.to_dict() == {
        CASE_A: "1 positive labels; Ground truth: 1 mask; Benchmark: 1 mask",
        CASE_B: "0 positive labels; Ground truth: only empty masks; Benchmark: only empty masks",
        CASE_C: "0 positive labels; Ground truth: 1 mask; Benchmark: no entry",
        "patient1": "not in this release",
    }
