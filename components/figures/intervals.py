"""Means with their intervals, one row a pathology and one lane a source, over the single cases they sum up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import RowsInfo, SourceSeries, point_arrays, rows_layout
from components.figures.reference_marks import Mark, chance_marks, marks_trace, published_marks
from components.figures.text import escape
from components.figures.theme import FAINT, SourceStyle, rgba

FEW_CASES = 50
"""Below this number of cases an interval is drawn faded: resampling so few says little."""

LANE_PX, GAP_PX = 30, 16
_CLICK = "click to open the case"
_ZERO = {"type": "line", "x0": 0, "x1": 0, "yref": "y domain", "y0": 0, "y1": 1, "line": {"color": FAINT, "width": 1.5}}
"""Height of a source's lane, and what is left between two rows."""

_MEAN_PX = 10


class MeanRow(NamedTuple):
    """A value and its interval.

    Attributes
    ----------
    row : float
        Vertical place.
    mean, lower, upper : float
        The value and its 95 % bounds; bounds are NaN where too few cases give none.
    n : int
        Scored cases.
    text : str
        Hover text, escaped.
    """

    row: float
    mean: float
    lower: float
    upper: float
    n: int
    text: str


class MeanSeries(NamedTuple):
    """The values of one source, or of one stratum of it."""

    label: str
    style: SourceStyle
    rows: tuple[MeanRow, ...]
    size_px: int = _MEAN_PX


class IntervalsInfo(NamedTuple):
    """What a figure of intervals shows.

    Attributes
    ----------
    rows : RowsInfo
        Names of the rows and the single cases behind them.
    means : tuple of MeanSeries
        Only rows with a value.
    marks : tuple of Mark
        Reference values.
    n_lanes : int
        Lanes a row.
    axis : tuple of float or None
        Ends of the horizontal axis; None fits it to the values.
    """

    rows: RowsInfo
    means: tuple[MeanSeries, ...]
    marks: tuple[Mark, ...] = ()
    n_lanes: int = 1
    axis: tuple[float, float] | None = None


def lanes(n: int) -> list[float]:
    """Return how far the lanes of a row lie from its middle, top to bottom.

    >>> lanes(1)
    [0.0]
    """
    share = LANE_PX / (LANE_PX * n + GAP_PX)
    return [(i - (n - 1) / 2) * share for i in range(n)]


def rows_height_px(n_rows: int, n_lanes: int) -> int:
    """Return the height of a figure with so many rows of so many lanes."""
    return 90 + max(1, n_rows) * (LANE_PX * max(1, n_lanes) + GAP_PX)


def mean_rows(
    table: pd.DataFrame, names: Sequence[str], column: str, shift: float, label: str, n_column: str = "n"
) -> tuple[MeanRow, ...]:
    """Read rows from a table with `pathology`, a value column, its `..._lower` and `..._upper`, and a count."""
    found = []
    columns = [column, f"{column}_lower", f"{column}_upper", n_column]
    for name, (value, lower, upper, n) in zip(table["pathology"], table[columns].to_numpy(float), strict=True):
        if name in names and np.isfinite(value):
            text = "<br>".join([escape(label), escape(name), *interval_lines(value, lower, upper, int(n))])
            found.append(MeanRow(names.index(name) + shift, value, lower, upper, int(n), text))
    return tuple(found)


def interval_lines(value: float, lower: float, upper: float, n: int) -> list[str]:
    """Say a value, its interval and how many cases are behind it."""
    bounds = "too few cases for an interval" if np.isnan([lower, upper]).any() else f"95 % {lower:.3f} to {upper:.3f}"
    note = [f"fewer than {FEW_CASES} cases: read the points"] if n < FEW_CASES else []
    return [f"{value:.3f}", bounds, f"n = {n}", *note]


def agreement_info(
    tables: Mapping[str, pd.DataFrame],
    cases: Mapping[str, pd.DataFrame],
    published: pd.DataFrame,
    measure: str,
    names: Sequence[str],
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
    axis_title: str,
) -> IntervalsInfo:
    """Prepare a measure of each source per pathology.

    Parameters
    ----------
    tables : mapping of source key to DataFrame
        From `tables.agreement.agreement_table`; a source whose table lacks the measure has an empty lane.
    cases : mapping of source key to DataFrame
        From `tables.pair_cases.case_values`; sources without an entry show no single cases.
    published : DataFrame
        From `tables.reference.published_rows`.
    measure : str
        The column to show.
    names : sequence of str
        Pathologies, the rows.
    labels, styles : mapping by source key
        Names and looks of the sources.
    axis_title : str
        Title of the horizontal axis.
    """
    shift_of = dict(zip(tables, lanes(len(tables)), strict=True))
    share = LANE_PX / (LANE_PX * len(tables) + GAP_PX)
    points = [
        _points(cases[key], names, shift_of[key] - share * 0.18, share * 0.4, labels[key], styles[key])
        for key in tables
        if key in cases
    ]
    n_column = "n_hit" if measure == "hit" else "n"
    means = tuple(
        MeanSeries(
            labels[key],
            styles[key],
            mean_rows(table, names, measure, shift_of[key] + share * 0.26, labels[key], n_column),
        )
        for key, table in tables.items()
        if measure in table
    )
    marks = [
        *published_marks(published, names, shift_of, share, labels, styles),
        *(
            mark
            for key, table in tables.items()
            if measure == "hit"
            for mark in chance_marks(table, names, shift_of[key])
        ),
    ]
    return IntervalsInfo(
        RowsInfo(tuple(names), tuple(points), axis_title), means, tuple(marks), len(tables), (-0.02, 1.02)
    )


def _points(
    cases: pd.DataFrame, names: Sequence[str], shift: float, width: float, label: str, style: SourceStyle
) -> SourceSeries:
    scored = cases[cases["value"].notna() & cases["pathology"].isin(names)]
    # Points of a row are spread by their rank, so that equal values stay apart and the picture never changes by itself.
    rank = scored.groupby("pathology")["case_id"].rank(method="first")
    spread = ((rank * 0.618034) % 1 - 0.5) * width
    row_of = {name: row + shift for row, name in enumerate(names)}
    begin_of = {name: f"{escape(name)}<br>" for name in names}
    pathologies, case_ids = (scored[column].tolist() for column in ("pathology", "case_id"))
    return SourceSeries(
        label=label,
        style=style,
        row=[row_of[name] + offset for name, offset in zip(pathologies, spread.tolist(), strict=True)],
        value=scored["value"].tolist(),
        text=[begin_of[name] + escape(case_id) for name, case_id in zip(pathologies, case_ids, strict=True)],
        case_id=case_ids,
    )


def intervals_figure(info: IntervalsInfo, *, percent: bool = False) -> go.Figure:
    """Draw the cases as points and each mean with its interval, faded where few cases are behind it."""
    if info.axis is not None:
        axis, shapes = {"range": list(info.axis), "tickformat": ".1f"}, []
    else:
        axis, shapes = {"tickformat": ".0f" if percent else "+.2f"}, [_ZERO]
    figure = go.Figure(
        layout=rows_layout(
            info.rows,
            xaxis=axis,
            shapes=shapes,
            height=rows_height_px(len(info.rows.pathologies), info.n_lanes),
            clickmode="event+select",
            showlegend=len(info.means) + len(info.marks) > 1,
        )
    )
    for series in info.rows.series:
        figure.add_scatter(
            **point_arrays(series.value, series.row, series.text, series.case_id),
            mode="markers",
            name=f"{escape(series.label)}, cases",
            showlegend=False,
            legendgroup=series.label,
            marker={"color": series.style.colour, "opacity": 0.4, "symbol": series.style.symbol, "size": 5},
            hovertemplate=f"{escape(series.label)}<br>%{{hovertext}}<br>%{{x:.3f}}<br>{_CLICK}<extra></extra>",
        )
    for of_source in info.means:
        many = [row for row in of_source.rows if row.n >= FEW_CASES]
        few = [row for row in of_source.rows if row.n < FEW_CASES]
        for rows, faded in ((many, False), (few, True)):
            if rows:
                figure.add_scatter(**_means_trace(of_source, rows, faded=faded, in_legend=not (faded and many)))
    for label in dict.fromkeys(mark.label for mark in info.marks):
        figure.add_scatter(**marks_trace([mark for mark in info.marks if mark.label == label]))
    return figure


def _means_trace(series: MeanSeries, rows: Sequence[MeanRow], *, faded: bool, in_legend: bool) -> dict[str, object]:
    colour = rgba(series.style.colour, 0.45 if faded else 1.0)
    return {
        "x": [row.mean for row in rows],
        "y": [row.row for row in rows],
        "mode": "markers",
        "name": f"{escape(series.label)} (n < {FEW_CASES})" if faded else escape(series.label),
        "legendgroup": series.label,
        "showlegend": in_legend,
        "marker": {"color": colour, "symbol": series.style.symbol, "size": series.size_px},
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [row.upper - row.mean for row in rows],
            "arrayminus": [row.mean - row.lower for row in rows],
            "color": colour,
            "thickness": 2,
            "width": 5,
        },
        "hovertext": [row.text for row in rows],
        "hoverinfo": "text",
    }
