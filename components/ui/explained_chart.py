"""A chart with what one is looking at in plain sentences above it, and its data as CSV."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.ui import chart, summary_table


def show(
    figure: go.Figure,
    key: str,
    alt: str,
    explained: str,
    data: pd.DataFrame,
    file_name: str,
    *,
    opens_cases: bool = False,
) -> None:
    """Draw a figure.

    Parameters
    ----------
    figure, key, alt, opens_cases
        As in `chart.show`.
    explained : str
        Markdown, two plain sentences: what is drawn, and how to read it.
    data, file_name
        The numbers drawn, as they are downloaded; the figure is saved under the same name.
    """
    st.caption(f"{explained} A click on a point opens its case." if opens_cases else explained)
    chart.show(figure, key, alt, opens_cases=opens_cases, file_name=file_name.removesuffix(".csv"))
    summary_table.download(data, file_name)
