"""How annotations of one size lie on a film of another, and what to say of those that do not fit."""

from __future__ import annotations

from typing import NamedTuple

from data_access.annotation_set import AnnotationSet
from data_access.geometry import HeatMap, count_outside
from data_access.problems import ProblemLog

ASPECT_TOLERANCE = 0.01
"""Annotations of another size are scaled to the film if their aspect ratio agrees within this share."""

NOT_LAID = "not the same shape, so it is not laid over the film"
ADVICE = (
    "If a model saw a cropped or padded film, `cli.py import-model` or “Add a model” on the Data page maps its masks "
    "back."
)


class Fit(NamedTuple):
    """How annotations of one size lie on a film of another.

    Attributes
    ----------
    scale_xy : tuple of float or None
        Film pixels per annotation pixel; None if they do not fit.
    remark : str
        What to tell the user; empty if the sizes are equal.
    """

    scale_xy: tuple[float, float] | None
    remark: str


def fit(source_label: str, annotation_hw: tuple[int, int], film_hw: tuple[int, int]) -> Fit:
    """Decide how annotations of one size lie on a film of another."""
    if annotation_hw == film_hw:
        return Fit((1.0, 1.0), "")
    scale_y, scale_x = film_hw[0] / annotation_hw[0], film_hw[1] / annotation_hw[1]
    sizes = f"{source_label} was drawn on {_px(annotation_hw)}, the film has {_px(film_hw)}"
    if abs(scale_x / scale_y - 1) > ASPECT_TOLERANCE:
        return Fit(None, f"{sizes}: {NOT_LAID}. {ADVICE}")
    return Fit((scale_x, scale_y), f"{sizes}: scaled to fit.")


def note_frames(annotated: AnnotationSet, case_id: str, film_hw: tuple[int, int], problems: ProblemLog) -> None:
    """Note where masks are of another size than the film, and points that lie outside it.

    Parameters
    ----------
    annotated : AnnotationSet
        Its files are read.
    case_id : str
        The case.
    film_hw : tuple of int
        Height and width of its film in pixels.
    problems : ProblemLog
        Takes what is noted; nothing is changed by it.
    """
    file = ", ".join(annotated.files)
    item_of_size = _sizes(annotated, case_id)
    for size_hw, item in item_of_size.items():
        if size_hw != film_hw:
            lies = "scaled to fit" if fit("", size_hw, film_hw).scale_xy is not None else NOT_LAID
            problems.add(file, item, f"an area on {_px(film_hw)}, as the film", f"{_px(size_hw)}: {lies}", "noted")
    frame_hw = next(iter(item_of_size), film_hw)
    for target in annotated.pathologies:
        clicked = annotated.points(case_id, target)
        n_outside = count_outside(clicked.points_xy, frame_hw) if clicked is not None else 0
        if clicked is not None and n_outside:
            found = f"{n_outside} of {len(clicked.points_xy)} outside"
            problems.add(file, f"{case_id} / {target}", f"points within {_px(frame_hw)}", found, "noted")


def note_map_frame(heatmap: HeatMap, file: str, item: str, film_hw: tuple[int, int], problems: ProblemLog) -> None:
    """Note a heat map that says it is made for an image of another size than the film's."""
    if heatmap.size_hw != film_hw:
        expected = f"cxr_dims (width, height) = ({film_hw[1]}, {film_hw[0]}), as the film has"
        problems.add(file, item, expected, f"({heatmap.size_hw[1]}, {heatmap.size_hw[0]})", "noted")


def _sizes(annotated: AnnotationSet, case_id: str) -> dict[tuple[int, int], str]:
    """Return each size (height, width) that a set says of a case and the first item that says it; fills no contour."""
    if annotated.mask_records is None:
        of_contours = annotated.contour_records.get().size_hw_of_case if annotated.contour_records is not None else {}
        return {of_contours[case_id]: case_id} if case_id in of_contours else {}
    found: dict[tuple[int, int], str] = {}
    for target in annotated.pathologies:
        mask = annotated.mask(case_id, target)
        if mask is not None:
            found.setdefault(mask.size_hw, f"{case_id} / {target}")
    return found


def _px(size_hw: tuple[int, int]) -> str:
    return f"{size_hw[1]} x {size_hw[0]} px"
