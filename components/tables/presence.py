"""Whether sources drew a pathology at all: two-by-two tables, Cohen's kappa and Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.metrics import agreement
from components.tables.agreement import Comparison
from data_access.annotation_set import AnnotationSet


def presence_table(comparison: Comparison) -> pd.DataFrame:
    """Say per pathology whether the sets drew at all: a two-by-two table and Cohen's kappa.

    Returns
    -------
    DataFrame
        `pathology`, `n`, `both`, `only_a`, `only_b`, `neither`, `kappa`, `kappa_lower`, `kappa_upper`; over all cases
        of the comparison whose masks are known, whether both drew or not.
    """
    areas = comparison.grid.areas
    rows = []
    for column, pathology in enumerate(comparison.grid.pathologies):
        known = areas.usable[:, column]
        found = agreement.presence(areas.gt_px[known, column] > 0, areas.pred_px[known, column] > 0)
        rows.append(
            {
                "pathology": pathology,
                "n": found.n,
                "both": found.both,
                "only_a": found.only_a,
                "only_b": found.only_b,
                "neither": found.neither,
                "kappa": found.kappa,
                "kappa_lower": found.kappa_lower,
                "kappa_upper": found.kappa_upper,
            }
        )
    return pd.DataFrame(rows)


def presence_alpha(sets: Sequence[AnnotationSet], case_ids: Sequence[str]) -> pd.DataFrame:
    """Compute Krippendorff's alpha of presence for three or more sets.

    Parameters
    ----------
    sets : sequence of AnnotationSet
        With masks; a case that a set does not list, or an unreadable mask, is missing.
    case_ids : sequence of str
        Cases to compare.

    Returns
    -------
    DataFrame
        `pathology` and `alpha`; missing where all always say the same one thing.
    """
    rows = []
    for pathology in sets[0].pathologies:
        masks = [[annotated.mask(case_id, pathology) for case_id in case_ids] for annotated in sets]
        drawn = np.array([[np.nan if mask is None else float(not mask.is_empty) for mask in row] for row in masks])
        alpha = agreement.krippendorff_alpha(drawn.reshape(len(sets), len(case_ids)))
        rows.append({"pathology": pathology, "alpha": alpha})
    return pd.DataFrame(rows)
