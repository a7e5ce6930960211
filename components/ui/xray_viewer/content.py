"""Everything the Cases page shows of one case, made in one go so that it can be cached in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from components.figures.theme import source_styles
from components.figures.xray import describe, xray_figure, xray_info
from components.figures.xray_panel import panel_rows, xray_panel
from components.tables.case import case_table, drawings, set_remarks
from data_access.dataset import Dataset
from data_access.images import DisplayImage


class Content(NamedTuple):
    """One case, ready to show.

    Attributes
    ----------
    case_id : str
        The case.
    figure, panel : dict
        From `figures.xray` and `figures.xray_panel`.
    description : str
        Text alternative of the figure.
    table : DataFrame
        From `tables.case.case_table`.
    remarks : tuple of str
        What to tell the user of the film, of sizes and of sources that have nothing on the case; not escaped.
    """

    case_id: str
    figure: dict[str, Any]
    panel: dict[str, Any]
    description: str
    table: pd.DataFrame
    remarks: tuple[str, ...]


def make_content(
    dataset: Dataset, case_id: str, source_keys: Sequence[str], image: DisplayImage | None, image_fault: str
) -> Content:
    """Put together one case; reads the annotation sets of the sources given and no other.

    Parameters
    ----------
    dataset : Dataset
        Where the case is from.
    case_id : str
        The case.
    source_keys : sequence of str
        Sources to read; the others of the split are offered in the list of layers.
    image : DisplayImage or None
        The film; None where there is none to show.
    image_fault : str
        Why there is none.
    """
    case = dataset.case(case_id)
    of_split = dataset.sets_of(case.split)
    sets = [annotated for annotated in of_split if annotated.key in source_keys]
    drawn = drawings(sets, case_id, dataset.pathologies)
    info = xray_info(case_id, drawn, image, image_fault)
    styles = source_styles(dataset.sources())
    rows = panel_rows(case, drawn, dataset.pathologies)
    return Content(
        case_id,
        xray_figure(info, styles),
        xray_panel(rows, [annotated.source for annotated in of_split], source_keys, styles),
        describe(info),
        case_table(case, drawn, sets),
        (*info.remarks, *set_remarks(sets, case_id)),
    )
