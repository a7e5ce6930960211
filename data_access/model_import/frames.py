"""Which part of an X-ray a model's picture shows, and the way back: each pixel of the film takes the nearest one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from data_access import rle
from data_access.geometry import HeatMap, Mask

Frame = Literal["image", "squashed", "padded", "padded-corner", "cropped"]

FRAMES: tuple[Frame, ...] = get_args(Frame)

FRAME_WORDS: dict[Frame, str] = {
    "image": "image pixels",
    "squashed": "squashed to a square",
    "padded": "padded to a square",
    "padded-corner": "padded to a square, the film at the upper left",
    "cropped": "cropped to the middle square",
}

FRAME_HELP: dict[Frame, str] = {
    "image": "Each mask has the height and width of its film.",
    "squashed": "The whole film was resized to the model's picture, each side by itself: Resize((320, 320)).",
    "padded": "The film stood in the middle of a square as wide as its longer side, which was then resized.",
    "padded-corner": "The film stood at the upper left of a square as wide as its longer side, which was then resized.",
    "cropped": "The middle square of the film was cut out and resized: Resize(320), CenterCrop(320). Nothing is known "
    "of what lies outside, where the mask stays empty.",
}

ASPECT_TOLERANCE = 0.01
"""A mask that is no square is a smaller or larger copy of the film if their aspect ratios agree within this share."""


class Box(NamedTuple):
    """The part of an image that a picture covers, in pixels of the image; it may reach beyond the image."""

    top: int
    left: int
    height: int
    width: int


def covered(frame: Frame, size_hw: tuple[int, int]) -> Box:
    """Return the part of an image of this height and width that a picture in `frame` covers.

    Where a border cannot be halved, the odd pixel is at the bottom or right, as in torchvision and Pillow.
    """
    height, width = size_hw
    longer, shorter = max(size_hw), min(size_hw)
    if frame == "padded":
        return Box(-((longer - height) // 2), -((longer - width) // 2), longer, longer)
    if frame == "padded-corner":
        return Box(0, 0, longer, longer)
    if frame == "cropped":
        return Box((height - shorter) // 2, (width - shorter) // 2, shorter, shorter)
    return Box(0, 0, height, width)


def fits(frame: Frame, picture_hw: tuple[int, int], size_hw: tuple[int, int]) -> bool:
    """Say whether a picture of one size can be in `frame` of an image of another.

    In image pixels both sizes are equal. The other frames are squares; a picture of the image's own shape may count as
    squashed, since to shrink both sides alike is the same rule.
    """
    if frame == "image":
        return picture_hw == size_hw
    if picture_hw[0] == picture_hw[1]:
        return True
    ratio = picture_hw[0] * size_hw[1] / (picture_hw[1] * size_hw[0])
    return frame == "squashed" and abs(ratio - 1) <= ASPECT_TOLERANCE


def fitting(picture_hw: tuple[int, int], size_hw: tuple[int, int]) -> tuple[Frame, ...]:
    """Return the frames that a picture of one size can be in, of an image of another."""
    return tuple(frame for frame in FRAMES if fits(frame, picture_hw, size_hw))


def map_back(mask: Mask, frame: Frame, size_hw: tuple[int, int]) -> Mask:
    """Map a mask back to its image, nearest-neighbour.

    The centre of each pixel of the image lies in one pixel of the mask, whose value it takes:
    row = floor((y + 1/2 - top) h / height), and columns likewise, with the box of `covered`; on a border between two
    pixels the lower or right one counts. Outside the box the image stays background.

    Parameters
    ----------
    mask : Mask
        As the model gave it; empty gives empty.
    frame : Frame
        What it shows; `fits` must hold.
    size_hw : tuple of int
        Height and width of the image in pixels.

    Returns
    -------
    Mask
        Of the image's size; in image pixels the mask itself.
    """
    if mask.size_hw == size_hw and frame in ("image", "squashed"):
        return mask
    part, (x_first, y_first) = mask.decode_box()
    if not part.size:
        return Mask.empty(size_hw)
    box = covered(frame, size_hw)
    row_of = _nearest(size_hw[0], box.top, box.height, mask.size_hw[0])
    column_of = _nearest(size_hw[1], box.left, box.width, mask.size_hw[1]) - x_first
    edges = np.diff(np.pad(part, ((1, 1), (0, 0))).astype(np.int8), axis=0).T
    column, start = np.nonzero(edges == 1)
    _, stop = np.nonzero(edges == -1)
    # Rows of the image are in order of the mask's rows, so a run of the mask is one run of the image.
    start, stop = np.searchsorted(row_of, start + y_first), np.searchsorted(row_of, stop + y_first)
    lengths = _runs(column, start, stop, column_of, size_hw)
    return Mask(size_hw, rle.from_runs(lengths, size_hw), int(lengths[1::2].sum()))


def _nearest(n_image: int, first: int, n_covered: int, n_picture: int) -> NDArray[np.int64]:
    """Return the row of the picture that each row of the image takes; outside the box one that the picture has not."""
    centre_twice = 2 * (np.arange(n_image, dtype=np.int64) - first) + 1
    return centre_twice * n_picture // (2 * n_covered)


def _runs(
    column: NDArray[np.int64],
    start: NDArray[np.int64],
    stop: NDArray[np.int64],
    column_of: NDArray[np.int64],
    size_hw: tuple[int, int],
) -> NDArray[np.int64]:
    """Return alternating run lengths, background first, of columns each of which repeats one of the mask's.

    Parameters
    ----------
    column, start, stop : ndarray of int64, shape (n,)
        Runs of foreground by column of the mask, in rows of the image.
    column_of : ndarray of int64, shape (width,)
        The column of the mask that each of the image takes; any other number stands for background.
    size_hw : tuple of int
        Height and width of the image in pixels.
    """
    height, width = size_hw
    kept = stop > start  # a smaller image may lack all rows of a run
    column, start, stop = column[kept], start[kept], stop[kept]
    first, beyond = np.searchsorted(column, column_of), np.searchsorted(column, column_of, side="right")
    n_runs = beyond - first
    total = int(n_runs.sum())
    within = np.arange(total) - np.repeat(np.cumsum(n_runs) - n_runs, n_runs)
    run = np.repeat(first, n_runs) + within
    offset = np.repeat(np.arange(width, dtype=np.int64) * height, n_runs)
    starts, stops = start[run] + offset, stop[run] + offset
    apart = starts[1:] > stops[:-1]  # a run that reaches the bottom goes on at the top of the next column
    starts, stops = starts[np.append(True, apart)[:total]], stops[np.append(apart, True)[:total]]
    ends = np.stack([starts, stops], axis=1).ravel()
    lengths = np.diff(ends, prepend=0, append=height * width)
    return lengths if lengths[-1] or lengths.size == 1 else lengths[:-1]


def cut_map(heatmap: HeatMap, frame: Frame) -> HeatMap:
    """Cut a heat map to what it shows of its image, as heat maps are stretched over the whole film.

    The map keeps the number of pixels along the image's longer side; each takes the nearest one.

    Raises
    ------
    ValueError
        If the frame is cropped: of what lies outside nothing is known, and no value is right for it.
    """
    if frame in ("image", "squashed"):
        return heatmap
    if frame == "cropped":
        raise ValueError("a heat map of a part of the film")
    box, size_hw = covered(frame, heatmap.size_hw), heatmap.size_hw
    picture_hw = heatmap.map_hw.shape
    n_kept = [max(1, round(n * side / max(size_hw))) for n, side in zip(picture_hw, size_hw, strict=True)]
    place = [
        # The centre of a kept pixel in pixels of the image, from there to the picture's.
        ((np.arange(n) + 0.5) * side / n - first) * n_picture / n_covered
        for n, side, first, n_picture, n_covered in zip(n_kept, size_hw, box[:2], picture_hw, box[2:], strict=True)
    ]
    rows, columns = (np.clip(at.astype(np.int64), 0, n - 1) for at, n in zip(place, picture_hw, strict=True))
    cut = np.ascontiguousarray(heatmap.map_hw[np.ix_(rows, columns)])
    cut.setflags(write=False)
    return HeatMap(cut, heatmap.probability, size_hw)


def origin_words(frame: Frame, sizes_hw: Iterable[tuple[int, int]], what: str = "masks") -> str:
    """Say in one line where masks were mapped back from; empty for image pixels, which are shown as they are.

    >>> origin_words("squashed", [(320, 320)])
    'masks mapped back from 320 x 320 px, squashed to a square, nearest-neighbour'
    """
    sizes = sorted(set(sizes_hw))
    if frame == "image" or not sizes:
        return ""
    listed = ", ".join(f"{width} x {height}" for height, width in sizes[:3]) + (" and others" if sizes[3:] else "")
    verb = "mapped back from" if what == "masks" else "cut from"
    shape = "" if frame == "squashed" and any(h != w for h, w in sizes) else f"{FRAME_WORDS[frame]}, "
    return f"{what} {verb} {listed} px, {shape}nearest-neighbour"
