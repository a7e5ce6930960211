"""How many cases have each pathology, with intervals: one row a pathology, one mark a source or group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import RowsInfo, SourceSeries, rows_layout, rows_of, shifts
from components.figures.text import escape
from components.figures.theme import SourceStyle, rgba


class PrevalenceInfo(NamedTuple):
    """What the figure shows.

    Attributes
    ----------
    rows : RowsInfo
        Share of cases with a mask.
    bounds : tuple of tuple of list
        Of each series the lower and the upper 95 % bounds of its values.
    """

    rows: RowsInfo
    bounds: tuple[tuple[list[float], list[float]], ...]


def prevalence_info(
    summary: pd.DataFrame,
    pathologies: Sequence[str],
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
    by: str = "source",
) -> PrevalenceInfo:
    """Prepare the share of cases with a mask of each pathology.

    Parameters
    ----------
    summary : DataFrame
        From `tables.cohort.mask_summary` or `tables.breakdown.breakdown`; rows without a case are left out.
    pathologies : sequence of str
        Rows to show.
    labels, styles : mapping
        Names and looks by source key or group, in the order to show.
    by : str
        Column that tells the series apart, `source` or `group`.
    """
    number = {name: row for row, name in enumerate(pathologies)}
    shown = summary[summary["prevalence"].notna() & summary["pathology"].isin(pathologies)]
    series, bounds = [], []
    for key, shift in zip(labels, shifts(len(labels)), strict=True):
        rows = shown[shown[by] == key]
        series.append(
            SourceSeries(
                label=labels[key],
                style=styles[key],
                row=[number[name] + shift for name in rows["pathology"]],
                value=[float(value) for value in rows["prevalence"]],
                text=[
                    f"{escape(labels[key])}<br>{escape(row.pathology)}<br>"
                    f"{row.n_drawn} of {row.n_cases} cases have a mask: {row.prevalence:.1%}<br>"
                    f"95 % {row.lower:.1%} to {row.upper:.1%}"
                    for row in rows_of(rows)
                ],
                case_id=[],
            )
        )
        bounds.append(([float(value) for value in rows["lower"]], [float(value) for value in rows["upper"]]))
    return PrevalenceInfo(RowsInfo(tuple(pathologies), tuple(series), "Cases with a mask"), tuple(bounds))


def prevalence_figure(info: PrevalenceInfo) -> go.Figure:
    """Draw the share of cases with a mask and its interval: a mark a source or group and pathology."""
    figure = go.Figure(layout=rows_layout(info.rows, xaxis={"tickformat": ".0%", "rangemode": "tozero"}))
    for series, (lower, upper) in zip(info.rows.series, info.bounds, strict=True):
        figure.add_scatter(
            x=series.value,
            y=series.row,
            mode="markers",
            name=escape(series.label),
            marker={"color": series.style.colour, "symbol": series.style.symbol, "size": 9},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [high - value for value, high in zip(series.value, upper, strict=True)],
                "arrayminus": [value - low for value, low in zip(series.value, lower, strict=True)],
                "color": rgba(series.style.colour, 0.6),
                "thickness": 2.5,
                "width": 0,
            },
            cliponaxis=False,
            hovertext=series.text,
            hoverinfo="text",
        )
    return figure
