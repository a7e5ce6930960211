"""What the viewer's two closer looks show: where two sources agree, and what a heat map's thresholds give."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from typing import Any

from components.figures.theme import SourceStyle, rgba
from components.figures.xray import rings_to_line
from components.metrics import outlines
from components.tables.case_heat import HeatSteps
from components.tables.case_regions import Regions
from components.tables.frames import Fit
from data_access.annotation_set import Source
from data_access.geometry import Mask

BOTH_COLOUR = "#F2F2F2"
_FILL_OPACITY_SHARE = 0.28
_SIMPLIFY_PX = 0.7


def region_view(
    found: Regions, source_a: Source, source_b: Source, styles: dict[str, SourceStyle], fitted: Fit
) -> dict[str, Any]:
    """Draw where two sources agree: both, only the first, only the second, each with a colour and a hatching.

    Parameters
    ----------
    found : Regions
        From `tables.case_regions`.
    source_a, source_b : Source
        Whose areas these are.
    styles : dict of source key to SourceStyle
        From `theme.source_styles`.
    fitted : Fit
        How the masks lie on the film.

    Returns
    -------
    dict
        `data` (Plotly traces), `areas` (name, pixels, colour, hatching, and the key of the source whose colour it is,
        empty for both) and `numbers` (name and value), as texts.
    """
    named = [
        (f"Only {source_a.label}", found.only_a, styles[source_a.key].colour, "/", source_a.key),
        (f"Only {source_b.label}", found.only_b, styles[source_b.key].colour, "\\", source_b.key),
        ("Both", found.both, BOTH_COLOUR, "", ""),
    ]
    scores = (("IoU", found.iou), ("Dice", found.dice), ("Precision", found.precision), ("Recall", found.recall))
    return {
        "data": [
            _region(name, mask, colour, hatch, key, fitted.scale_xy)
            for name, mask, colour, hatch, key in named
            if fitted.scale_xy is not None and not mask.is_empty
        ],
        "areas": [[name, f"{mask.area_px:,} px", colour, hatch, key] for name, mask, colour, hatch, key in named],
        "numbers": [[name, "–" if math.isnan(score) else f"{score:.3f}"] for name, score in scores],
        "remark": fitted.remark,
    }


def heat_view(steps: HeatSteps, source: Source) -> dict[str, Any]:
    """Return a heat map and its thresholds as the viewer takes them; the browser colours and draws them."""
    height, width = steps.levels.shape
    return {
        "source": source.key,
        "map": {"levels": base64.b64encode(steps.levels.tobytes()).decode("ascii"), "height": height, "width": width},
        "probability": steps.probability,
        "otsu": steps.otsu,
        "tuned": steps.tuned,
        "peak": {"x": steps.peak_xy[0], "y": steps.peak_xy[1], "hits": steps.peak_hits},
        "steps": [
            _step(float(threshold), float(share), float(iou), rings)
            for threshold, share, iou, rings in zip(
                steps.thresholds, steps.area_share, steps.iou, steps.rings_xy, strict=True
            )
        ],
    }


def _step(threshold: float, share: float, iou: float, rings: Sequence[list[list[float]]]) -> dict[str, Any]:
    x, y = rings_to_line(rings)
    return {"threshold": threshold, "areaShare": share, "iou": None if math.isnan(iou) else iou, "x": x, "y": y}


def recoloured(view: Mapping[str, Any], colours: Mapping[str, str]) -> dict[str, Any]:
    """Return a `region_view`, or what holds one, with other colours of some sources, by key, as the viewer does."""
    data = [
        trace | region_look(colours[key], trace.get("fillpattern", {}).get("shape", ""))
        if (key := trace["meta"]["source"]) in colours
        else trace
        for trace in view["data"]
    ]
    areas = [[name, px, colours.get(key, colour), hatch, key] for name, px, colour, hatch, key in view["areas"]]
    return {**view, "data": data, "areas": areas}


def region_look(colour: str, hatch: str) -> dict[str, Any]:
    """Return how an area of one colour is drawn: Plotly's line and filling, hatched unless `hatch` is empty."""
    pattern = {"shape": hatch, "fgcolor": colour, "bgcolor": rgba(colour, 0.08), "size": 9, "solidity": 0.25}
    return {
        "line": {"width": 1.2, "color": colour},
        "fillcolor": rgba(colour, _FILL_OPACITY_SHARE),
        **({"fillpattern": pattern} if hatch else {}),
    }


def _region(
    name: str, mask: Mask, colour: str, hatch: str, source_key: str, scale_xy: tuple[float, float]
) -> dict[str, Any]:
    rings = [outlines.scale(outlines.simplify(ring, _SIMPLIFY_PX), scale_xy) for ring in mask.outlines_xy()]
    x, y = rings_to_line(rings)
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "lines",
        "fill": "toself",
        **region_look(colour, hatch),
        "hoverinfo": "skip",
        "meta": {"kind": "region", "source": source_key, "target": "", "name": name},
    }
