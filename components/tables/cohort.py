"""What a dataset holds: one row a case, pathology and source, and what that adds up to per pathology."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.metrics.agreement import wilson_interval
from data_access.annotation_set import State
from data_access.dataset import Dataset


def mask_table(dataset: Dataset, split: str, source_keys: Sequence[str]) -> pd.DataFrame:
    """List the mask of every case, pathology and source of a split.

    Parameters
    ----------
    dataset : Dataset
        Its sets are read.
    split : str
        Which cases.
    source_keys : sequence of str
        Sources of the split; unknown ones are left out.

    Returns
    -------
    DataFrame
        Columns `case_id`, `pathology`, `source`, `state` (value of `State`), `area_px` and `area_share` (of the image;
        0 for an empty mask, missing where the set does not know the case or the mask is unreadable).
    """
    rows = []
    sets = [annotated for annotated in dataset.sets_of(split) if annotated.key in source_keys and annotated.has_masks]
    for annotated in sets:
        annotated.case_ids()  # read first: a set may bring cases of its own
    case_ids = dataset.case_ids(split)
    for annotated in sets:
        for case_id in case_ids:
            for pathology in dataset.pathologies:
                state = annotated.state(case_id, pathology)
                mask = annotated.mask(case_id, pathology)
                area_px = mask.area_px if mask is not None else None
                area_share = mask.area_share if mask is not None else None
                rows.append((case_id, pathology, annotated.key, state.value, area_px, area_share))
    table = pd.DataFrame(rows, columns=["case_id", "pathology", "source", "state", "area_px", "area_share"])
    return table.astype({"area_px": "Int64", "area_share": "Float64"})


def mask_summary(masks: pd.DataFrame, pathologies: Sequence[str]) -> pd.DataFrame:
    """Count the masks of each pathology and source.

    Parameters
    ----------
    masks : DataFrame
        From `mask_table`, filtered or not.
    pathologies : sequence of str
        In the order to list.

    Returns
    -------
    DataFrame
        One row a pathology and source with `n_cases` (cases the set knows and can be read), `n_drawn`, `prevalence`
        (`n_drawn` / `n_cases`; missing for no case) with its 95 % Wilson interval `lower` and `upper`, `n_absent`,
        `n_unreadable` and `median_area_share` of the drawn masks (missing where none is drawn).
    """
    groups = masks.groupby(["pathology", "source"], sort=False, observed=True)
    counts = groups["state"].value_counts().unstack(fill_value=0)
    counts = counts.reindex(columns=[state.value for state in State], fill_value=0)
    drawn = masks[masks["state"] == State.DRAWN.value]
    medians = drawn.groupby(["pathology", "source"], sort=False, observed=True)["area_share"].median()
    n_cases = counts[State.DRAWN.value] + counts[State.EMPTY.value]
    bounds = [wilson_interval(*row) for row in zip(counts[State.DRAWN.value], n_cases, strict=True)]
    summary = pd.DataFrame(
        {
            "n_cases": n_cases,
            "n_drawn": counts[State.DRAWN.value],
            "prevalence": (counts[State.DRAWN.value] / n_cases.where(n_cases > 0)).astype("Float64"),
            "lower": pd.array([lower for lower, _ in bounds], dtype="Float64"),
            "upper": pd.array([upper for _, upper in bounds], dtype="Float64"),
            "n_absent": counts[State.ABSENT.value],
            "n_unreadable": counts[State.UNREADABLE.value],
            "median_area_share": medians.reindex(counts.index).astype("Float64"),
        }
    ).reset_index()
    sources = list(dict.fromkeys(masks["source"]))
    order = {(name, source): (i, k) for i, name in enumerate(pathologies) for k, source in enumerate(sources)}
    keys = [order[row] for row in zip(summary["pathology"], summary["source"], strict=True)]
    return summary.iloc[sorted(range(len(keys)), key=keys.__getitem__)].reset_index(drop=True)


def patient_summary(masks: pd.DataFrame, patient_of_case: pd.Series) -> pd.DataFrame:
    """Count the patients behind the masks of each pathology and source.

    Parameters
    ----------
    masks : DataFrame
        From `mask_table`, filtered or not.
    patient_of_case : Series of str, indexed by case id

    Returns
    -------
    DataFrame
        One row a pathology and source: `n_patients` with a case that the set knows and that can be read,
        `n_patients_drawn` with a mask on at least one of them.
    """
    known = masks[masks["state"].isin([State.DRAWN.value, State.EMPTY.value])]
    known = known.assign(patient=known["case_id"].map(patient_of_case))
    keys = ["pathology", "source"]
    drawn = known[known["state"] == State.DRAWN.value]
    counts = pd.DataFrame(
        {
            "n_patients": known.groupby(keys, sort=False)["patient"].nunique(),
            "n_patients_drawn": drawn.groupby(keys, sort=False)["patient"].nunique(),
        }
    )
    every = pd.MultiIndex.from_frame(masks[keys].drop_duplicates())
    return counts.reindex(every, fill_value=0).fillna(0).astype(int).reset_index()
