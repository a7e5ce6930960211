"""Published values that may stand beside what is computed: only where split, source, measure and slice match."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.tables.agreement import Measure, Rules
from data_access.annotation_set import AnnotationSet
from data_access.published import VALUE_COLUMNS, Published


def published_rows(
    published: Published | None,
    reference: AnnotationSet,
    compared: Sequence[AnnotationSet],
    measure: Measure,
    rules: Rules,
    *,
    is_filtered: bool,
) -> pd.DataFrame:
    """Return the published values of a comparison.

    Parameters
    ----------
    published : Published or None
        Of the dataset.
    reference : AnnotationSet
        What the others are compared with; published values are against the ground truth.
    compared : sequence of AnnotationSet
        Sources to look for.
    measure : str
        The measure shown.
    rules : Rules
        Published values are of each source's own pairs, so there is none on common cases.
    is_filtered : bool
        Whether only some cases of the split are compared, which no published value is about.

    Returns
    -------
    DataFrame
        Columns `VALUE_COLUMNS`; no row where nothing matches.
    """
    fits = reference.source.role == "ground_truth" and not rules.common and not is_filtered
    if published is None or not fits:
        return pd.DataFrame(columns=list(VALUE_COLUMNS))
    values = published.values
    return values[
        (values["split"] == reference.split)
        & values["source"].isin([annotated.key for annotated in compared])
        & (values["metric"] == measure)
        & (values["slice"] == rules.over)
    ]
