"""A Plotly chart as every page shows it, with alternative text; a click on a case's point opens the case."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from components.ui import state

_LONG_TITLE = 29  # characters for which there is room below a chart on a phone
_CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}


def show(figure: go.Figure, key: str, alt: str, *, opens_cases: bool = False, file_name: str = "figure") -> None:
    """Draw a figure.

    Parameters
    ----------
    figure : Figure
        From `components.figures`; where it `opens_cases`, `customdata` of a point is its case id.
    key : str
        Widget key.
    alt : str
        What the figure shows, for those who cannot see it.
    opens_cases : bool
        Whether a click on a point leads to its case.
    file_name : str
        Of the picture that the camera above the figure saves, without its ending.
    """
    with st.container(key=f"wide_{key}") if _is_wide(figure) else nullcontext():
        _draw(figure, key, alt, opens_cases=opens_cases, file_name=file_name)


def _is_wide(figure: go.Figure) -> bool:
    """Whether panels stand side by side or a title is long; `app_style` gives them room in a narrow window."""
    columns = {axis.domain for axis in figure.select_xaxes() if axis.domain}
    return len(columns) > 1 or any(len(axis.title.text or "") > _LONG_TITLE for axis in figure.select_xaxes())


def _draw(figure: go.Figure, key: str, alt: str, *, opens_cases: bool, file_name: str) -> None:
    image = {"format": state.image_format(), "filename": file_name, "scale": 2}
    config = _CONFIG | {"toImageButtonOptions": image}
    if not opens_cases:
        st.plotly_chart(figure, key=key, alt=alt, config=config)
        return
    # A selection cannot be cleared, only left behind with its key: otherwise coming back would open the case again.
    turn_key = f"{key}_turn"
    turn = st.session_state.setdefault(turn_key, 0)
    chosen: Any = st.plotly_chart(
        figure, key=f"{key}_{turn}", alt=alt, config=config, on_select="rerun", selection_mode="points"
    )
    for point in chosen.selection.points:
        case_id = point.get("customdata")
        if case_id:
            st.session_state[turn_key] = turn + 1
            state.open_case(str(case_id[0] if isinstance(case_id, list) else case_id))
