"""How the viewer shows a case: what is hidden, how it is drawn and how the film is toned; kept in session and URL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any
from urllib.parse import quote, unquote

MAX_PAIRS = 200

MODES = ("overlay", "side", "sheet", "map", "heat")
_TEXTS = ("target", "first", "second", "model")
_MAX_TEXT = 200
_LAYERS = ("hidden", "shown")
_PAIRS = (*_LAYERS, "colours", "dashes", "widths", "fills")
_ALLOWED = {
    "colours": re.compile("#[0-9a-fA-F]{6}"),
    "dashes": re.compile("solid|dot|dash|longdash|dashdot|longdashdot"),
    "widths": re.compile(r"[0-6](\.\d{1,2})?"),
    "fills": re.compile(r"\d{1,2}(\.\d{1,2})?|100"),
}
_BOUNDS: dict[str, tuple[float, float]] = {
    "opacity_percent": (0, 100),
    "threshold_percent": (-1, 100),
    "heat_percent": (0, 100),
    "line_px": (0.5, 6),
    "window": (1, 510),
    "level": (0, 255),
    "gamma": (0.2, 5),
}


@dataclass(frozen=True)
class ViewerSettings:
    """Everything the viewer's own controls set.

    Attributes
    ----------
    mode : {"overlay", "side", "sheet", "map", "heat"}
        Everything on one film, one film a source, one film a pathology; where two sources agree; a heat map.
    target, first, second, model : str
        Pathology and sources of the last two modes; empty for those that suit the case.
    threshold_percent : float
        Of the heat map's normalised values; -1 for Otsu's.
    heat_percent : float
        Opacity of the heat map.
    overlays : bool
        Whether anything is drawn over the film.
    fill : bool
        Whether masks are filled, else outlined only.
    names : bool
        Whether pathologies are written beside their masks.
    points : bool
        Whether clicked points are shown.
    opacity_percent : float
        Of the fills.
    line_px : float
        Width of the outlines.
    automatic_alone : bool
        Whether to show what only automatic sources drew: pathologies that no radiologist drew and no label names.
    hidden, shown : tuple of (source key, pathology)
        Layers turned off, and layers shown in spite of `automatic_alone`; an empty text stands for all.
    colours, dashes, widths, fills : tuple of (layer, colour, line style, width in pixels or opacity in per cent)
        Layers drawn otherwise than by default; see `figures.layer_look` for what names a layer and what goes first.
    full : bool
        Whether the film is sent at full resolution, as the file is where a browser can show it.
    clahe : bool
        Whether local contrast is raised, on the server, before all that follows here.
    invert : bool
        Whether bright and dark are exchanged.
    window, level : float
        Width and middle of the grey values that are spread over black to white, in 8-bit grey values.
    gamma : float
        Exponent of the grey values after that; above 1 darkens the middle.
    """

    mode: str = MODES[0]
    target: str = ""
    first: str = ""
    second: str = ""
    model: str = ""
    threshold_percent: float = -1
    heat_percent: float = 50
    overlays: bool = True
    fill: bool = True
    names: bool = True
    points: bool = True
    opacity_percent: float = 15
    line_px: float = 2
    automatic_alone: bool = False
    hidden: tuple[tuple[str, str], ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    colours: tuple[tuple[str, str], ...] = ()
    dashes: tuple[tuple[str, str], ...] = ()
    widths: tuple[tuple[str, str], ...] = ()
    fills: tuple[tuple[str, str], ...] = ()
    full: bool = False
    clahe: bool = False
    invert: bool = False
    window: float = 255
    level: float = 127.5
    gamma: float = 1

    def hides_source(self, key: str) -> bool:
        """Whether a source is turned off as a whole."""
        return (key, "") in self.hidden

    def to_browser(self) -> dict[str, Any]:
        """Return the settings as the viewer takes them."""
        return asdict(self) | {name: [list(pair) for pair in getattr(self, name)] for name in _PAIRS}

    def to_text(self) -> str:
        """Return what differs from the default as one URL parameter; empty if nothing does."""
        changed = [field for field in fields(self) if getattr(self, field.name) != field.default]
        return ";".join(f"{field.name}:{_value_text(getattr(self, field.name))}" for field in changed)


def from_browser(sent: object) -> ViewerSettings:
    """Read what a browser sent; whatever is not as expected keeps its default."""
    if not isinstance(sent, Mapping):
        return ViewerSettings()
    kept: dict[str, Any] = {}
    for field in fields(ViewerSettings):
        value = sent.get(field.name)
        if field.name in _PAIRS:
            allowed = _ALLOWED.get(field.name)
            kept[field.name] = tuple(pair for pair in _pairs(value) if not allowed or allowed.fullmatch(pair[1]))
        elif field.name == "mode":
            kept["mode"] = value if value in MODES else MODES[0]
        elif field.name in _TEXTS:
            if isinstance(value, str) and len(value) <= _MAX_TEXT:
                kept[field.name] = value
        elif field.name in _BOUNDS:
            if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value:
                low, high = _BOUNDS[field.name]
                kept[field.name] = min(high, max(low, value))
        elif isinstance(value, bool):
            kept[field.name] = value
    return ViewerSettings(**kept)


def from_text(text: str) -> ViewerSettings:
    """Read a URL parameter written by `to_text`; whatever is not as expected keeps its default."""
    sent: dict[str, Any] = {}
    for part in text.split(";"):
        name, _, value = part.partition(":")
        if name in _PAIRS:
            sent[name] = [[unquote(piece) for piece in pair.split("~")] for pair in value.split(",")]
        elif name in _TEXTS:
            sent[name] = unquote(value)
        elif name in _BOUNDS:
            try:
                sent[name] = float(value)
            except ValueError:
                continue
        else:
            sent[name] = value if name == "mode" else value == "1"
    return from_browser(sent)


def _pairs(value: object) -> tuple[tuple[str, str], ...]:
    """Keep the pairs of texts, each once."""
    if not isinstance(value, (list, tuple)):
        return ()
    pairs = [tuple(pair) for pair in value if isinstance(pair, (list, tuple)) and len(pair) == 2]
    texts = [pair for pair in pairs if all(isinstance(part, str) for part in pair) and any(pair)]
    return tuple(dict.fromkeys(texts))[:MAX_PAIRS]


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, tuple):
        return ",".join("~".join(quote(part, safe="").replace("~", "%7E") for part in pair) for pair in value)
    return f"{value:g}" if isinstance(value, float) else quote(str(value), safe="")
