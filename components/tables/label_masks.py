"""Labels held against masks: what is labelled and not drawn, and what is drawn and not labelled."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from data_access.annotation_set import State

POSITIVE, NEGATIVE, UNCERTAIN, BLANK = "positive", "negative", "uncertain", "not mentioned"
"""What a label table says: 1, 0, -1, or a blank."""

_WORDS = {1: POSITIVE, 0: NEGATIVE, -1: UNCERTAIN}

NOT_DRAWN, NOT_POSITIVE = "labelled but not drawn", "drawn but not labelled"
"""The two ways in which label and mask differ. Uncertain and not mentioned are neither."""

KINDS = {
    "both": (POSITIVE, State.DRAWN),
    NOT_DRAWN: (POSITIVE, State.EMPTY),
    NOT_POSITIVE: (NEGATIVE, State.DRAWN),
    "neither": (NEGATIVE, State.EMPTY),
    "uncertain, drawn": (UNCERTAIN, State.DRAWN),
    "uncertain, not drawn": (UNCERTAIN, State.EMPTY),
    "not mentioned, drawn": (BLANK, State.DRAWN),
    "not mentioned, not drawn": (BLANK, State.EMPTY),
}
"""Every combination of a label and a readable mask, in words."""


def label_mask_table(masks: pd.DataFrame, labels: pd.DataFrame) -> pd.DataFrame:
    """Put the label beside every mask.

    Parameters
    ----------
    masks : DataFrame
        From `cohort.mask_table`, filtered or not.
    labels : DataFrame of Int8, indexed by case id
        The dataset's labels.

    Returns
    -------
    DataFrame
        The rows of `masks` that a set knows, that can be read and that are labelled, with `label` and `kind`, one of
        `KINDS`: unreadable is not "not drawn", and without a row in the label table there is nothing to compare.
    """
    labelled = [name for name in dict.fromkeys(masks["pathology"]) if name in labels.columns]
    listed = labels.index.isin(masks["case_id"].unique())
    cells = labels.loc[listed, labelled].rename_axis("case_id").reset_index()
    words = cells.melt("case_id", var_name="pathology", value_name="label")
    words["label"] = words["label"].map(_WORDS.get).astype(object).fillna(BLANK)
    rows = masks.merge(words, on=["case_id", "pathology"], how="inner")
    kind_of = {(label, state.value): kind for kind, (label, state) in KINDS.items()}
    kinds = [kind_of.get(pair) for pair in zip(rows["label"], rows["state"], strict=True)]
    rows = rows.assign(kind=pd.Series(kinds, index=rows.index, dtype=object))
    return rows[rows["kind"].notna()]


def label_mask_summary(rows: pd.DataFrame, pathologies: Sequence[str]) -> pd.DataFrame:
    """Count labels against masks.

    Parameters
    ----------
    rows : DataFrame
        From `label_mask_table`.
    pathologies : sequence of str
        In the order to list; those without a label are left out.

    Returns
    -------
    DataFrame
        One row a pathology and source, a column a kind of `KINDS` with its number of cases.
    """
    sources = list(dict.fromkeys(rows["source"]))
    counts = rows.groupby(["pathology", "source"], sort=False)["kind"].value_counts().unstack(fill_value=0)
    order = [(name, source) for name in pathologies for source in sources if (name, source) in counts.index]
    every = pd.MultiIndex.from_tuples(order, names=["pathology", "source"])
    return counts.reindex(index=every, columns=list(KINDS), fill_value=0).rename_axis(columns=None).reset_index()
