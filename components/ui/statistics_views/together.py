"""Which pathologies a source drew on the same case."""

from __future__ import annotations

import streamlit as st

from components.figures.cooccurrence import cooccurrence_figure, cooccurrence_info
from components.tables.cooccurrence import cooccurrence
from components.ui import explained_chart, source_choice
from components.ui.markdown import markdown_text
from components.ui.statistics_views.selection import Selection

COUNTS, LIFT = "Cases", "Lift"


def show(selection: Selection) -> None:
    """Show every two pathologies of one source."""
    with st.container(horizontal=True, gap="medium"):
        source = source_choice.show_one_of_few("Source", selection.sets, key="together_source")
        what = st.segmented_control("Numbers", [COUNTS, LIFT], default=COUNTS, required=True, key="together_numbers")
    masks = selection.masks()
    found = cooccurrence(masks[masks["source"] == source.key], selection.pathologies)
    label = markdown_text(source.label)
    if not found.n_both.any():
        st.info(f"{label} drew nothing on the chosen cases, so nothing goes together.")
        return
    n_cases = int(found.n_cases.max())
    if what == LIFT:
        explained = (
            f"Each number says how many times as often as by chance {label} drew the two pathologies on the same case: "
            f"1 is chance, blue is more, brown is less. It is out of up to {n_cases} cases, and of rare pathologies it "
            "rests on few, which the cell names when pointed at."
        )
    else:
        explained = (
            f"Each number counts the cases on which {label} drew both pathologies, on the diagonal all cases with the "
            f"one. Out of up to {n_cases} cases that the source knows."
        )
    explained_chart.show(
        cooccurrence_figure(cooccurrence_info(found, lift=what == LIFT)),
        key=f"together_{what}",
        alt=f"{what} of every two pathologies that {source.label} drew on the same case, a row and a column each.",
        explained=explained,
        data=found.to_frame(),
        file_name=selection.file_name(f"together_{source.key}"),
    )
