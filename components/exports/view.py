"""What the viewer shows of a case with its present settings, collected once for the picture and the page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from PIL import Image

from components.exports.provenance import Provenance, provenance_of
from components.figures.theme import SourceStyle, source_styles
from components.figures.xray import XrayInfo, xray_info
from components.figures.xray_layers import Layer, PointLayer
from components.figures.xray_panel import Row, panel_rows
from components.tables.case import Drawing, case_table, drawings
from data_access.annotation_set import Source
from data_access.dataset import Dataset
from data_access.files import FileError
from data_access.images import DisplayImage, ImageError, read_grey

_JPEG_QUALITY = 92
_MODE_WORDS = {"overlay": "everything on one film", "side": "one film a source", "sheet": "one film a pathology"}


class ViewSettings(Protocol):
    """The viewer's settings as far as an export follows them: those of `ui.viewer_settings.ViewerSettings`."""

    @property
    def mode(self) -> str:
        """Everything on one film (`overlay`), one a source (`side`) or one a pathology (`sheet`)."""

    @property
    def overlays(self) -> bool:
        """Whether anything is drawn over the film."""

    @property
    def fill(self) -> bool:
        """Whether masks are filled."""

    @property
    def names(self) -> bool:
        """Whether pathologies are written beside their masks."""

    @property
    def points(self) -> bool:
        """Whether clicked points are shown."""

    @property
    def opacity_percent(self) -> float:
        """Opacity of the fills."""

    @property
    def line_px(self) -> float:
        """Width of the outlines on a screen."""

    @property
    def automatic_alone(self) -> bool:
        """Whether to show pathologies that only automatic sources drew."""

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """Layers turned off."""

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Layers shown in spite of `automatic_alone`."""

    @property
    def colours(self) -> tuple[tuple[str, str], ...]:
        """Sources drawn in another colour."""

    @property
    def dashes(self) -> tuple[tuple[str, str], ...]:
        """Sources drawn with another line."""

    @property
    def invert(self) -> bool:
        """Whether bright and dark are exchanged."""

    @property
    def window(self) -> float:
        """Width of the grey values that are spread."""

    @property
    def level(self) -> float:
        """Their middle."""

    @property
    def gamma(self) -> float:
        """Exponent after that."""


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
    """

    title: str
    colour: str
    layers: list[Layer]
    points: list[PointLayer]
    named: list[Layer]


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
    table: pd.DataFrame
    provenance: Provenance


def make_view(dataset: Dataset, case_id: str, source_keys: Sequence[str], settings: ViewSettings) -> View:
    """Collect a view; reads the annotation sets of the sources given and no other."""
    case = dataset.case(case_id)
    sets = [annotated for annotated in dataset.sets_of(case.split) if annotated.key in source_keys]
    drawn = drawings(sets, case_id, dataset.pathologies)
    film, image, fault = None, None, ""
    try:
        film = toned(read_grey(dataset.image_bytes(case_id)), settings)
        image = _encoded(film)
    except (FileError, ImageError) as error:
        fault = str(error)
    info = xray_info(case_id, drawn, image, fault)
    styles = _chosen_styles(source_styles(dataset.sources()), settings)
    sources = tuple(annotated.source for annotated in sets)
    panes = _panes(info, panel_rows(case, drawn, dataset.pathologies), sources, styles, settings)
    provenance = provenance_of(dataset, case_id, [one.label for one in sources], settings_words(settings))
    return View(info, film, drawn, sources, styles, panes, settings, case_table(case, drawn, sets), provenance)


def toned(grey: NDArray[np.uint8], settings: ViewSettings) -> NDArray[np.uint8]:
    """Spread the window over black to white, apply gamma, invert: what the viewer does in the browser.

    Parameters
    ----------
    grey : ndarray of uint8
        Grey values of the file.
    settings : ViewSettings
        Window and level in grey values.
    """
    spread = (np.arange(256) - (settings.level - settings.window / 2)) / settings.window
    curve = np.clip(spread, 0, 1) ** settings.gamma
    table = np.round(255 * (1 - curve if settings.invert else curve)).astype(np.uint8)
    return np.asarray(table[grey])


def is_shown(settings: ViewSettings, group: str, source_key: str, target: str) -> bool:
    """Say whether a layer is shown: not turned off, and not left out as drawn by automatic sources alone.

    Parameters
    ----------
    settings : ViewSettings
        An empty text in its pairs stands for all.
    group : str
        Group of the pathology, from `figures.xray_panel.panel_rows`.
    source_key, target : str
        The layer.
    """

    def names(pair: tuple[str, str]) -> bool:
        return pair[0] in ("", source_key) and pair[1] in ("", target)

    is_aside = group == "automatic" and not settings.automatic_alone
    return not any(map(names, settings.hidden)) and (not is_aside or any(map(names, settings.shown)))


def settings_words(settings: ViewSettings) -> str:
    """Say in words how a view is drawn."""
    words = [_MODE_WORDS.get(settings.mode, _MODE_WORDS["overlay"])]
    if settings.overlays:
        words.append(f"outlines {settings.line_px:g} px of a screen")
        words.append(f"fills {settings.opacity_percent:g} % opaque" if settings.fill else "no fills")
        if settings.hidden or not settings.automatic_alone:
            words.append("layers left out as in the viewer")
    else:
        words.append("drawings hidden")
    words.append(f"window {settings.window:g}, level {settings.level:g}, gamma {settings.gamma:g} of 8-bit grey values")
    return ", ".join([*words, "inverted"] if settings.invert else words)


def _encoded(film: NDArray[np.uint8]) -> DisplayImage:
    stream = io.BytesIO()
    Image.fromarray(film).save(stream, "JPEG", quality=_JPEG_QUALITY)
    size_hw = (film.shape[0], film.shape[1])
    return DisplayImage(stream.getvalue(), "image/jpeg", size_hw, size_hw)


def _chosen_styles(styles: Mapping[str, SourceStyle], settings: ViewSettings) -> dict[str, SourceStyle]:
    colours, dashes = dict(settings.colours), dict(settings.dashes)
    return {
        key: replace(style, colour=colours.get(key, style.colour), dash=dashes.get(key, style.dash))
        for key, style in styles.items()
    }


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
                panes.append(Pane(source.label, styles[source.key].colour, own, clicked, named))
    elif settings.mode == "sheet":
        for row in rows:
            own = [drawn for drawn in layers if drawn.target == row.target]
            clicked = [one for one in points if one.target == row.target]
            if own or clicked:
                panes.append(Pane(row.target, "#FFFFFF", own, clicked, []))
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
