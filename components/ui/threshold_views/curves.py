"""The mean IoU against the threshold, every pathology side by side."""

from __future__ import annotations

from components.figures.curve_panels import curve_panels_figure, threshold_info
from components.ui import panel
from components.ui.threshold_views.selection import Selection
from components.ui.threshold_views.words import RULES_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection) -> None:
    """Show the curves with the tuned, Otsu's and the published threshold, and all of it as a table."""
    published = selection.published
    kinds = set(published["kind"])
    marks = "Stars are published." if "published" in kinds else "No published threshold is on record for these cases."
    if "given" in kinds:
        marks += " Squares are from the table that lies beside the heat maps."
    shown = WordedPanel(
        "Mean IoU at every threshold",
        "Each curve is the mean IoU when the pixels of the heat map above the threshold are the mask, over the n cases "
        f"in which both it and {selection.truth.label} have pixels. The circle is the best of the thresholds that the "
        "paper tries (0.2 to 0.8), the diamond Otsu's rule, which gives each map its own (the bar spans their middle "
        f"half). {marks}",
        curve_panels_figure(threshold_info(selection.curves, selection.rules, published, selection.style)),
        selection.rules,
        selection.name("thresholds"),
        "Mean IoU against the threshold, one small curve a pathology, with the tuned and Otsu's threshold marked.",
        own_words=RULES_WORDS,
    )
    panel.show(shown)
