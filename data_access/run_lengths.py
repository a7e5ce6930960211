"""COCO run-length strings: parse, check and write them, many at once.

A mask is stored column by column as the lengths of alternating runs of background and foreground, each written in
groups of five bits, from the fourth run on as the difference to the run two before (COCO's "compressed RLE").
pycocotools trusts such strings: malformed ones make it read foreign memory or end the process, so every string passes
`check_strings` first.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAX_SIDE_PX = 65_535
MAX_IMAGE_PX = 500_000_000
"""Largest plausible image: a chest film has 5 to 20 million pixels; a size beyond this is a broken or hostile file."""

_FIRST, _LAST = 48, 111  # the 64 characters COCO writes, '0' to 'o'
_MAX_GROUPS = 6  # 6 groups of 5 bits hold every run of MAX_IMAGE_PX; pycocotools misreads negative numbers of 7
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
    rows `first_row[i]` up to `first_row[i + 1]` of both; `padded` marks those whose last foreground run is filler.
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
        return f"a size [{reprlib.repr(height_px)}, {reprlib.repr(width_px)}] that is not two whole numbers"
    if not (1 <= height_px <= MAX_SIDE_PX and 1 <= width_px <= MAX_SIDE_PX and height_px * width_px <= MAX_IMAGE_PX):
        return f"a size [{reprlib.repr(height_px)}, {reprlib.repr(width_px)}] that no chest X-ray has"
    return None


def check_strings(counts: Sequence[bytes], image_px: Sequence[int]) -> CheckedStrings:
    """Check many run-length strings in one vectorised pass.

    A string is good if every character is COCO's, no number is cut or longer than 30 bits, no run is negative and the
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
                checked[i] = _write(_merged(run_lengths(checked[i])))


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
        else "a number longer than 30 bits"
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


def run_lengths(counts: bytes) -> NDArray[np.int64]:
    """Return the alternating run lengths of one string, background first."""
    runs = _parse([counts])
    lengths = np.empty(2 * runs.background.size, np.int64)
    lengths[0::2], lengths[1::2] = runs.background, runs.foreground
    return lengths[: lengths.size - int(runs.padded[0])]


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


def _write(lengths: Sequence[int]) -> bytes:
    """Write run lengths as a compressed string."""
    chars = bytearray()
    for i, length in enumerate(lengths):
        number = length - lengths[i - 2] if i > 2 else length
        more = True
        while more:
            group = number & 0x1F
            number >>= 5
            more = number != (-1 if group & 0x10 else 0)
            chars.append(_FIRST + (group | 0x20 if more else group))
    return bytes(chars)


def compress(lengths: object, image_px: int) -> bytes:
    """Return COCO's uncompressed counts (a list of run lengths, valid COCO too) as a compressed string.

    Raises
    ------
    RleError
        If they are not non-negative whole numbers that sum to `image_px`.
    """
    if not isinstance(lengths, list) or not lengths or not all(type(n) is int and 0 <= n <= image_px for n in lengths):
        raise RleError("counts that are not all whole numbers from 0 to height x width")
    if sum(lengths) != image_px:
        raise RleError(f"runs that sum to {sum(lengths):,} px where height x width is {image_px:,} px")
    return _write(_merged(np.array(lengths, np.int64)))
