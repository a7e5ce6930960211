"""Sources against each other by what each scores against the same reference, on the same draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from components.metrics import bootstrap, decrease
from components.tables.agreement import OVERALL, Comparison, Estimate, Floats, Measure, with_bounds

BOARD_MEASURES: tuple[Measure, ...] = ("iou", "dice", "hit")


def difference_table(first: Estimate, second: Estimate, pathologies: Sequence[str]) -> pd.DataFrame:
    """Compare two sources per pathology and on average, in points and as percentage decrease.

    Parameters
    ----------
    first, second : Estimate
        One measure of both sources, from comparisons on equal draws.
    pathologies : sequence of str
        Names of the columns of both.

    Returns
    -------
    DataFrame
        `pathology`; `n_first`, `n_second` (missing for the average); `first`, `second`; `difference` (first - second)
        with bounds from the paired replicates; `pct` (how far the second stays below the first, in percent) with
        bounds, by the paper's rule (`metrics.decrease`): -inf where the first is 0 and the second is not. The last
        row is the average over the pathologies that have a value.
    """
    whole = with_average(first), with_average(second)
    difference = with_bounds("difference", whole[0].value - whole[1].value, whole[0].replicates - whole[1].replicates)
    found = decrease.percentage_decrease(first.replicates, second.replicates)
    *_, average, average_lower, average_upper = found.average
    counts = (pd.array([*one.n, pd.NA], dtype="Int64") for one in (first, second))
    return pd.DataFrame(
        {
            "pathology": [*pathologies, OVERALL],
            **dict(zip(("n_first", "n_second"), counts, strict=True)),
            "first": whole[0].value,
            "second": whole[1].value,
            **difference,
            "pct": [*found.pct, average],
            "pct_lower": [*found.pct_lower, average_lower],
            "pct_upper": [*found.pct_upper, average_upper],
        }
    )


def with_average(found: Estimate) -> Estimate:
    """Return an estimate with one more column, the average over the pathologies that have a value; its n is all."""
    return Estimate(
        np.append(found.value, bootstrap.nan_mean(found.value[np.newaxis], axis=1)),
        np.append(found.n, found.n.sum()),
        np.column_stack([found.replicates, bootstrap.nan_mean(found.replicates, axis=1)]),
    )


def leaderboard_table(
    estimates_of: Mapping[str, Mapping[Measure, Estimate]], pathologies: Sequence[str], measure: Measure
) -> pd.DataFrame:
    """Rank sources on average and per pathology, each with its paired difference to the best.

    Parameters
    ----------
    estimates_of : mapping of source to its estimates
        From comparisons on equal draws.
    pathologies : sequence of str
        Names of the columns.
    measure : str
        By which to rank; a source that lacks it is last.

    Returns
    -------
    DataFrame
        A row a source and pathology, the average first and the best first within each: `pathology`, `rank`, `source`,
        `n`, `measure` with bounds; `to_best` with bounds: `measure` minus that of the best, 0 without an interval for
        the best itself; then the others of `BOARD_MEASURES` with bounds, missing where a source points nowhere.
    """
    names = [*pathologies, OVERALL]
    whole = {source: {m: with_average(e) for m, e in found.items()} for source, found in estimates_of.items()}
    rows = []
    for column in (len(pathologies), *range(len(pathologies))):
        value_of = {s: found[measure].value[column] if measure in found else np.nan for s, found in whole.items()}
        order = sorted(value_of, key=lambda source: (np.isnan(value_of[source]), -value_of[source]))
        best = whole[order[0]].get(measure)
        for rank, source in enumerate(order, start=1):
            own = whole[source].get(measure)
            row: dict[str, object] = {"pathology": names[column], "rank": rank, "source": source}
            row["n"] = int(own.n[column]) if own is not None else 0
            row |= _cells(measure, own, column)
            row |= _to_best(own, best, column)
            for one in BOARD_MEASURES:
                row |= _cells(one, whole[source].get(one), column)
            rows.append(row)
    return pd.DataFrame(rows)


def _cells(name: str, found: Estimate | None, column: int) -> dict[str, float]:
    if found is None:
        return {name: np.nan, f"{name}_lower": np.nan, f"{name}_upper": np.nan}
    cells = with_bounds(name, found.value[[column]], found.replicates[:, [column]])
    return {key: float(value[0]) for key, value in cells.items()}


def _to_best(own: Estimate | None, best: Estimate | None, column: int) -> dict[str, float]:
    if own is None or best is None:
        return _cells("to_best", None, column)
    if own is best:
        return {"to_best": 0.0 if own.n[column] else np.nan, "to_best_lower": np.nan, "to_best_upper": np.nan}
    difference = Estimate(own.value - best.value, own.n, own.replicates - best.replicates)
    return _cells("to_best", difference, column)


def scatter_table(first: Comparison, second: Comparison, measure: Measure) -> pd.DataFrame:
    """Pair one source's measure with another's, case by case.

    Returns
    -------
    DataFrame
        `case_id`, `pathology`, `first`, `second`; only what is scored for both.
    """
    values: list[Floats] = [one.values(measure) for one in (first, second)]
    rows, columns = np.nonzero(~np.isnan(values[0]) & ~np.isnan(values[1]))
    grid = first.grid
    return pd.DataFrame(
        {
            "case_id": np.array(grid.case_ids, dtype=object)[rows],
            "pathology": np.array(grid.pathologies, dtype=object)[columns],
            "first": values[0][rows, columns],
            "second": values[1][rows, columns],
        }
    )
