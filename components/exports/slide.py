"""One case for a talk: the film with its drawings as large as a screen shows, and few words."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from components.exports.film import draw_film
from components.exports.view import View

MAX_SIDE_PX = 1800
_JPEG_QUALITY = 92
_LARGER = 1.5


@dataclass(frozen=True, slots=True)
class Slide:
    """A case to show to a room.

    Attributes
    ----------
    content : bytes
        The film with its drawings, as JPEG of at most `MAX_SIDE_PX` a side.
    lines : tuple of (colour, dash, str, str)
        For each source drawn: how, its label, and which pathologies; from files, not escaped.
    alt : str
        The picture in words; not escaped.
    """

    content: bytes
    lines: tuple[tuple[str, str, str, str], ...]
    alt: str


def make_slide(view: View) -> Slide:
    """Draw the first film of a view and name what is drawn on it."""
    pane = view.panes[0]
    film = draw_film(view, pane, _LARGER)
    film.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX), Image.Resampling.BICUBIC)
    stream = io.BytesIO()
    film.save(stream, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
    lines = []
    for source in view.sources:
        drawn = [layer.target for layer in pane.layers if layer.source_key == source.key]
        if drawn:
            style = view.styles[source.key]
            lines.append((style.colour, style.dash, source.label, ", ".join(sorted(drawn))))
    words = "; ".join(f"{label}: {targets}" for _, _, label, targets in lines) or "nothing drawn"
    return Slide(stream.getvalue(), tuple(lines), f"X-ray of {view.info.case_id}. {words}")
