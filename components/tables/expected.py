"""What a release holds against what has been published of it: counts with a verdict, and cases known to be odd."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from components.tables.inventory import NOT_READ, SetCounts, set_counts
from data_access.annotation_set import AnnotationSet, State
from data_access.dataset import Dataset
from data_access.labels import POSITIVE

COMPLETE, DIFFERS, NOT_THERE = "complete", "differs", "not there"
"""What comes of a count, beside `NOT_READ`."""

COLUMNS = ("split", "quantity", "what", "expected", "found", "state", "verdict", "reference")
ODD_COLUMNS = ("split", "case_id", "remark", "here", "found", "reference")


def compare_counts(dataset: Dataset, counted: Callable[[AnnotationSet], SetCounts] = set_counts) -> pd.DataFrame:
    """Hold the counts of a release against the published ones; reads nothing.

    Parameters
    ----------
    dataset : Dataset
        The release.
    counted : callable
        `inventory.set_counts`, or one that remembers.

    Returns
    -------
    DataFrame
        Columns `COLUMNS`, one row a published count of a split that the release has: `what` is counted, in words;
        `found` is missing where nothing could be counted; `state` is `COMPLETE`, `DIFFERS`, `NOT_READ` or `NOT_THERE`,
        and `verdict` says it in words. No row where nothing has been published.
    """
    rows = []
    counts = dataset.published.counts if dataset.published is not None else pd.DataFrame(columns=["split"])
    labels_of = {source.key: source.label for source in dataset.sources()}
    for row in counts[counts["split"].isin(dataset.splits)].to_dict("records"):
        expected, quantity = int(row["expected"]), str(row["quantity"])
        of = row["pathology"] or labels_of.get(row["source"], row["source"])
        what = f"{quantity} of {of}" if of else quantity
        found, missing = _found(dataset, row, labels_of, counted)
        state, verdict = _verdict(found, expected, quantity, missing)
        rows.append((row["split"], quantity, what, expected, found, state, verdict, row["reference"]))
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"expected": "Int64", "found": "Int64"})


def _found(
    dataset: Dataset, row: dict[Any, Any], labels_of: dict[str, str], counted: Callable[[AnnotationSet], SetCounts]
) -> tuple[int | None, str]:
    """Count what a published count is about; where that cannot be, return None and why."""
    cases = dataset.cases[dataset.cases["split"] == row["split"]]
    if row["pathology"]:
        listed = dataset.labels.index.isin(cases.index)
        if row["pathology"] not in dataset.labels.columns or not listed.any():
            return None, "no label table says it"
        return int((dataset.labels.loc[listed, row["pathology"]] == POSITIVE).sum()), ""
    if not row["source"]:
        counts = {"images": int((cases["image"] != "").sum()), "patients": cases["patient"].nunique()}
        return counts.get(row["quantity"]), "this is not counted"
    annotated = dataset.annotation_set(row["split"], row["source"])
    if annotated is None:
        return None, f"{labels_of.get(row['source'], row['source'])} is not in this release"
    if not annotated.is_read:
        return None, NOT_READ
    if row["quantity"] == "patients":
        return int(cases.loc[cases.index.isin(annotated.case_ids()), "patient"].nunique()), ""
    found = counted(annotated)
    return {"cases": found.cases, "annotations": found.masks}.get(row["quantity"]), "it has no masks"


def _verdict(found: int | None, expected: int, quantity: str, missing: str) -> tuple[str, str]:
    if found is None:
        return (NOT_READ if missing == NOT_READ else NOT_THERE), missing
    if found == expected:
        return COMPLETE, f"complete: {found:,} of {expected:,} {quantity}"
    return DIFFERS, f"{abs(found - expected):,} {quantity} {'fewer' if found < expected else 'more'} than published"


def summary_lines(dataset: Dataset, compared: pd.DataFrame, split_words: Callable[[str], str] = str) -> list[str]:
    """Sum up `compare_counts` in a sentence a split.

    Parameters
    ----------
    dataset, compared
        A release, and its counts against the published ones.
    split_words : callable
        Gives a split's name as shown.

    Returns
    -------
    list of str
        Of the splits that the release lacks too; one sentence in all where nothing has been published.
    """
    if dataset.published is None:
        return ["No counts have been published for this release, so nothing is compared."]
    lines = []
    for split in dict.fromkeys(dataset.published.counts["split"]):
        of_split = compared[compared["split"] == split]
        words = _summary(of_split) if split in dataset.splits else "not in this release, so nothing of it is compared"
        lines.append(f"{split_words(split)}: {words}.")
    return lines


def _summary(of_split: pd.DataFrame) -> str:
    """Sum up the counts of one split; of one that is there in part, that comes first, since it explains the rest."""
    n_all, counts = len(of_split), of_split["state"].value_counts()
    n_met = int(counts.get(COMPLETE, 0))
    if n_met == n_all:
        return f"complete, all {n_all} published counts are met"
    films = of_split[(of_split["quantity"] == "images") & (of_split["found"] < of_split["expected"])]
    parts = [f"a part, {row.found:,} of {row.expected:,} images" for row in films.itertuples()]
    parts.append(f"{n_met} of {n_all} published counts {'is' if n_met == 1 else 'are'} met")
    parts += [f"{counts[state]} {words}" for state, words in _OTHERWISE.items() if state in counts]
    return "; ".join(parts)


_OTHERWISE = {DIFFERS: "not met", NOT_READ: "of files not read yet", NOT_THERE: "of what is not in this release"}


def odd_cases(dataset: Dataset) -> pd.DataFrame:
    """List the cases known to be odd, with what is found of each in this release; reads nothing.

    Returns
    -------
    DataFrame
        Columns `ODD_COLUMNS`: `here` says whether the release has the case, `found` what its labels and sets say of it.
        No row where none is known.
    """
    rows = []
    known = dataset.published.odd_cases.to_dict("records") if dataset.published is not None else []
    for row in known:
        case_id = str(row["case_id"])
        here = case_id in dataset.cases.index
        found = _words_of_case(dataset, str(row["split"]), case_id) if here else "not in this release"
        rows.append((row["split"], case_id, row["remark"], here, found, row["reference"]))
    return pd.DataFrame(rows, columns=list(ODD_COLUMNS)).astype({"here": bool})


def _words_of_case(dataset: Dataset, split: str, case_id: str) -> str:
    parts = []
    if case_id in dataset.labels.index:
        parts.append(f"{list(dataset.case(case_id).labels.values()).count(POSITIVE)} positive labels")
    for annotated in dataset.sets_of(split):
        if annotated.has_masks:
            parts.append(f"{annotated.label}: {_words_of_set(annotated, case_id)}")
    return "; ".join(parts)


def _words_of_set(annotated: AnnotationSet, case_id: str) -> str:
    if not annotated.is_read:
        return NOT_READ
    if not annotated.has_case(case_id):
        return "no entry"
    states = [annotated.state(case_id, target) for target in annotated.pathologies]
    n_drawn, n_unreadable = states.count(State.DRAWN), states.count(State.UNREADABLE)
    words = f"{n_drawn} mask{'' if n_drawn == 1 else 's'}" if n_drawn else "only empty masks"
    return f"{words}, {n_unreadable} unreadable" if n_unreadable else words
