"""The points behind one estimate, with the fitted line and its band."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures.coefficients import DRIVER_WORDS, driver_points_figure, driver_points_info
from components.tables.driver_rows import fitted_band, scatter_rows
from components.ui import panel
from components.ui.driver_views.selection import HITS, KEPT, Selection
from components.ui.driver_views.words import POINT_WORDS
from components.ui.worded_panel import WordedPanel


def show(selection: Selection, rows: pd.DataFrame, estimates: pd.DataFrame, outcome: str, words: str) -> None:
    """Let the user choose an estimate, and show the cases behind it."""
    drivers, scopes = list(dict.fromkeys(estimates["driver"])), list(dict.fromkeys(estimates["scope"]))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        scope = str(st.selectbox("Points of", scopes, key="scope", **KEPT))
        driver = drivers[0]
        if len(drivers) > 1:
            driver = st.segmented_control(
                "Driver",
                drivers,
                default=driver,
                required=True,
                format_func=lambda name: DRIVER_WORDS[name].name,
                key="driver",
                **KEPT,
            )
    points = scatter_rows(rows, driver, outcome, scope)
    if points.empty:
        st.info(f"No case of {scope} has both numbers, so there is no point to show.")
        return
    band = fitted_band(points)
    line = "The line is the least-squares fit, the band the 95 % interval of the mean."
    spread = " Hits are spread a little around whole numbers, so that points do not hide each other."
    shown = WordedPanel(
        f"{words} against {DRIVER_WORDS[driver].name.lower()}, {scope.lower() if scope == scopes[0] else scope}",
        f"Each of the {len(points):,} points is one case and pathology; a click opens the case. "
        f"{line if len(band) else 'Too few points, or only one value of the driver: no line is fitted.'}"
        f"{spread if outcome in HITS else ''}",
        driver_points_figure(driver_points_info(points, band, driver, words, selection.style, is_hit=outcome in HITS)),
        points,
        selection.name(f"points_{outcome}_{driver}"),
        f"{words} against {DRIVER_WORDS[driver].axis_title}, one point a case and pathology, with the fitted line.",
        opens_cases=True,
        own_words=POINT_WORDS,
    )
    panel.show(shown)
