"""Every session key and URL parameter, so that a link opens the same view and pages agree on what is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, cast

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.tables import case_filter, case_order
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.ui.viewer_settings import ViewerSettings, from_text
from data_access.dataset import Dataset
from data_access.opened import Opened

SPLIT = "split"
"""Key and URL parameter of the split, chosen beside the pages and shared by them."""

CASE = "case"
"""Key and URL parameter of the case being looked at."""

VIEW = "view"
"""Key and URL parameter of the X-ray viewer's settings."""

FILTER = "filter"
"""Key and URL parameter of the filter that the pages share."""

ORDER = "sort"
"""Key and URL parameter of the order in which cases are gone through."""

WANTED = "wanted"
"""Key and URL parameter of the pathology whose next case is asked for."""

KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}
"""What a widget is given so that its value stays in the URL and for the session."""

IMAGE = "image"
"""Key and URL parameter of the format in which figures are saved."""

ADDED_MODELS = "added_models"
"""Key of the models that this session has added, by the folder of the release they were added to."""

ADDED_VIEW = "added_view"
"""Key of the release with those models, as it was last put together."""

MODEL_DRAFT = "model_draft"
"""Key of the model being added, as read from its files."""

MODEL_FINISHED = "model_finished"
"""Key of that model in the frame last chosen."""

MODEL_NUMBER = "model_number"
"""Key of how many models were read."""

MODEL_TURN = "model_turn"
"""Key of how many models were added or put aside."""

MODEL_DONE = "model_done"
"""Key of what to say once a model was added."""

_STEP = "step"
_SENT = "sent"

PAGE_CASES = "pages/cases.py"
PAGE_DATA = "pages/data.py"
PAGE_PRESENT = "pages/present.py"

_SEEN = "seen_release"
_CHANGES = "changed_files"
_USE_DEMO = "use_demo"
_SPLIT_IN_URL = "split_in_url"


def see_release(root: str, opened: Opened) -> None:
    """Keep what this session has seen of a release, and what has happened to its files since it last looked."""
    seen: Opened | None = st.session_state.get(_SEEN, {}).get(root)
    if seen is not opened:
        changes = opened.changes_since(seen) if seen is not None else {}
        st.session_state[_CHANGES] = changed_files() | changes
        st.session_state[_SEEN] = {root: opened}


def changed_files() -> dict[str, str]:
    """Return what has happened to which file of the release, of which the reader has not said that it was read."""
    return cast("dict[str, str]", st.session_state.get(_CHANGES, {}))


def forget_changes() -> None:
    """Say no more of what has happened to files so far."""
    st.session_state[_CHANGES] = {}


def use_demo() -> bool:
    """Whether this session asked for the demo in place of a folder that could not be opened."""
    return bool(st.session_state.get(_USE_DEMO))


def choose_demo() -> None:
    """Open the demo from the next run of this session on."""
    st.session_state[_USE_DEMO] = True


def prepare_split(dataset: Dataset) -> None:
    """Let the split follow the URL; call before its widget is drawn.

    A link may name a split, or only a case. Afterwards the URL counts only where it says something new (back, forward):
    what the user chose last is in the session already.
    """
    linked = st.query_params.get(SPLIT)
    if linked in dataset.splits and linked != st.session_state.get(_SPLIT_IN_URL):
        st.session_state[SPLIT] = linked
    if st.session_state.get(SPLIT) not in dataset.splits:
        case_id = st.query_params.get(CASE)
        known = case_id is not None and case_id in dataset.cases.index
        st.session_state[SPLIT] = dataset.case(str(case_id)).split if known else dataset.splits[0]


def keep_split(split: str) -> None:
    """Write the chosen split into the URL."""
    st.session_state[_SPLIT_IN_URL] = split
    if st.query_params.get(SPLIT) != split:
        st.query_params[SPLIT] = split


def current_case(dataset: Dataset, split: str, first: str | None = None) -> str | None:
    """Return the case to show: the one in the URL, else the one last shown, else the first; None without cases.

    The URL is set to it, so that it can be copied at any time.

    Parameters
    ----------
    dataset, split
        Where the case is to be from.
    first : str or None
        The first of the cases that are gone through; by default the split's.
    """
    case_ids = dataset.case_ids(split)
    if not case_ids:
        return None
    of_split = set(case_ids)
    wanted = (linked_case(), st.session_state.get(CASE), first)
    chosen = next((cast(str, case_id) for case_id in wanted if case_id in of_split), case_ids[0])
    set_case(chosen)
    return chosen


def linked_case() -> str | None:
    """Return the case of the URL where it says something new: when the session begins, and after back or forward.

    Else a run may bring the URL of a moment ago: the browser's follows the server's, and does not wait for it.
    """
    context = get_script_run_ctx()
    is_new = CASE not in st.session_state or (context is not None and context.is_history_navigation)
    return st.query_params.get(CASE) if is_new else None


def unknown_case(dataset: Dataset) -> str | None:
    """Return the case id of the URL if the dataset has no such case, so that the page can say so."""
    linked = st.query_params.get(CASE)
    return linked if linked is not None and linked not in dataset.cases.index else None


def set_case(case_id: str) -> None:
    """Show this case from now on; the URL and the session say so."""
    st.session_state[CASE] = case_id
    if st.query_params.get(CASE) != case_id:
        st.query_params[CASE] = case_id


def open_case(case_id: str, split: str | None = None) -> NoReturn:
    """Leave the page for the Cases page with this case, which is of the same split unless another is named."""
    st.session_state[CASE] = case_id
    st.switch_page(PAGE_CASES, query_params={SPLIT: split or st.session_state[SPLIT], CASE: case_id})


def present(case_id: str) -> NoReturn:
    """Leave the page for the presentation, which begins with this case if it is one of its cases."""
    st.switch_page(PAGE_PRESENT, query_params={CASE: case_id})


def place_among(case_ids: Sequence[str]) -> int:
    """Return the index of the case in the URL, else of the one last shown, among some; 0 if it is none of them.

    The URL is set to the case there.
    """
    wanted = (linked_case(), st.session_state.get(CASE))
    chosen = next((str(case_id) for case_id in wanted if case_id in case_ids), case_ids[0])
    set_case(chosen)
    return case_ids.index(chosen)


def viewer_settings() -> ViewerSettings:
    """Return how the viewer shows a case: as the session has it, else as the URL says."""
    if VIEW not in st.session_state:
        st.session_state[VIEW] = from_text(st.query_params.get(VIEW, ""))
    return cast(ViewerSettings, st.session_state[VIEW])


def set_viewer_settings(settings: ViewerSettings) -> None:
    """Keep the viewer's settings for this session."""
    st.session_state[VIEW] = settings


def link_viewer_settings() -> None:
    """Let the URL say the viewer's settings, so that a link shows the same view."""
    text = viewer_settings().to_text()
    if text != st.query_params.get(VIEW, ""):
        if text:
            st.query_params[VIEW] = text
        else:
            del st.query_params[VIEW]


def last_step() -> int:
    """Return the number of the viewer's last step to another case that this session has followed."""
    return int(st.session_state.get(_STEP, 0))


def follow_step(case_id: str, step: int) -> None:
    """Go where the viewer has gone already; steps are numbered, so that it can tell a late answer from the last.

    One that was followed before may come again, with all else that a browser knows, when it finds its server anew.
    """
    if step > last_step():
        st.session_state[_STEP] = step
        set_case(case_id)


def sends_anew(stamp: str) -> bool:
    """Whether the browser has yet to draw what this session sends; not if it has gone ahead or has it already."""
    step, before = last_step(), st.session_state.get(_SENT)
    st.session_state[_SENT] = (stamp, step)
    return before is None or (stamp != before[0] and step == before[1])


def chosen_filter() -> tuple[CaseFilter, list[str]]:
    """Return the filter that the pages share, and the parts of a link that could not be read."""
    return case_filter.from_text(_shared_text(FILTER))


def choose_filter(chosen: CaseFilter) -> None:
    """Filter all pages so from the next run of this session on."""
    st.session_state[FILTER] = chosen.to_text()


def chosen_order() -> CaseOrder | None:
    """Return the order in which cases are gone through; None if the link says none that there is."""
    return case_order.from_text(_shared_text(ORDER))


def choose_order(order: CaseOrder) -> None:
    """Go through cases in this order from the next run of this session on."""
    st.session_state[ORDER] = order.to_text()


def asked_for() -> tuple[str, str, str]:
    """Return what the cases listed depend on, as text: split, filter and order."""
    return str(st.session_state.get(SPLIT, "")), _shared_text(FILTER), _shared_text(ORDER)


def _shared_text(name: str) -> str:
    """Return a text that session and URL share; what the URL says counts only where it is new (a link, back)."""
    in_url = f"{name}_in_url"
    linked = st.query_params.get(name)
    if linked is not None and linked != st.session_state.get(in_url):
        st.session_state[name] = linked
    text = str(st.session_state.get(name, ""))
    st.session_state[in_url] = text
    if text and linked != text:
        st.query_params[name] = text
    elif not text and linked is not None:
        del st.query_params[name]
    return text


def image_format() -> str:
    """Return the format in which a figure is saved."""
    return str(st.session_state.get(IMAGE, "svg"))
