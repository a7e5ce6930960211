"""How a case and a dataset show themselves in Jupyter; `enable()` makes it so."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from components.figures.theme import source_styles
from components.figures.xray import xray_figure, xray_info
from components.tables import inventory
from components.tables.case import drawings
from data_access.dataset import Case, Dataset
from data_access.files import FileError
from data_access.images import DisplayImage, ImageError, make_display

SHOWN_SIDE_PX = 900
FIGURE_HEIGHT_PX = 640


def enable(shell: Any = None) -> None:
    """Let a `Case` at the end of a cell show its overlay figure and a `Dataset` a summary.

    Parameters
    ----------
    shell : InteractiveShell or None
        Where to register the formatters; None for the running one.

    Raises
    ------
    RuntimeError
        If there is no running IPython.
    """
    if shell is None:
        from IPython import get_ipython

        shell = get_ipython()
    if shell is None:
        raise RuntimeError("expected a running IPython or Jupyter, found none; call case_figure(case).show() instead")
    shell.display_formatter.mimebundle_formatter.for_type(Case, _case_bundle)
    shell.display_formatter.formatters["text/html"].for_type(Dataset, dataset_html)


def case_figure(case: Case, source_keys: Sequence[str] | None = None) -> go.Figure:
    """Draw a case with everything drawn on it, as the Cases page does.

    Parameters
    ----------
    case : Case
        From `Dataset.case`.
    source_keys : sequence of str or None
        Sources to draw; None for all of the split. Only their files are read.

    Raises
    ------
    ValueError
        If the case was made without a dataset.
    """
    dataset = case.dataset
    if dataset is None:
        raise ValueError(f"{case.case_id}: expected a case from Dataset.case, found one without a dataset")
    sets = [one for one in dataset.sets_of(case.split) if source_keys is None or one.key in source_keys]
    image, fault = _film(dataset, case.case_id)
    info = xray_info(case.case_id, drawings(sets, case.case_id, dataset.pathologies), image, fault)
    figure = go.Figure(xray_figure(info, source_styles(dataset.sources())))
    height, width = info.film_hw
    return figure.update_layout(height=FIGURE_HEIGHT_PX, width=round(FIGURE_HEIGHT_PX * width / height) + 220)


def _film(dataset: Dataset, case_id: str) -> tuple[DisplayImage | None, str]:
    try:
        return make_display(dataset.image_bytes(case_id), SHOWN_SIDE_PX), ""
    except (FileError, ImageError) as error:
        return None, str(error)


def _case_bundle(case: Case, include: Any = None, exclude: Any = None) -> Any:
    return case_figure(case)._repr_mimebundle_(include, exclude)


def dataset_html(dataset: Dataset) -> str:
    """Summarise a dataset: its cases and annotation sets by split, and what was wrong in the files read so far."""
    words = "synthetic demo data" if dataset.is_demo else "not for clinical use"
    n_problems = len(dataset.problems)
    problems = f"{n_problems} problem{'' if n_problems == 1 else 's'} in the files read so far"
    return (
        f"<b>{html.escape(dataset.name)}</b> ({words}), {problems}"
        f"{inventory.case_table(dataset).to_html(index=False, border=0)}"
        f"{inventory.set_table(dataset).drop(columns='files').to_html(index=False, border=0)}"
    )
