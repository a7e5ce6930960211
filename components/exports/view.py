"""What the viewer shows of a case with its present settings, collected once for the picture and the page."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

from components.exports.closer import Closer, closer_look
from components.exports.provenance import Provenance, provenance_of
from components.exports.view_settings import ViewSettings, is_shown, settings_words, toned
from components.figures.layer_look import LayerLook, layer_look
from components.figures.theme import SourceStyle, source_styles
from components.figures.xray import XrayInfo, xray_info
from components.figures.xray_extra import recoloured
from components.figures.xray_layers import Layer, PointLayer
from components.figures.xray_panel import Row, panel_rows
from components.tables.case import Drawing, case_table, drawings
from data_access.annotation_set import AnnotationSet, Source
from data_access.dataset import Dataset
from data_access.files import FileError
from data_access.images import DisplayImage, ImageError, equalise, read_grey

_JPEG_QUALITY = 92


Look = Callable[
    [Sequence[AnnotationSet], Sequence[Drawing], tuple[int, int], dict[str, SourceStyle]], Mapping[str, Any] | None
]


class Pane(NamedTuple):
    """One film of the view.

    Attributes
    ----------
    title, colour : str
        Written on it; empty where there is only one.
    layers, points : list
        What is drawn on it, the largest first.
    named : list of Layer
        Those that the pathology is written beside.
    source_key, target : str
        The one source or pathology that it is for; empty for all.
    """

    title: str
    colour: str
    layers: list[Layer]
    points: list[PointLayer]
    named: list[Layer]
    source_key: str = ""
    target: str = ""

    def holds(self, source_key: str, target: str) -> bool:
        """Say whether what a source says of a pathology belongs here, shown or not."""
        return self.source_key in ("", source_key) and self.target in ("", target)


class View(NamedTuple):
    """A case as the viewer shows it.

    Attributes
    ----------
    info : XrayInfo
        All that is drawn on the case, at full resolution; its image is toned.
    film_grey : ndarray of uint8, shape (height, width), or None
        The toned film; None where there is none to show.
    drawn : tuple of Drawing
        What the layers are of.
    sources : tuple of Source
        Those that were read, in the order to show.
    styles : mapping of source key to SourceStyle
        As chosen in the viewer.
    panes : list of Pane
        One film, or one a source or pathology; without anything drawn where overlays are off.
    settings : ViewSettings
        How to draw.
    closer : Closer or None
        The agreement map or heat map that is shown in place of the masks.
    table : DataFrame
        The case's numbers, from `tables.case.case_table`.
    provenance : Provenance
        Where it comes from.
    """

    info: XrayInfo
    film_grey: NDArray[np.uint8] | None
    drawn: tuple[Drawing, ...]
    sources: tuple[Source, ...]
    styles: Mapping[str, SourceStyle]
    panes: list[Pane]
    settings: ViewSettings
    closer: Closer | None
    table: pd.DataFrame
    provenance: Provenance

    def look_of(self, drawn: Layer | PointLayer) -> LayerLook:
        """Return how a layer is drawn."""
        return self.look_at(drawn.source_key, drawn.target)

    def look_at(self, source_key: str, target: str) -> LayerLook:
        """Return how what a source says of a pathology is drawn."""
        return layer_look(self.settings, self.styles[source_key], source_key, target)


def columns_of(n_panes: int, film_hw: tuple[int, int]) -> int:
    """Return how many films stand beside each other: up to four in one row, more in a grid that is about square.

    >>> columns_of(3, (2828, 2320)), columns_of(9, (2828, 2320)), columns_of(9, (2320, 2828))
    (3, 4, 3)
    """
    return n_panes if n_panes <= 4 else math.ceil(math.sqrt(n_panes * film_hw[0] / film_hw[1]))


def make_view(
    dataset: Dataset, case_id: str, source_keys: Sequence[str], settings: ViewSettings, look: Look | None = None
) -> View:
    """Collect a view.

    Parameters
    ----------
    dataset : Dataset
        Where the case is from.
    case_id : str
        The case.
    source_keys : sequence of str
        Sources to read; no other is.
    settings : ViewSettings
        How the viewer shows it.
    look : callable, optional
        Gives what the viewer is sent of an agreement map or heat map that is shown; without it there are masks alone.
    """
    case = dataset.case(case_id)
    sets = [annotated for annotated in dataset.sets_of(case.split) if annotated.key in source_keys]
    drawn = drawings(sets, case_id, dataset.pathologies)
    film, image, fault = None, None, ""
    try:
        grey = read_grey(dataset.image_bytes(case_id))
        film = toned(equalise(grey) if settings.clahe else grey, settings)
        image = _encoded(film)
    except (FileError, ImageError) as error:
        fault = str(error)
    info = xray_info(case_id, drawn, image, fault)
    styles = _chosen_styles(source_styles(dataset.sources()), settings)
    extra = look(sets, drawn, info.film_hw, styles) if look is not None and settings.overlays else None
    closer = _in_chosen_colours(closer_look(extra, settings.threshold_percent, settings.heat_percent), styles, settings)
    sources = tuple(annotated.source for annotated in sets)
    panes = _panes(info, panel_rows(case, drawn, dataset.pathologies), sources, styles, settings)
    if closer is not None:
        panes = [_closer_pane(closer, panes[0])]
    words = settings_words(settings, closer)
    provenance = provenance_of(dataset, case_id, [one.label for one in sources], words)
    table = case_table(case, drawn, sets)
    return View(info, film, drawn, sources, styles, panes, settings, closer, table, provenance)


def _in_chosen_colours(
    closer: Closer | None, styles: Mapping[str, SourceStyle], settings: ViewSettings
) -> Closer | None:
    """Give the areas of an agreement map the colours chosen for its pathology; a heat map has its own."""
    if closer is None or closer.is_heat:
        return closer
    keys = (closer.extra["first"], closer.extra["second"])
    colours = {key: layer_look(settings, styles[key], key, closer.target).style.colour for key in keys}
    return closer._replace(extra=recoloured(closer.extra, colours))


def _closer_pane(closer: Closer, everything: Pane) -> Pane:
    """Return what is drawn beside a closer look: nothing on an agreement map, the other sources on a heat map."""
    if not closer.is_heat:
        return Pane("", "#FFFFFF", [], [], [])
    own = (closer.extra["heat"]["source"], closer.target)
    layers = [one for one in everything.layers if one.target == closer.target and (one.source_key, one.target) != own]
    return Pane("", "#FFFFFF", layers, [one for one in everything.points if one.target == closer.target], [])


def _encoded(film: NDArray[np.uint8]) -> DisplayImage:
    stream = io.BytesIO()
    Image.fromarray(film).save(stream, "JPEG", quality=_JPEG_QUALITY)
    size_hw = (film.shape[0], film.shape[1])
    return DisplayImage(stream.getvalue(), "image/jpeg", size_hw, size_hw)


def _chosen_styles(styles: Mapping[str, SourceStyle], settings: ViewSettings) -> dict[str, SourceStyle]:
    return {key: layer_look(settings, style, key).style for key, style in styles.items()}


def _panes(
    info: XrayInfo,
    rows: Sequence[Row],
    sources: Sequence[Source],
    styles: Mapping[str, SourceStyle],
    settings: ViewSettings,
) -> list[Pane]:
    group = {row.target: row.group for row in rows}

    def visible(drawn: Layer | PointLayer) -> bool:
        is_on = settings.overlays and is_shown(settings, group[drawn.target], drawn.source_key, drawn.target)
        return is_on and any(source.key == drawn.source_key for source in sources)

    layers = [drawn for drawn in info.layers if visible(drawn)]
    points = [clicked for clicked in info.points if settings.points and visible(clicked)]
    panes = []
    if settings.mode == "side":
        for source in sources:
            own = [drawn for drawn in layers if drawn.source_key == source.key]
            clicked = [one for one in points if one.source_key == source.key]
            if (source.key, "") not in settings.hidden:
                named = own if settings.names else []
                panes.append(Pane(source.label, styles[source.key].colour, own, clicked, named, source_key=source.key))
    elif settings.mode == "sheet":
        for row in rows:
            own = [drawn for drawn in layers if drawn.target == row.target]
            clicked = [one for one in points if one.target == row.target]
            if own or clicked:
                panes.append(Pane(row.target, "#FFFFFF", own, clicked, [], target=row.target))
    if panes:
        return panes
    return [Pane("", "#FFFFFF", layers, points, _named_once(layers, sources) if settings.names else [])]


def _named_once(layers: Sequence[Layer], sources: Sequence[Source]) -> list[Layer]:
    """Choose where each pathology is written: at the first source that drew it, since masks lie close together."""
    order = {source.key: index for index, source in enumerate(sources)}
    first: dict[str, Layer] = {}
    for drawn in sorted(layers, key=lambda one: order[one.source_key]):
        first.setdefault(drawn.target, drawn)
    return list(first.values())
