"""How many cases have each pathology, and how large what was drawn is: one row a pathology, one mark a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.figures.text import escape
from components.figures.theme import FAINT, SourceStyle, layout, rgba

ROW_HEIGHT_PX = 44
"""Height of one pathology's row, so that labels never overlap however many there are."""

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


def shifts(n_sources: int) -> list[float]:
    """Return how far the marks of each source lie from the middle of a row, top to bottom.

    >>> shifts(1)
    [0.0]
    """
    if n_sources == 1:
        return [0.0]
    return [(i / (n_sources - 1) - 0.5) * _SPREAD for i in range(n_sources)]


def prevalence_info(
    summary: pd.DataFrame, pathologies: Sequence[str], labels: Mapping[str, str], styles: Mapping[str, SourceStyle]
) -> RowsInfo:
    """Prepare the share of cases with a mask of each pathology.

    Parameters
    ----------
    summary : DataFrame
        From `tables.cohort.mask_summary`.
    pathologies : sequence of str
        Rows to show.
    labels, styles : mapping by source key
        Names and looks of the sources.
    """
    series = []
    sources = list(dict.fromkeys(summary["source"]))
    for source, shift in zip(sources, shifts(len(sources)), strict=True):
        rows = summary[(summary["source"] == source) & summary["prevalence"].notna()]
        rows = rows[rows["pathology"].isin(pathologies)]
        series.append(
            SourceSeries(
                label=labels[source],
                style=styles[source],
                row=[pathologies.index(name) + shift for name in rows["pathology"]],
                value=[float(value) for value in rows["prevalence"]],
                text=[
                    f"{escape(labels[source])}<br>{escape(row.pathology)}<br>"
                    f"{row.n_drawn} of {row.n_cases} cases have a mask ({row.prevalence:.1%})"
                    for row in rows_of(rows)
                ],
                case_id=[],
            )
        )
    return RowsInfo(tuple(pathologies), tuple(series), "Cases with a mask")


def prevalence_figure(info: RowsInfo) -> go.Figure:
    """Draw the share of cases with a mask: a lollipop a source and pathology."""
    figure = go.Figure()
    for series in info.series:
        stems_x = [x for value in series.value for x in (0.0, value, None)]
        stems_y = [y for row in series.row for y in (row, row, None)]
        figure.add_scatter(
            x=stems_x,
            y=stems_y,
            mode="lines",
            line={"color": rgba(series.style.colour, 0.6), "width": 3},
            hoverinfo="skip",
            showlegend=False,
            legendgroup=series.label,
        )
        figure.add_scatter(
            x=series.value,
            y=series.row,
            mode="markers",
            name=escape(series.label),
            marker={"color": series.style.colour, "symbol": series.style.symbol, "size": 10},
            hovertext=series.text,
            hoverinfo="text",
            legendgroup=series.label,
        )
    rows_layout(figure, info)
    figure.update_xaxes(tickformat=".0%", rangemode="tozero")
    return figure


def area_share_info(
    masks: pd.DataFrame, pathologies: Sequence[str], labels: Mapping[str, str], styles: Mapping[str, SourceStyle]
) -> RowsInfo:
    """Prepare the area share of every drawn mask.

    Parameters
    ----------
    masks : DataFrame
        From `tables.cohort.mask_table`; empty, absent and unreadable masks are left out.
    pathologies : sequence of str
        Rows to show.
    labels, styles : mapping by source key
        Names and looks of the sources.
    """
    drawn = masks[(masks["area_px"].fillna(0) > 0) & masks["pathology"].isin(pathologies)]
    sources = list(dict.fromkeys(masks["source"]))
    series = []
    for source, shift in zip(sources, shifts(len(sources)), strict=True):
        rows = drawn[drawn["source"] == source]
        series.append(
            SourceSeries(
                label=labels[source],
                style=styles[source],
                row=[pathologies.index(name) + shift for name in rows["pathology"]],
                value=[float(value) for value in rows["area_share"]],
                text=[
                    f"{escape(labels[source])}<br>{escape(row.pathology)}<br>{escape(row.case_id)}<br>"
                    f"{row.area_share:.2%} of the image"
                    for row in rows_of(rows)
                ],
                case_id=rows["case_id"].tolist(),
            )
        )
    return RowsInfo(tuple(pathologies), tuple(series), "Area of the mask, share of the image (logarithmic)")


def area_share_figure(info: RowsInfo) -> go.Figure:
    """Draw the area shares: a box and its points a source and pathology, on a logarithmic axis."""
    figure = go.Figure()
    n_sources = max(1, len(info.series))
    for series in info.series:
        figure.add_box(
            x=series.value,
            y=series.row,
            orientation="h",
            name=escape(series.label),
            width=_SPREAD / n_sources * 0.8,
            boxpoints="all",
            pointpos=0,
            jitter=0.5,
            marker={"color": rgba(series.style.colour, 0.6), "size": 4, "symbol": series.style.symbol},
            line={"color": series.style.colour, "width": 1.5},
            fillcolor=rgba(series.style.colour, 0.12),
            hovertext=series.text,
            hoveron="points",
            hoverinfo="text",
            customdata=series.case_id,
        )
    rows_layout(figure, info)
    figure.update_xaxes(type="log", tickformat="~%", dtick="D2")
    return figure


def rows_layout(figure: go.Figure, info: RowsInfo, **changes: Any) -> None:
    """Lay out a figure with a row a pathology, the first at the top, parted by faint lines."""
    n_rows = len(info.pathologies)
    figure.update_layout(**layout(height=90 + ROW_HEIGHT_PX * max(1, n_rows), **changes))
    figure.update_xaxes(title=info.axis_title)
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(n_rows)),
        ticktext=[escape(name) for name in info.pathologies],
        range=[n_rows - 0.5, -0.5],
        showgrid=False,
        fixedrange=True,
    )
    for boundary in range(1, n_rows):
        figure.add_hline(y=boundary - 0.5, line={"color": FAINT, "width": 0.5})
