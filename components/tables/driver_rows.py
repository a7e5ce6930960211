"""What explains agreement, as rows and estimates: shape and confidence beside each outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics import regression
from components.metrics.overlap import Slice, iou
from components.tables.drivers import FEATURE_NAMES, OVERALL
from components.tables.pairs import PairGrid
from components.tables.pointing import Hits
from components.tables.shape import AS_DRAWN

Floats = NDArray[np.float64]

SHAPE_COLUMNS = {"n_instances": "n_instance", "area_share": "area_ratio"}
"""Columns of `shape.shape_table` that the paper calls otherwise."""

PROBABILITY = "probability"
ESTIMATE_COLUMNS = ("scope", "driver", "kind", "value", "lower", "upper", "p_value", "stars", "n")


def grid_values(grid: PairGrid, over: Slice) -> pd.DataFrame:
    """Return the IoU of each case (row) and pathology (column)."""
    return pd.DataFrame(iou(grid.areas, over), index=list(grid.case_ids), columns=list(grid.pathologies))


def hit_values(hits: Hits) -> pd.DataFrame:
    """Return the hit of each case (row) and pathology (column)."""
    return pd.DataFrame(hits.values, index=list(hits.case_ids), columns=list(hits.pathologies))


def shape_rows(shapes: pd.DataFrame, outcomes: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the features of each drawn mask beside its outcomes.

    Parameters
    ----------
    shapes : DataFrame
        From `shape.shape_table`, of the ground truth. Where any mask was drawn as contours, those without a contour are
        left out, as in the paper.
    outcomes : mapping of name to DataFrame
        A row a case, a column a pathology.

    Returns
    -------
    DataFrame
        A row a case and pathology with at least one instance, pathologies in alphabetic order: `case_id`, `pathology`,
        `FEATURE_NAMES` and the outcomes, missing where not scored.
    """
    drawn = shapes[shapes["counted"] == AS_DRAWN] if shapes["counted"].eq(AS_DRAWN).any() else shapes
    drawn = drawn[drawn["n_instances"] > 0].rename(columns=SHAPE_COLUMNS).sort_values(["pathology", "case_id"])
    rows = drawn[["case_id", "pathology", *FEATURE_NAMES]].reset_index(drop=True)
    rows = rows.astype(dict.fromkeys(FEATURE_NAMES, np.float64))
    for name, values in outcomes.items():
        rows[name] = _looked_up(values, rows)
    return rows


def confidence_rows(probabilities: pd.DataFrame, outcomes: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Put the model's probability beside the outcomes.

    Parameters
    ----------
    probabilities : DataFrame
        A row a case, a column a pathology; missing where unknown.
    outcomes : mapping of name to DataFrame
        Likewise.

    Returns
    -------
    DataFrame
        A row a case and pathology with a probability: `case_id`, `pathology`, `probability` and the outcomes.
    """
    parts = []
    for pathology in sorted(probabilities.columns):
        known = probabilities[pathology].dropna()
        parts.append(
            pd.DataFrame(
                {"case_id": known.index.astype(str), "pathology": pathology, PROBABILITY: known.to_numpy(np.float64)}
            )
        )
    rows = pd.concat(parts, ignore_index=True)
    for name, values in outcomes.items():
        rows[name] = _looked_up(values, rows)
    return rows


def _looked_up(values: pd.DataFrame, rows: pd.DataFrame) -> Floats:
    """Return the value at each row's case and pathology; NaN where there is none."""
    row = values.index.get_indexer(pd.Index(rows["case_id"]))
    column = values.columns.get_indexer(pd.Index(rows["pathology"]))
    found = np.full(len(rows), np.nan)
    known = (row >= 0) & (column >= 0)
    found[known] = values.to_numpy(np.float64)[row[known], column[known]]
    return found


def scopes(rows: pd.DataFrame, pathologies: Sequence[str]) -> dict[str, pd.DataFrame]:
    """Return the rows over all, and of each pathology."""
    return {OVERALL: rows} | {name: rows[rows["pathology"] == name] for name in pathologies}


def shape_estimates(rows: pd.DataFrame, outcome: str, pathologies: Sequence[str]) -> pd.DataFrame:
    """Regress an outcome on each feature alone, over all pathologies together as in the paper, and within each.

    Parameters
    ----------
    rows : DataFrame
        From `shape_rows`.
    outcome : str
        Column to explain.
    pathologies : sequence of str
        Rows to give beside the overall one.

    Returns
    -------
    DataFrame
        Columns `ESTIMATE_COLUMNS`. A feature is scaled to 0 ... 1 over all rows, so that a slope is the change from
        its lowest to its highest value, whatever the scope; stars are divided by the four features. Within a pathology
        missing with fewer than three rows, or where feature or outcome do not vary.
    """
    cells = []
    for driver in FEATURE_NAMES:
        scaled = rows.assign(x=regression.min_max(rows[driver].to_numpy(np.float64)))
        for scope, part in scopes(scaled, pathologies).items():
            y, x = part[outcome].to_numpy(np.float64), part["x"].to_numpy(np.float64)
            found = regression.slope(y, x)
            if scope != OVERALL and not _is_determined(y, x):
                found = regression.Estimate(np.nan, np.nan, np.nan, np.nan, found.n)
            cells.append(_cells(scope, driver, "slope", found, regression.FEATURES_BONFERRONI))
    return pd.DataFrame(cells, columns=list(ESTIMATE_COLUMNS))


def confidence_estimates(rows: pd.DataFrame, outcome: str, pathologies: Sequence[str]) -> pd.DataFrame:
    """Regress an outcome on the probability and correlate their ranks, over all and within each pathology.

    Parameters
    ----------
    rows, outcome, pathologies
        As in `shape_estimates`, rows from `confidence_rows`.

    Returns
    -------
    DataFrame
        Columns `ESTIMATE_COLUMNS`; one test, so stars are not corrected. No star where either number does not vary.
    """
    cells = []
    for scope, part in scopes(rows, pathologies).items():
        y, x = part[outcome].to_numpy(np.float64), part[PROBABILITY].to_numpy(np.float64)
        for kind, found in (("slope", regression.slope(y, x)), ("spearman", regression.spearman(y, x))):
            row = _cells(scope, PROBABILITY, kind, found, 1)
            cells.append(row if _is_determined(y, x) else (*row[:-2], "", found.n))
    return pd.DataFrame(cells, columns=list(ESTIMATE_COLUMNS))


def _is_determined(y: Floats, x: Floats) -> bool:
    """Say whether a line can be told: of two rows, or of numbers that do not vary, any line is an artefact."""
    known = ~(np.isnan(y) | np.isnan(x))
    return bool(known.sum() > 2 and np.ptp(y[known]) > 0 and np.ptp(x[known]) > 0)


def p_words(p_value: float) -> str:
    """Write a p-value with three decimals; a dash where there is none."""
    return "–" if np.isnan(p_value) else "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def _cells(scope: str, driver: str, kind: str, found: regression.Estimate, bonferroni: int) -> tuple[object, ...]:
    stars = regression.stars(found.p_value, bonferroni)
    return scope, driver, kind, found.value, found.lower, found.upper, found.p_value, stars, found.n


def scatter_rows(rows: pd.DataFrame, driver: str, outcome: str, scope: str) -> pd.DataFrame:
    """Return the rows behind one estimate: `case_id`, `pathology`, and the driver and outcome as `x` and `y`."""
    part = rows if scope == OVERALL else rows[rows["pathology"] == scope]
    found = part[["case_id", "pathology"]].assign(x=part[driver], y=part[outcome])
    return found.dropna(subset=["x", "y"]).reset_index(drop=True)


def fitted_band(points: pd.DataFrame, n_places: int = 50) -> pd.DataFrame:
    """Fit the line behind one estimate, with the 95 % band of the mean.

    Parameters
    ----------
    points : DataFrame
        From `scatter_rows`.
    n_places : int
        Places on x between the lowest and the highest.

    Returns
    -------
    DataFrame
        `x`, `fit`, `lower`, `upper`; without a row where a line cannot be told from fewer than three points or one x.
    """
    x, y = points["x"].to_numpy(np.float64), points["y"].to_numpy(np.float64)
    if x.size < 3 or np.ptp(x) == 0:
        return pd.DataFrame(columns=["x", "fit", "lower", "upper"], dtype=np.float64)
    at = np.linspace(x.min(), x.max(), n_places)
    band = regression.mean_band(y, x, at)
    return pd.DataFrame({"x": at, "fit": band[0], "lower": band[1], "upper": band[2]})
