"""A page of the gallery: a picture a case with the number it is sorted by; a click opens the case."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.exports.thumbnail import Outlines
from components.tables.case_order import CaseOrder
from components.ui import cached, gallery_style, state
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset

PER_PAGE = 24


def show(dataset: Dataset, cases: pd.Series, order: CaseOrder, what: Outlines, page: int) -> None:
    """Show the cases of one page.

    Parameters
    ----------
    dataset : Dataset
        Where they are from.
    cases : Series of float64, indexed by case id
        All cases in order, with the number each is sorted by.
    order : CaseOrder
        What the number is.
    what : Outlines
        What is drawn over the films.
    page : int
        Counted from 1.
    """
    st.html(gallery_style.TILES)
    start = (page - 1) * PER_PAGE
    shown, following = cases.iloc[start : start + PER_PAGE], cases.index[start + PER_PAGE : start + 2 * PER_PAGE]
    maker = cached.thumbnail_maker()
    with st.spinner("Drawing the films …"):
        pictures = maker.make(dataset, shown.index.tolist(), what)
    tiles = st.grid("auto", min_column_width=170, gap="small")
    for number, (case_id, value, picture) in enumerate(zip(shown.index, shown, pictures, strict=True)):
        with tiles.cell(), st.container(key=f"tile_{number}"):
            st.image(picture.content, width="stretch", alt=picture.alt)
            if st.button(markdown_text(str(case_id)), key=f"open_{number}", type="tertiary"):
                state.open_case(str(case_id))
            fault = f"No X-ray to show: {picture.fault}" if picture.fault else ""
            words = [part for part in (order.number_words(value), fault, *picture.remarks) if part]
            if words:
                st.caption(" · ".join(map(markdown_text, words)))
    maker.prepare(dataset, following.tolist(), what)
