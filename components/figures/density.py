"""Where masks lie: a small map of the image for each pathology, of one source or the difference of two."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from components.figures.text import escape
from components.figures.theme import SourceStyle, layout
from components.tables.density import Density

N_COLUMNS = 4
_PANEL_PX = 250
_NEUTRAL = "#F4F4F4"
_DECIMALS = 4
_LINE_CHARACTERS = 18  # more would run into the next map on a narrow page
_TITLE_PX = 66


class MapPanel(NamedTuple):
    """One small map.

    Attributes
    ----------
    title : str
        Pathology and number of masks, escaped.
    share_hw : ndarray of float64, shape (h, w)
        Share of the masks that cover a place, or the difference of two shares; top row first.
    peak : float
        Largest value, regardless of its sign.
    """

    title: str
    share_hw: NDArray[np.float64]
    peak: float


class MapsInfo(NamedTuple):
    """What the figure shows.

    Attributes
    ----------
    panels : tuple of MapPanel
        In order, row by row.
    colours : tuple of (float, str)
        Plotly's colour scale.
    is_difference : bool
        Whether values have a sign and 0 is the middle of the colours.
    hover : str
        What a value says, escaped, with Plotly's `%{z}` in it.
    ends : str
        What the two ends of the colours mean, escaped.
    """

    panels: tuple[MapPanel, ...]
    colours: tuple[tuple[float, str], ...]
    is_difference: bool
    hover: str
    ends: str


_SEQUENTIAL = ((0.0, "#1B2452"), (0.25, "#2F4A94"), (0.5, "#1F8F8C"), (0.75, "#A6C84C"), (1.0, "#FFF3B0"))


def density_info(maps: Mapping[str, Density]) -> MapsInfo:
    """Prepare the maps of one source; pathologies without a mask are left out.

    Parameters
    ----------
    maps : mapping of pathology to Density
        From `tables.density.densities`.
    """
    panels = [
        MapPanel(
            f"{_wrapped(name)}<br>n = {density.n_masks}<br>peak {density.share_hw.max():.0%}",
            density.share_hw,
            float(density.share_hw.max()),
        )
        for name, density in maps.items()
        if density.n_masks
    ]
    hover = "%{z:.1%} of the masks cover this place"
    return MapsInfo(tuple(panels), _SEQUENTIAL, False, hover, "← no mask · most masks →")


def _wrapped(name: str) -> str:
    """Return a name with a line a word where it is long, escaped."""
    return "<br>".join(escape(word) for word in name.split()) if len(name) > _LINE_CHARACTERS else escape(name)


def difference_info(
    maps_a: Mapping[str, Density],
    maps_b: Mapping[str, Density],
    labels: tuple[str, str],
    styles: tuple[SourceStyle, SourceStyle],
) -> MapsInfo:
    """Prepare the difference of two sources, the first minus the second; what one of them never drew is left out."""
    panels = []
    for name, density_a in maps_a.items():
        density_b = maps_b[name]
        if density_a.n_masks and density_b.n_masks:
            difference = density_a.share_hw - density_b.share_hw
            peak = float(np.abs(difference).max())
            n_masks = f"n = {density_a.n_masks}, {density_b.n_masks}"
            title = f"{_wrapped(name)}<br>{n_masks}<br>up to {100 * peak:.0f} points"
            panels.append(MapPanel(title, difference, peak))
    colours = ((0.0, styles[1].colour), (0.5, _NEUTRAL), (1.0, styles[0].colour))
    hover = f"{escape(labels[0])} covers this place in %{{z:+.1%}} more of its masks"
    ends = f"← more {escape(labels[1])} · more {escape(labels[0])} →"
    return MapsInfo(tuple(panels), colours, True, hover, ends)


def density_figure(info: MapsInfo, *, one_scale: bool = False) -> go.Figure:
    """Draw the maps.

    Parameters
    ----------
    info : MapsInfo
        From `density_info` or `difference_info`.
    one_scale : bool
        Whether all maps share the colours of the highest peak; else each has its own, and its peak in its title.
    """
    n_rows = max(1, math.ceil(len(info.panels) / N_COLUMNS))
    height_px = n_rows * _PANEL_PX + _TITLE_PX
    figure = make_subplots(
        rows=n_rows,
        cols=N_COLUMNS,
        subplot_titles=[panel.title for panel in info.panels],
        horizontal_spacing=0.02,
        vertical_spacing=_TITLE_PX / height_px,
    )
    highest = max((panel.peak for panel in info.panels), default=0.0)
    for number, panel in enumerate(info.panels):
        peak = (highest if one_scale else panel.peak) or 1.0
        lowest = -peak if info.is_difference else 0.0
        n_y, n_x = panel.share_hw.shape
        figure.add_heatmap(
            z=panel.share_hw.round(_DECIMALS).astype(np.float32),
            x0=0.5 / n_x,
            dx=1 / n_x,
            y0=0.5 / n_y,
            dy=1 / n_y,
            zmin=lowest,
            zmax=peak,
            colorscale=[list(stop) for stop in info.colours],
            hovertemplate=f"{info.hover}<br>%{{x:.0%}} from the left, %{{y:.0%}} from the top<extra></extra>",
            showscale=number == 0,
            colorbar=_colour_bar(info.ends, one_scale=one_scale),
            row=number // N_COLUMNS + 1,
            col=number % N_COLUMNS + 1,
        )
    plain: dict[str, Any] = {"showgrid": False, "zeroline": False, "showticklabels": False, "ticks": ""}
    plain |= {"fixedrange": True, "constrain": "domain"}
    axes: dict[str, Any] = {}
    for number in range(n_rows * N_COLUMNS):
        axis, visible = number + 1 if number else "", number < len(info.panels)
        square = {"scaleanchor": f"x{axis}", "constraintoward": "top"}
        axes[f"xaxis{axis}"] = plain | {"range": [0, 1], "visible": visible}
        axes[f"yaxis{axis}"] = plain | {"range": [1, 0], "visible": visible} | (square if visible else {})
    figure.update_layout(layout(height=height_px, margin={"l": 8, "r": 8, "t": _TITLE_PX, "b": 8}) | axes)
    figure.update_annotations(font_size=11)
    return figure


def _colour_bar(ends: str, *, one_scale: bool) -> dict[str, object]:
    """Return the legend of the colours; numbers stand at it only where they hold for all maps."""
    ticks = {"nticks": 5, "tickformat": ".0%"} if one_scale else {"showticklabels": False, "ticks": ""}
    place = {"x": 0.5, "xanchor": "center", "y": 0, "yanchor": "top", "len": 0.9, "thickness": 10}
    title = {"text": ends, "side": "top", "font": {"size": 12}}
    return {"orientation": "h", "title": title, "outlinewidth": 0, **place, **ticks}
