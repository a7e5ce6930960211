"""Which pathologies go together: a square of numbers, coloured, a row and a column a pathology."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from components.figures.text import escape
from components.figures.theme import layout
from components.tables.cooccurrence import Cooccurrence

_CELL_PX = 46
_MOST_LIFT_LOG2 = 3.0  # eight times as often as by chance, or an eighth, has the full colour
_DIVERGING = ((0.0, "#B5651D"), (0.5, "#F4F4F4"), (1.0, "#2A7FBF"))
_COUNTS = ((0.0, "#F4F4F4"), (1.0, "#2A7FBF"))


class SquareInfo(NamedTuple):
    """What the figure shows.

    Attributes
    ----------
    names : tuple of str
        Rows from top to bottom and columns from left to right, escaped.
    colour : ndarray of float64, shape (k, k)
        What is coloured; NaN has no colour.
    limits : tuple of float
        Values of the two ends of the colours.
    colours : tuple of (float, str)
        Plotly's colour scale.
    number : list of list of str
        Written into each cell.
    hover : list of list of str
        Hover texts, escaped.
    """

    names: tuple[str, ...]
    colour: NDArray[np.float64]
    limits: tuple[float, float]
    colours: tuple[tuple[float, str], ...]
    number: list[list[str]]
    hover: list[list[str]]


def cooccurrence_info(found: Cooccurrence, *, lift: bool) -> SquareInfo:
    """Prepare counts, or lift with its colours even in factors: twice as often is as far from 1 as half as often.

    Parameters
    ----------
    found : Cooccurrence
        From `tables.cooccurrence.cooccurrence`.
    lift : bool
        Whether to show lift in place of counts.
    """
    names = tuple(escape(name) for name in found.pathologies)
    k = range(len(names))
    hover = [[_hover(found, names, i, j) for j in k] for i in k]
    if not lift:
        most = max(1.0, float(found.n_both.max(initial=0)))
        number = [[str(count) for count in row] for row in found.n_both.tolist()]
        return SquareInfo(names, found.n_both.astype(np.float64), (0.0, most), _COUNTS, number, hover)
    with np.errstate(divide="ignore"):
        colour = np.clip(np.log2(found.lift), -_MOST_LIFT_LOG2, _MOST_LIFT_LOG2)
    number = [[_lift_words(value) for value in row] for row in found.lift.tolist()]
    return SquareInfo(names, colour, (-_MOST_LIFT_LOG2, _MOST_LIFT_LOG2), _DIVERGING, number, hover)


def _lift_words(lift: float) -> str:
    """Return a lift with two digits that count; nothing where there is none."""
    if np.isnan(lift):
        return ""
    return f"{lift:.{0 if lift >= 10 or lift == 0 else 1 if lift >= 1 else 2}f}"


def _hover(found: Cooccurrence, names: tuple[str, ...], row: int, column: int) -> str:
    n_both, n_cases = found.n_both[row, column], found.n_cases[row, column]
    if row == column:
        return f"{names[row]}<br>{n_both} of {n_cases} cases"
    lift = found.lift[row, column]
    times = "" if np.isnan(lift) else f"<br>{lift:.2f} times as often as by chance"
    return f"{names[row]} with {names[column]}<br>both on {n_both} of {n_cases} cases{times}"


def cooccurrence_figure(info: SquareInfo) -> go.Figure:
    """Draw the square with a number in every cell."""
    figure = go.Figure()
    k = len(info.names)
    figure.add_heatmap(
        z=info.colour,
        x=list(range(k)),
        y=list(range(k)),
        zmin=info.limits[0],
        zmax=info.limits[1],
        colorscale=[list(stop) for stop in info.colours],
        text=info.number,
        texttemplate="%{text}",
        textfont={"size": 13},
        hovertext=info.hover,
        hoverinfo="text",
        showscale=False,
        xgap=2,
        ygap=2,
    )
    names = {"tickmode": "array", "tickvals": list(range(k)), "ticktext": list(info.names), "showgrid": False}
    figure.update_layout(**layout(height=180 + _CELL_PX * max(1, k)))
    figure.update_xaxes(**names, side="top", tickangle=-90, fixedrange=True)
    figure.update_yaxes(**names, autorange="reversed", fixedrange=True)
    return figure
