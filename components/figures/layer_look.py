"""How one layer is drawn: by default as its source is, else as chosen for it, its pathology, its source or for all."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from components.figures.theme import SourceStyle

Choices = tuple[tuple[str, str], ...]


class LookSettings(Protocol):
    """What a reader has chosen; each pair is a layer, as `layer_key` names it, and a value."""

    @property
    def colours(self) -> Choices:
        """Hexadecimal colours."""

    @property
    def dashes(self) -> Choices:
        """Plotly's line styles."""

    @property
    def widths(self) -> Choices:
        """Widths of outlines on a screen, in pixels."""

    @property
    def fills(self) -> Choices:
        """Opacities of fills, in per cent."""

    @property
    def line_px(self) -> float:
        """Width of the outlines without a choice of their own."""

    @property
    def opacity_percent(self) -> float:
        """Opacity of the fills without a choice of their own."""


class LayerLook(NamedTuple):
    """How a layer is drawn.

    Attributes
    ----------
    style : SourceStyle
        Colour, line style and sign.
    line_px : float
        Width of its outline on a screen.
    opacity_share : float
        Opacity of its fill, 0 to 1.
    """

    style: SourceStyle
    line_px: float
    opacity_share: float


def layer_key(source_key: str, target: str) -> str:
    r"""Name a layer, a source (no target), a pathology (no source) or all layers (neither).

    >>> layer_key("gt", "Edema"), layer_key("gt", "")
    ('gt\tEdema', 'gt')
    """
    return f"{source_key}\t{target}" if target else source_key


def layer_look(settings: LookSettings, style: SourceStyle, source_key: str, target: str = "") -> LayerLook:
    """Return how a layer is drawn.

    Parameters
    ----------
    settings : LookSettings
        What was chosen; the most particular choice counts: for the layer, its pathology, its source, for all.
    style : SourceStyle
        How the source looks by default.
    source_key, target : str
        The layer; without a target, the source as a whole.
    """
    keys = [layer_key(source_key, target), layer_key("", target), source_key, ""]

    def chosen(choices: Choices, default: str) -> str:
        values = dict(choices)
        return next((values[key] for key in keys if key in values), default)

    return LayerLook(
        SourceStyle(chosen(settings.colours, style.colour), chosen(settings.dashes, style.dash), style.symbol),
        float(chosen(settings.widths, str(settings.line_px))),
        float(chosen(settings.fills, str(settings.opacity_percent))) / 100,
    )
