"""Colours, line styles and the common look of all figures: colour-blind safe, readable on light, dark and on film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from data_access.annotation_set import Source


@dataclass(frozen=True, slots=True)
class SourceStyle:
    """How one source looks wherever it is drawn; colour and line style both tell it apart.

    Attributes
    ----------
    colour : str
        Six-digit hexadecimal colour with `#`.
    dash : str
        Plotly's line style.
    symbol : str
        Plotly's marker symbol.
    """

    colour: str
    dash: str
    symbol: str


# From the palettes of Okabe and Ito and of Tol, the shades that stand out on grey film, on white and on near-black.
_GROUND_TRUTH = SourceStyle("#3FA7F0", "solid", "circle")
_BENCHMARK = SourceStyle("#E6A100", "dash", "diamond")
_MODELS = (
    SourceStyle("#E8609A", "dot", "square"),
    SourceStyle("#1FA98A", "dashdot", "triangle-up"),
    SourceStyle("#9B7BE8", "longdash", "cross"),
    SourceStyle("#E06A3B", "longdashdot", "triangle-down"),
)


def source_styles(sources: Iterable[Source]) -> dict[str, SourceStyle]:
    """Give each source its style, by source key; further models take further styles in order, then begin anew."""
    styles: dict[str, SourceStyle] = {}
    n_models = 0
    for source in sources:
        if source.key in styles:
            continue
        if source.role == "ground_truth":
            styles[source.key] = _GROUND_TRUTH
        elif source.role == "benchmark":
            styles[source.key] = _BENCHMARK
        else:
            styles[source.key] = _MODELS[n_models % len(_MODELS)]
            n_models += 1
    return styles


# Other hues than the sources', so that a group of cases is not taken for one of them.
_GROUPS = (
    SourceStyle("#8CB33F", "solid", "circle"),
    SourceStyle("#B279A2", "dash", "diamond"),
    SourceStyle("#2F9C9C", "dot", "square"),
    SourceStyle("#C4704F", "dashdot", "triangle-up"),
)
_NO_GROUP = SourceStyle("#8A8F98", "longdash", "cross")


def group_styles(names: Iterable[str], rest: str) -> dict[str, SourceStyle]:
    """Give each group of cases its style, in order and then anew; `rest`, those of which nothing is known, is grey."""
    named = [name for name in names if name != rest]
    return {name: _GROUPS[i % len(_GROUPS)] for i, name in enumerate(named)} | {rest: _NO_GROUP}


def rgba(colour: str, opacity: float) -> str:
    """Return a hexadecimal colour with an opacity in 0 to 1 as Plotly's strict CSS wants it.

    >>> rgba("#3FA7F0", 0.5)
    'rgba(63,167,240,0.5)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


GRID = "rgba(128,128,128,0.18)"
FAINT = "rgba(128,128,128,0.55)"


LEGEND_ROOM_PX, TITLE_ROOM_PX, NO_ROOM_PX = 58, 70, 16
"""Room above a plot for one line of legend, below it for ticks and a title, and beside it for nothing."""

_CHARACTER_PX, _TICK_ROOM_PX = 6.3, 24


def label_room_px(labels: Iterable[str]) -> float:
    """Return the room that the longest of some tick labels takes beside a plot, rather too much than too little.

    Plotly makes room by itself where there is too little, but only by drawing the whole figure anew.
    """
    return _TICK_ROOM_PX + _CHARACTER_PX * max(map(len, labels), default=0)


def layout(**changes: Any) -> dict[str, Any]:
    """Return the layout all charts share; colours of text and background are left to Streamlit's theme.

    Parameters
    ----------
    **changes
        Layout entries that a figure adds or replaces; those of `xaxis` and `yaxis` join the shared ones.
    """
    base: dict[str, Any] = {
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "hoverlabel": {"align": "left"},
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.02, "xanchor": "left", "x": 0},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "xaxis": {"gridcolor": GRID, "zeroline": False, "automargin": True},
        "yaxis": {"gridcolor": GRID, "zeroline": False, "automargin": True},
    }
    axes = {name: base[name] | changes[name] for name in ("xaxis", "yaxis") if name in changes}
    return base | changes | axes
