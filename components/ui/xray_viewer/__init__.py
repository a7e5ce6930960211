"""The X-ray viewer: the one component with JavaScript, since Streamlit's own chart forgets zoom and choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from components.ui.viewer_settings import ViewerSettings, from_browser
from components.ui.xray_viewer import assets
from components.ui.xray_viewer.content import Content

# Registered once, when first imported. Nothing from a file ever gets into html, css or js.
_MOUNT = st.components.v2.component(
    "xray_viewer", html="<div class='xray'></div>", css=assets.style(), js=assets.script(), isolate_styles=False
)


def show(key: str, content: Content, settings: ViewerSettings, on_settings: Callable[[ViewerSettings], None]) -> None:
    """Show one case.

    Parameters
    ----------
    key : str
        Fixed for the life of a page: the same component then draws case after case and keeps zoom and settings.
    content : Content
        What to show. When its case changes, the view goes back to the whole film.
    settings : ViewerSettings
        Taken when the viewer is mounted; from then on the browser leads and reports after a pause.
    on_settings : callable
        Called with what the browser reports, before the page runs again.
    """
    _MOUNT(
        key=key,
        data={
            "plotlyUrl": assets.plotly_url(),
            "caseId": content.case_id,
            "figure": content.figure,
            "panel": content.panel,
            "description": content.description,
            "settings": settings.to_browser(),
            "defaults": ViewerSettings().to_browser(),
        },
        on_settings_change=partial(_report, key, on_settings),
    )


def _report(key: str, on_settings: Callable[[ViewerSettings], None]) -> None:
    on_settings(from_browser(st.session_state[key].get("settings")))
