"""The X-ray with everything drawn on it: plain data first, then a Plotly figure as a plain dict."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from components.figures.theme import SourceStyle
from components.figures.xray_layers import Layer, PointLayer, largest_first, layer
from components.figures.xray_names import place_names
from components.tables.case import Drawing
from components.tables.frames import fit
from data_access.annotation_set import State
from data_access.images import DisplayImage

FILL_OPACITY_SHARE = 0.15
LINE_WIDTH_PX = 2
HIT_WORDS = {True: "hits the ground truth", False: "misses the ground truth"}
_EMPTY_FRAME_HW = (1000, 1000)
_SHOWN_SIDE_PX = 1460
_FILM_BACKGROUND = "#000000"
_NAME_COLOUR = "#FFFFFF"


class XrayInfo(NamedTuple):
    """Everything the figure of one case shows.

    Attributes
    ----------
    case_id : str
        The case.
    film_hw : tuple of int
        Height and width of the film in pixels, which all coordinates refer to.
    image : DisplayImage or None
        The film itself; None where it is missing or broken.
    layers : list of Layer
        The masks, largest first.
    points : list of PointLayer
        The clicked points.
    remarks : list of str
        What to tell the user about sizes and the film.
    """

    case_id: str
    film_hw: tuple[int, int]
    image: DisplayImage | None
    layers: list[Layer]
    points: list[PointLayer]
    remarks: list[str]


def xray_info(case_id: str, drawn: Sequence[Drawing], image: DisplayImage | None, image_fault: str = "") -> XrayInfo:
    """Collect what the figure of one case shows.

    Parameters
    ----------
    case_id : str
        The case.
    drawn : sequence of Drawing
        Everything drawn on it, from `tables.case.drawings`.
    image : DisplayImage or None
        The film; None where there is none to show.
    image_fault : str
        Why there is none, for the user.
    """
    sizes = [drawing.mask.size_hw for drawing in drawn if drawing.mask is not None]
    remarks = []
    if image is not None:
        film_hw, px_per_shown_px = image.size_hw, image.size_hw[0] / image.shown_hw[0]
    else:
        film_hw = sizes[0] if sizes else _EMPTY_FRAME_HW
        px_per_shown_px = max(1.0, max(film_hw) / _SHOWN_SIDE_PX)
        shown = "The masks are drawn on an empty frame of their own size." if sizes else "There is no mask either."
        remarks.append(f"No X-ray to show: {image_fault}. {shown}")
    layers, points = [], []
    size_of_source: dict[str, tuple[int, int]] = {}
    for drawing in drawn:
        if drawing.mask is not None:
            size_of_source.setdefault(drawing.source.key, drawing.mask.size_hw)
        fitted = fit(drawing.source.label, size_of_source.get(drawing.source.key, film_hw), film_hw)
        if drawing.mask is not None and drawing.state is State.DRAWN:
            fitted = fit(drawing.source.label, drawing.mask.size_hw, film_hw)
            if fitted.scale_xy is not None:
                layers.append(layer(drawing, drawing.mask, fitted.scale_xy, px_per_shown_px))
            if fitted.remark and fitted.remark not in remarks:
                remarks.append(fitted.remark)
        if drawing.points is not None and len(drawing.points.points_xy) and fitted.scale_xy is not None:
            points_xy = (drawing.points.points_xy * fitted.scale_xy).round(1).tolist()
            hits = list(drawing.hits) if drawing.hits is not None else None
            points.append(PointLayer(drawing.source.key, drawing.source.label, drawing.target, points_xy, hits))
    return XrayInfo(case_id, film_hw, image, largest_first(layers), points, remarks)


def xray_figure(info: XrayInfo, styles: Mapping[str, SourceStyle]) -> dict[str, Any]:
    """Draw the figure: fills, then outlines, points and names, the smallest mask on top of each.

    Parameters
    ----------
    info : XrayInfo
        From `xray_info`.
    styles : mapping of source key to SourceStyle
        From `theme.source_styles`.

    Returns
    -------
    dict
        `data` and `layout`; every trace says in `meta` which `source`, `target` and `kind` it is, so that a viewer can
        restyle it without knowing more.
    """
    height, width = info.film_hw
    traces = [_fill(drawn, styles[drawn.source_key]) for drawn in info.layers]
    traces += [_outline(drawn, styles[drawn.source_key]) for drawn in info.layers]
    traces += [_points(clicked, styles[clicked.source_key]) for clicked in info.points]
    places = place_names(info.layers, info.film_hw)
    traces += [_name(drawn, x, y, info.film_hw) for drawn, (x, y) in zip(info.layers, places, strict=True)]
    layout: dict[str, Any] = {
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "paper_bgcolor": _FILM_BACKGROUND,
        "plot_bgcolor": _FILM_BACKGROUND,
        "xaxis": {"range": [-0.5, width - 0.5], "visible": False},
        "yaxis": {"range": [height - 0.5, -0.5], "visible": False, "scaleanchor": "x", "scaleratio": 1},
        "dragmode": "pan",
        "hovermode": "closest",
        "showlegend": True,
        "legend": {"groupclick": "toggleitem", "bgcolor": "rgba(0,0,0,0.6)", "font": {"color": _NAME_COLOUR}},
        "uirevision": info.case_id,
        "images": [],
        "shapes": [],
    }
    if info.image is None:
        frame = {"type": "rect", "x0": -0.5, "y0": -0.5, "x1": width - 0.5, "y1": height - 0.5}
        layout["annotations"] = [_said_on_film(info.remarks[0])]
        layout["shapes"].append(frame | {"line": {"color": "rgba(160,160,160,0.6)", "width": 1, "dash": "dot"}})
    else:
        layout["images"].append(
            {
                "source": _data_uri(info.image),
                "xref": "x",
                "yref": "y",
                "x": -0.5,
                "y": -0.5,
                "sizex": width,
                "sizey": height,
                "sizing": "stretch",
                "layer": "below",
            }
        )
    return {"data": traces, "layout": layout}


def describe(info: XrayInfo) -> str:
    """Return the figure's text alternative."""
    film = "X-ray" if info.image is not None else "Empty frame in place of the X-ray"
    if not info.layers:
        return f"{film} of {info.case_id}; nothing is drawn on it."
    by_source: dict[str, list[str]] = {}
    for drawn in info.layers:
        by_source.setdefault(drawn.source_label, []).append(drawn.target)
    return f"{film} of {info.case_id} with " + "; ".join(
        f"{source}: {', '.join(targets)}" for source, targets in by_source.items()
    )


def hover_lines(drawn: Layer) -> list[str]:
    """Return what to say of a mask under the cursor, not escaped."""
    lines = [f"{drawn.target} · {drawn.source_label}", f"{drawn.area_share:.1%} of the image"]
    if drawn.iou is not None:
        lines.append(f"IoU {drawn.iou:.2f} with the ground truth")
    return lines


def _meta(kind: str, source_key: str, target: str) -> dict[str, str]:
    return {"kind": kind, "source": source_key, "target": target}


def rings_to_line(rings: Iterable[list[list[float]]]) -> tuple[list[float | None], list[float | None]]:
    """Join closed rings to one line, with gaps between them."""
    x: list[float | None] = []
    y: list[float | None] = []
    for ring in rings:
        if x:
            x.append(None)
            y.append(None)
        closed = [*ring, ring[0]]
        x.extend(point[0] for point in closed)
        y.extend(point[1] for point in closed)
    return x, y


def _base(drawn: Layer | PointLayer, kind: str) -> dict[str, Any]:
    """Return what all traces of one layer share; names come from files and are escaped for Plotly's pseudo-HTML."""
    return {
        "type": "scatter",
        "name": html.escape(drawn.target),
        "legendgroup": drawn.source_key,
        "meta": _meta(kind, drawn.source_key, drawn.target),
        "showlegend": False,
    }


def _fill(drawn: Layer, style: SourceStyle) -> dict[str, Any]:
    x, y = rings_to_line(drawn.rings_xy)
    return _base(drawn, "fill") | {
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"width": 0},
        "fill": "toself",
        # The colour is opaque and the trace is not, so that a viewer changes the opacity without repainting the shape.
        "fillcolor": style.colour,
        "opacity": FILL_OPACITY_SHARE,
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": "<br>".join(html.escape(line) for line in hover_lines(drawn)),
    }


def _outline(drawn: Layer, style: SourceStyle) -> dict[str, Any]:
    x, y = rings_to_line(drawn.rings_xy)
    return _base(drawn, "outline") | {
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"width": LINE_WIDTH_PX, "color": style.colour, "dash": style.dash},
        "hoverinfo": "skip",
        "showlegend": True,
        "legendgrouptitle": {"text": html.escape(drawn.source_label)},
    }


def _points(clicked: PointLayer, style: SourceStyle) -> dict[str, Any]:
    """Draw points, those that miss the ground truth hollow."""
    words = [
        "" if clicked.hits is None else HIT_WORDS[is_hit] for is_hit in clicked.hits or [True] * len(clicked.points_xy)
    ]
    label = f"{html.escape(clicked.target)} · {html.escape(clicked.source_label)} point"
    return _base(clicked, "points") | {
        "x": [point[0] for point in clicked.points_xy],
        "y": [point[1] for point in clicked.points_xy],
        "mode": "markers",
        "marker": {
            "symbol": [f"{style.symbol}-open" if word == HIT_WORDS[False] else style.symbol for word in words],
            "size": 11,
            "color": style.colour,
            "line": {"width": 2, "color": [style.colour if word == HIT_WORDS[False] else "#000000" for word in words]},
        },
        "customdata": words,
        "hovertemplate": f"{label} %{{customdata}}<extra></extra>",
    }


def _name(drawn: Layer, x: float, y: float, film_hw: tuple[int, int]) -> dict[str, Any]:
    """Write one name at a place, turned inwards near the film's border."""
    beside = "left" if x > 0.8 * film_hw[1] else "right" if x < 0.2 * film_hw[1] else "center"
    return _base(drawn, "name") | {
        "x": [x],
        "y": [y],
        "mode": "text",
        "text": [html.escape(drawn.target)],
        "textposition": f"{'bottom' if y < 0.04 * film_hw[0] else 'top'} {beside}",
        "textfont": {"color": _NAME_COLOUR, "size": 12},
        "hoverinfo": "skip",
    }


def _said_on_film(text: str) -> dict[str, Any]:
    return {
        "text": html.escape(text),
        "xref": "paper",
        "yref": "paper",
        "x": 0.5,
        "y": 0.97,
        "showarrow": False,
        "width": 420,
        "font": {"color": _NAME_COLOUR, "size": 13},
    }


def _data_uri(image: DisplayImage) -> str:
    return f"data:{image.media_type};base64,{base64.b64encode(image.content).decode('ascii')}"
