"""The rules of a comparison in words: one line for a page, a paragraph that names every one for a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components.tables.agreement import Measure, Rules
from components.tables.measure_words import MEASURE_WORDS

_UNITS = {"patient": "patients with all their images", "image": "images, as in the paper"}


def slice_words(rules: Rules) -> str:
    """Say which pairs are scored."""
    if rules.over == "tp":
        return "pairs that every compared source drew" if rules.common else "pairs in which both drew, as in the paper"
    return "full data, on the cases that all list" if rules.common else "full data: pairs in which either drew"


def rules_line(rules: Rules) -> str:
    """Say the rules in one line."""
    absent = "what a source does not list counts as an empty mask, as in the paper"
    left_out = "what a source does not list is left out"
    return (
        f"{slice_words(rules)}; {absent if rules.absent_is_empty else left_out}; 95 % intervals from "
        f"{rules.n_replicates:,} resamples of {_UNITS[rules.resampling]}, seed {rules.seed}"
    )


def absent_line(n_of: Mapping[str, int]) -> str:
    """Say how many cases of the reference each source does not list; empty where all list all."""
    parts = [f"{n:,} by {label}" for label, n in n_of.items()]
    return f"Cases of the reference not predicted: {', '.join(parts)}." if parts else ""


def methods_text(
    reference: str, compared: Sequence[str], measure: Measure, rules: Rules, n_cases: int, few_cases: int
) -> str:
    """Describe how the numbers of a report came to be, naming every rule.

    Parameters
    ----------
    reference, compared : str, sequence of str
        Labels of the sources.
    measure : str
        The measure shown.
    rules : Rules
        What was scored and how it was resampled.
    n_cases : int
        Cases compared.
    few_cases : int
        Number of scored cases below which an interval is drawn faded.
    """
    words = MEASURE_WORDS[measure]
    lower, upper = int(0.025 * rules.n_replicates), int(0.975 * rules.n_replicates)
    absent = (
        "A case or pathology that a source does not list counts as an empty mask, as in the paper."
        if rules.absent_is_empty
        else "A case or pathology that a source does not list is not predicted: it is left out and counted."
    )
    rows = {
        "tp": "the cases that the reference lists",
        "full": "the cases that every source lists" if rules.common else "the cases that any source lists",
    }[rules.over]
    return " ".join(
        [
            f"The masks of {', '.join(compared)} were compared with those of {reference} on {n_cases:,} cases, from "
            "run lengths at full resolution.",
            f"{words.long} is {words.of_case}; reported is {words.of_all}.",
            f"Rows are {rows}; scored are {slice_words(rules)}.",
            "A pair with both masks empty has no value; on full data a pair with one empty mask has 0.",
            absent,
            "A mask refused as malformed, masks of two sizes and a missing heat map have no value and are never empty "
            "masks.",
            "Dice is twice the shared pixels over the sum of both areas. Precision, recall and specificity pool the "
            "pixels of the scored pairs of a pathology before dividing.",
            "A heat map hits if the pixel of its largest value, after bilinear upsampling to the image, lies in the "
            "reference mask; clicked points hit if any does; there is no tolerance, a case without a reference mask "
            "has no value, and the chance level is the mean area share of the reference.",
            f"Intervals are percentile bootstrap intervals: {rules.n_replicates:,} replicates of "
            f"{_UNITS[rules.resampling]} (cases sorted by id, NumPy's RandomState seeded with {rules.seed}); the "
            f"bounds are the {lower}th and {upper}th of the sorted values, and a replicate without a scored case sorts "
            "last.",
            "All sources share the draws, so differences are paired; the average weighs every pathology alike.",
            "The percentage decrease divides the means over the replicates; its bounds come from the paired ratios.",
            "Cohen's kappa (large-sample interval) and Krippendorff's alpha (nominal) compare whether anything was "
            "drawn.",
            "Bland-Altman limits are the bias and 1.96 standard deviations either side; both masks empty is left out.",
            "Size strata are thirds of the cases of a pathology by the area share of the reference mask.",
            "A mask is confused with the pathology of the reference it has the largest IoU with, its own on a tie.",
            f"Intervals over fewer than {few_cases} cases are drawn faded. No test of significance was made.",
        ]
    )
