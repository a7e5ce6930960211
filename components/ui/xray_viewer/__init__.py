"""The X-ray viewer: the one component with JavaScript, since Streamlit's own chart forgets zoom and choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from components.ui.viewer_settings import ViewerSettings, from_browser
from components.ui.xray_viewer import assets
from components.ui.xray_viewer.content import Content, Place

# Registered once, when first imported. Nothing from a file ever gets into html, css or js.
_MOUNT = st.components.v2.component(
    "xray_viewer", html="<div class='xray'></div>", css=assets.style(), js=assets.script(), isolate_styles=False
)
_PREPARE = st.components.v2.component("xray_ahead", js=assets.ahead_script(), isolate_styles=False)


def show(
    key: str,
    content: Content,
    place: Place,
    settings: ViewerSettings,
    step: int,
    on_settings: Callable[[ViewerSettings], None],
    on_step: Callable[[str, int], None],
) -> None:
    """Show one case.

    Parameters
    ----------
    key : str
        Fixed for the life of a page: the same component then draws case after case and keeps zoom and settings.
    content : Content
        What to show. When its case changes, the view goes back to the whole film.
    place : Place
        Where the case stands among the others.
    settings : ViewerSettings
        Taken when the viewer is mounted; from then on the browser leads and reports after a pause.
    step : int
        The last step to another case that the page has followed; what answers an earlier one is not drawn.
    on_settings, on_step : callable
        Called before the page runs again: with the settings the browser has reached; with the case it has gone to and
        the number of that step.
    """
    mounted = _MOUNT(
        key=key,
        data={
            "plotlyUrl": assets.plotly_url(),
            "entry": _entry(content),
            "place": place._asdict(),
            "step": step,
            "settings": settings.to_browser(),
            "defaults": ViewerSettings().to_browser(),
        },
        on_settings_change=partial(_report, key, on_settings),
        on_reached_change=partial(_follow, key, on_step),
    )
    # A session that begins under a page which was there before, after a restart: no callback is called for what such a
    # page brings along.
    if _is_ahead(mounted.get("reached"), step):
        _follow(key, on_step)
        st.rerun()


def prepare(key: str, contents: Sequence[Content]) -> None:
    """Send cases ahead, so that the viewer shows them at once when asked; draws nothing itself."""
    _PREPARE(key=key, data={"entries": [_entry(content) for content in contents]})


def _entry(content: Content) -> dict[str, Any]:
    return {
        "caseId": content.case_id,
        "stamp": content.stamp,
        "about": content.about,
        "others": [{"caseId": case_id, "words": words} for case_id, words in content.others],
        "figure": content.figure,
        "panel": content.panel,
        "extra": content.extra,
        "film": content.film,
        "description": content.description,
    }


def _report(key: str, on_settings: Callable[[ViewerSettings], None]) -> None:
    on_settings(from_browser(st.session_state[key].get("settings")))


def _follow(key: str, on_step: Callable[[str, int], None]) -> None:
    sent = st.session_state[key].get("reached")
    if _is_ahead(sent, 0):
        on_step(sent["case"], sent["step"])


def _is_ahead(sent: Any, step: int) -> bool:
    """Whether what the browser says is a step later than this one."""
    if not isinstance(sent, Mapping) or not isinstance(sent.get("case"), str):
        return False
    return isinstance(sent.get("step"), int) and int(sent["step"]) > step
