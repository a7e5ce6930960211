"""How a mean moves with a limit: one line a source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import rows_of
from components.figures.text import escape
from components.figures.theme import SourceStyle, layout

_HEIGHT_PX = 420


class Curve(NamedTuple):
    """The line of one source; limits without a scored case are left out."""

    label: str
    style: SourceStyle
    limit: list[str]
    mean: list[float]
    text: list[str]


class CurvesInfo(NamedTuple):
    """What the figure shows: the limits in order as they are written, the lines, and the titles of the axes."""

    limits: tuple[str, ...]
    curves: tuple[Curve, ...]
    x_title: str
    y_title: str


def smallest_info(
    tables: Mapping[str, pd.DataFrame],
    pathology: str,
    labels: Mapping[str, str],
    styles: Mapping[str, SourceStyle],
    measure: str,
) -> CurvesInfo:
    """Prepare the mean of a measure against the smallest mask that counts.

    Parameters
    ----------
    tables : mapping of source key to DataFrame
        From `tables.pair_cases.smallest_table`.
    pathology : str
        Which of its rows to show.
    labels, styles : mapping by source key
        Names and looks of the sources.
    measure : str
        Name of the measure.
    """
    curves = []
    limits: tuple[str, ...] = ()
    for key, table in tables.items():
        rows = table[table["pathology"] == pathology]
        limits = tuple(f"{limit:.2%}" for limit in rows["min_share"])
        known = rows[rows["mean"].notna()]
        curves.append(
            Curve(
                labels[key],
                styles[key],
                [f"{limit:.2%}" for limit in known["min_share"]],
                known["mean"].tolist(),
                [
                    f"{escape(labels[key])}<br>masks from {row.min_share:.2%} of the image on<br>"
                    f"mean {row.mean:.3f}<br>n = {row.n}"
                    for row in rows_of(known)
                ],
            )
        )
    return CurvesInfo(
        limits, tuple(curves), "Smallest mask counted, share of the image", f"Mean {measure} of {pathology}"
    )


def curves_figure(info: CurvesInfo) -> go.Figure:
    """Draw one line a source; the limits stand at equal steps."""
    figure = go.Figure()
    for curve in info.curves:
        figure.add_scatter(
            x=curve.limit,
            y=curve.mean,
            mode="lines+markers",
            name=escape(curve.label),
            line={"color": curve.style.colour, "dash": curve.style.dash, "width": 2},
            marker={"symbol": curve.style.symbol, "size": 9},
            hovertext=curve.text,
            hoverinfo="text",
        )
    figure.update_layout(**layout(height=_HEIGHT_PX, showlegend=True))
    figure.update_xaxes(title=info.x_title, type="category", categoryorder="array", categoryarray=list(info.limits))
    figure.update_yaxes(title=escape(info.y_title), range=[0, 1.02], tickformat=".1f")
    return figure
