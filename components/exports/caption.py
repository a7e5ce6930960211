"""What stands below an exported picture: who drew what and how, a scale, and where it comes from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from components.exports import strokes
from components.exports.closer import closer_words
from components.exports.view import View
from components.figures.xray import HIT_WORDS
from data_access.problems import clip_text

MIN_WIDTH_PX = 640
POINT_WORDS = {True: HIT_WORDS[True], False: HIT_WORDS[False], None: "has no ground truth to hit"}
_BACKGROUND = (16, 20, 24)
_TEXT = (228, 232, 236)
_FAINT = (160, 168, 176)
_PER_LINE = 78
_LINES_PER_FILM = 45
_SCALE_SHARE = 0.25
_SCALE_NOTE = "the file carries no pixel spacing, so there are no millimetres"


class Entry(NamedTuple):
    """One line of the legend: what it says, and the line or, with a symbol, the sign that it is about."""

    text: str
    colour: str = ""
    dash: str = "solid"
    symbol: str = ""
    hollow: bool = False


def legend(view: View) -> list[Entry]:
    """List the sources that are drawn with their pathologies and areas, and what the signs mean where there are any."""
    entries = _closer_legend(view)
    layers = {(one.source_key, one.target): one for pane in view.panes for one in pane.layers}
    points = [one for pane in view.panes for one in pane.points]
    for source in view.sources:
        style = view.styles[source.key]
        own = sorted((one for one in layers.values() if one.source_key == source.key), key=lambda one: one.target)
        # A pathology that was given a colour or a line of its own has an entry of its own.
        for look in dict.fromkeys(view.look_of(one).style for one in own):
            alike = [one for one in own if view.look_of(one).style == look]
            areas = ", ".join(f"{one.target} {one.area_share:.1%}" for one in alike)
            entries.append(Entry(f"{source.label}: {areas} of the film", look.colour, look.dash))
        clicked = [one for one in points if one.source_key == source.key]
        untested: list[bool | None] = [None]
        hits = [is_hit for one in clicked for is_hit in one.hits or untested * len(one.points_xy)]
        for is_hit, words in POINT_WORDS.items():
            if is_hit in hits:
                text = f"{source.label}, point that {words} ({hits.count(is_hit)})"
                entries.append(Entry(text, style.colour, symbol=style.symbol, hollow=is_hit is False))
    return entries


def _closer_legend(view: View) -> list[Entry]:
    """Say what the colours of an agreement map, or the outline and the cross on a heat map, stand for."""
    if view.closer is None:
        return []
    said = closer_words(view.closer)
    said = said[0].upper() + said[1:]
    if view.closer.step is None:
        areas = [Entry(f"{name}: {area}", colour) for name, area, colour, *_ in view.closer.extra["areas"]]
        return [Entry(said), *areas]
    source = next(one for one in view.sources if one.key == view.closer.model_key)
    style = view.look_at(source.key, view.closer.target).style
    words = {True: "inside the ground truth", False: "outside the ground truth", None: "no ground truth to hit"}
    peak = words[view.closer.extra["heat"]["peak"]["hits"]]
    text = f"{source.label}, {view.closer.target} at threshold {view.closer.step['threshold']:.2f}"
    return [
        Entry(said),
        Entry(text, style.colour, style.dash),
        Entry(f"Highest value: {peak}", style.colour, symbol="x"),
    ]


def scale_px(film_width_px: int) -> int:
    """Return the length of the scale bar: 1, 2 or 5 times a power of ten, at most a quarter of the film's width.

    >>> scale_px(2320), scale_px(320), scale_px(3)
    (500, 50, 1)
    """
    limit = max(1.0, _SCALE_SHARE * film_width_px)
    power = 10 ** math.floor(math.log10(limit))
    return int(max(step * power for step in (1, 2, 5) if step * power <= limit))


def scale_words(film_width_px: int) -> str:
    """Say how long the scale bar is."""
    length_px = scale_px(film_width_px)
    return f"{length_px} px = {length_px / film_width_px:.1%} of the film's width; {_SCALE_NOTE}"


def draw_caption(view: View, width_px: int, films_height_px: int, film_scale: float) -> Image.Image:
    """Draw the strip below the film.

    Parameters
    ----------
    view : View
        What is shown above.
    width_px : int
        Width of the strip.
    films_height_px : int
        Height of what stands above it, so that the text is in proportion.
    film_scale : float
        Pixels of the picture per pixel of the film, for the scale bar.

    Returns
    -------
    Image
        RGB, `width_px` wide and as high as its text needs.
    """
    font = strokes.font_of(max(12.0, min(width_px / _PER_LINE, films_height_px / _LINES_PER_FILM)))
    large = strokes.font_of(1.35 * font.size)
    pad, line_px = round(font.size), round(1.5 * font.size)
    provenance = view.provenance
    items = provenance.items()
    said = [f"{name}: {items[name]}" for name in ("Settings", "Fingerprint", "Software", "Creation Time")]
    about = f"{items['Dataset']}, {items['Split']}"
    remarks = [clip_text(remark) for remark in view.info.remarks]
    sample_px = round(3.2 * font.size)
    blocks: list[tuple[str, Entry | None, tuple[int, int, int]]] = []
    for entry in legend(view) or [Entry("Nothing is drawn on the film.")]:
        wrapped = wrap(entry.text, font, width_px - 2 * pad - sample_px)
        blocks += [(text, entry if index == 0 else None, _TEXT) for index, text in enumerate(wrapped)]
    tail = [(text, _TEXT) for text in provenance.warnings] + [(text, _FAINT) for text in [*remarks, *said]]
    lines = [(text, colour) for whole, colour in tail for text in wrap(whole, font, width_px - 2 * pad)]
    height_px = 2 * pad + 2 * line_px + line_px * (len(blocks) + len(lines)) + 4 * line_px
    strip = Image.new("RGB", (width_px, height_px), _BACKGROUND)
    draw = ImageDraw.Draw(strip)
    y = pad
    title = wrap(items["Case"], large, width_px - 2 * pad)[0]
    draw.text((pad, y), title, fill=_TEXT, font=large)
    draw.text((pad + large.getlength(title) + pad, y + 0.35 * font.size), about, fill=_FAINT, font=font)
    y += 2 * line_px
    for text, sampled, colour in blocks:
        if sampled is not None and sampled.colour:
            _sample(strip, sampled, (pad, y + 0.55 * font.size), font.size)
        draw.text((pad + sample_px, y), text, fill=colour, font=font)
        y += line_px
    y += line_px
    _scale(strip, (pad, y), round(scale_px(view.info.film_hw[1]) * film_scale), font)
    draw.text((pad, y + 0.5 * font.size), scale_words(view.info.film_hw[1]), fill=_TEXT, font=font)
    y += 2 * line_px + line_px // 2
    for text, colour in lines:
        draw.text((pad, y), text, fill=colour, font=font)
        y += line_px
    return strip


def wrap(text: str, font: ImageFont.FreeTypeFont, width_px: float) -> list[str]:
    """Break a text into lines that fit, within a word where one alone is too long; at least one line."""
    lines: list[str] = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if font.getlength(joined) <= width_px:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if lines[-1] and font.getlength(lines[-1] + char) > width_px:
                lines.append("")
            lines[-1] += char
    return lines


def _sample(strip: Image.Image, entry: Entry, at_xy: tuple[float, float], size_px: float) -> None:
    x, y = at_xy
    if entry.symbol:
        strokes.sign(strip, x + 1.3 * size_px, y, entry.symbol, 0.4 * size_px, entry.colour, hollow=entry.hollow)
    else:
        strokes.line(strip, [(x, y), (x + 2.6 * size_px, y)], entry.colour, size_px / 6, entry.dash)


def _scale(strip: Image.Image, at_xy: tuple[int, int], length_px: int, font: ImageFont.FreeTypeFont) -> None:
    """Draw a bar with upright ends, exactly `length_px` from the first to the last pixel."""
    x, y = at_xy
    draw = ImageDraw.Draw(strip)
    half = max(1, round(font.size / 10))
    draw.rectangle((x, y - half, x + length_px - 1, y + half - 1), fill=_TEXT)
    for end in (x, x + length_px - 2 * half):
        draw.rectangle((end, y - round(0.4 * font.size), end + 2 * half - 1, y + round(0.4 * font.size)), fill=_TEXT)


def plain_lines(view: View) -> Sequence[str]:
    """Return the caption as lines of text, for a page."""
    items = view.provenance.items()
    lines = [f"{items['Case']} ({items['Dataset']}, {items['Split']})", *(entry.text for entry in legend(view))]
    rest = [f"{name}: {items[name]}" for name in ("Sources", "Settings", "Fingerprint", "Software", "Creation Time")]
    return [*lines, *view.provenance.warnings, *view.info.remarks, *rest]
