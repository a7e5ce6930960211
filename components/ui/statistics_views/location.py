"""Where on the image a source drew each pathology."""

from __future__ import annotations

import streamlit as st

from components.figures.density import density_figure, density_info
from components.tables.density import density_table
from components.ui import explained_chart, source_choice
from components.ui.markdown import markdown_text
from components.ui.statistics_views.maps import GRID_WORDS, choose_view, maps_of
from components.ui.statistics_views.selection import Selection


def show(selection: Selection) -> None:
    """Show a map a pathology of one source."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        source = source_choice.show_one_of_few("Source", selection.sets, key="map_source")
        view = choose_view(selection)
        one_scale = st.toggle("One colour scale for all", key="map_scale")
    if view is None:
        return
    maps = maps_of(selection, source, view)
    info = density_info(maps)
    if not info.panels:
        st.info(f"{markdown_text(source.label)} drew nothing on the chosen {view} X-rays.")
        return
    scale = "all maps share one scale" if one_scale else "each map has its own scale up to its peak"
    explained_chart.show(
        density_figure(info, one_scale=one_scale),
        key="location",
        alt=f"A map of the image for each pathology: where the masks of {source.label} lie on {view} X-rays.",
        explained=f"The brighter a place, the more of the n masks of {markdown_text(source.label)} on {view} X-rays "
        f"cover it; {scale}. {GRID_WORDS}",
        data=density_table(maps, source.label),
        file_name=selection.file_name(f"location_{source.key}_{view}"),
    )
