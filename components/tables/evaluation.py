"""The paper's tables: scores per X-ray, bootstrap replicates, summaries, percentage decrease, pixels, counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import bootstrap, decrease
from components.metrics.overlap import pooled
from components.tables.pairs import PairGrid
from data_access.annotation_set import AnnotationSet

ID_COLUMN = "img_id"


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What the official evaluation writes.

    Attributes
    ----------
    results : DataFrame
        A column a pathology in alphabetic order, then `img_id`; rows sorted by id.
    replicates : DataFrame
        A column a pathology in the dataset's order, a row a replicate.
    summary : DataFrame
        `name`, `lower`, `mean`, `upper`, in alphabetic order, rounded to 3 decimals.
    """

    results: pd.DataFrame
    replicates: pd.DataFrame
    summary: pd.DataFrame


def evaluate(
    values: NDArray[np.float64],
    case_ids: Sequence[str],
    pathologies: Sequence[str],
    n_replicates: int = bootstrap.PAPER_REPLICATES,
    seed: int = bootstrap.PAPER_SEED,
) -> Evaluation:
    """Bootstrap scores by image, as the paper does.

    Parameters
    ----------
    values : ndarray of float64, shape (n_cases, n_pathologies)
        IoU or hit; NaN where not scored.
    case_ids : sequence of str
        Rows of `values`, sorted, since the paper draws from sorted rows.
    pathologies : sequence of str
        Columns of `values`.
    n_replicates, seed : int
        Of the bootstrap.

    Returns
    -------
    Evaluation
        Missing values where a pathology has no scored case; a missing bound where too few replicates have one.
    """
    results = pd.DataFrame(values, columns=list(pathologies))[sorted(pathologies)]
    results[ID_COLUMN] = list(case_ids)
    draws = bootstrap.image_resamples(len(case_ids), n_replicates, seed)
    replicates = bootstrap.bootstrap_means(values, draws)
    bounds = bootstrap.intervals(replicates).rounded()
    summary = pd.DataFrame(
        {"name": list(pathologies), "lower": bounds.lower, "mean": bounds.mean, "upper": bounds.upper}
    )
    return Evaluation(
        results,
        pd.DataFrame(replicates, columns=list(pathologies)),
        summary.sort_values("name", ignore_index=True),
    )


def percentage_decrease(benchmark_replicates: pd.DataFrame, model_replicates: pd.DataFrame) -> pd.DataFrame:
    """Say how far the model stays below the benchmark, largest decrease first, the average last.

    Parameters
    ----------
    benchmark_replicates, model_replicates : DataFrame
        As `Evaluation.replicates`, drawn with one seed; columns are matched by name.

    Returns
    -------
    DataFrame indexed by pathology
        `hb`, `pred`, `pct_diff`, `pct_diff_lower`, `pct_diff_upper`; -inf where the benchmark is 0.

    Raises
    ------
    ValueError
        If pathologies or numbers of replicates differ.
    """
    names = list(benchmark_replicates.columns)
    if sorted(names) != sorted(model_replicates.columns):
        raise ValueError(f"expected the pathologies {', '.join(names)}, found {', '.join(model_replicates.columns)}")
    found = decrease.percentage_decrease(
        benchmark_replicates.to_numpy(np.float64), model_replicates[names].to_numpy(np.float64)
    )
    columns = ["hb", "pred", "pct_diff", "pct_diff_lower", "pct_diff_upper"]
    cells = [found.benchmark, found.model, found.pct, found.pct_lower, found.pct_upper]
    table = pd.DataFrame(dict(zip(columns, cells, strict=True)), index=names).iloc[found.order]
    table.loc["Average"] = list(found.average)
    return table


def pixel_scores(grid: PairGrid) -> pd.DataFrame:
    """Pool the pixels of all cases; one row a pathology in alphabetic order.

    Returns
    -------
    DataFrame
        `pathology`, `precision`, `recall/sensitivity`, `specificity`; missing where nothing can be divided.
    """
    scores = pooled(grid.areas)
    table = pd.DataFrame(
        {
            "pathology": list(grid.pathologies),
            "precision": scores.precision,
            "recall/sensitivity": scores.recall,
            "specificity": scores.specificity,
        }
    )
    return table.sort_values("pathology", ignore_index=True)


def count_masks(annotated: AnnotationSet) -> pd.DataFrame:
    """Count the cases in which each pathology has a mask with pixels.

    Returns
    -------
    DataFrame indexed by pathology
        One column, named `0` as in the official file; alphabetic order.
    """
    case_ids = annotated.case_ids()
    counts = {
        pathology: sum(
            mask is not None and not mask.is_empty
            for mask in (annotated.mask(case_id, pathology) for case_id in case_ids)
        )
        for pathology in sorted(annotated.pathologies)
    }
    return pd.DataFrame({"0": counts})
