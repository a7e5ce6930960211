"""Counts of cases: who drew a pathology at all, and which pathology a mask covers best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from numpy.typing import NDArray

from components.figures.distributions import ROW_HEIGHT_PX, RowsInfo, rows_layout, rows_of
from components.figures.right_labels import add_right_labels
from components.figures.text import escape
from components.figures.theme import SourceStyle, layout, rgba

_AGREE = "#808A93"
_DEEP = 0.4  # share of a row from which its cell is deep enough for dark figures
_SCALE = [[0, "rgba(63,167,240,0)"], [1, "rgba(63,167,240,1)"]]


class Part(NamedTuple):
    """One part of every row's bar; `colour` is as Plotly writes it."""

    label: str
    colour: str
    n: list[int]
    text: list[str]


class PresenceInfo(NamedTuple):
    """What the figure of presence shows.

    Attributes
    ----------
    pathologies : tuple of str
        Rows.
    parts : tuple of Part
        From left to right.
    kappa : list of str
        Words at the end of each row.
    """

    pathologies: tuple[str, ...]
    parts: tuple[Part, ...]
    kappa: list[str]


def presence_info(
    table: pd.DataFrame, labels: tuple[str, str], styles: tuple[SourceStyle, SourceStyle]
) -> PresenceInfo:
    """Prepare whether two sources drew each pathology.

    Parameters
    ----------
    table : DataFrame
        From `tables.presence.presence_table`.
    labels, styles : tuple
        Of the two sources.
    """
    # Where both say the same the bar is grey, so that colour is disagreement, in the colour of who drew alone.
    words = {
        "both": ("both drew", rgba(_AGREE, 0.9)),
        "only_a": (f"only {labels[0]}", rgba(styles[0].colour, 0.85)),
        "only_b": (f"only {labels[1]}", rgba(styles[1].colour, 0.85)),
        "neither": ("neither", rgba(_AGREE, 0.3)),
    }
    kappa = [
        "κ undefined" if np.isnan(row.kappa) else f"κ {row.kappa:.2f} ({row.kappa_lower:.2f} to {row.kappa_upper:.2f})"
        for row in rows_of(table)
    ]
    parts = tuple(
        Part(
            label,
            colour,
            table[column].tolist(),
            [
                f"{escape(row.pathology)}<br>{escape(label)}: {getattr(row, column)} of {row.n}<br>{of_row}"
                for row, of_row in zip(rows_of(table), kappa, strict=True)
            ],
        )
        for column, (label, colour) in words.items()
    )
    short = ["κ –" if np.isnan(value) else f"κ {value:.2f}" for value in table["kappa"]]
    return PresenceInfo(tuple(table["pathology"]), parts, short)


def presence_figure(info: PresenceInfo) -> go.Figure:
    """Draw one bar a pathology, parted by who drew it, with kappa at its end."""
    figure = go.Figure(layout=rows_layout(RowsInfo(info.pathologies, (), "Cases"), barmode="stack"))
    rows = list(range(len(info.pathologies)))
    for part in info.parts:
        figure.add_bar(
            x=part.n,
            y=rows,
            orientation="h",
            name=escape(part.label),
            marker={"color": part.colour, "line": {"width": 0}},
            hovertext=part.text,
            hoverinfo="text",
            width=0.6,
        )
    figure.update_layout(legend_traceorder="normal")
    add_right_labels(figure, list(enumerate(info.kappa)))
    return figure


class ConfusionInfo(NamedTuple):
    """What the figure of confusion shows.

    Attributes
    ----------
    drawn_for, overlaps : tuple of str
        Rows and columns.
    n : ndarray of int64, shape (rows, columns)
        Masks.
    share : ndarray of float64, shape (rows, columns)
        Of the row's masks; NaN in a row without any.
    x_title, y_title : str
        Titles of the axes, not escaped.
    """

    drawn_for: tuple[str, ...]
    overlaps: tuple[str, ...]
    n: NDArray[np.int64]
    share: NDArray[np.float64]
    x_title: str
    y_title: str


def confusion_info(table: pd.DataFrame, reference: str, compared: str) -> ConfusionInfo:
    """Prepare which pathology of the reference each mask overlaps most.

    Parameters
    ----------
    table : DataFrame
        From `tables.confusion.confusion_table`.
    reference, compared : str
        Labels of the two sources.
    """
    n = table.to_numpy(np.int64)
    total = n.sum(axis=1, keepdims=True)
    share = np.divide(n, total, out=np.full(n.shape, np.nan), where=total > 0)
    columns: Sequence[str] = [str(name) for name in table.columns]
    return ConfusionInfo(
        tuple(table.index),
        tuple(columns),
        n,
        share,
        f"overlaps most this mask of {reference}",
        f"{compared}'s mask of",
    )


def confusion_figure(info: ConfusionInfo) -> go.Figure:
    """Draw the matrix: deeper colour for a larger share of the row, the number of masks written in each cell."""
    hover = [
        [
            f"{escape(info.drawn_for[row])}<br>overlaps most: {escape(info.overlaps[column])}<br>"
            f"{info.n[row, column]} of {info.n[row].sum()} masks"
            for column in range(len(info.overlaps))
        ]
        for row in range(len(info.drawn_for))
    ]
    figure = go.Figure()
    figure.add_heatmap(
        z=np.nan_to_num(info.share).tolist(),
        hovertext=hover,
        hoverinfo="text",
        zmin=0,
        zmax=1,
        colorscale=_SCALE,
        showscale=False,
        xgap=2,
        ygap=2,
    )
    # Numbers on deep blue are dark; the others have the colour of the theme, as their cells have its background.
    for is_deep, font in ((True, {"color": "#08131D"}), (False, {})):
        rows, columns = np.nonzero((info.n > 0) & ((np.nan_to_num(info.share) >= _DEEP) == is_deep))
        figure.add_scatter(
            x=columns.tolist(),
            y=rows.tolist(),
            mode="text",
            text=[str(n) for n in info.n[rows, columns]],
            textfont=font,
            hoverinfo="skip",
            showlegend=False,
        )
    figure.update_layout(**layout(height=190 + ROW_HEIGHT_PX * max(1, len(info.drawn_for))))
    figure.update_xaxes(
        title=escape(info.x_title),
        tickmode="array",
        tickvals=list(range(len(info.overlaps))),
        ticktext=[escape(name) for name in info.overlaps],
        tickangle=-40,
        showgrid=False,
    )
    figure.update_yaxes(
        title=escape(info.y_title),
        tickmode="array",
        tickvals=list(range(len(info.drawn_for))),
        ticktext=[escape(name) for name in info.drawn_for],
        autorange="reversed",
        showgrid=False,
    )
    return figure
