"""The neighbours of a case, sent ahead so that the viewer shows them at once when asked."""

from __future__ import annotations

from components.ui import cached, first_come, xray_viewer
from components.ui.xray_viewer.content import Shown
from data_access.dataset import Dataset


def send(dataset: Dataset, shown: Shown, key: str) -> None:
    """Send the neighbours of a case; call it last of all, since nobody waits for what is not asked for yet.

    On a server that others keep busy fewer are sent, or none: each is then made when it is asked for.
    """
    around, own = shown.place.around, shown.place.around.index(shown.content.case_id)
    near = [around[i] for i in (own + 1, own - 1, own + 2) if 0 <= i < len(around)]
    made = [cached.xray_content(dataset, one, *shown.asked) for one in near if first_come.is_quiet()]
    xray_viewer.prepare(f"{key}_ahead", made)
