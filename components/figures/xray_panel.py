"""What stands beside the X-ray: which source drew which pathology, as plain data for the viewer's list of layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from components.figures.theme import SourceStyle
from components.tables.case import LABEL_WORDS, Drawing, label_words
from data_access.annotation_set import Source, State
from data_access.dataset import Case

Group = Literal["reference", "automatic", "nothing"]

_MAY_BE_THERE = (LABEL_WORDS[1], LABEL_WORDS[-1])


class Cell(NamedTuple):
    """What one source says of one pathology; `text` is the number or the words to show, `n_hits` None if untested."""

    state: str
    text: str
    iou: float | None
    n_points: int
    n_hits: int | None


class Row(NamedTuple):
    """One pathology of a case.

    Attributes
    ----------
    target, label : str
        The pathology and its label in words.
    group : {"reference", "automatic", "nothing"}
        Whether a radiologist drew it or its label says it may be there; else whether an automatic source drew it.
        A model that gives a map for every pathology would otherwise bury what is there under what is not.
    cells : dict of str to Cell
        By source key.
    """

    target: str
    label: str
    group: Group
    cells: dict[str, Cell]


def panel_rows(case: Case, drawn: Sequence[Drawing], pathologies: Sequence[str]) -> list[Row]:
    """List the pathologies of a case group by group, each in the dataset's order."""
    rows = []
    for target in pathologies:
        of_target = [drawing for drawing in drawn if drawing.target == target]
        cells = {drawing.source.key: _cell(drawing) for drawing in of_target}
        label = label_words(case, target)
        rows.append(Row(target, label, _group(label, of_target), cells))
    return [row for group in get_args(Group) for row in rows if row.group == group]


def xray_panel(
    rows: Sequence[Row],
    sources: Sequence[Source],
    loaded: Sequence[str],
    styles: Mapping[str, SourceStyle],
    remarks: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the list of layers as the viewer takes it.

    Parameters
    ----------
    rows : sequence of Row
        From `panel_rows`.
    sources : sequence of Source
        All sources of the split.
    loaded : sequence of str
        Keys of those that were read; the others are offered, unread.
    styles : mapping of source key to SourceStyle
        From `theme.source_styles`.
    remarks : mapping of source key to str, optional
        What has to be said of a source wherever it is shown.

    Returns
    -------
    dict
        Plain data: `sources` and `rows`. Texts come from files and are not escaped: the viewer sets them as text.
    """
    return {
        "sources": [
            {
                "key": source.key,
                "label": source.label,
                "origin": source.origin,
                "remark": (remarks or {}).get(source.key, ""),
                "colour": styles[source.key].colour,
                "dash": styles[source.key].dash,
                "loaded": source.key in loaded,
            }
            for source in sources
        ],
        "rows": [
            {
                "target": row.target,
                "label": row.label,
                "group": row.group,
                "cells": {key: cell._asdict() for key, cell in row.cells.items()},
            }
            for row in rows
        ],
    }


def _cell(drawing: Drawing) -> Cell:
    n_points = len(drawing.points.points_xy) if drawing.points is not None else 0
    n_hits = sum(drawing.hits) if drawing.hits is not None else None
    return Cell(drawing.state.value, _text(drawing), drawing.iou, n_points, n_hits)


def _group(label: str, of_target: Sequence[Drawing]) -> Group:
    drew = [one.source for one in of_target if one.state is State.DRAWN or one.points is not None]
    if label in _MAY_BE_THERE or any(source.origin != "automatic" for source in drew):
        return "reference"
    return "automatic" if drew else "nothing"


def _text(drawing: Drawing) -> str:
    """Return the area's share of the image, or why there is none."""
    if drawing.state is State.DRAWN and drawing.mask is not None:
        share = drawing.mask.area_share
        return f"{share:.1%}" if share >= 0.001 else "< 0.1%"
    return {State.ABSENT: "no entry", State.UNREADABLE: "unreadable"}.get(drawing.state, "empty")
