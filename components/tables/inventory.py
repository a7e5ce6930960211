"""What a release holds, by set: its files, what they hold, and whether they have been read."""

from __future__ import annotations

import pandas as pd

from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset


def set_table(dataset: Dataset) -> pd.DataFrame:
    """List the annotation sets with their files and, of those read already, the number of cases; reads none.

    Returns
    -------
    DataFrame
        One row a split and source: `split`, `source`, `origin`, `cases` (in words if not read yet), `holds`, `files`.
    """
    rows = [
        (
            annotated.split,
            annotated.label,
            annotated.source.origin,
            str(len(annotated.case_ids())) if annotated.is_read else "not read yet",
            ", ".join(annotated.kinds),
            list(annotated.files),
        )
        for annotated in dataset.sets
    ]
    return pd.DataFrame(rows, columns=["split", "source", "origin", "cases", "holds", "files"])


def case_table(dataset: Dataset) -> pd.DataFrame:
    """Count the cases of each split by where they are known from; reads nothing.

    Returns
    -------
    DataFrame
        One row a split: `split`, `cases`, `patients`, `with_image`, `with_labels`, `annotated_only` (met in an
        annotation file that has been read, without image and label row).
    """
    rows = []
    for split in dataset.splits:
        cases = dataset.cases[dataset.cases["split"] == split]
        has_image, has_labels = cases["image"] != "", cases.index.isin(dataset.labels.index)
        rows.append(
            {
                "split": split,
                "cases": len(cases),
                "patients": cases["patient"].nunique(),
                "with_image": int(has_image.sum()),
                "with_labels": int(has_labels.sum()),
                "annotated_only": int((~has_image & ~has_labels).sum()),
            }
        )
    return pd.DataFrame(rows)


def annotated_only(dataset: Dataset, split: str) -> list[str]:
    """Return the cases of a split that annotation files name and neither an image nor a label row does."""
    cases = dataset.cases[dataset.cases["split"] == split]
    return cases.index[(cases["image"] == "") & ~cases.index.isin(dataset.labels.index)].tolist()


def is_read(annotated: AnnotationSet) -> bool:
    """Say whether every annotation file of a set has been read; heat maps are files of their own, read one by one."""
    return all(records.is_read for records in annotated.records)


def read_all(annotated: AnnotationSet) -> None:
    """Read every annotation file of a set, so that all its problems are known; heat maps stay closed."""
    for records in annotated.records:
        records.get()
