"""A small picture of a case with the outlines of some sources, drawn with Pillow and kept on disk by its content."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import orjson
from PIL import Image

from components.exports import strokes
from components.figures.theme import SourceStyle
from components.figures.xray import XrayInfo, describe, xray_info
from components.tables.case import Drawing
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.disk_cache import DiskCache
from data_access.files import FileError
from data_access.images import ImageError, make_display

SIDE_PX = 320
"""Longest side: sharp enough in a gallery, and some 15 to 20 kB, since Streamlit keeps every picture of a session."""

_LINE_PX = 1.6
_JPEG_QUALITY = 75
_EMPTY_GREY = 28
_FRAME_COLOUR = "#8A949E"
_VERSION = 1


class Outlines(NamedTuple):
    """What is drawn over a film.

    Attributes
    ----------
    source_keys : tuple of str
        Sources; their annotation sets are read, and no other.
    pathology : str
        The one pathology drawn; empty for all.
    """

    source_keys: tuple[str, ...]
    pathology: str = ""


class Thumbnail(NamedTuple):
    """A picture to show.

    Attributes
    ----------
    content : bytes
        JPEG, no side longer than `SIDE_PX`.
    alt : str
        What it shows, in words; not escaped.
    fault : str
        Why there is no X-ray on it; empty if there is.
    remarks : tuple of str
        What to tell of it beside that, such as masks of another shape.
    """

    content: bytes
    alt: str
    fault: str
    remarks: tuple[str, ...] = ()


def thumbnail(
    dataset: Dataset, case_id: str, what: Outlines, styles: Mapping[str, SourceStyle], cache: DiskCache
) -> Thumbnail:
    """Return the picture of a case, from the cache if nothing it shows has changed.

    Parameters
    ----------
    dataset : Dataset
        Where the case is from.
    case_id : str
        The case.
    what : Outlines
        What is drawn over it.
    styles : mapping of source key to SourceStyle
        From `theme.source_styles`.
    cache : DiskCache
        Where it is kept.
    """
    split = str(dataset.cases.loc[case_id, "split"])
    sets = [one for one in dataset.sets_of(split) if one.key in what.source_keys and one.has_masks]
    drawn = _drawings(sets, case_id, what.pathology)
    key = _key(dataset, case_id, drawn, styles)
    kept = _unpack(cache.get(key))
    if kept is None:
        kept = _make(dataset, case_id, drawn, styles)
        if not kept.fault:  # a film that cannot be read now may be there the next time
            cache.put(key, _pack(kept))
    return kept


def _drawings(sets: Sequence[AnnotationSet], case_id: str, pathology: str) -> list[Drawing]:
    """Collect what is to be outlined, without the numbers that a case's own page has."""
    found = []
    for annotated in sets:
        for target in (pathology,) if pathology else annotated.pathologies:
            mask = annotated.mask(case_id, target)
            if mask is not None and not mask.is_empty:
                found.append(Drawing(annotated.source, target, annotated.state(case_id, target), mask))
    return found


def _key(dataset: Dataset, case_id: str, drawn: Sequence[Drawing], styles: Mapping[str, SourceStyle]) -> str:
    """Return a digest of everything that the picture shows: the film's file, the masks, how they are drawn."""
    path = str(dataset.cases.loc[case_id, "image"])
    digest = hashlib.sha256(repr((_VERSION, SIDE_PX, case_id, str(dataset.folder.root))).encode())
    digest.update((dataset.folder.stamp(path) if path else "no film").encode("utf-8", "surrogateescape"))
    for one in drawn:
        if one.mask is not None:
            digest.update(repr((one.source.label, one.target, styles[one.source.key], one.mask.size_hw)).encode())
            digest.update(one.mask.counts)
    return digest.hexdigest()


def _make(dataset: Dataset, case_id: str, drawn: Sequence[Drawing], styles: Mapping[str, SourceStyle]) -> Thumbnail:
    fault, image = "", None
    try:
        image = make_display(dataset.image_bytes(case_id), SIDE_PX)
    except (FileError, ImageError) as error:
        fault = str(error)
    info = xray_info(case_id, drawn, image, fault)
    remarks = tuple(info.remarks[1:] if fault else info.remarks)
    return Thumbnail(draw(info, styles), describe(info), fault, remarks)


def draw(info: XrayInfo, styles: Mapping[str, SourceStyle]) -> bytes:
    """Draw a film and its outlines, the smallest on top; an empty frame where there is no film.

    Parameters
    ----------
    info : XrayInfo
        From `figures.xray.xray_info`, with an image no larger than the thumbnail.
    styles : mapping of source key to SourceStyle
        Colour and line style of each source.

    Returns
    -------
    bytes
        JPEG.
    """
    height, width = info.film_hw
    scale = SIDE_PX / max(height, width)
    if info.image is not None:
        with Image.open(io.BytesIO(info.image.content)) as film:
            picture = film.convert("RGB")
        scale = picture.height / height
    else:
        picture = Image.new("RGB", (max(1, round(width * scale)), max(1, round(height * scale))), (_EMPTY_GREY,) * 3)
        right, bottom = picture.width - 1, picture.height - 1
        frame = [(0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0)]
        strokes.line(picture, frame, _FRAME_COLOUR, 1, "dash")
    for layer in info.layers:
        style = styles[layer.source_key]
        for ring in layer.rings_xy:
            # Pixel 0 of the film spans -0.5 to 0.5, and so does that of the picture.
            points = [((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5) for x, y in (*ring, ring[0])]
            strokes.line(picture, points, style.colour, _LINE_PX, style.dash)
    stream = io.BytesIO()
    # Thin coloured lines need their colour whole, which costs a grey film little.
    picture.save(stream, "JPEG", quality=_JPEG_QUALITY, subsampling=0, optimize=True)
    return stream.getvalue()


def _pack(made: Thumbnail) -> bytes:
    words = orjson.dumps([made.alt, *made.remarks])
    return len(words).to_bytes(4, "big") + words + made.content


def _unpack(stored: bytes | None) -> Thumbnail | None:
    if stored is None:
        return None
    n_bytes = int.from_bytes(stored[:4], "big")
    alt, *remarks = orjson.loads(stored[4 : 4 + n_bytes])
    return Thumbnail(stored[4 + n_bytes :], alt, "", tuple(remarks))
