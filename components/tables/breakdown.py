"""The masks by what is known of the cases: sex, age, view and projection."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pandas as pd

from components.tables.cohort import mask_summary

GROUPINGS = {"view": "View", "sex": "Sex", "age": "Age", "ap_pa": "Projection"}
"""Columns of the case table that cases are grouped by, and how they are called."""

NOT_KNOWN = "not known"

_AGE_BOUNDS = (0, 40, 60, 80)


def age_years(age: pd.Series) -> pd.Series:
    """Return ages in years: the first number in the text, so "85 or more" counts as 85; missing where there is none."""
    return pd.to_numeric(age.astype("str").str.extract(r"(\d+(?:\.\d+)?)", expand=False)).astype("Float64")


def groups(cases: pd.DataFrame, by: str) -> pd.Series:
    """Return the group of each case.

    Parameters
    ----------
    cases : DataFrame, indexed by case id
        The case table or a part of it.
    by : str
        One of `GROUPINGS`; ages are put into groups of twenty years.

    Returns
    -------
    Series of str, indexed by case id
        `NOT_KNOWN` where the table does not say.
    """
    if by != "age":
        return cases[by].where(cases[by] != "", NOT_KNOWN)
    bounds = [*_AGE_BOUNDS, float("inf")]
    names = [f"under {_AGE_BOUNDS[1]}"]
    names += [f"{low} to {high - 1}" for low, high in itertools.pairwise(_AGE_BOUNDS[1:])]
    names += [f"{_AGE_BOUNDS[-1]} or more"]
    years = age_years(cases["age"]).astype(float)
    return pd.cut(years, bounds, right=False, labels=names).astype(object).fillna(NOT_KNOWN).astype("str")


def known_groupings(cases: pd.DataFrame) -> list[str]:
    """Return what the cases can be grouped by: columns in which at least one case says something."""
    return [by for by in GROUPINGS if (groups(cases, by) != NOT_KNOWN).any()]


def breakdown(masks: pd.DataFrame, group_of_case: pd.Series, pathologies: Sequence[str]) -> pd.DataFrame:
    """Count the masks of one source by pathology and group.

    Parameters
    ----------
    masks : DataFrame
        From `cohort.mask_table`, of one source, filtered or not.
    group_of_case : Series of str, indexed by case id
        From `groups`.
    pathologies : sequence of str
        In the order to list.

    Returns
    -------
    DataFrame
        As `cohort.mask_summary` with a column `group` in place of `source`; groups in order, `NOT_KNOWN` last.
    """
    grouped = masks.assign(source=masks["case_id"].map(group_of_case))
    grouped = grouped.sort_values("source", key=lambda names: names.map(_group_rank), kind="stable")
    return mask_summary(grouped, pathologies).rename(columns={"source": "group"})


def _group_rank(name: str) -> tuple[int, str]:
    return (2 if name == NOT_KNOWN else 0 if name.startswith("under") else 1, name)
