"""One case: the film with everything drawn on it, its numbers, and its neighbours sent ahead."""

from __future__ import annotations

import time
from collections.abc import Sequence

import streamlit as st

from components.ui import cached, cached_heatmaps, case_numbers, state, xray_viewer
from components.ui.markdown import markdown_text
from components.ui.xray_viewer.content import film_of, place_of
from components.ui.xray_viewer.extra import ask_of
from data_access.dataset import Dataset

SEND_FIRST_S = 0.05
"""Pause for the server to send what it has; it sends every hundredth of a second, when it has the machine."""


def show(dataset: Dataset, split: str, case_ids: Sequence[str], case_id: str, key: str) -> None:
    """Show a case with the sources that are not turned off; sources once read stay at hand in the browser."""
    settings = state.viewer_settings()
    state.link_viewer_settings()
    sets = dataset.sets_of(split)
    keys = tuple(one.key for one in sets if one.is_read or not settings.hides_source(one.key))
    ask = ask_of(settings)
    if ask.mode == "heat":
        ask = ask._replace(tuned=cached_heatmaps.tuned_if_swept(dataset, split, ask.first))
    asked = (keys, ask, film_of(settings))
    content = cached.xray_content(dataset, case_id, *asked)
    place = place_of(case_ids, case_id)
    xray_viewer.show(
        key,
        content,
        place,
        settings,
        state.last_step(),
        on_settings=state.set_viewer_settings,
        on_step=state.follow_step,
    )
    for remark in content.remarks:
        st.caption(f":material/info: {markdown_text(remark)}")
    st.markdown(f"**Numbers** of {markdown_text(case_id)}")
    if content.table.empty:
        st.info("No source is shown, so there is nothing to count.")
    else:
        case_numbers.show(content.table, {one.key: one.label for one in sets}, key=f"{key}_numbers")
    # Last of all, and once the case itself is on its way: nobody waits for what is not asked for yet.
    time.sleep(SEND_FIRST_S)
    own = place.around.index(case_id)
    near = [place.around[i] for i in (own + 1, own - 1, own + 2) if 0 <= i < len(place.around)]
    xray_viewer.prepare(f"{key}_ahead", [cached.xray_content(dataset, neighbour, *asked) for neighbour in near])
