"""The numbers cases are filtered and sorted by, on a release whose masks can be counted by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.tables.case_table import NOT_MENTIONED, OUTCOME_CODES, CaseTable, offer
from data_access import open_dataset
from tests.builders import ANNOTATIONS_ONLY, CASE_A, CASE_B, CASE_C, CASES, DRAWN, HEATMAPS, Release, label_csv
from tests.conftest import OpenedFiles

LABELS = label_csv(
    prefix="CheXpert-v1.0/valid/",
    cells={
        (CASE_A, "Sex"): "Male",
        (CASE_A, "Age"): "85 or more",
        (CASE_B, "Age"): "",
        (CASE_A, "Edema"): "1.0",
        (CASE_B, "Edema"): "",
    },
)


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Return a validation split with all three sources."""
    return Release(split="valid", labels=LABELS, masks=DRAWN, heatmaps=HEATMAPS).write(tmp_path)


@pytest.fixture
def table(release: Path) -> CaseTable:
    return CaseTable(open_dataset(release), "val")


def test_facts_and_labels_read_no_annotation(release: Path, table: CaseTable, opened_files: OpenedFiles) -> None:
    with opened_files(release) as opened:
        facts, labels, offered = table.facts, table.labels, offer(table)
    assert opened == []
    assert facts.index.tolist() == list(CASES)
    assert facts["view"].tolist() == ["frontal", "frontal", "lateral"]
    assert facts["age"].tolist() == [85, pd.NA, 61]
    assert labels.loc[CASE_A, "Edema"] == 1
    assert offered.ages == (61, 85)


def test_a_pair_reads_its_two_sets_alone(release: Path, table: CaseTable, opened_files: OpenedFiles) -> None:
    with opened_files(release) as opened:
        table.pair("gt", "hb")
    assert sorted(name for name in opened if name.endswith(".json")) == [
        "CheXlocalize/gt_segmentations_valid.json",
        "CheXlocalize/hb_segmentations_valid.json",
    ]


def test_areas_read_one_set_alone(release: Path, table: CaseTable, opened_files: OpenedFiles) -> None:
    with opened_files(release) as opened:
        areas = table.areas("gt")
    assert [name for name in opened if name.endswith(".json")] == ["CheXlocalize/gt_segmentations_valid.json"]
    assert areas.loc[CASE_A, "Cardiomegaly"] == pytest.approx(16 / 120)
    assert areas.loc[CASE_C, "Pleural Effusion"] == pytest.approx(15 / 120)
    assert areas.loc[CASE_B].eq(0).all()


def test_a_pair_has_iou_only_where_both_drew(table: CaseTable) -> None:
    pair = table.pair("gt", "hb")
    assert pair.iou.loc[CASE_A, "Cardiomegaly"] == pytest.approx(8 / 24)
    assert int(pair.iou.notna().to_numpy().sum()) == 1
    assert pair.outcome.loc[CASE_A, "Cardiomegaly"] == OUTCOME_CODES["scored"]
    assert pair.outcome.loc[CASE_C, "Pleural Effusion"] == OUTCOME_CODES["missed"]
    assert pair.outcome.loc[CASE_B, "Edema"] == OUTCOME_CODES["both empty"]


def test_a_case_that_a_source_does_not_know_has_no_area(tmp_path: Path) -> None:
    masks = {"gt": DRAWN["gt"], "hb": {CASE_A: DRAWN["hb"][CASE_A]}}
    table = CaseTable(open_dataset(Release(masks=masks).write(tmp_path)), "test")
    assert table.areas("hb").loc[CASE_B].isna().all()
    assert (table.pair("gt", "hb").outcome.loc[CASE_B] == OUTCOME_CODES["not predicted"]).all()


def test_cases_that_only_a_mask_file_knows_are_in_it(tmp_path: Path) -> None:
    table = CaseTable(open_dataset(Release(image_ids=[CASE_A], labels="").write(tmp_path)), "test")
    assert table.case_ids == [CASE_A]
    assert table.pair("gt", "hb").iou.index.tolist() == list(CASES)
    assert table.case_ids == list(CASES)


def test_probabilities_come_from_the_heat_maps(table: CaseTable) -> None:
    probabilities = table.probabilities("gradcam")
    assert probabilities.loc[CASE_A, "Cardiomegaly"] == 0.75
    assert int(probabilities.notna().to_numpy().sum()) == 1
    assert probabilities.dtypes.unique().tolist() == [np.float64]


def test_probabilities_of_some_cases_read_their_heat_maps_alone(
    release: Path, table: CaseTable, opened_files: OpenedFiles
) -> None:
    with opened_files(release) as opened:
        probabilities = table.probabilities("gradcam", [CASE_B])
    assert opened == []
    assert probabilities.index.tolist() == [CASE_B]


def test_an_unknown_source_is_an_error(table: CaseTable) -> None:
    with pytest.raises(ValueError, match=r"expected a source of the split val, found 'nobody'"):
        table.areas("nobody")


def test_only_what_there_is_to_choose_from_is_offered(table: CaseTable) -> None:
    offered = offer(table)
    assert offered.values == {"view": ("frontal", "lateral"), "sex": ("Female", "Male"), "ap_pa": ()}
    assert offered.labels == {"Edema": (0, 1, NOT_MENTIONED)}
    assert offered.drawing == {"gt": "Ground truth", "hb": "Benchmark", "gradcam": "Grad-CAM"}
    assert offered.truth == "gt"
    assert offered.predicting == {"gradcam": "Grad-CAM"}
    assert offered.pairs == [("gt", "hb"), ("gt", "gradcam"), ("hb", "gradcam")]


def test_annotations_alone_offer_little(tmp_path: Path) -> None:
    offered = offer(CaseTable(open_dataset(ANNOTATIONS_ONLY.write(tmp_path)), "test"))
    assert (offered.values["sex"], offered.ages, offered.labels, offered.predicting) == ((), None, {}, {})
