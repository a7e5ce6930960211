"""A small curve for each pathology, side by side on the same axes, with marks on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.distributions import rows_of
from components.figures.text import escape
from components.figures.theme import FAINT, GRID, SourceStyle, layout

N_COLUMNS = 3
_ROW_PX, _HEAD_PX = 235, 154
_COUNTED = ("scored", "missed", "false_alarm", "both_empty")


class PanelMark(NamedTuple):
    """A mark beside the curve; `x_low` and `x_high` are the ends of a bar, NaN for none."""

    kind: str
    x: float
    y: float
    x_low: float
    x_high: float
    text: str


class CurvePanel(NamedTuple):
    """The curve of one pathology.

    Attributes
    ----------
    title, note : str
        Its name, and what else is said above it; not escaped.
    x, y : list of float
        The curve, without points that have no value.
    text : list of str
        Hover texts, escaped.
    marks : tuple of PanelMark
        What is marked.
    """

    title: str
    note: str
    x: list[float]
    y: list[float]
    text: list[str]
    marks: tuple[PanelMark, ...]


class CurvePanelsInfo(NamedTuple):
    """What the figure shows: its panels, the titles of the axes, the look of the curves, and a chosen place on x."""

    panels: tuple[CurvePanel, ...]
    x_title: str
    y_title: str
    style: SourceStyle
    y_max: float
    chosen: float | None = None


# The hues of groups of cases (`theme.group_styles`): a rule is none of the sources.
_LOOKS = {
    "tuned": ("circle", "#8CB33F"),
    "Otsu": ("diamond", "#B279A2"),
    "given": ("square-open", "#2F9C9C"),
    "published": ("star-diamond-open", "#C4704F"),
}


def threshold_info(
    curves: pd.DataFrame,
    rules: pd.DataFrame,
    published: pd.DataFrame,
    style: SourceStyle,
    chosen: float | None = None,
) -> CurvePanelsInfo:
    """Prepare the mean IoU against the threshold.

    Parameters
    ----------
    curves, rules, published : DataFrame
        From `tables.tuning`: `curve_table`, `rules_table` (whose rows are the panels) and `published_thresholds`.
    style : SourceStyle
        Of the source of the heat maps.
    chosen : float or None
        A threshold to draw a line at.
    """
    panels = []
    for rule in rows_of(rules):
        rows = curves[(curves["pathology"] == rule.pathology) & curves["mean_iou"].notna()]
        marks = [
            _mark(
                "tuned",
                rule.tuned,
                rule.tuned_iou,
                f"tuned, of the thresholds the paper tries<br>{escape(rule.pathology)}<br>threshold {rule.tuned:.1f}"
                f"<br>mean IoU {rule.tuned_iou:.3f}<br>n = {rule.n}",
            ),
            _mark(
                "Otsu",
                rule.otsu_median,
                rule.otsu_iou,
                f"Otsu, each map by a threshold of its own<br>{escape(rule.pathology)}<br>median threshold "
                f"{rule.otsu_median:.2f}, middle half {rule.otsu_low:.2f} to {rule.otsu_high:.2f}"
                f"<br>mean IoU {rule.otsu_iou:.3f}<br>n = {rule.n}",
                (rule.otsu_low, rule.otsu_high),
            ),
        ]
        for row in rows_of(published[published["pathology"] == rule.pathology]):
            at = float(np.interp(row.value, rows["threshold"], rows["mean_iou"])) if len(rows) else np.nan
            text = f"{row.kind} threshold {row.value:.2f}<br>{escape(row.stage)}<br>{escape(row.reference)}"
            marks.append(_mark(row.kind, row.value, at, text))
        panels.append(
            CurvePanel(
                rule.pathology,
                f"n = {rule.n}",
                rows["threshold"].tolist(),
                rows["mean_iou"].tolist(),
                [
                    f"{escape(row.pathology)}<br>threshold {row.threshold:.2f}<br>mean IoU {row.mean_iou:.3f}"
                    f"<br>n = {row.n}"
                    for row in rows_of(rows)
                ],
                _drawn(marks),
            )
        )
    return _info(panels, "Threshold of the normalised heat map", "Mean IoU", style, chosen)


def pixel_info(curves: pd.DataFrame, rules: pd.DataFrame, style: SourceStyle) -> CurvePanelsInfo:
    """Prepare precision against recall of the pixels; parameters as in `threshold_info`."""
    panels = []
    for rule in rows_of(rules):
        rows = curves[(curves["pathology"] == rule.pathology) & curves["precision"].notna() & curves["recall"].notna()]
        tuned = rows[np.isclose(rows["threshold"], rule.tuned)]
        words = "no case to hit" if np.isnan(rule.hit_rate) else f"hit rate {rule.hit_rate:.0%} of {rule.n}"
        panels.append(
            CurvePanel(
                rule.pathology,
                words,
                rows["recall"].tolist(),
                rows["precision"].tolist(),
                [_pixel_text(row) for row in rows_of(rows)],
                _drawn(
                    [
                        _mark("tuned", row.recall, row.precision, f"tuned<br>{_pixel_text(row)}")
                        for row in rows_of(tuned)
                    ]
                ),
            )
        )
    return _info(panels, "Recall of pixels", "Precision of pixels", style, None)


def cutoff_info(
    curves: pd.DataFrame, tuned: Mapping[str, float], names: Sequence[str], style: SourceStyle
) -> CurvePanelsInfo:
    """Prepare the mean IoU on full data against the probability cut-off.

    Parameters
    ----------
    curves : DataFrame
        From `tables.tuning.cutoff_curves`.
    tuned : mapping of pathology to float
        From `tables.tuning.tuned_cutoffs`.
    names : sequence of str
        Pathologies, a panel each.
    style : SourceStyle
        Of the source of the heat maps.
    """
    panels = []
    for name in names:
        rows = curves[(curves["pathology"] == name) & curves["mean_iou"].notna()]
        at = rows[np.isclose(rows["cutoff"], tuned.get(name, np.nan))]
        panels.append(
            CurvePanel(
                name,
                f"n = {int(rows.iloc[0][list(_COUNTED)].sum())}" if len(rows) else "no probability",
                rows["cutoff"].tolist(),
                rows["mean_iou"].tolist(),
                [_cutoff_text(row) for row in rows_of(rows)],
                _drawn(
                    [_mark("tuned", row.cutoff, row.mean_iou, f"tuned<br>{_cutoff_text(row)}") for row in rows_of(at)]
                ),
            )
        )
    return _info(panels, "Probability cut-off", "Mean IoU, full data", style, None)


def _pixel_text(row: NamedTuple) -> str:
    values = row._asdict()
    return (
        f"{escape(values['pathology'])}<br>threshold {values['threshold']:.2f}<br>precision {values['precision']:.3f}"
        f"<br>recall {values['recall']:.3f}"
    )


def _cutoff_text(row: NamedTuple) -> str:
    values = row._asdict()
    return (
        f"{escape(values['pathology'])}<br>cut-off {values['cutoff']:.2f}<br>mean IoU {values['mean_iou']:.3f}"
        f"<br>both drew {values['scored']}, missed {values['missed']}, false alarm {values['false_alarm']}, "
        f"both empty {values['both_empty']}"
    )


def _mark(kind: str, x: float, y: float, text: str, ends: tuple[float, float] = (np.nan, np.nan)) -> PanelMark:
    return PanelMark(kind, float(x), float(y), *ends, text)


def _drawn(marks: Sequence[PanelMark]) -> tuple[PanelMark, ...]:
    """Keep the marks that have a place."""
    return tuple(mark for mark in marks if np.isfinite([mark.x, mark.y]).all())


def _info(
    panels: Sequence[CurvePanel], x_title: str, y_title: str, style: SourceStyle, chosen: float | None
) -> CurvePanelsInfo:
    highest = max((value for panel in panels for value in (*panel.y, *(mark.y for mark in panel.marks))), default=1.0)
    return CurvePanelsInfo(tuple(panels), x_title, y_title, style, min(1.04, max(0.1, highest * 1.12)), chosen)


def curve_panels_figure(info: CurvePanelsInfo) -> go.Figure:
    """Draw the panels, three a row, all on the same axes."""
    n_columns = min(N_COLUMNS, max(1, len(info.panels)))
    n_rows = max(1, -(-len(info.panels) // n_columns))
    height = _HEAD_PX + _ROW_PX * n_rows + (120 if n_rows == 1 else 0)
    figure = make_subplots(
        n_rows,
        n_columns,
        subplot_titles=[f"{escape(panel.title)}<br>{escape(panel.note)}" for panel in info.panels],
        x_title=escape(info.x_title),
        shared_yaxes=True,
        horizontal_spacing=0.03,
        vertical_spacing=min(0.5, 76 / height) if n_rows > 1 else 0,
    )
    seen: set[str] = set()
    for number, panel in enumerate(info.panels):
        place = {"row": number // n_columns + 1, "col": number % n_columns + 1}
        figure.add_scatter(
            x=panel.x,
            y=panel.y,
            mode="lines",
            line={"color": info.style.colour, "width": 2},
            hovertext=panel.text,
            hoverinfo="text",
            showlegend=False,
            **place,
        )
        for mark in panel.marks:
            figure.add_scatter(**_mark_trace(mark, in_legend=mark.kind not in seen), **place)
            seen.add(mark.kind)
        if info.chosen is not None:
            figure.add_vline(x=info.chosen, line={"color": FAINT, "width": 1.5, "dash": "dot"}, **place)
    figure.update_layout(**layout(height=height, margin={"l": 8, "r": 8, "t": 84, "b": 52}))
    figure.update_layout(legend={"y": 1, "yref": "container", "yanchor": "top"})
    figure.update_annotations(font_size=12)
    figure.update_xaxes(range=[-0.02, 1.02], tickvals=[0, 0.5, 1], gridcolor=GRID, zeroline=False)
    figure.update_yaxes(range=[0, info.y_max], gridcolor=GRID, zeroline=False, tickformat="~g")
    figure.update_yaxes(title=escape(info.y_title), col=1)
    return figure


def _mark_trace(mark: PanelMark, *, in_legend: bool) -> dict[str, object]:
    symbol, colour = _LOOKS[mark.kind]
    bar = {
        "type": "data",
        "symmetric": False,
        "array": [mark.x_high - mark.x],
        "arrayminus": [mark.x - mark.x_low],
        "color": colour,
        "thickness": 2,
        "width": 4,
    }
    return {
        "x": [mark.x],
        "y": [mark.y],
        "mode": "markers",
        "name": mark.kind,
        "legendgroup": mark.kind,
        "showlegend": in_legend,
        "marker": {"symbol": symbol, "color": colour, "size": 10, "line": {"width": 1.5, "color": colour}},
        "error_x": bar if np.isfinite(mark.x_low) else None,
        "hovertext": [mark.text],
        "hoverinfo": "text",
    }
