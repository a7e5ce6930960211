"""One point a case: a source's measure against another's, and the difference of two areas against their mean."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import point_arrays, rows_of
from components.figures.text import escape
from components.figures.theme import FAINT, NO_ROOM_PX, TITLE_ROOM_PX, layout

_SIDE_PX, _TICKS_PX = 560, 86
_COLOUR = "#3FA7F0"


class Line(NamedTuple):
    """A reference line: the diagonal where `value` is None, else level."""

    value: float | None
    text: str
    is_solid: bool


class CasePointsInfo(NamedTuple):
    """What the figure shows.

    Attributes
    ----------
    x, y : list of float
        One point a case and pathology.
    text, case_id : list of str
        Hover text, escaped, and the case behind each point.
    lines : tuple of Line
        Reference lines.
    x_title, y_title : str
        Titles of the axes, not escaped.
    is_share : bool
        Whether the axes are shares of the image rather than a measure from 0 to 1.
    """

    x: list[float]
    y: list[float]
    text: list[str]
    case_id: list[str]
    lines: tuple[Line, ...]
    x_title: str
    y_title: str
    is_share: bool


def scatter_info(table: pd.DataFrame, first: str, second: str, measure: str) -> CasePointsInfo:
    """Prepare a measure of two sources, case by case.

    Parameters
    ----------
    table : DataFrame
        From `tables.paired.scatter_table`.
    first, second, measure : str
        Labels of the sources and of the measure.
    """
    return CasePointsInfo(
        x=table["first"].tolist(),
        y=table["second"].tolist(),
        text=[
            f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>{escape(first)} {row.first:.3f}"
            f"<br>{escape(second)} {row.second:.3f}<br>click to open the case"
            for row in rows_of(table)
        ],
        case_id=table["case_id"].tolist(),
        lines=(Line(None, "equal", False),),
        x_title=f"{measure} of {first}",
        y_title=f"{measure} of {second}",
        is_share=False,
    )


def bland_altman_info(cases: pd.DataFrame, limits: pd.Series, reference: str, compared: str) -> CasePointsInfo:
    """Prepare the difference of two area shares against their mean.

    Parameters
    ----------
    cases : DataFrame
        From `tables.pair_cases.case_values`, of one pathology or several; both empty or unknown is left out.
    limits : Series
        `bias`, `lower`, `upper` of the same cases, from `tables.areas`; a missing one is not drawn.
    reference, compared : str
        Labels of the two sources.
    """
    drawn = cases[(cases["share_a"] > 0) | (cases["share_b"] > 0)]
    difference = drawn["share_b"] - drawn["share_a"]
    words = {"bias": "bias", "lower": "lower 95 % limit", "upper": "upper 95 % limit"}
    return CasePointsInfo(
        x=((drawn["share_a"] + drawn["share_b"]) / 2).tolist(),
        y=difference.tolist(),
        text=[
            f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>{escape(reference)} {row.share_a:.2%}"
            f"<br>{escape(compared)} {row.share_b:.2%}<br>click to open the case"
            for row in rows_of(drawn)
        ],
        case_id=drawn["case_id"].tolist(),
        lines=tuple(
            Line(float(limits[name]), f"{word} {limits[name]:+.1%}", name == "bias")
            for name, word in words.items()
            if np.isfinite(limits[name])
        ),
        x_title="Mean area of both masks, share of the image",
        y_title=f"Area of {compared} minus {reference}",
        is_share=True,
    )


def case_points_figure(info: CasePointsInfo) -> go.Figure:
    """Draw the points and the reference lines; two measures share one square scale."""
    points = {
        "type": "scatter",
        "mode": "markers",
        "showlegend": False,
        "marker": {"color": _COLOUR, "opacity": 0.6, "size": 7},  # with a border a browser needs twice the time
        "hoverinfo": "text",
    }
    measure = {"range": [-0.02, 1.02], "tickformat": ".1f", "constrain": "domain"}
    across = {"tickformat": ".0%", "rangemode": "tozero"} if info.is_share else measure
    upwards = {"tickformat": "+.0%"} if info.is_share else measure | {"scaleanchor": "x"}
    # Made in one go, which takes Plotly a tenth of the time of one update after the other.
    return go.Figure(
        data=[points | point_arrays(info.x, info.y, info.text, info.case_id)],
        layout=layout(
            height=_SIDE_PX,
            clickmode="event+select",
            margin={"l": _TICKS_PX, "r": NO_ROOM_PX, "t": NO_ROOM_PX, "b": TITLE_ROOM_PX},
            xaxis={"title": {"text": escape(info.x_title)}} | across,
            yaxis={"title": {"text": escape(info.y_title)}} | upwards,
            shapes=[_shape(line) for line in info.lines],
            annotations=[_level_words(line) for line in info.lines if line.value is not None],
        ),
    )


def _shape(line: Line) -> dict[str, Any]:
    style = {"color": FAINT, "width": 1.5, "dash": "solid" if line.is_solid else "dash"}
    if line.value is None:
        return {"type": "line", "x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": style, "layer": "below"}
    return {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": line.value, "y1": line.value, "line": style}


def _level_words(line: Line) -> dict[str, Any]:
    at = {"xref": "x domain", "x": 1, "y": line.value, "xanchor": "right", "yanchor": "bottom"}
    return at | {"text": line.text, "showarrow": False}
