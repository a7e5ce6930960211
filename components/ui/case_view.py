"""One case: the film with everything drawn on it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from components.ui import cached, cached_heatmaps, first_come, state, xray_viewer
from components.ui.xray_viewer.content import Shown, film_of, place_of
from components.ui.xray_viewer.extra import ask_of
from data_access.dataset import Dataset

DRAW_FIRST_S = 0.12
"""Pause for the server to send a film and the browser to draw it, before the rest of the page takes the machine."""


def show(dataset: Dataset, split: str, case_ids: Sequence[str], case_id: str, key: str) -> Shown:
    """Show a case with the sources that are not turned off; sources once read stay at hand in the browser.

    Call it before anything else of the page is drawn: the case is sent at once, and nobody waits for the rest.
    """
    settings = state.viewer_settings()
    state.link_viewer_settings()
    sets = dataset.sets_of(split)
    keys = tuple(one.key for one in sets if one.is_read or not settings.hides_source(one.key))
    ask = ask_of(settings)
    if ask.mode == "heat":
        ask = ask._replace(tuned=cached_heatmaps.tuned_if_swept(dataset, split, ask.first))
    asked = (keys, ask, film_of(settings))
    place = place_of(case_ids, case_id)
    with first_come.somebody_waits():
        content = cached.xray_content(dataset, case_id, *asked)
        xray_viewer.show(
            key,
            content,
            place,
            settings,
            state.last_step(),
            on_settings=state.set_viewer_settings,
            on_step=state.follow_step,
        )
    if state.sends_anew(content.stamp):
        time.sleep(DRAW_FIRST_S)
    return Shown(content, place, asked)
