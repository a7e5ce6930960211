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


def is_read(annotated: AnnotationSet) -> bool:
    """Say whether every annotation file of a set has been read; heat maps are files of their own, read one by one."""
    return all(records.is_read for records in annotated.records)


def read_all(annotated: AnnotationSet) -> None:
    """Read every annotation file of a set, so that all its problems are known; heat maps stay closed."""
    for records in annotated.records:
        records.get()
