"""What each measure is called and means, in the words of pages, figures, reports and the command line."""

from __future__ import annotations

from typing import NamedTuple

from components.tables.agreement import Measure


class MeasureWords(NamedTuple):
    """Words for one measure.

    Attributes
    ----------
    short, long : str
        For a table's head and for an axis.
    of_case, of_all : str
        What it is of one case, and how the cases are summed up.
    """

    short: str
    long: str
    of_case: str
    of_all: str


MEASURE_WORDS: dict[Measure, MeasureWords] = {
    "iou": MeasureWords(
        "IoU",
        "Intersection over union (IoU)",
        "the pixels that both masks share, divided by the pixels of either",
        "the mean over the scored cases",
    ),
    "dice": MeasureWords(
        "Dice",
        "Dice coefficient",
        "twice the shared pixels, divided by the sum of both areas",
        "the mean over the scored cases",
    ),
    "precision": MeasureWords(
        "Precision",
        "Precision of pixels",
        "the share of the compared mask's pixels that lie in the reference",
        "of the pixels of all scored cases together",
    ),
    "recall": MeasureWords(
        "Recall",
        "Recall (sensitivity) of pixels",
        "the share of the reference's pixels that the compared mask covers",
        "of the pixels of all scored cases together",
    ),
    "specificity": MeasureWords(
        "Specificity",
        "Specificity of pixels",
        "the share of the pixels outside the reference that the compared mask leaves out",
        "of the pixels of all scored cases together",
    ),
    "hit": MeasureWords(
        "Hit rate",
        "Hit rate",
        "whether the heat map's peak, or any clicked point, lies in the reference mask",
        "the share of the cases with a reference mask that are hit",
    ),
}
