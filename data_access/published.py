"""What has been published about a dataset: values to compare with, counts to expect, cases known to be odd."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

VALUE_COLUMNS = (
    "pathology",
    "split",
    "source",
    "series",
    "metric",
    "slice",
    "value",
    "ci_low",
    "ci_high",
    "n",
    "stage",
    "reference",
)
COUNT_COLUMNS = ("split", "source", "quantity", "pathology", "expected", "reference")
ODD_CASE_COLUMNS = ("split", "case_id", "remark", "reference")


@dataclass(frozen=True, eq=False)
class Published:
    """Published numbers of one dataset, for reference beside what is computed.

    Attributes
    ----------
    values : DataFrame
        Columns `VALUE_COLUMNS`: `source` is the key of the source that `series` stands for; `metric` is "iou" or
        "hit"; `slice` is "tp" (pairs in which both drew) or "full"; `value` and its bounds are shares; bounds and `n`
        are missing where none was published; `stage` says whether and where from, `reference` which publication.
    counts : DataFrame
        Columns `COUNT_COLUMNS`: how many of a `quantity` ("images", "patients", "cases", "annotations" or "positive
        labels") a whole release holds; `source` and `pathology` are empty text where the count is about neither.
    odd_cases : DataFrame
        Columns `ODD_CASE_COLUMNS`: cases that others have found to differ from what the documentation says.
    """

    values: pd.DataFrame
    counts: pd.DataFrame
    odd_cases: pd.DataFrame
