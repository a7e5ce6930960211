"""How two annotation sets cover the same pixels: one row a case and pathology, and the sums per pathology."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from components.metrics import bootstrap
from components.metrics.overlap import Outcome, Slice, count_outcomes, dice, iou, outcomes
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


def pair_summary(
    pairs: pd.DataFrame,
    pathologies: Sequence[str],
    patient_of_case: pd.Series,
    *,
    over: Slice = "tp",
    by_patient: bool = True,
    n_replicates: int = bootstrap.PAPER_REPLICATES,
    seed: int = bootstrap.PAPER_SEED,
) -> pd.DataFrame:
    """Give mean IoU with a 95 % bootstrap interval and the outcome counts of each pathology.

    Parameters
    ----------
    pairs : DataFrame
        From `pair_table`, filtered by case or not.
    pathologies : sequence of str
        In the order to list.
    patient_of_case : Series of str, indexed by case id
        Images of one patient are drawn together if `by_patient`.
    over : {"tp", "full"}
        Which pairs are scored; see `metrics.overlap.iou`.
    by_patient : bool
        Resample patients; False resamples images as the paper does.
    n_replicates, seed : int
        Of the bootstrap.

    Returns
    -------
    DataFrame
        One row a pathology: `mean_iou` (of the scored cases), `lower`, `upper` (missing where too few cases), `n`
        (scored cases), and a column an outcome with its number of cases.
    """
    column = "iou" if over == "tp" else "iou_full"
    case_ids = sorted(pairs["case_id"].unique())  # the paper's draws are over rows sorted by id

    def grid(name: str) -> pd.DataFrame:
        wide = pairs.pivot(index="case_id", columns="pathology", values=name)
        return wide.reindex(index=case_ids, columns=list(pathologies))

    values = grid(column).to_numpy(np.float64)
    n_cases = len(case_ids)
    draws = (
        bootstrap.patient_resamples(patient_of_case.reindex(case_ids).to_numpy(dtype=str), n_replicates, seed)
        if by_patient
        else bootstrap.image_resamples(n_cases, n_replicates, seed)
    )
    bounds = bootstrap.intervals(bootstrap.bootstrap_means(values, draws))
    code = {word: kind.value for kind, word in OUTCOME_WORDS.items()}
    kinds = grid("outcome").apply(lambda column: column.astype(object).map(code)).to_numpy(np.int8)
    counts = count_outcomes(kinds)
    n_scored = np.count_nonzero(~np.isnan(values), axis=0)
    total = np.nansum(values, axis=0)
    return pd.DataFrame(
        {
            "pathology": list(pathologies),
            "mean_iou": np.divide(total, n_scored, out=np.full(total.shape, np.nan), where=n_scored > 0),
            "lower": bounds.lower,
            "upper": bounds.upper,
            "n": n_scored,
            **{word: getattr(counts, kind.name.lower()) for kind, word in OUTCOME_WORDS.items()},
        }
    )
