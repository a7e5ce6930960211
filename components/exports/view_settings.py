"""The viewer's settings as exports follow them: what is shown, how the film is toned, and all of it in words."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from components.exports.closer import Closer, closer_words
from components.figures.layer_look import LookSettings

_MODE_WORDS = {"overlay": "everything on one film", "side": "one film a source", "sheet": "one film a pathology"}


class ViewSettings(LookSettings, Protocol):
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
    def automatic_alone(self) -> bool:
        """Whether to show pathologies that only automatic sources drew."""

    @property
    def hidden(self) -> tuple[tuple[str, str], ...]:
        """Layers turned off."""

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Layers shown in spite of `automatic_alone`."""

    @property
    def clahe(self) -> bool:
        """Whether local contrast is raised, before what follows."""

    @property
    def threshold_percent(self) -> float:
        """Threshold of the heat map; below 0 for Otsu's."""

    @property
    def heat_percent(self) -> float:
        """Opacity of the heat map."""

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


def settings_words(settings: ViewSettings, closer: Closer | None = None) -> str:
    """Say in words how a view is drawn."""
    words = [closer_words(closer) if closer is not None else _MODE_WORDS.get(settings.mode, _MODE_WORDS["overlay"])]
    if closer is not None:
        words += [f"heat map {settings.heat_percent:g} % opaque"] if closer.is_heat else []
    elif settings.overlays:
        words.append(f"outlines {settings.line_px:g} px of a screen")
        words.append(f"fills {settings.opacity_percent:g} % opaque" if settings.fill else "no fills")
        if settings.colours or settings.dashes or settings.widths or settings.fills:
            words.append("layers restyled as in the viewer")
        if settings.hidden or not settings.automatic_alone:
            words.append("layers left out as in the viewer")
    else:
        words.append("drawings hidden")
    words.append(f"window {settings.window:g}, level {settings.level:g}, gamma {settings.gamma:g} of 8-bit grey values")
    words += ["local contrast raised (CLAHE)"] if settings.clahe else []
    return ", ".join([*words, "inverted"] if settings.invert else words)
