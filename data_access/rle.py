"""COCO run lengths: parse, check, area, intersection, decode; the only importer of pycocotools.

A mask is stored column by column as the lengths of alternating runs of background and foreground, each written in groups
of five bits, from the fourth run on as the difference to the run two before (COCO's "compressed RLE"). pycocotools trusts
such strings: malformed ones make it read foreign memory or end the process, so every string passes `check_strings` first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pycocotools import mask as coco

MAX_SIDE_PX = 65_535
MAX_IMAGE_PX = 500_000_000
"""Largest plausible image: a chest film has 5 to 20 million pixels; a size beyond this is a broken or hostile file."""

_FIRST, _LAST = 48, 111  # the 64 characters COCO writes, '0' to 'o'
_MAX_GROUPS = 7  # 7 groups of 5 bits hold every 32-bit run
_CHUNK_BYTES = 1 << 17  # keeps the arrays of a pass within the processor's cache


class RleError(ValueError):
    """Run lengths that are not a mask of their size; the message says why."""


@dataclass(frozen=True, slots=True)
class CheckedStrings:
    """What `check_strings` found, one entry a string.

    Attributes
    ----------
    counts : list of bytes
        The strings, rewritten where a run of length zero inside would mislead pycocotools; empty where refused.
    area_px : ndarray of int64, shape (n,)
        Foreground pixels; 0 where refused.
    faults : list of str or None
        Why a string was refused; None where it is good.
    """

    counts: list[bytes]
    area_px: NDArray[np.int64]
    faults: list[str | None]


@dataclass(frozen=True, slots=True)
class _Runs:
    """The run lengths of several strings laid end to end, background apart from foreground.

    The two halves are what COCO's differences are taken in, so each is one cumulative sum. String i has its runs in
    rows `first_row[i]` up to `first_row[i + 1]` of both halves; `padded` marks those whose last foreground run is filler.
    """

    background: NDArray[np.int64]
    foreground: NDArray[np.int64]
    first_row: NDArray[np.int64]
    padded: NDArray[np.bool_]
    fault: list[str | None]


def size_fault(height_px: object, width_px: object) -> str | None:
    """Return why a mask size is not plausible, or None if it is.

    Parameters
    ----------
    height_px, width_px : object
        As found in a file.
    """
    if not (type(height_px) is int and type(width_px) is int):
        return f"a size [{height_px!r}, {width_px!r}] that is not two whole numbers"
    if not (1 <= height_px <= MAX_SIDE_PX and 1 <= width_px <= MAX_SIDE_PX and height_px * width_px <= MAX_IMAGE_PX):
        return f"a size [{height_px}, {width_px}] that no chest X-ray has"
    return None


def check_strings(counts: Sequence[bytes], image_px: Sequence[int]) -> CheckedStrings:
    """Check many run-length strings in one vectorised pass.

    A string is good if every character is COCO's, no number is cut or longer than 32 bits, no run is negative and the
    runs sum to the pixels of its image.

    Parameters
    ----------
    counts : sequence of bytes, length n
        Compressed run lengths.
    image_px : sequence of int, length n
        Height times width of each mask's image, checked by `size_fault`.

    Returns
    -------
    CheckedStrings
        Areas of the good strings and the fault of each bad one.
    """
    checked = list(counts)
    faults: list[str | None] = [None] * len(checked)
    area_px = np.zeros(len(checked), np.int64)
    for chunk in _chunks(checked):
        _check_chunk(chunk, checked, image_px, faults, area_px)
    for i, fault in enumerate(faults):
        if fault is not None:
            checked[i] = b""
    return CheckedStrings(checked, area_px, faults)


def _chunks(counts: Sequence[bytes]) -> Iterator[list[int]]:
    """Yield index lists of neighbouring strings of about `_CHUNK_BYTES` together."""
    chunk: list[int] = []
    n_bytes = 0
    for i, string in enumerate(counts):
        chunk.append(i)
        n_bytes += len(string)
        if n_bytes >= _CHUNK_BYTES:
            yield chunk
            chunk, n_bytes = [], 0
    if chunk:
        yield chunk


def _check_chunk(
    chunk: list[int],
    checked: list[bytes],
    image_px: Sequence[int],
    faults: list[str | None],
    area_px: NDArray[np.int64],
) -> None:
    """Check the strings whose numbers are in `chunk`; writes into the three lists given last."""
    for i in chunk:
        if not checked[i]:
            faults[i] = "an empty string"
        elif len(checked[i]) > _MAX_GROUPS * (image_px[i] + 2):
            faults[i] = "more runs than the image has pixels"
    kept = [i for i in chunk if faults[i] is None]
    if not kept:
        return
    runs = _parse([checked[i] for i in kept])
    first = runs.first_row[:-1]
    limit_px = np.array([image_px[i] for i in kept], np.int64)
    total_px = np.add.reduceat(runs.background, first) + np.add.reduceat(runs.foreground, first)
    foreground_px = np.add.reduceat(runs.foreground, first)
    longest_px = np.maximum(np.maximum.reduceat(runs.background, first), np.maximum.reduceat(runs.foreground, first))
    # From here on the first run, which may be empty, and the filler say nothing: only an inner run must not be empty.
    opening_px = runs.background[first]
    runs.background[first] = 1
    runs.foreground[runs.first_row[1:][runs.padded] - 1] = 1
    shortest_px = np.minimum(np.minimum.reduceat(runs.background, first), np.minimum.reduceat(runs.foreground, first))
    for k, i in enumerate(kept):
        if runs.fault[k] is not None:
            faults[i] = runs.fault[k]
        # Runs within the image first: with them no sum can have overflowed.
        elif opening_px[k] < 0 or shortest_px[k] < 0 or longest_px[k] > limit_px[k]:
            faults[i] = "a run that is negative or longer than the image"
        elif total_px[k] != limit_px[k]:
            faults[i] = f"runs that sum to {total_px[k]:,} px where height x width is {limit_px[k]:,} px"
        else:
            area_px[i] = foreground_px[k]
            if shortest_px[k] == 0:  # pycocotools stops early where two runs of length zero coincide
                checked[i] = _encode_runs(_merged(_run_lengths(checked[i])), int(limit_px[k]))


def _parse(strings: Sequence[bytes]) -> _Runs:
    """Read the numbers of non-empty strings; never fails, `fault` says what is wrong with which string."""
    n_bytes = np.fromiter((len(string) for string in strings), np.int64, len(strings))
    last_byte = np.cumsum(n_bytes) - 1
    first_byte = last_byte - n_bytes + 1
    char = np.frombuffer(b"".join(strings), np.uint8)
    lowest, highest = np.minimum.reduceat(char, first_byte), np.maximum.reduceat(char, first_byte)
    code = char - np.uint8(_FIRST)
    ends_number = (code & 0x20) == 0
    cut = ~ends_number[last_byte]
    ends_number[last_byte] = True  # so that no number runs into the next string

    end = np.flatnonzero(ends_number)
    start = np.empty_like(end)
    start[0], start[1:] = 0, end[:-1] + 1
    n_groups = end - start + 1
    number = (code[start] & 0x1F).astype(np.int64)
    longer = np.flatnonzero(n_groups > 1)
    for group in range(1, _MAX_GROUPS):  # most numbers have one group or two
        if not longer.size:
            break
        number[longer] |= (code[start[longer] + group] & 0x1F).astype(np.int64) << (5 * group)
        longer = longer[n_groups[longer] > group + 1]
    minus = np.flatnonzero(code[end] & 0x10)
    number[minus] -= np.int64(1) << (5 * np.minimum(n_groups[minus], _MAX_GROUPS))

    first = np.searchsorted(end, first_byte)
    n_numbers = np.diff(np.append(first, end.size))
    too_long = np.zeros(len(strings), bool)
    too_long[np.searchsorted(last_byte, end[longer])] = True

    n_rows = (n_numbers + 1) // 2
    first_row = np.concatenate(([0], np.cumsum(n_rows)))
    padded = n_numbers % 2 == 1
    both = np.zeros(2 * first_row[-1], np.int64)
    both[np.arange(end.size) + np.repeat(2 * first_row[:-1] - first, n_numbers)] = number
    opening = both[2 * first_row[:-1]]
    both[2 * first_row[:-1]] = 0  # the first run is stored as it is, and no difference is taken to it
    background = _restart(np.cumsum(both[0::2]), first_row, n_rows)
    background[first_row[:-1]] = opening
    foreground = _restart(np.cumsum(both[1::2]), first_row, n_rows)
    foreground[first_row[1:][padded] - 1] = 0
    fault = [
        "characters that COCO run lengths do not have"
        if lowest[i] < _FIRST or highest[i] > _LAST
        else "a string cut in the middle of a number"
        if cut[i]
        else "a run longer than 32 bits"
        if too_long[i]
        else None
        for i in range(len(strings))
    ]
    return _Runs(background, foreground, first_row, padded, fault)


def _restart(
    cumulative: NDArray[np.int64], first_row: NDArray[np.int64], n_rows: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Let a cumulative sum over all strings begin anew at each string."""
    before = np.concatenate(([0], cumulative))[first_row[:-1]]
    return cumulative - np.repeat(before, n_rows)


def _run_lengths(counts: bytes) -> NDArray[np.int64]:
    """Return the alternating run lengths of one string, background first."""
    runs = _parse([counts])
    lengths = np.column_stack((runs.background, runs.foreground)).ravel()
    return lengths[:-1] if runs.padded[0] else lengths


def _merged(lengths: NDArray[np.int64]) -> list[int]:
    """Join runs that a run of length zero splits; the first run, of background, may stay zero."""
    merged = [int(lengths[0])]
    for i, length in enumerate(lengths[1:].tolist(), start=1):
        same_colour_as_last = i % 2 == (len(merged) - 1) % 2
        if same_colour_as_last:
            merged[-1] += length
        elif length:
            merged.append(length)
    return merged


def _encode_runs(lengths: Sequence[int], image_px: int) -> bytes:
    """Return checked run lengths as a compressed string; only their sum matters for it, not the image's shape."""
    encoded = coco.frPyObjects({"size": [image_px, 1], "counts": list(lengths)}, image_px, 1)
    return bytes(encoded["counts"])


def compress(lengths: object, image_px: int) -> bytes:
    """Return COCO's uncompressed counts (a list of run lengths, valid COCO too) as a compressed string.

    Raises
    ------
    RleError
        If they are not non-negative whole numbers that sum to `image_px`.
    """
    if not isinstance(lengths, list) or not lengths or not all(type(n) is int and n >= 0 for n in lengths):
        raise RleError("a list of counts that are not all whole numbers from 0 up")
    if sum(lengths) != image_px:
        raise RleError(f"runs that sum to {sum(lengths):,} px where height x width is {image_px:,} px")
    return _encode_runs(_merged(np.array(lengths, np.int64)), image_px)


def empty(size_hw: tuple[int, int]) -> bytes:
    """Return the run lengths of a mask without foreground."""
    image_px = size_hw[0] * size_hw[1]
    return _encode_runs([image_px], image_px)


def encode(mask: NDArray[np.bool_]) -> bytes:
    """Return the run lengths of a boolean mask, shape (height, width)."""
    return bytes(coco.encode(np.asfortranarray(mask, dtype=np.uint8))["counts"])


def area_px(counts: bytes, size_hw: tuple[int, int]) -> int:
    """Return the foreground pixels of checked run lengths."""
    return int(coco.area(_record(counts, size_hw)))


def union(counts: Sequence[bytes], size_hw: tuple[int, int]) -> bytes:
    """Return the union of checked masks of one size; the empty mask for none."""
    if not counts:
        return empty(size_hw)
    return bytes(coco.merge([_record(c, size_hw) for c in counts])["counts"])


def intersection_px(counts_a: bytes, counts_b: bytes, area_a_px: int, size_hw: tuple[int, int]) -> int:
    """Return the pixels that two checked masks share, from their run lengths.

    Parameters
    ----------
    counts_a, counts_b : bytes
        Checked run lengths of one size.
    area_a_px : int
        Area of the first mask; 0 gives 0 at once.
    size_hw : tuple of int
        Height and width in pixels.
    """
    if not area_a_px:
        return 0
    # Against a "crowd" pycocotools answers intersection / area of the first: the count comes back exactly.
    share = coco.iou([_record(counts_a, size_hw)], [_record(counts_b, size_hw)], [1])
    return round(float(share[0, 0]) * area_a_px)


def _record(counts: bytes, size_hw: tuple[int, int]) -> dict[str, object]:
    return {"size": [size_hw[0], size_hw[1]], "counts": counts}


def decode_box(counts: bytes, size_hw: tuple[int, int]) -> tuple[NDArray[np.bool_], tuple[int, int]]:
    """Decode checked run lengths within their bounding box.

    Parameters
    ----------
    counts : bytes
        Checked run lengths.
    size_hw : tuple of int
        Height and width of the image in pixels.

    Returns
    -------
    mask : ndarray of bool, shape (box height, box width)
        Shape (0, 0) for an empty mask.
    corner_xy : tuple of int
        Column and row of the box's upper left pixel.
    """
    lengths = _run_lengths(counts)
    end = np.cumsum(lengths)
    stop, start = end[1::2], end[0::2][: end[1::2].size]
    start, stop = start[stop > start], stop[stop > start]
    if not start.size:
        return np.zeros((0, 0), bool), (0, 0)
    height = size_hw[0]
    x_first, x_last = int(start[0]) // height, (int(stop[-1]) - 1) // height
    n_columns = x_last - x_first + 1
    edge = np.zeros(n_columns * height + 1, np.int8)
    edge[start - x_first * height] = 1
    edge[stop - x_first * height] = -1
    columns = np.cumsum(edge[:-1], dtype=np.int8).view(bool).reshape(n_columns, height)
    rows = np.flatnonzero(columns.any(axis=0))
    y_first, y_last = int(rows[0]), int(rows[-1])
    return np.ascontiguousarray(columns[:, y_first : y_last + 1].T), (x_first, y_first)


def decode(counts: bytes, size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Decode checked run lengths to a mask of shape (height, width); for a whole image only where one is needed."""
    return np.asarray(coco.decode(_record(counts, size_hw)), dtype=bool)
