"""What a closer look at one pathology needs beyond the masks; made only when the viewer asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from components.figures.theme import SourceStyle
from components.figures.xray_extra import heat_view, region_view
from components.tables.case import Drawing
from components.tables.case_heat import heat_steps
from components.tables.case_regions import regions
from components.tables.frames import fit
from components.ui.viewer_settings import ViewerSettings
from data_access.annotation_set import AnnotationSet, State


class Ask(NamedTuple):
    """What the viewer asks for.

    Attributes
    ----------
    mode : str
        `map` or `heat`; empty for neither.
    target, first, second : str
        The pathology and the sources it is about; empty to be chosen here.
    tuned : tuple of (str, float)
        Tuned threshold of each pathology, for a model whose own files give none.
    """

    mode: str = ""
    target: str = ""
    first: str = ""
    second: str = ""
    tuned: tuple[tuple[str, float], ...] = ()


def ask_of(settings: ViewerSettings) -> Ask:
    """Return what the settings ask for; the modes that show masks alone ask for nothing."""
    if settings.mode == "map":
        return Ask("map", settings.target, settings.first, settings.second)
    if settings.mode == "heat":
        return Ask("heat", settings.target, settings.model)
    return Ask()


def make_extra(
    ask: Ask,
    case_id: str,
    sets: Sequence[AnnotationSet],
    drawn: Sequence[Drawing],
    film_hw: tuple[int, int],
    styles: dict[str, SourceStyle],
) -> dict[str, Any] | None:
    """Return what was asked for, with what was chosen and what there is to choose from; None if nothing was asked."""
    if not ask.mode:
        return None
    offered = [one for one in sets if (one.has_masks if ask.mode == "map" else one.has_heatmaps)]
    first = _chosen(offered, ask.first, 0)
    second = _chosen([one for one in offered if one is not first], ask.second, 0) if ask.mode == "map" else None
    target = ask.target or _first_target(drawn, [one.key for one in (first, second) if one is not None])
    extra: dict[str, Any] = {
        "mode": ask.mode,
        "target": target,
        "first": first.key if first else "",
        "second": second.key if second else "",
        "sources": [{"key": one.key, "label": one.label} for one in offered],
        "fault": "",
    }
    if ask.mode == "map":
        if first is None or second is None:
            return extra | {"fault": "Two sources with masks are needed to compare."}
        found = regions(first, second, case_id, target)
        if found is None:
            return extra | {"fault": "One of the two sources has no readable mask here, or they differ in size."}
        fitted = fit(first.label, found.both.size_hw, film_hw)
        return extra | region_view(found, first.source, second.source, styles, fitted)
    truth = next((one for one in sets if one.source.role == "ground_truth"), None)
    steps = heat_steps(first, truth, case_id, target, dict(ask.tuned).get(target)) if first is not None else None
    if first is None or steps is None:
        return extra | {"fault": "This split has no heat map that can be read for this case and pathology."}
    fitted = fit(first.label, steps.size_hw, film_hw)
    if fitted.scale_xy != (1, 1):
        return extra | {"fault": fitted.remark}
    return extra | {"heat": heat_view(steps, first.source)}


def _chosen(offered: Sequence[AnnotationSet], key: str, place: int) -> AnnotationSet | None:
    """Return the source asked for if it is there, else the one at a place."""
    found = next((one for one in offered if one.key == key), None)
    return found or (offered[place] if place < len(offered) else None)


def _first_target(drawn: Sequence[Drawing], keys: Sequence[str]) -> str:
    """Return the first pathology that the ground truth drew and most of some sources did."""
    ranks: dict[str, tuple[bool, int]] = {}
    for drawing in drawn:
        in_truth, n_sources = ranks.setdefault(drawing.target, (False, 0))
        if drawing.state is State.DRAWN:
            in_truth = in_truth or drawing.source.role == "ground_truth"
            ranks[drawing.target] = (in_truth, n_sources + (drawing.source.key in keys))
    return max(ranks, key=lambda target: ranks[target]) if ranks else ""
