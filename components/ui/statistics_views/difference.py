"""Where on the image two sources differ in what they drew."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures.density import density_figure, difference_info
from components.tables.density import density_table
from components.ui import explained_chart, source_choice
from components.ui.markdown import markdown_text
from components.ui.statistics_views.maps import GRID_WORDS, choose_view, maps_of
from components.ui.statistics_views.selection import Selection


def show(selection: Selection) -> None:
    """Show a map a pathology of the difference of two sources."""
    if len(selection.sets) < 2:
        st.info("Two sources are needed for a difference; choose another one above.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        first = source_choice.show_one_of_few("Source", selection.sets, key="map_a")
        others = [annotated for annotated in selection.sets if annotated.key != first.key]
        second = source_choice.show_one_of_few("minus", others, key="map_b")
        view = choose_view(selection)
        one_scale = st.toggle("One colour scale for all", key="map_scale")
    if view is None:
        return
    maps = [maps_of(selection, annotated, view) for annotated in (first, second)]
    styles = selection.styles
    names, looks = (first.label, second.label), (styles[first.key], styles[second.key])
    info = difference_info(maps[0], maps[1], names, looks)
    if not info.panels:
        st.info(f"On the chosen {view} X-rays the two sources have drawn no pathology both.")
        return
    labels = [markdown_text(annotated.label) for annotated in (first, second)]
    scale = "all maps share one scale" if one_scale else "each map has its own scale"
    explained_chart.show(
        density_figure(info, one_scale=one_scale),
        key="difference",
        alt=f"A map of the image for each pathology: share of masks of {first.label} minus that of {second.label}.",
        explained=f"Each place shows the share of the masks of {labels[0]} that cover it minus that of {labels[1]}, on "
        f"{view} X-rays; white is no difference, {scale}. Each source counts the cases on which it drew, so the n may "
        f"differ. {GRID_WORDS}",
        data=pd.concat([density_table(maps[0], first.label), density_table(maps[1], second.label)]),
        file_name=selection.file_name(f"location_{first.key}_{second.key}_{view}"),
    )
