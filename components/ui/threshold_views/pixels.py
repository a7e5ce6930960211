"""Precision and recall of pixels along the thresholds, with the hit rate, which needs no threshold."""

from __future__ import annotations

from components.figures.curve_panels import curve_panels_figure, pixel_info
from components.ui import panel
from components.ui.threshold_views.selection import Selection
from components.ui.threshold_views.words import CURVE_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection) -> None:
    """Show the curves, and all their points as a table."""
    shown = WordedPanel(
        "Precision and recall of pixels",
        "Each point of a curve is one threshold: how many of the mask's pixels lie in the ground truth, against how "
        "much of the ground truth the mask covers, over the pixels of all cases together. The hit rate says how often "
        "the highest pixel of the map lies in the ground truth, whatever the threshold.",
        curve_panels_figure(pixel_info(selection.curves, selection.rules, selection.style)),
        selection.curves,
        selection.name("pixels"),
        "Precision against recall of pixels over all thresholds, one small curve a pathology.",
        own_words=CURVE_WORDS,
    )
    panel.show(shown)
