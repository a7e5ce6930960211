"""Single cases under thresholds and cut-offs: the IoU of each, and what a cut-off on the probability does to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from components.figures.distributions import RowsInfo, SourceSeries, rows_of
from components.figures.spread import SpreadInfo
from components.figures.text import escape
from components.figures.theme import FAINT, SourceStyle, layout, rgba

_HEIGHT_PX = 420
_ALARM = "#C4704F"
_OUTCOMES = {
    "scored": ("both drew", "#8CB33F"),
    "missed": ("missed", "#B279A2"),
    "false_alarm": ("false alarm", _ALARM),
    "both_empty": ("both empty", "#8A8F98"),
}


def strip_info(cases: pd.DataFrame, threshold: float, tuned: float, label: str, style: SourceStyle) -> SpreadInfo:
    """Prepare the IoU of each case under three rules, for `spread.spread_figure`.

    Parameters
    ----------
    cases : DataFrame
        From `tables.tuning.cases_at` with the same two thresholds.
    threshold, tuned : float
        The chosen threshold and the tuned one.
    label, style
        Of the source of the heat maps.
    """
    names = {"chosen": f"Chosen, {threshold:.2f}", "tuned": f"Tuned, {tuned:.1f}", "otsu": "Otsu, its own"}
    rows, values, texts, case_ids, zeros = [], [], [], [], []
    for row, (column, name) in enumerate(names.items()):
        scored = cases[cases[column].notna()]
        rows += [float(row)] * len(scored)
        values += scored[column].tolist()
        case_ids += scored["case_id"].tolist()
        texts += [
            f"{escape(case.pathology)}<br>{escape(case.case_id)}<br>{name}: IoU {getattr(case, column):.3f}"
            "<br>click to open the case"
            for case in rows_of(scored)
        ]
        if len(scored):
            zeros.append((float(row), f"mean {scored[column].mean():.3f}"))
    series = SourceSeries(label, style, rows, values, texts, case_ids)
    return SpreadInfo(RowsInfo(tuple(names.values()), (series,), "IoU with the ground truth"), tuple(zeros))


class CountsInfo(NamedTuple):
    """How many cases have which outcome at each cut-off.

    Attributes
    ----------
    cutoffs : list of float
        Ascending.
    counts : tuple of (label, colour, list of int)
        A stacked band each.
    chosen : float
        The cut-off a line is drawn at.
    """

    cutoffs: list[float]
    counts: tuple[tuple[str, str, list[int]], ...]
    chosen: float


def counts_info(curve: pd.DataFrame, chosen: float) -> CountsInfo:
    """Prepare the outcomes of one pathology, rows of `tables.tuning.cutoff_curves`."""
    counts = tuple((label, colour, curve[name].tolist()) for name, (label, colour) in _OUTCOMES.items())
    return CountsInfo(curve["cutoff"].tolist(), counts, chosen)


def counts_figure(info: CountsInfo) -> go.Figure:
    """Draw the outcomes as bands on each other."""
    figure = go.Figure()
    for label, colour, counts in info.counts:
        figure.add_scatter(
            x=info.cutoffs,
            y=counts,
            mode="lines",
            name=label,
            stackgroup="outcomes",
            line={"color": colour, "width": 1, "shape": "hv"},
            fillcolor=rgba(colour, 0.55),
            hovertemplate=f"cut-off %{{x:.2f}}<br>{label}: %{{y}}<extra></extra>",
        )
    figure.add_vline(x=info.chosen, line={"color": FAINT, "width": 1.5, "dash": "dot"})
    figure.update_layout(**layout(height=_HEIGHT_PX, showlegend=True))
    figure.update_xaxes(title="Probability cut-off", range=[0, 1])
    figure.update_yaxes(title="Cases", rangemode="tozero")
    return figure


class ProbabilityInfo(NamedTuple):
    """The cases by their probability.

    Attributes
    ----------
    series : tuple of SourceSeries
        Cases with a ground truth, and without; `row` holds the probability.
    chosen : float
        The cut-off: the masks of cases at its left are emptied.
    """

    series: tuple[SourceSeries, ...]
    chosen: float


def probability_info(cases: pd.DataFrame, chosen: float, style: SourceStyle) -> ProbabilityInfo:
    """Prepare the cases of one pathology, from `tables.tuning.cases_by_probability`."""
    series = []
    alarm = SourceStyle(_ALARM, "dot", "x")
    for label, look, rows in (
        ("drawn in the ground truth", style, cases[cases["has_truth"]]),
        ("not drawn: a false alarm if kept", alarm, cases[~cases["has_truth"]]),
    ):
        texts = [
            f"{escape(row.pathology)}<br>{escape(row.case_id)}<br>probability {row.probability:.3f}"
            f"<br>IoU {row.iou:.3f}<br>{'kept' if row.probability > chosen else 'emptied'} at {chosen:.2f}"
            "<br>click to open the case"
            for row in rows_of(rows)
        ]
        series.append(
            SourceSeries(
                label, look, rows["probability"].tolist(), rows["iou"].tolist(), texts, rows["case_id"].tolist()
            )
        )
    return ProbabilityInfo(tuple(series), chosen)


def probability_figure(info: ProbabilityInfo) -> go.Figure:
    """Draw a point a case, those that the cut-off empties hollow."""
    figure = go.Figure()
    for series in info.series:
        kept = np.array(series.row, np.float64) > info.chosen
        colours = [rgba(series.style.colour, 0.6 if is_kept else 0.0) for is_kept in kept]
        figure.add_scatter(
            x=series.row,
            y=series.value,
            mode="markers",
            name=series.label,
            marker={
                "color": colours,
                "symbol": series.style.symbol,
                "size": 9,
                "line": {"width": 1.2, "color": series.style.colour},
            },
            hovertext=series.text,
            hoverinfo="text",
            customdata=series.case_id,
        )
    figure.add_vline(x=info.chosen, line={"color": FAINT, "width": 1.5, "dash": "dot"})
    figure.update_layout(**layout(height=_HEIGHT_PX, showlegend=True, clickmode="event+select"))
    figure.update_xaxes(title="Probability of the model", range=[-0.02, 1.02])
    figure.update_yaxes(title="IoU of Otsu's mask, before the cut-off", range=[-0.03, 1.03], tickformat=".1f")
    return figure
