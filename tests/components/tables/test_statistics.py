"""The table of all numbers, by hand: three cases of two patients, two sources, one of which draws nothing."""

from __future__ import annotations

import pandas as pd
import pytest

from components.tables.shape import AS_DRAWN, AS_PIECES, shape_table
from components.tables.statistics import count_summary, counted_words, full_table
from tests.sets import memory_set

CASES = pd.DataFrame({"patient": ["p", "p", "q"], "view": ["frontal", "lateral", "frontal"]}, index=["a", "b", "c"])
LABELS = pd.DataFrame({"Edema": pd.array([1, 1, 0], dtype="Int8")}, index=["a", "b", "c"])


def masks(states: dict[str, list[str]]) -> pd.DataFrame:
    rows = [(case, "Edema", key, state) for key, of in states.items() for case, state in zip("abc", of, strict=True)]
    table = pd.DataFrame(rows, columns=["case_id", "pathology", "source", "state"])
    share = table["state"].map({"drawn": 0.1, "empty mask": 0.0}).astype("Float64")
    return table.assign(area_px=(share * 100).astype("Int64"), area_share=share)


MASKS = masks({"gt": ["drawn", "drawn", "empty mask"], "hb": ["empty mask", "empty mask", "unreadable"]})
SHAPES = pd.DataFrame(
    {
        "case_id": ["a", "b"],
        "pathology": "Edema",
        "source": "gt",
        "n_instances": [1, 4],
        "counted": AS_DRAWN,
        "area_share": [0.1, 0.2],
        "elongation": [1.0, 3.0],
        "irrectangularity": [0.2, 0.4],
    }
)


def test_counts() -> None:
    drawing, silent = count_summary(MASKS, SHAPES, CASES, ["Edema"]).to_dict("records")
    assert (drawing["n_cases"], drawing["n_drawn"], drawing["n_instances"]) == (3, 2, 5)
    assert (drawing["n_patients"], drawing["n_patients_drawn"], drawing["counted"]) == (2, 1, AS_DRAWN)
    assert (silent["n_cases"], silent["n_drawn"], silent["n_instances"]) == (2, 0, 0)
    assert (silent["n_patients"], silent["n_patients_drawn"], silent["counted"]) == (1, 0, "")
    assert silent["n_unreadable"] == 1


def test_wilson_interval_of_two_in_three() -> None:
    """Worked out by hand: centre (2/3 + z² / 6) / (1 + z² / 3), z = 1.96."""
    row = count_summary(MASKS, SHAPES, CASES, ["Edema"]).iloc[0]
    assert row["lower"] == pytest.approx(0.2077, abs=1e-4)
    assert row["upper"] == pytest.approx(0.9385, abs=1e-4)


def test_full_table() -> None:
    table = full_table(MASKS, SHAPES, LABELS, CASES, ["Edema"])
    drawing, silent = table.to_dict("records")
    assert (drawing["n_instances_q1"], drawing["n_instances_median"], drawing["n_instances_q3"]) == (1.75, 2.5, 3.25)
    assert drawing["elongation_median"] == 2
    assert (drawing["n_cases_frontal"], drawing["n_drawn_frontal"], drawing["n_drawn_lateral"]) == (2, 1, 1)
    assert (drawing["n_labelled_not_drawn"], drawing["n_drawn_not_labelled"]) == (0, 0)
    assert (silent["n_labelled_not_drawn"], silent["n_drawn_not_labelled"]) == (2, 0)
    assert pd.isna(silent["area_share_median"])


@pytest.mark.parametrize(
    ("rows", "n_rows"),
    [
        pytest.param(MASKS.iloc[:0], 0, id="no case"),
        pytest.param(masks({"gt": ["empty mask"] * 3}), 1, id="all empty"),
        pytest.param(masks({"gt": ["not in this set"] * 3}), 1, id="no case known"),
    ],
)
def test_nothing_drawn_keeps_the_columns(rows: pd.DataFrame, n_rows: int) -> None:
    nothing = shape_table(memory_set({}), [])
    table = full_table(rows, nothing, LABELS, CASES, ["Edema"])
    assert len(table) == n_rows
    assert {"n_instances", "area_share_median", "elongation_q3", "n_labelled_not_drawn"} <= set(table.columns)


def test_it_is_said_what_was_counted() -> None:
    mixed = pd.DataFrame({"source": ["gt", "gt", "gt", "cam"], "counted": [AS_DRAWN, AS_DRAWN, AS_PIECES, AS_PIECES]})
    assert counted_words(mixed) == {"gt": f"{AS_DRAWN} (2 masks), else {AS_PIECES} (1)", "cam": AS_PIECES}
