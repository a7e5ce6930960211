"""How two annotation sets cover the same pixels: one row a case and pathology."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.metrics.overlap import Outcome, dice, iou, outcomes
from components.tables.pairs import pair_grid
from data_access.annotation_set import AnnotationSet
from data_access.problems import ProblemLog

# in the order of their numbers, which are the codes of the table's column
OUTCOME_WORDS = {
    Outcome.SCORED: "scored",
    Outcome.BOTH_EMPTY: "both empty",
    Outcome.MISSED: "missed",
    Outcome.FALSE_ALARM: "false alarm",
    Outcome.NOT_PREDICTED: "not predicted",
    Outcome.UNREADABLE: "unreadable",
}


def pair_table(
    set_a: AnnotationSet, set_b: AnnotationSet, case_ids: Sequence[str], problems: ProblemLog | None = None
) -> pd.DataFrame:
    """Compare two annotation sets case by case, from run lengths alone.

    Parameters
    ----------
    set_a, set_b : AnnotationSet
        `set_a` takes the place of the ground truth.
    case_ids : sequence of str
        Rows are in this order, and the pathologies of `set_a` within each.
    problems : ProblemLog or None
        Told of masks of two sizes.

    Returns
    -------
    DataFrame
        Columns `case_id`, `pathology`, `outcome`, `area_a_px`, `area_b_px`, `intersection_px`, `image_px`, `iou` (both
        masks drawn, as in the paper; else missing), `iou_full` (0 where one is empty) and `dice`. A case that one of
        the sets does not know is `not predicted`, masks of two sizes are `unreadable`; neither has numbers.
    """
    grid = pair_grid(set_a, set_b, case_ids, ProblemLog() if problems is None else problems, absent_is_empty=False)
    areas = grid.areas
    kinds = outcomes(areas).ravel()
    return pd.DataFrame(
        {
            "case_id": np.repeat(np.array(grid.case_ids, dtype=object), len(grid.pathologies)),
            "pathology": np.tile(np.array(grid.pathologies, dtype=object), len(grid.case_ids)),
            "outcome": pd.Categorical.from_codes(kinds, pd.Index(list(OUTCOME_WORDS.values()))),
            "area_a_px": areas.gt_px.ravel(),
            "area_b_px": areas.pred_px.ravel(),
            "intersection_px": areas.intersection_px.ravel(),
            "image_px": areas.image_px.ravel(),
            "iou": iou(areas, "tp").ravel(),
            "iou_full": iou(areas, "full").ravel(),
            "dice": dice(areas, "full").ravel(),
        }
    )
