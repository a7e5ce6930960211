"""One case: what each source says of each pathology, in numbers and in words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.metrics.pointing import clicked_pixels, inside
from components.tables.overlap import pair_table
from data_access.annotation_set import AnnotationSet, Source, State
from data_access.dataset import Case
from data_access.geometry import Mask, Points

LABEL_WORDS = {1: "positive", 0: "negative", -1: "uncertain", None: "not mentioned"}
NO_LABEL = "no label"
NOTHING_DRAWN = "nothing drawn"


@dataclass(frozen=True, slots=True)
class Drawing:
    """What one source says of one pathology on one case.

    Attributes
    ----------
    source : Source
        Who or what drew.
    target : str
        The pathology.
    state : State
        Whether there is an area, and if not, why.
    mask : Mask or None
        The area; None where the state is absent or unreadable.
    points : Points or None
        The points the source clicked, if any.
    iou : float or None
        Intersection over union with the ground truth where both are drawn; None else, and for the ground truth.
    hits : tuple of bool or None
        Whether each point lies in the ground truth; None without points or where the ground truth is not drawn.
    """

    source: Source
    target: str
    state: State
    mask: Mask | None
    points: Points | None = None
    iou: float | None = None
    hits: tuple[bool, ...] | None = None


def drawings(sets: Sequence[AnnotationSet], case_id: str, pathologies: Sequence[str]) -> tuple[Drawing, ...]:
    """Collect everything drawn on a case, set by set and pathology by pathology; reads the sets given and no other."""
    truth = next((annotated for annotated in sets if annotated.source.role == "ground_truth"), None)
    found = []
    for annotated in sets:
        against_truth = _ious(truth, annotated, case_id) if truth is not None and annotated is not truth else {}
        for target in pathologies:
            state, mask = annotated.state(case_id, target), annotated.mask(case_id, target)
            points = annotated.points(case_id, target)
            hits = _hits(truth.mask(case_id, target), points) if truth is not None and points is not None else None
            found.append(Drawing(annotated.source, target, state, mask, points, against_truth.get(target), hits))
    return tuple(found)


def _hits(truth: Mask | None, points: Points) -> tuple[bool, ...] | None:
    """Test each point against the ground truth, at the pixel the paper tests."""
    if truth is None or truth.is_empty:
        return None
    box, (x, y) = truth.decode_box()
    return tuple(inside(box, clicked_pixels(points.points_xy) - np.array([y, x])).tolist())


def case_table(case: Case, drawn: Sequence[Drawing], sets: Sequence[AnnotationSet]) -> pd.DataFrame:
    """List a case's numbers, one row a pathology.

    Parameters
    ----------
    case : Case
        Gives the labels.
    drawn : sequence of Drawing
        From `drawings`.
    sets : sequence of AnnotationSet
        Those the drawings are of.

    Returns
    -------
    DataFrame
        `pathology`, `label` (in words), for each source `area_share:<key>` (of the image; 0 for an empty mask, missing
        where there is none), for each pair `iou:<key>:<key>` (missing unless both are drawn), `remark` (in words, what
        is not drawn and why).
    """
    of_target: dict[str, list[Drawing]] = {}
    for drawing in drawn:
        of_target.setdefault(drawing.target, []).append(drawing)
    pairs = list(itertools.combinations(sets, 2))
    ious = {(a.key, b.key): _ious(a, b, case.case_id) for a, b in pairs}
    rows = []
    for target, of_sources in of_target.items():
        row: dict[str, str | float | None] = {"pathology": target, "label": label_words(case, target)}
        for drawing in of_sources:
            row[f"area_share:{drawing.source.key}"] = drawing.mask.area_share if drawing.mask is not None else None
        for (key_a, key_b), of_pair in ious.items():
            row[f"iou:{key_a}:{key_b}"] = of_pair.get(target)
        rows.append(row | {"remark": _remark(of_sources)})
    numbers = [f"area_share:{annotated.key}" for annotated in sets] + [f"iou:{a.key}:{b.key}" for a, b in pairs]
    table = pd.DataFrame(rows, columns=["pathology", "label", *numbers, "remark"])
    return table.astype(dict.fromkeys(numbers, "Float64"))


def label_words(case: Case, target: str) -> str:
    """Return the label of a pathology in words: positive, negative, uncertain, not mentioned or no label."""
    return LABEL_WORDS[case.labels[target]] if target in case.labels else NO_LABEL


def set_remarks(sets: Sequence[AnnotationSet], case_id: str) -> list[str]:
    """Say in words which sources have no mask on a case because they have none at all, or do not know it."""
    remarks = []
    for annotated in sets:
        if not annotated.has_masks:
            there = (("points", annotated.has_points), ("heat maps", annotated.has_heatmaps))
            has = " and ".join(word for word, is_there in there if is_there)
            remarks.append(f"{annotated.label} has no masks here" + (f", only {has}." if has else "."))
        elif not annotated.case_ids():
            remarks.append(f"{annotated.label} holds no case that can be read; the Data page says why.")
        elif not annotated.has_case(case_id):
            remarks.append(f"{annotated.label} does not know this case: it was not looked at.")
    return remarks


def _ious(set_a: AnnotationSet, set_b: AnnotationSet, case_id: str) -> dict[str, float]:
    """Return IoU by pathology of the pairs where both are drawn."""
    pairs = pair_table(set_a, set_b, [case_id])
    scored = pairs[pairs["iou"].notna()]
    return dict(zip(scored["pathology"], scored["iou"].tolist(), strict=True))


def _remark(of_sources: Sequence[Drawing]) -> str:
    """Say what is not drawn and why; nothing where every source has drawn."""
    if all(drawing.state is State.EMPTY for drawing in of_sources):
        return NOTHING_DRAWN
    return "; ".join(
        f"{drawing.source.label}: {drawing.state.value}" for drawing in of_sources if drawing.state is not State.DRAWN
    )
