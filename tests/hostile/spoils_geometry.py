"""Masks, contours, points and ids that no honest program writes, and odd ones that are valid all the same."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

import numpy as np

from data_access.rle import decode_box
from data_access.run_lengths import run_lengths
from tests.builders import box, box_xy, contours, mask_json
from tests.hostile.spoil import AGREEMENT, CASES, DATA, FLUID, GALLERY, HEART, SIZE_HW, STATISTICS, Place, Spoil
from tests.run_length_strings import write_runs

GT, POINTS = "gt_segmentations_val.json", "hb_salient_pt_val.json"
IMAGE_PX = SIZE_HW[0] * SIZE_HW[1]
ITEM = "{case} / " + HEART


def _mask(**fields: object) -> Callable[[Place], object]:
    """Change size or counts of the case's heart as the ground truth has it."""

    def do(place: Place) -> None:
        place.edit(place.annotations / GT, lambda cases: cases[place.case][HEART].update(fields))

    return do


def _bad(name: str, found: str, **fields: object) -> Spoil:
    return Spoil(name, _mask(**fields), GT, ITEM, found, says="Ground truth: unreadable")


def _cut(place: Place) -> None:
    def shorten(cases: dict[str, dict[str, dict[str, str]]]) -> None:
        mask = cases[place.case][HEART]
        mask["counts"] = mask["counts"][: len(mask["counts"]) // 2]

    place.edit(place.annotations / GT, shorten)


def _as_list(place: Place) -> None:
    """Write every mask of the file as COCO's uncompressed list of runs, which is valid too."""

    def rewrite(cases: dict[str, dict[str, dict[str, object]]]) -> None:
        for of_case in cases.values():
            for mask in of_case.values():
                mask["counts"] = run_lengths(str(mask["counts"]).encode()).tolist()

    place.edit(place.annotations / GT, rewrite)


def _frame(size_hw: tuple[int, int]) -> Callable[[Place], object]:
    """Let the model have drawn the case on an image of another size."""

    def do(place: Place) -> None:
        height, width = size_hw
        mask = mask_json(box(height // 3, width // 4, height // 4, width // 3, size_hw))
        place.edit(place.model_file, lambda cases: cases[place.case].update({HEART: mask}))

    return do


RANDOM = bytes(np.random.default_rng(7).integers(33, 126, 200).tolist()).decode("ascii")

RLE = (
    _bad("rle-empty", "an empty string", counts=""),
    Spoil("rle-cut", _cut, GT, ITEM, says="Ground truth: unreadable"),
    _bad("rle-random-bytes", "characters that COCO run lengths do not have", counts=RANDOM),
    _bad("rle-random-letters", "", counts="".join(chr(48 + ord(c) % 64) for c in RANDOM)),
    _bad("rle-tildes", "characters that COCO", counts="~~~~~~~~"),
    _bad("rle-exclamation-marks", "characters that COCO", counts="!!!"),
    _bad("rle-non-ascii", "characters that COCO", counts="é🫁"),
    _bad("rle-negative-run", "negative", counts=write_runs([IMAGE_PX, 20, -20]).decode()),
    _bad("rle-oversized-run", "longer than the image", counts=write_runs([0, IMAGE_PX + 5]).decode()),
    _bad("rle-endless-number", "a number longer than 30 bits", counts="o" * 40 + "0"),
    _bad("rle-a-million-runs", "more runs than the image has pixels", counts="1" * 1_000_000),
    _bad("rle-size-of-another-image", "px where height x width is", size=[SIZE_HW[0], SIZE_HW[1] + 1]),
    _bad("rle-size-0", "no chest X-ray", size=[0, SIZE_HW[1]]),
    _bad("rle-size-1e9", "no chest X-ray", size=[10**9, 10**9]),
    _bad("rle-size-negative", "no chest X-ray", size=[-SIZE_HW[0], -SIZE_HW[1]]),
    _bad("rle-list-with-negative-runs", "whole numbers", counts=[IMAGE_PX + 1, -1]),
    _bad("rle-list-with-huge-runs", "whole numbers", counts=[10**30, 5]),
    Spoil("rle-uncompressed-list", _as_list, same=True, turn=-1),
    Spoil(
        "size-differs-by-scale",
        _frame((SIZE_HW[0] // 2, SIZE_HW[1] // 2)),
        "{model}_segmentations_val.json",
        ITEM,
        "24 x 32 px: scaled to fit",
        says="was drawn on 24 x 32 px, the film has 48 x 64 px: scaled to fit",
        pages=(CASES,),
    ),
    Spoil(
        "size-differs-by-aspect-ratio",
        _frame((SIZE_HW[0], SIZE_HW[0])),
        "{model}_segmentations_val.json",
        ITEM,
        "64 x 64 px: not the same shape, so it is not laid over the film",
        says="import-model",
        pages=(CASES,),
    ),
)


def _contours(drawn: object) -> Callable[[Place], object]:
    """Let the model have contours alone, which fill to the masks it had; the heart of the case is something else."""

    def do(place: Place) -> None:
        of_model = json.loads(place.model_file.read_bytes())
        place.model_file.unlink()
        of_case: dict[str, dict[str, object]] = {}
        for case_id in of_model:
            of_case[case_id] = {}
            for target in (HEART, FLUID):
                area, (left, top) = decode_box(of_model[case_id][target]["counts"].encode(), SIZE_HW)
                of_case[case_id][target] = [box_xy(top, left, *area.shape)]
        if drawn is not None:
            of_case[place.case][HEART] = drawn
        # Python writes NaN, which is no JSON but what such programs leave behind.
        file = place.annotations / f"{place.model}_annotations_val.json"
        file.write_text(json.dumps(contours(of_case, SIZE_HW)), encoding="utf-8")

    return do


CONTOURS_FILE = "{model}_annotations_val.json"
SQUARE = [[14, 20], [30, 20], [30, 36], [14, 36]]
CIRCLE = [
    [24 + 10 * math.cos(2 * math.pi * n / 100_000), 30 + 10 * math.sin(2 * math.pi * n / 100_000)]
    for n in range(100_000)
]
SHAPES = (CASES, STATISTICS)

CONTOURS = (
    Spoil("contour-good", _contours(None), same=True),
    Spoil("contour-one-point", _contours([SQUARE, [[3, 3]]]), CONTOURS_FILE, ITEM + ", contour 2", "1 point(s)"),
    Spoil("contour-two-points", _contours([[[3, 3], [20, 30]]]), pages=SHAPES),
    Spoil("contour-nan", _contours([SQUARE, [[3, math.nan], [4, 4]]]), CONTOURS_FILE, ITEM + ", contour 2", "nan"),
    Spoil("contour-infinite", _contours([[[3, math.inf], [4, 4]]]), CONTOURS_FILE, ITEM + ", contour 1", "inf"),
    Spoil(
        "contour-outside",
        _contours([[[-500, -500], [30, 20], [5000, 40], [10, 900_000]]]),
        CONTOURS_FILE,
        ITEM + ", contour 1",
        "3 of 4 outside",
        pages=SHAPES,
    ),
    Spoil("contour-self-crossing", _contours([[[10, 10], [40, 50], [40, 10], [10, 50]]]), pages=SHAPES),
    Spoil("contour-100000-points", _contours([CIRCLE]), pages=SHAPES),
    Spoil("contour-not-a-list", _contours({"0": SQUARE}), CONTOURS_FILE, ITEM, "dict"),
    Spoil("contour-one-level-too-flat", _contours(SQUARE), CONTOURS_FILE, ITEM + ", contour 1", "the point 14"),
)


def _points(value: object) -> Callable[[Place], object]:
    def do(place: Place) -> None:
        place.edit(place.annotations / POINTS, lambda cases: cases[place.case].update({HEART: value}))

    return do


MEASURED = (CASES, AGREEMENT)
POINTS_SPOILED = (
    Spoil("points-outside", _points([[20, 30], [500, -3]]), POINTS, ITEM, "1 of 2 outside", pages=MEASURED),
    Spoil("points-nan", _points([[math.nan, 30]]), POINTS, ITEM, "nan", pages=MEASURED),
    Spoil("points-beyond-numbers", _points([[1e308, 30]]), POINTS, ITEM, "1e+308", pages=MEASURED),
    Spoil("points-text", _points("here"), POINTS, ITEM, "str instead of a list", pages=MEASURED),
    Spoil("points-none", _points([]), pages=MEASURED),
)


def _foreign_id(case_id: str) -> Callable[[Place], object]:
    """Add a case of this id wherever the case is drawn."""

    def do(place: Place) -> None:
        for name in (GT, "hb_segmentations_val.json"):
            place.edit(place.annotations / name, lambda cases: cases.update({case_id: cases[place.case]}))

    return do


def _id(name: str, case_id: str) -> Spoil:
    """Return an id that is a case of that name, whatever it looks like."""
    return Spoil(name, _foreign_id(case_id), same=True, pages=(CASES, GALLERY, DATA))


IDS = (
    _id("id-dot-dot", "../../../etc/passwd"),
    _id("id-slashes", "a/b//c/"),
    _id("id-backslashes", r"..\..\windows\system32"),
    _id("id-absolute", "/etc/passwd"),
    _id("id-html", "<img src=x onerror=alert(1)><script>alert(2)</script>"),
    _id("id-markdown", "**[bold](javascript:alert(1))** $x^2$ :material/home:"),
    _id("id-emoji", "🫁👩🏽‍⚕️ 心臓"),
    _id("id-blank", " \u202e "),
    Spoil("id-10-kb", _foreign_id("x" * 10_240), GT, "xxx", "10,240 characters", same=True, pages=(CASES, DATA)),
    Spoil("id-empty", _foreign_id(""), GT, "", "0 characters", same=True, pages=(CASES, DATA)),
)

GEOMETRY = (*RLE, *CONTOURS, *POINTS_SPOILED, *IDS)
