"""A page of the gallery: a picture a case with the number it is sorted by; a click opens the case."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.exports.thumbnail import Outlines
from components.tables.case_order import CaseOrder
from components.ui import cached, gallery_style, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset


def show(dataset: Dataset, cases: pd.Series, following: Sequence[str], order: CaseOrder, what: Outlines) -> None:
    """Show the cases of one page.

    Parameters
    ----------
    dataset : Dataset
        Where they are from.
    cases : Series of float64, indexed by case id
        The cases in order, with the number each is sorted by.
    following : sequence of str
        The cases of the next page, whose pictures are made meanwhile.
    order : CaseOrder
        What the number is.
    what : Outlines
        What is drawn over the films.
    """
    st.html(gallery_style.TILES)
    maker = cached.thumbnail_maker()
    with st.spinner("Drawing the films …"):
        pictures = maker.make(dataset, cases.index.tolist(), what)
    tiles = st.grid("auto", min_column_width=200, gap="small")
    for number, (case_id, value, picture) in enumerate(zip(cases.index, cases, pictures, strict=True)):
        with tiles.cell(), st.container(key=f"tile_{number}"):
            st.image(picture.content, width="stretch", alt=picture.alt)
            if st.button(markdown_text(str(case_id)), key=f"open_{number}", type="tertiary"):
                state.open_case(str(case_id))
            fault = f"No X-ray to show: {picture.fault}" if picture.fault else ""
            words = [part for part in (order.number_words(value), fault, *picture.remarks) if part]
            if words:
                st.caption(" · ".join(map(markdown_text, words)))
    maker.prepare(dataset, following, what)
