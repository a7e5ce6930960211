"""Agreement of two sources: each case as a point and the mean with its interval, one row a pathology."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import RowsInfo, SourceSeries, rows_layout, rows_of
from components.figures.text import escape
from components.figures.theme import SourceStyle, rgba

FEW_CASES = 50
"""Below this number of cases an interval is drawn faded: resampling so few says little."""

_POINTS_ABOVE, _MEAN_BELOW = 0.14, 0.24  # shares of a row by which points and mean lie off its middle


class MeanRow(NamedTuple):
    """Mean and interval of one pathology.

    Attributes
    ----------
    row : float
        Vertical place.
    mean, lower, upper : float
        The mean and its 95 % bounds; bounds are NaN where too few cases give none.
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


class AgreementInfo(NamedTuple):
    """What the agreement figure shows.

    Attributes
    ----------
    rows : RowsInfo
        The single cases.
    means : tuple of MeanRow
        Pathologies with at least one scored case.
    """

    rows: RowsInfo
    means: tuple[MeanRow, ...]


def agreement_info(
    pairs: pd.DataFrame, summary: pd.DataFrame, pathologies: Sequence[str], label: str, style: SourceStyle
) -> AgreementInfo:
    """Prepare IoU per case and its mean per pathology.

    Parameters
    ----------
    pairs : DataFrame
        From `tables.overlap.pair_table`; cases without an IoU are left out.
    summary : DataFrame
        From `tables.overlap.pair_summary` over the same cases.
    pathologies : sequence of str
        Rows to show.
    label : str
        Names the two sources.
    style : SourceStyle
        Looks of the source compared.
    """
    scored = pairs[pairs["iou"].notna() & pairs["pathology"].isin(pathologies)]
    # Points of a row are spread by their rank, so that equal values stay apart and the picture never changes by itself.
    rank = scored.groupby("pathology")["case_id"].rank(method="first")
    spread = ((rank * 0.618034) % 1 - 0.5) * 0.3
    points = SourceSeries(
        label=label,
        style=style,
        row=[
            pathologies.index(name) - _POINTS_ABOVE + offset
            for name, offset in zip(scored["pathology"], spread, strict=True)
        ],
        value=scored["iou"].tolist(),
        text=[
            f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>IoU {row.iou:.3f}<br>click to open the case"
            for row in rows_of(scored)
        ],
        case_id=scored["case_id"].tolist(),
    )
    means = tuple(
        MeanRow(
            row=pathologies.index(row.pathology) + _MEAN_BELOW,
            mean=row.mean_iou,
            lower=row.lower,
            upper=row.upper,
            n=row.n,
            text=_mean_text(row.pathology, row.mean_iou, row.lower, row.upper, row.n),
        )
        for row in rows_of(summary)
        if row.n > 0 and row.pathology in pathologies
    )
    return AgreementInfo(RowsInfo(tuple(pathologies), (points,), "Intersection over union (IoU)"), means)


def _mean_text(pathology: str, mean: float, lower: float, upper: float, n: int) -> str:
    bounds = "too few cases for an interval" if np.isnan([lower, upper]).any() else f"95 % {lower:.3f} to {upper:.3f}"
    note = f"<br>fewer than {FEW_CASES} cases: read the points" if n < FEW_CASES else ""
    return f"{escape(pathology)}<br>mean IoU {mean:.3f}<br>{bounds}<br>n = {n}{note}"


def agreement_figure(info: AgreementInfo) -> go.Figure:
    """Draw the cases as points and below them the mean with its interval; few cases fade the interval."""
    figure = go.Figure()
    for series in info.rows.series:
        figure.add_scatter(
            x=series.value,
            y=series.row,
            mode="markers",
            name="single cases",
            marker={
                "color": rgba(series.style.colour, 0.55),
                "symbol": series.style.symbol,
                "size": 7,
                "line": {"width": 0.5, "color": series.style.colour},
            },
            hovertext=series.text,
            hoverinfo="text",
            customdata=series.case_id,
        )
    for faded in (False, True):
        rows = [row for row in info.means if (row.n < FEW_CASES) is faded]
        if rows:
            figure.add_scatter(**_means_trace(rows, info.rows.series[0].style, faded=faded))
    rows_layout(figure, info.rows, clickmode="event+select")
    figure.update_xaxes(range=[-0.02, 1.02], tickformat=".1f")
    return figure


def _means_trace(rows: Sequence[MeanRow], style: SourceStyle, *, faded: bool) -> dict[str, object]:
    colour = rgba(style.colour, 0.55 if faded else 1.0)
    return {
        "x": [row.mean for row in rows],
        "y": [row.row for row in rows],
        "mode": "markers",
        "name": f"mean, 95 % interval (n < {FEW_CASES})" if faded else "mean, 95 % interval",
        "marker": {"color": colour, "symbol": "line-ns-open", "size": 16, "line": {"width": 3, "color": colour}},
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
