"""Coefficients with their intervals, a column a driver and a row a pathology, and the points behind one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.distributions import rows_of
from components.figures.intervals import FEW_CASES
from components.figures.text import escape
from components.figures.theme import FAINT, GRID, SourceStyle, layout, rgba

_ROW_PX, _HEAD_PX = 34, 110
_SCATTER_PX = 460
_GOLDEN = 0.618034


class DriverWords(NamedTuple):
    """Words for a driver: its name, the title of its axis, how a value is written, and Plotly's format of the axis."""

    name: str
    axis_title: str
    value: str
    tick_format: str


DRIVER_WORDS = {
    "n_instance": DriverWords("Instances", "Number of instances", "{:.0f} instances", ".0f"),
    "area_ratio": DriverWords("Area", "Area of the ground truth, share of the image", "area {:.2%}", ".0%"),
    "elongation": DriverWords("Elongation", "Elongation, long / short side", "elongation {:.2f}", ".1f"),
    "irrectangularity": DriverWords(
        "Irrectangularity", "Irrectangularity, share of the rectangle left empty", "irrectangularity {:.3f}", ".1f"
    ),
    "probability": DriverWords("Probability", "Probability of the model", "probability {:.3f}", ".1f"),
}
KIND_WORDS = {"slope": "slope", "spearman": "Spearman's rho"}


class Coefficient(NamedTuple):
    """An estimate; bounds are NaN where too few rows give none, `stars` empty where it is not significant."""

    row: int
    value: float
    lower: float
    upper: float
    stars: str
    n: int
    text: str


class CoefficientColumn(NamedTuple):
    """The estimates of one driver; `limit` is where the axis ends on both sides."""

    title: str
    points: tuple[Coefficient, ...]
    limit: float


class CoefficientsInfo(NamedTuple):
    """What the figure shows: the names of its rows, its columns, and the look of the source."""

    names: tuple[str, ...]
    columns: tuple[CoefficientColumn, ...]
    style: SourceStyle


def coefficients_info(estimates: pd.DataFrame, style: SourceStyle) -> CoefficientsInfo:
    """Prepare the estimates of one outcome.

    Parameters
    ----------
    estimates : DataFrame
        From `tables.driver_rows`; estimates that are missing are left out.
    style : SourceStyle
        Of the source whose agreement is explained.
    """
    names = tuple(dict.fromkeys(estimates["scope"]))
    columns = []
    for (driver, kind), part in estimates.groupby(["driver", "kind"], sort=False):
        words = DRIVER_WORDS[str(driver)].name
        title = words if kind == "slope" and len(set(estimates["driver"])) > 1 else f"{words}, {KIND_WORDS[str(kind)]}"
        known = part[part["value"].notna()]
        points = tuple(
            Coefficient(names.index(row.scope), row.value, row.lower, row.upper, row.stars, row.n, _words(row, title))
            for row in rows_of(known)
        )
        columns.append(CoefficientColumn(title, points, _limit(points)))
    return CoefficientsInfo(names, tuple(columns), style)


def _words(row: Any, title: str) -> str:
    bounds = (
        "too few rows for an interval"
        if np.isnan([row.lower, row.upper]).any()
        else f"95 % {row.lower:+.3f} to {row.upper:+.3f}"
    )
    few = f"<br>fewer than {FEW_CASES} rows: read the points" if row.n < FEW_CASES else ""
    stars = f" {row.stars}" if row.stars else ""
    return f"{title}<br>{escape(row.scope)}<br>{row.value:+.3f}{stars}<br>{bounds}<br>n = {row.n}{few}"


def _limit(points: Sequence[Coefficient]) -> float:
    """End the axis where the first row's interval and every plausible slope fit; few rows may give any slope."""
    overall = [abs(end) for point in points if point.row == 0 for end in (point.value, point.lower, point.upper)]
    known = max((end for end in overall if np.isfinite(end)), default=0.0)
    highest = max((abs(point.value) for point in points), default=1.0)
    return 1.35 * (max(known, min(highest, 1.0)) or 1.0)


def coefficients_figure(info: CoefficientsInfo) -> go.Figure:
    """Draw the estimates: filled where significant, hollow where not, faded where few rows are behind them."""
    n_columns = max(1, len(info.columns))
    titles = [escape(column.title) for column in info.columns]
    figure = make_subplots(1, n_columns, subplot_titles=titles, shared_yaxes=True, horizontal_spacing=0.03)
    for number, column in enumerate(info.columns, start=1):
        for faded in (False, True):
            points = [point for point in column.points if (point.n < FEW_CASES) == faded]
            if points:
                figure.add_scatter(**_trace(points, info.style, column.limit, faded=faded), row=1, col=number)
        figure.update_xaxes(range=[-column.limit, column.limit], row=1, col=number)
        figure.add_vline(x=0, line={"color": FAINT, "width": 1.5}, row=1, col=number)
    n_rows = max(1, len(info.names))
    figure.update_layout(**layout(height=_HEAD_PX + _ROW_PX * n_rows, margin={"l": 8, "r": 8, "t": 40, "b": 8}))
    figure.update_layout(showlegend=False)
    figure.update_annotations(font_size=12)
    figure.update_xaxes(gridcolor=GRID, zeroline=False, nticks=4, tickformat="~g", tickangle=0)
    figure.update_yaxes(range=[n_rows - 0.5, -0.8], showgrid=False, zeroline=False, fixedrange=True)
    names = [f"<b>{escape(name)}</b>" if row == 0 else escape(name) for row, name in enumerate(info.names)]
    figure.update_yaxes(tickvals=list(range(len(names))), ticktext=names, col=1)
    return figure


def _trace(points: Sequence[Coefficient], style: SourceStyle, limit: float, *, faded: bool) -> dict[str, object]:
    """Return the marks; an arrow at the edge stands for a value beyond it."""
    edge = 0.96 * limit
    inside = [abs(point.value) <= edge for point in points]
    colour = rgba(style.colour, 0.5 if faded else 1.0)
    return {
        "x": [min(edge, max(-edge, point.value)) for point in points],
        "y": [point.row for point in points],
        "mode": "markers+text",
        "text": [point.stars for point in points],
        "textposition": "top center",
        "textfont": {"size": 14},
        "marker": {
            "color": [colour if point.stars else "rgba(0,0,0,0)" for point in points],
            "symbol": [
                style.symbol if is_inside else "triangle-right" if point.value > 0 else "triangle-left"
                for point, is_inside in zip(points, inside, strict=True)
            ],
            "size": 9,
            "line": {"color": colour, "width": 2},
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [
                point.upper - point.value if seen else np.nan for point, seen in zip(points, inside, strict=True)
            ],
            "arrayminus": [
                point.value - point.lower if seen else np.nan for point, seen in zip(points, inside, strict=True)
            ],
            "color": colour,
            "thickness": 2,
            "width": 4,
        },
        "hovertext": [point.text for point in points],
        "hoverinfo": "text",
    }


class DriverPointsInfo(NamedTuple):
    """The points behind one estimate.

    Attributes
    ----------
    x, y, text, case_id : list
        A point a case and pathology; hits are spread a little, so that they do not hide each other.
    band : DataFrame
        From `tables.driver_rows.fitted_band`.
    x_title, y_title, tick_format : str
        Of the axes; titles not escaped.
    style : SourceStyle
        Of the source.
    """

    x: list[float]
    y: list[float]
    text: list[str]
    case_id: list[str]
    band: pd.DataFrame
    x_title: str
    y_title: str
    tick_format: str
    style: SourceStyle


def driver_points_info(
    points: pd.DataFrame, band: pd.DataFrame, driver: str, outcome: str, style: SourceStyle, *, is_hit: bool
) -> DriverPointsInfo:
    """Prepare the points behind one estimate.

    Parameters
    ----------
    points, band : DataFrame
        From `tables.driver_rows`: `scatter_rows`, and `fitted_band` of them.
    driver : str
        One of `DRIVER_WORDS`.
    outcome : str
        What is explained, in words.
    style : SourceStyle
        Of the source.
    is_hit : bool
        Whether the outcome takes only whole numbers.
    """
    words: Mapping[str, DriverWords] = DRIVER_WORDS
    place = (np.arange(len(points)) * _GOLDEN) % 1 - 0.5
    return DriverPointsInfo(
        points["x"].tolist(),
        (points["y"] + (0.12 * place if is_hit else 0.0)).tolist(),
        [
            f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>{words[driver].value.format(row.x)}"
            f"<br>{escape(outcome)} {row.y:.3g}<br>click to open the case"
            for row in rows_of(points)
        ],
        points["case_id"].tolist(),
        band,
        words[driver].axis_title,
        outcome,
        words[driver].tick_format,
        style,
    )


def driver_points_figure(info: DriverPointsInfo) -> go.Figure:
    """Draw the points, the fitted line, and the 95 % band of the mean."""
    figure = go.Figure()
    if len(info.band):
        x = info.band["x"].tolist()
        figure.add_scatter(
            x=x + x[::-1],
            y=info.band["upper"].tolist() + info.band["lower"].tolist()[::-1],
            mode="lines",
            fill="toself",
            fillcolor=rgba(info.style.colour, 0.16),
            line={"width": 0},
            name="95 % band of the mean",
            hoverinfo="skip",
        )
        figure.add_scatter(
            x=x,
            y=info.band["fit"].tolist(),
            mode="lines",
            line={"color": info.style.colour, "width": 2.5},
            name="least squares",
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=info.x,
        y=info.y,
        mode="markers",
        showlegend=False,
        marker={
            "color": rgba(info.style.colour, 0.45),
            "symbol": info.style.symbol,
            "size": 7,
            "line": {"width": 0.5, "color": info.style.colour},
        },
        hovertext=info.text,
        hoverinfo="text",
        customdata=info.case_id,
    )
    figure.update_layout(**layout(height=_SCATTER_PX, clickmode="event+select", showlegend=bool(len(info.band))))
    figure.update_xaxes(title=escape(info.x_title), tickformat=info.tick_format)
    figure.update_yaxes(title=escape(info.y_title), tickformat=".1f")
    return figure
