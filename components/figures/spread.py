"""How a measure spreads over the cases: a box over its points a source and pathology, and the share of zeros."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import RowsInfo, SourceSeries, add_boxed_points, rows_layout, rows_of
from components.figures.intervals import GAP_PX, LANE_PX, lanes, rows_height_px
from components.figures.right_labels import add_right_labels
from components.figures.text import escape
from components.figures.theme import SourceStyle


class SpreadInfo(NamedTuple):
    """What the figure shows.

    Attributes
    ----------
    rows : RowsInfo
        One series a source, one value a scored case.
    zeros : tuple of (row, text)
        What is written at the right end of each lane.
    """

    rows: RowsInfo
    zeros: tuple[tuple[float, str], ...]


def spread_info(
    cases: Mapping[str, pd.DataFrame],
    tables: Mapping[str, pd.DataFrame],
    names: Sequence[str],
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
    axis_title: str,
) -> SpreadInfo:
    """Prepare the spread of a measure.

    Parameters
    ----------
    cases : mapping of source key to DataFrame
        From `tables.pair_cases.case_values`.
    tables : mapping of source key to DataFrame
        From `tables.pair_cases.distribution_table` of the same cases.
    names : sequence of str
        Pathologies, the rows.
    labels, styles : mapping by source key
        Names and looks of the sources.
    axis_title : str
        Title of the horizontal axis.
    """
    series, zeros = [], []
    for (key, values), shift in zip(cases.items(), lanes(len(cases)), strict=True):
        scored = values[values["value"].notna() & values["pathology"].isin(names)]
        series.append(
            SourceSeries(
                label=labels[key],
                style=styles[key],
                row=[names.index(name) + shift for name in scored["pathology"]],
                value=scored["value"].tolist(),
                text=[
                    f"{escape(labels[key])}<br>{escape(row.pathology)}<br>{escape(row.case_id)}<br>{row.value:.3f}"
                    "<br>click to open the case"
                    for row in rows_of(scored)
                ],
                case_id=scored["case_id"].tolist(),
            )
        )
        zeros += [
            (names.index(row.pathology) + shift, f"{row.zero_share:.0%} at 0")
            for row in rows_of(tables[key])
            if row.n and row.pathology in names
        ]
    return SpreadInfo(RowsInfo(tuple(names), tuple(series), axis_title), tuple(zeros))


def spread_figure(info: SpreadInfo) -> go.Figure:
    """Draw a box over its points a source and pathology, with the share of zeros beside it."""
    n_lanes = max(1, len(info.rows.series))
    figure = go.Figure(
        layout=rows_layout(
            info.rows,
            xaxis={"range": [-0.03, 1.03], "tickformat": ".1f"},
            height=rows_height_px(len(info.rows.pathologies), n_lanes),
            clickmode="event+select",
        )
    )
    lane = LANE_PX / (LANE_PX * n_lanes + GAP_PX)
    for series in info.rows.series:
        add_boxed_points(figure, series, lane * 0.7)
    add_right_labels(figure, info.zeros)
    return figure
