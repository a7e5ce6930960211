"""Heat maps to masks and contours to masks: where the rules of `metrics.binarize` meet filling and encoding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.metrics import binarize
from data_access.annotation_set import AnnotationSet
from data_access.geometry import HeatMap, Mask, fill_contours
from data_access.progress import Track, untracked


@dataclass(frozen=True)
class Rule:
    """How a heat map becomes a mask.

    Attributes
    ----------
    threshold_of, cutoff_of : mapping of pathology to float
        Fixed threshold of the normalised map (Otsu where a pathology has none), and the probability below which its
        mask is empty.
    smoothing_px : int
        Side of the smoothing square before Otsu; 0 for none.
    """

    threshold_of: Mapping[str, float] = field(default_factory=dict)
    cutoff_of: Mapping[str, float] = field(default_factory=dict)
    smoothing_px: int = 0

    def to_text(self) -> str:
        """Return a text that is the same for equal rules alone."""
        return repr((sorted(self.threshold_of.items()), sorted(self.cutoff_of.items()), self.smoothing_px))


OTSU = Rule()


def heatmap_mask(heatmap: HeatMap, pathology: str, rule: Rule = OTSU) -> Mask:
    """Turn one heat map into a mask.

    Parameters
    ----------
    heatmap : HeatMap
        The map and the size of its image.
    pathology : str
        Chooses threshold and cut-off.
    rule : Rule
        See there.

    Returns
    -------
    Mask
        Empty where the probability is below the cut-off, and for a constant map.
    """
    cutoff = rule.cutoff_of.get(pathology)
    if cutoff is not None and binarize.is_emptied(heatmap.probability, cutoff):
        return Mask.empty(heatmap.size_hw)
    height, width = heatmap.size_hw
    normalised = binarize.normalise(binarize.upsample(heatmap.map_hw, (width, height)))
    threshold = rule.threshold_of.get(pathology)
    if threshold is not None:
        return Mask.from_array(binarize.above(normalised, threshold))
    levels = binarize.to_levels(normalised)
    if rule.smoothing_px:
        levels = binarize.smooth(levels, rule.smoothing_px)
    return Mask.from_array(fill_contours(binarize.otsu_contours(levels), heatmap.size_hw))


def masks_of_heatmaps(maps: AnnotationSet, rule: Rule = OTSU, track: Track = untracked) -> dict[str, dict[str, Mask]]:
    """Turn every heat map of a set into a mask.

    Parameters
    ----------
    maps : AnnotationSet
        With heat maps; one that is refused is left out, and why is in the problems of the set.
    rule : Rule
        See there.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    dict of case id to dict of pathology to Mask
        Sorted by id, pathologies in the dataset's order.
    """
    files = maps.heatmap_files.targets_of_case if maps.heatmap_files is not None else {}
    masks: dict[str, dict[str, Mask]] = {}
    for case_id in track(sorted(files), "heat maps to masks"):
        of_case = {}
        for pathology in maps.pathologies:
            heatmap = maps.heatmap(case_id, pathology)
            if heatmap is not None:
                of_case[pathology] = heatmap_mask(heatmap, pathology, rule)
        if of_case:
            masks[case_id] = of_case
    return masks


def masks_of_contours(drawn: AnnotationSet, track: Track = untracked) -> dict[str, dict[str, Mask]]:
    """Fill the contours of every case.

    Parameters
    ----------
    drawn : AnnotationSet
        With contours.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    dict of case id to dict of pathology to Mask
        Every pathology of every case, empty where nothing was drawn; left out where the contours were refused.
    """
    masks: dict[str, dict[str, Mask]] = {}
    for case_id in track(drawn.case_ids(), "contours to masks"):
        found = {pathology: drawn.mask(case_id, pathology) for pathology in drawn.pathologies}
        masks[case_id] = {pathology: mask for pathology, mask in found.items() if mask is not None}
    return masks
