"""What the columns of the tables of the Thresholds page are called."""

from __future__ import annotations

from components.tables.column_words import ColumnWords

RULES_WORDS = {
    "n": ColumnWords("n", "count", "Heat maps of cases with a ground truth"),
    "tuned": ColumnWords("Tuned", "value", "Of the thresholds that the paper tries, the one with the highest mean IoU"),
    "tuned_iou": ColumnWords("IoU tuned", "value"),
    "best": ColumnWords("Best of all", "value", "Of all 101 thresholds"),
    "best_iou": ColumnWords("IoU best", "value"),
    "otsu_low": ColumnWords("Otsu from", "value", "First quartile of Otsu's thresholds"),
    "otsu_median": ColumnWords("Otsu median", "value"),
    "otsu_high": ColumnWords("Otsu to", "value", "Third quartile of Otsu's thresholds"),
    "otsu_iou": ColumnWords("IoU Otsu", "value"),
    "hit_rate": ColumnWords("Hit rate", "share", "Share of the maps whose highest pixel lies in the ground truth"),
    "hit_lower": ColumnWords("Hit rate from", "share", "Lower bound of Wilson's 95 % interval"),
    "hit_upper": ColumnWords("Hit rate to", "share", "Upper bound of Wilson's 95 % interval"),
}
CURVE_WORDS = {
    "threshold": ColumnWords("Threshold", "value"),
    "mean_iou": ColumnWords("Mean IoU", "value"),
    "precision": ColumnWords("Precision", "value", "Of the pixels of all cases together"),
    "recall": ColumnWords("Recall", "value", "Of the pixels of all cases together"),
}
CUTOFF_WORDS = {
    "cutoff": ColumnWords("Cut-off", "value"),
    "mean_iou": ColumnWords("Mean IoU", "value", "On full data: a mask that only one of the two drew scores 0"),
}
CASES_WORDS = {
    "chosen": ColumnWords("IoU chosen", "value"),
    "tuned": ColumnWords("IoU tuned", "value"),
    "otsu": ColumnWords("IoU Otsu", "value"),
}
PROBABILITY_WORDS = {
    "probability": ColumnWords("Probability", "value"),
    "iou": ColumnWords("IoU before the cut-off", "value"),
    "has_truth": ColumnWords("Drawn in the ground truth", "text"),
}
