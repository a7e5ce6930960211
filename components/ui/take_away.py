"""Downloads of the case being looked at, each made when it is clicked."""

from __future__ import annotations

from functools import partial

import streamlit as st

from components.exports.html import view_html
from components.exports.masks import masks_zip, safe_name
from components.exports.numbers import numbers_csv
from components.exports.png import view_png
from components.exports.provenance import provenance_of
from components.exports.view import View, make_view
from components.ui import state
from components.ui.xray_viewer.extra import ask_of, make_extra
from data_access.dataset import Dataset


def show(dataset: Dataset, case_id: str, key: str) -> None:
    """Offer the view as picture and page, the masks and the numbers, of the sources that are not turned off."""
    settings = state.viewer_settings()
    sets = [one for one in dataset.sets_of(dataset.case(case_id).split) if not settings.hides_source(one.key)]

    def view() -> View:
        look = partial(make_extra, ask_of(settings), case_id)
        return make_view(dataset, case_id, [one.key for one in sets], settings, look)

    def numbers() -> str:
        shown = view()
        return numbers_csv(shown.table, shown.provenance)

    offers = (
        ("View as PNG", "png", "image/png", lambda: view_png(view()), "Full resolution, with legend and caption"),
        ("View as HTML", "html", "text/html", lambda: view_html(view()), "Zoom and turn layers on and off, offline"),
        ("Masks", "zip", "application/zip", lambda: masks_zip(dataset, case_id, sets), "PNG and JSON, official format"),
        ("Numbers", "csv", "text/csv", numbers, "Areas and IoU, as CSV"),
    )
    with st.popover("Take it away", icon=":material/download:", key=f"{key}_popover"), st.container(gap=None):
        for label, ending, mime, content, words in offers:
            st.download_button(
                f"{label} · :small[{words}]",
                content,
                file_name=f"{safe_name(case_id)}.{ending}",
                mime=mime,
                key=f"{key}_{ending}",
                on_click="ignore",
                type="tertiary",
                icon=":material/download:",
            )
        st.caption(" ".join(provenance_of(dataset, case_id, ()).warnings))
