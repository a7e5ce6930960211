"""Every number of the Statistics page in one table: one row a pathology and source."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.tables.cohort import mask_summary, patient_summary
from components.tables.label_masks import NOT_DRAWN, NOT_POSITIVE, label_mask_summary, label_mask_table
from components.tables.shape import AS_DRAWN

_KEYS = ["pathology", "source"]
SHAPES = ("area_share", "n_instances", "elongation", "irrectangularity")
"""Measures of single masks, each given as median and quartiles."""

_QUARTILES = {"median": 0.5, "q1": 0.25, "q3": 0.75}


def instance_summary(instances: pd.DataFrame) -> pd.DataFrame:
    """Sum up instances per pathology and source.

    Parameters
    ----------
    instances : DataFrame
        From `shape.instance_table`, of any sources.

    Returns
    -------
    DataFrame
        One row a pathology and source with a mask: `n_instances`, and `counted`: what was counted, in words.
    """
    groups = instances.groupby(_KEYS, sort=False)
    counted = groups["counted"].agg(lambda words: ", ".join(sorted(set(words))))
    return pd.DataFrame({"n_instances": groups["n_instances"].sum(), "counted": counted}).reset_index()


def count_summary(
    masks: pd.DataFrame, instances: pd.DataFrame, cases: pd.DataFrame, pathologies: Sequence[str]
) -> pd.DataFrame:
    """Count cases, patients, masks and instances of each pathology and source.

    Parameters
    ----------
    masks : DataFrame
        From `cohort.mask_table`, filtered or not.
    instances : DataFrame
        From `shape.instance_table`, over the same cases.
    cases : DataFrame, indexed by case id
        The case table.
    pathologies : sequence of str
        In the order to list.

    Returns
    -------
    DataFrame
        The columns of `cohort.mask_summary`, `cohort.patient_summary` and `instance_summary`; 0 instances and an empty
        `counted` where nothing is drawn.
    """
    summary = mask_summary(masks, pathologies)
    summary = summary.merge(patient_summary(masks, cases["patient"]), on=_KEYS, how="left")
    summary = summary.merge(instance_summary(instances), on=_KEYS, how="left")
    return summary.assign(
        n_instances=summary["n_instances"].fillna(0).astype(int), counted=summary["counted"].fillna("")
    )


def full_table(
    masks: pd.DataFrame, shapes: pd.DataFrame, labels: pd.DataFrame, cases: pd.DataFrame, pathologies: Sequence[str]
) -> pd.DataFrame:
    """Put all numbers of the page together.

    Parameters
    ----------
    masks : DataFrame
        From `cohort.mask_table`, filtered or not.
    shapes : DataFrame
        From `shape.shape_table`, over the same cases.
    labels : DataFrame of Int8, indexed by case id
        The dataset's labels.
    cases : DataFrame, indexed by case id
        The case table.
    pathologies : sequence of str
        In the order to list.

    Returns
    -------
    DataFrame
        The columns of `count_summary` without its median area; of each measure of `SHAPES` `<measure>_median`,
        `<measure>_q1` and `<measure>_q3` over the drawn masks; `n_cases_<view>` and `n_drawn_<view>` of each view; the
        two ways in which labels and masks differ, missing where there is no label.
    """
    table = count_summary(masks, shapes, cases, pathologies).drop(columns="median_area_share")
    of_masks = shapes.groupby(_KEYS, sort=False)[list(SHAPES)]
    for name, level in _QUARTILES.items():
        quantile = pd.DataFrame(of_masks.quantile(level)).add_suffix(f"_{name}")
        table = table.merge(quantile.reset_index(), on=_KEYS, how="left")
    view_of_case = masks["case_id"].map(cases["view"])
    for view in sorted(set(view_of_case.dropna()) - {""}):
        of_view = mask_summary(masks[view_of_case == view], pathologies)[[*_KEYS, "n_cases", "n_drawn"]]
        of_view = of_view.rename(columns={"n_cases": f"n_cases_{view}", "n_drawn": f"n_drawn_{view}"})
        table = table.merge(of_view, on=_KEYS, how="left").fillna(dict.fromkeys(of_view.columns[2:], 0))
    differing = label_mask_summary(label_mask_table(masks, labels), pathologies)[[*_KEYS, NOT_DRAWN, NOT_POSITIVE]]
    differing = differing.rename(columns={NOT_DRAWN: "n_labelled_not_drawn", NOT_POSITIVE: "n_drawn_not_labelled"})
    table = table.merge(differing.astype(dict.fromkeys(differing.columns[2:], "Int64")), on=_KEYS, how="left")
    last = ["n_absent", "n_unreadable"]
    return table[[name for name in table.columns if name not in last] + last]


def counted_words(instances: pd.DataFrame) -> dict[str, str]:
    """Say per source what its instances are: contours as drawn, pieces of the mask, or how many of each."""
    words = {}
    for source, counted in instances.groupby("source", sort=False)["counted"]:
        kinds = counted.value_counts()
        if len(kinds) == 1:
            words[str(source)] = str(kinds.index[0])
        else:
            n_drawn = int(kinds.get(AS_DRAWN, 0))
            words[str(source)] = f"{AS_DRAWN} ({n_drawn} masks), else pieces of the mask ({kinds.sum() - n_drawn})"
    return words
