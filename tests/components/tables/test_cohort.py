"""Tables of what a set holds: the states of a mask are kept apart and counted."""

from __future__ import annotations

import pandas as pd
import pytest

from components.tables.cohort import mask_summary

COLUMNS = ["case_id", "pathology", "source", "state", "area_px", "area_share"]


def _masks(*rows: tuple[object, ...]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=COLUMNS).astype({"area_px": "Int64", "area_share": "Float64"})


def test_summary_keeps_the_states_apart() -> None:
    masks = _masks(
        ("a", "Edema", "gt", "drawn", 10, 0.1),
        ("b", "Edema", "gt", "drawn", 30, 0.3),
        ("c", "Edema", "gt", "empty mask", 0, 0.0),
        ("d", "Edema", "gt", "not in this set", None, None),
        ("e", "Edema", "gt", "unreadable", None, None),
    )
    row = mask_summary(masks, ["Edema"]).iloc[0]
    assert (row["n_cases"], row["n_drawn"], row["n_absent"], row["n_unreadable"]) == (3, 2, 1, 1)
    assert row["prevalence"] == pytest.approx(2 / 3)
    assert row["median_area_share"] == pytest.approx(0.2)


def test_summary_of_masks_that_are_all_empty() -> None:
    row = mask_summary(_masks(("a", "Edema", "gt", "empty mask", 0, 0.0)), ["Edema"]).iloc[0]
    assert row["prevalence"] == 0
    assert pd.isna(row["median_area_share"])


def test_summary_of_a_source_that_knows_no_case() -> None:
    row = mask_summary(_masks(("a", "Edema", "gt", "not in this set", None, None)), ["Edema"]).iloc[0]
    assert row["n_cases"] == 0
    assert pd.isna(row["prevalence"])


def test_summary_of_nothing() -> None:
    assert mask_summary(_masks(), ["Edema"]).empty


def test_summary_is_in_the_order_asked_for() -> None:
    masks = _masks(
        ("a", "Edema", "gt", "drawn", 1, 0.1),
        ("a", "Nodule", "gt", "drawn", 1, 0.1),
        ("a", "Edema", "hb", "drawn", 1, 0.1),
    )
    summary = mask_summary(masks, ["Nodule", "Edema"])
    assert list(zip(summary["pathology"], summary["source"], strict=True)) == [
        ("Nodule", "gt"),
        ("Edema", "gt"),
        ("Edema", "hb"),
    ]
