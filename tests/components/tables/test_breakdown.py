"""Groups of cases by sex, age and view, and the masks in each."""

from __future__ import annotations

import pandas as pd
import pytest

from components.tables.breakdown import NOT_KNOWN, age_years, breakdown, groups, known_groupings


def cases(**columns: list[str]) -> pd.DataFrame:
    n = len(next(iter(columns.values())))
    blank = {name: [""] * n for name in ("view", "sex", "age", "ap_pa")}
    return pd.DataFrame(blank | columns, index=[f"c{i}" for i in range(n)])


@pytest.mark.parametrize(
    ("text", "group"),
    [
        pytest.param("0", "under 40", id="newborn"),
        pytest.param("39", "under 40", id="below a bound"),
        pytest.param("40", "40 to 59", id="on a bound"),
        pytest.param("61.0", "60 to 79", id="a number with a point"),
        pytest.param("85 or more", "80 or more", id="words"),
        pytest.param("> 90", "80 or more", id="a sign"),
        pytest.param("", NOT_KNOWN, id="blank"),
        pytest.param("unknown", NOT_KNOWN, id="no number"),
    ],
)
def test_age_group(text: str, group: str) -> None:
    assert groups(cases(age=[text]), "age").tolist() == [group]


def test_ages_are_the_first_number() -> None:
    assert age_years(pd.Series(["85 or more", "7", ""])).tolist() == [85, 7, pd.NA]


def test_groupings_are_those_that_say_something() -> None:
    assert known_groupings(cases(sex=["Female", ""])) == ["sex"]
    assert known_groupings(cases(sex=["", ""])) == []


def test_breakdown_counts_by_group_with_the_unknown_last() -> None:
    masks = pd.DataFrame(
        {
            "case_id": ["c0", "c1", "c2", "c3"],
            "pathology": "Edema",
            "source": "gt",
            "state": ["drawn", "empty mask", "drawn", "unreadable"],
            "area_px": pd.array([1, 0, 1, None], dtype="Int64"),
            "area_share": pd.array([0.1, 0, 0.1, None], dtype="Float64"),
        }
    )
    table = breakdown(masks, groups(cases(sex=["", "Male", "Female", "Male"]), "sex"), ["Edema"])
    assert table[["group", "n_cases", "n_drawn", "n_unreadable"]].to_numpy().tolist() == [
        ["Female", 1, 1, 0],
        ["Male", 1, 0, 1],
        [NOT_KNOWN, 1, 1, 0],
    ]
