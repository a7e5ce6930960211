"""How what was drawn spreads in size and shape: one row a pathology, one box with its points a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from components.figures.text import escape
from components.figures.theme import (
    FAINT,
    LEGEND_ROOM_PX,
    NO_ROOM_PX,
    TITLE_ROOM_PX,
    SourceStyle,
    label_room_px,
    layout,
    rgba,
)

ROW_HEIGHT_PX = 44
"""Height of one pathology's row, so that labels never overlap however many there are."""

_BOX_PX = 24  # height of one source's part of a row with boxes

_SPREAD = 0.56  # share of a row's height that the sources of a pathology take together


class SourceSeries(NamedTuple):
    """The values of one source.

    Attributes
    ----------
    label : str
        Name of the source.
    style : SourceStyle
        How it looks.
    row : list of float
        Vertical place of each value: number of the pathology, shifted a little by source.
    value : list of float
        What is drawn along the horizontal axis.
    text : list of str
        Hover text of each value, escaped.
    case_id : list of str
        The case behind each value; empty where a value sums up many.
    """

    label: str
    style: SourceStyle
    row: list[float]
    value: list[float]
    text: list[str]
    case_id: list[str]


class RowsInfo(NamedTuple):
    """What a figure with a row a pathology shows.

    Attributes
    ----------
    pathologies : tuple of str
        Rows from top to bottom.
    series : tuple of SourceSeries
        One a source.
    axis_title : str
        Title of the horizontal axis.
    """

    pathologies: tuple[str, ...]
    series: tuple[SourceSeries, ...]
    axis_title: str


def rows_of(table: pd.DataFrame) -> Iterator[Any]:
    """Yield the rows with their columns as attributes, whose types only the table itself knows."""
    return table.itertuples(index=False)


def point_arrays(x: Sequence[float], y: Sequence[float], text: Sequence[str], case_id: Sequence[str]) -> dict[str, Any]:
    """Return what a trace says of its points: place, hover text and case of each.

    As arrays: of a list, Plotly looks into every element and copies it.
    """
    return {
        "x": np.asarray(x, float),
        "y": np.asarray(y, float),
        "hovertext": np.asarray(text, object),
        "customdata": np.asarray(case_id, object),
    }


def shifts(n_sources: int) -> list[float]:
    """Return how far the marks of each source lie from the middle of a row, top to bottom.

    >>> shifts(1)
    [0.0]
    """
    if n_sources < 2:
        return [0.0] * n_sources
    return [(i / (n_sources - 1) - 0.5) * _SPREAD for i in range(n_sources)]


class Measure(NamedTuple):
    """A number every mask has, and how it is drawn.

    Attributes
    ----------
    name : str
        As a user would call it.
    axis_title : str
        Title of the horizontal axis.
    words : str
        What a value says, with `{value}` in it.
    axis : dict
        Plotly's settings of the axis.
    explained : str
        What the number is, in a sentence.
    """

    name: str
    axis_title: str
    words: str
    axis: dict[str, Any]
    explained: str


MEASURES = {
    "area_share": Measure(
        "Area",
        "Share of the image (logarithmic)",
        "{value:.2%} of the image",
        {"type": "log", "tickformat": "~%", "dtick": "D2"},
        "The area is the share of the image that the mask covers.",
    ),
    "n_instances": Measure(
        "Instances",
        "Instances in the mask (logarithmic)",
        "instances: {value:.0f}",
        {"type": "log", "tickvals": [1, 2, 3, 5, 10, 20, 50, 100]},
        "Instances are the separate areas a finding was drawn as.",
    ),
    "elongation": Measure(
        "Elongation",
        "Elongation, long / short side (logarithmic)",
        "{value:.2f} times as long as wide",
        {"type": "log", "tickvals": [1, 1.5, 2, 3, 5, 10, 20, 50]},
        "Elongation is the long side / the short side of the smallest rectangle around the longest outline: "
        "1 is as wide as long.",
    ),
    "irrectangularity": Measure(
        "Irrectangularity",
        "Irrectangularity, share of the rectangle left empty",
        "irrectangularity {value:.3f}",
        {"range": [-0.02, 1.02], "tickformat": ".1f"},
        "Irrectangularity is the share of the smallest rectangle around the longest outline that stays empty: "
        "0 is a rectangle, the more ragged the higher.",
    ),
}
"""The measures of `tables.shape.shape_table`, by column."""


def measure_info(
    shapes: pd.DataFrame,
    column: str,
    pathologies: Sequence[str],
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
) -> RowsInfo:
    """Prepare one measure of every drawn mask.

    Parameters
    ----------
    shapes : DataFrame
        From `tables.shape.shape_table`; masks without this measure are left out.
    column : str
        One of `MEASURES`.
    pathologies : sequence of str
        Rows to show.
    labels, styles : mapping by source key
        Names and looks of the sources, in the order to show.
    """
    measure = MEASURES[column]
    number = {name: row for row, name in enumerate(pathologies)}
    measured = shapes[shapes[column].notna() & shapes["pathology"].isin(pathologies)]
    series = []
    for source, shift in zip(labels, shifts(len(labels)), strict=True):
        rows = measured[measured["source"] == source]
        series.append(
            SourceSeries(
                label=labels[source],
                style=styles[source],
                row=[number[name] + shift for name in rows["pathology"]],
                value=[float(value) for value in rows[column]],
                text=[
                    f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>"
                    f"{measure.words.format(value=getattr(row, column))}"
                    for row in rows_of(rows)
                ],
                case_id=rows["case_id"].tolist(),
            )
        )
    return RowsInfo(tuple(pathologies), tuple(series), measure.axis_title)


def measure_figure(info: RowsInfo, axis: Mapping[str, Any]) -> go.Figure:
    """Draw a measure: a box and its points a source and pathology.

    Parameters
    ----------
    info : RowsInfo
        From `measure_info`.
    axis : mapping
        `Measure.axis` of the same measure.
    """
    n_sources = max(1, len(info.series))
    height = 90 + max(ROW_HEIGHT_PX, _BOX_PX * n_sources) * max(1, len(info.pathologies))
    figure = go.Figure(layout=rows_layout(info, xaxis=axis, height=height, clickmode="event+select"))
    width = _SPREAD / n_sources * 0.8
    for series in info.series:
        add_boxed_points(figure, series, width)
    return figure


def add_boxed_points(figure: go.Figure, series: SourceSeries, width: float) -> None:
    """Add a source's boxes, `width` of a row high, and over them its points, each of which opens its case."""
    name, style = escape(series.label), series.style
    figure.add_box(
        x=np.asarray(series.value, float),
        y=np.asarray(series.row, float),
        orientation="h",
        name=name,
        legendgroup=name,
        width=width,
        boxpoints=False,
        line={"color": style.colour, "width": 1.5},
        fillcolor=rgba(style.colour, 0.15),
        hoverinfo="skip",
    )
    # Points of their own, for a box's cannot be clicked. They are spread in order, so that equal values stay apart and
    # the picture never changes by itself.
    points = point_arrays(series.value, series.row, series.text, series.case_id)
    points["y"] = points["y"] + ((np.arange(len(series.row)) * 0.618034) % 1 - 0.5) * width * 0.9
    figure.add_scatter(
        **points,
        mode="markers",
        name=name,
        legendgroup=name,
        showlegend=False,
        marker={"color": style.colour, "opacity": 0.5, "size": 4, "symbol": style.symbol},
        hoverinfo="text+name",
        hoverlabel={"namelength": -1},
    )


def rows_layout(info: RowsInfo, *, xaxis: Mapping[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """Return the layout of a figure with a row a pathology, the first at the top, parted by faint lines.

    For `go.Figure(layout=...)`: made in one go, a layout takes a tenth of the time that it does when updated.

    Parameters
    ----------
    info : RowsInfo
        The rows.
    xaxis : mapping
        What the horizontal axis has beside its title.
    **changes
        As for `theme.layout`; `shapes` join the lines between the rows.
    """
    n_rows = len(info.pathologies)
    has_legend = changes.get("showlegend", len(info.series) > 1)
    margin = {
        "l": label_room_px(info.pathologies),
        "r": NO_ROOM_PX,
        "t": LEGEND_ROOM_PX if has_legend else NO_ROOM_PX,
        "b": TITLE_ROOM_PX,
    }
    line = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "line": {"color": FAINT, "width": 0.5}}
    lines = [line | {"y0": row - 0.5, "y1": row - 0.5} for row in range(1, n_rows)]
    axes = {
        "xaxis": {"title": {"text": info.axis_title}} | dict(xaxis or {}),
        "yaxis": {
            "tickmode": "array",
            "tickvals": list(range(n_rows)),
            "ticktext": [escape(name) for name in info.pathologies],
            "range": [n_rows - 0.5, -0.5],
            "showgrid": False,
            "fixedrange": True,
        },
        "shapes": [*lines, *changes.pop("shapes", [])],
    }
    return layout(**{"height": 90 + ROW_HEIGHT_PX * max(1, n_rows), "margin": margin} | changes | axes)
