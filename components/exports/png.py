"""A view as PNG at full resolution, with legend, scale and caption; needs no browser."""

from __future__ import annotations

import io
import json
import math

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from components.exports.caption import MIN_WIDTH_PX, draw_caption
from components.exports.film import draw_film
from components.exports.provenance import Provenance
from components.exports.view import View, columns_of

MAX_FILMS_PX = 40_000_000
"""Films side by side are reduced to this many pixels in all; a single one never is."""

_GAP_PX = 6
_COMPRESSION = 3


def view_png(view: View) -> bytes:
    """Draw a view and what it says of itself.

    Returns
    -------
    bytes
        PNG: the film in its upper left corner at its own size (several films: a grid of them, reduced where together
        they are beyond `MAX_FILMS_PX`), the caption below. Its text chunks hold the provenance.
    """
    films, film_scale = _films(view)
    width = max(films.width, MIN_WIDTH_PX)
    caption = draw_caption(view, width, films.height, film_scale)
    picture = Image.new("RGB", (width, films.height + caption.height))
    picture.paste(films, (0, 0))
    picture.paste(caption, (0, films.height))
    stream = io.BytesIO()
    picture.save(stream, "PNG", pnginfo=png_texts(view.provenance), compress_level=_COMPRESSION)
    return stream.getvalue()


def png_texts(provenance: Provenance) -> PngInfo:
    """Return the provenance as PNG text chunks, a chunk an item and all of it as JSON in `Provenance`."""
    texts = PngInfo()
    for name, value in provenance.items().items():
        texts.add_itxt(name, value)
    texts.add_itxt("Provenance", json.dumps(provenance.items(), ensure_ascii=False))
    return texts


def _films(view: View) -> tuple[Image.Image, float]:
    """Draw the films of a view in a grid; return it and the pixels of the picture per pixel of a film."""
    if len(view.panes) == 1:
        return draw_film(view, view.panes[0]), 1.0
    height, width = view.info.film_hw
    film_scale = min(1.0, math.sqrt(MAX_FILMS_PX / (len(view.panes) * width * height)))
    shown_wh = (max(1, round(width * film_scale)), max(1, round(height * film_scale)))
    columns = columns_of(len(view.panes), view.info.film_hw)
    n_rows = math.ceil(len(view.panes) / columns)
    grid = Image.new("RGB", (columns * (shown_wh[0] + _GAP_PX) - _GAP_PX, n_rows * (shown_wh[1] + _GAP_PX) - _GAP_PX))
    for index, pane in enumerate(view.panes):
        film = draw_film(view, pane).resize(shown_wh, Image.Resampling.BICUBIC, reducing_gap=2.0)
        row, column = divmod(index, columns)
        grid.paste(film, (column * (shown_wh[0] + _GAP_PX), row * (shown_wh[1] + _GAP_PX)))
    return grid, film_scale
