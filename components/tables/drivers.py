"""What explains agreement: regressions on shape and on the model's confidence, printed as in the paper."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import regression
from components.tables.evaluation import ID_COLUMN
from components.tables.shape import ShapeFeatures

Floats = NDArray[np.float64]

FEATURE_NAMES = ("n_instance", "area_ratio", "elongation", "irrectangularity")
COEFFICIENTS, CORRELATIONS = "Linear regression coefficients", "Spearman correlations"
OVERALL = "Overall"


def feature_rows(features: ShapeFeatures, results: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Pool cases and pathologies into rows with the four features and the outcomes.

    Parameters
    ----------
    features : ShapeFeatures
        Tables with a column a pathology and `img_id`.
    results : mapping of name to DataFrame
        Outcomes, each with the same columns; rows are matched by `img_id`.

    Returns
    -------
    DataFrame
        A row for each case and pathology with at least one instance, pathologies in alphabetic order: `pathology`,
        `FEATURE_NAMES` (not normalised), and a column a result, missing where not scored.
    """
    pathologies = sorted(set(features.num_instances.columns) - {ID_COLUMN})
    by_id = {name: table.set_index(ID_COLUMN) for name, table in results.items()}
    case_ids = features.num_instances[ID_COLUMN]
    parts = []
    for pathology in pathologies:
        part = pd.DataFrame(
            {
                "pathology": pathology,
                "n_instance": features.num_instances[pathology].to_numpy(np.float64),
                "area_ratio": features.area_ratio[pathology].to_numpy(np.float64),
                "elongation": features.elongation[pathology].to_numpy(np.float64),
                "irrectangularity": 1 - features.rec_area_ratio[pathology].to_numpy(np.float64),
                **{
                    name: table[pathology].reindex(case_ids).to_numpy(np.float64)
                    if pathology in table
                    else np.full(len(case_ids), np.nan)
                    for name, table in by_id.items()
                },
            }
        )
        parts.append(part[part["n_instance"] > 0])
    return pd.concat(parts, ignore_index=True)


def regress_on_features(rows: pd.DataFrame, outcome: str) -> pd.DataFrame:
    """Regress one outcome on each feature alone, all pathologies together.

    Parameters
    ----------
    rows : DataFrame
        Answer of `feature_rows`.
    outcome : str
        Column to explain.

    Returns
    -------
    DataFrame
        `task`, `feature` and the slope as text, stars divided by the four tests.
    """
    y = rows[outcome].to_numpy(np.float64)
    cells = []
    for feature in FEATURE_NAMES:
        x = regression.min_max(rows[feature].to_numpy(np.float64))
        slope = regression.slope(y, x)
        cells.append((OVERALL, feature, regression.format_estimate(slope, regression.FEATURES_BONFERRONI)))
    return pd.DataFrame(cells, columns=["task", "feature", COEFFICIENTS])


def regress_on_confidence(results: pd.DataFrame, probabilities: pd.DataFrame) -> pd.DataFrame:
    """Regress an outcome on the model's probability, per pathology and over all.

    Parameters
    ----------
    results : DataFrame
        Outcomes: a column a pathology, and `img_id`.
    probabilities : DataFrame
        The same columns; rows are matched by `img_id`, missing where there is none.

    Returns
    -------
    DataFrame
        `task`, `n` (rows with both numbers), slope and rank correlation as text.
    """
    pathologies = sorted(set(results.columns) - {ID_COLUMN})
    by_id = probabilities.set_index(ID_COLUMN)
    pairs = {
        pathology: _complete(results[pathology], by_id.get(pathology), results[ID_COLUMN]) for pathology in pathologies
    }
    pairs[OVERALL] = np.concatenate([np.empty((0, 2)), *pairs.values()])
    cells = []
    for task, pair in pairs.items():
        y, x = pair.T
        slope, rho = regression.slope(y, x), regression.spearman(y, x)
        texts = regression.format_estimate(slope), regression.format_estimate(rho)
        cells.append((task, float(len(pair)), *texts))  # the paper's n is written as 24.0
    return pd.DataFrame(cells, columns=["task", "n", COEFFICIENTS, CORRELATIONS])


def _complete(outcome: pd.Series, probability: pd.Series | None, case_ids: pd.Series) -> Floats:
    """Return the rows that have an outcome and a probability, shape (n, 2)."""
    if probability is None:
        return np.empty((0, 2))
    both = np.column_stack([outcome.to_numpy(np.float64), probability.reindex(case_ids).to_numpy(np.float64)])
    return np.asarray(both[~np.isnan(both).any(axis=1)])
