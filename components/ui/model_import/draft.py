"""The model being added: what its files held, kept in the session until it is used, saved or put aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import streamlit as st

from components.exports.frame_preview import CasePreview, previews
from components.tables.frame_guess import FrameEvidence, Guess, evidence_of, guess
from components.ui import progress, state
from data_access.dataset import Dataset
from data_access.model_import.finished import FinishedModel, finish
from data_access.model_import.frames import Frame
from data_access.model_import.inputs import GivenFile
from data_access.model_import.naming import suggested_name
from data_access.model_import.read_model import ReadModel
from data_access.model_import.reading import read_model


class Draft(NamedTuple):
    """A model whose files have been read.

    Attributes
    ----------
    number : int
        Tells it from the drafts before, so that their widgets' values are not taken over.
    root : str
        The release it is for.
    read : ReadModel
        What its files hold; says of which split.
    evidence : list of FrameEvidence
        What speaks for each frame.
    guess : Guess
        The frame to offer.
    previews : list of CasePreview
        Some cases in each frame.
    name : str
        What to call it unless the user says otherwise.
    """

    number: int
    root: str
    read: ReadModel
    evidence: list[FrameEvidence]
    guess: Guess
    previews: list[CasePreview]
    name: str


def make(given: Sequence[GivenFile], dataset: Dataset, split: str) -> None:
    """Read files as the model being added, in the place of any other."""
    number = int(st.session_state.get(state.MODEL_NUMBER, 0)) + 1
    st.session_state[state.MODEL_NUMBER] = number
    read = read_model(given, dataset, split, progress.track)
    evidence = evidence_of(read, dataset)
    st.session_state[state.MODEL_DRAFT] = Draft(
        number,
        str(dataset.folder.root),
        read,
        evidence,
        guess(evidence),
        previews(read, dataset),
        suggested_name([file.name for file in given], split),
    )


def current(dataset: Dataset, split: str) -> Draft | None:
    """Return the model being added to this split of this release; None if there is none."""
    draft = cast("Draft | None", st.session_state.get(state.MODEL_DRAFT))
    is_here = draft is not None and draft.root == str(dataset.folder.root) and draft.read.split == split
    return draft if is_here else None


def finished(draft: Draft, frame: Frame) -> FinishedModel:
    """Return it in a frame; kept for the runs to come, as a whole split takes seconds."""
    kept = cast("tuple[int, FinishedModel] | None", st.session_state.get(state.MODEL_FINISHED))
    if kept is None or (kept[0], kept[1].frame) != (draft.number, frame):
        kept = draft.number, finish(draft.read, draft.name, frame, progress.track)
        st.session_state[state.MODEL_FINISHED] = kept
    return kept[1]


def turn() -> int:
    """Return how many models were added or put aside: widgets whose key says it begin anew with each."""
    return int(st.session_state.get(state.MODEL_TURN, 0))


def put_aside() -> None:
    """Forget the model being added; the next one gets widgets of its own, without the last one's files."""
    st.session_state[state.MODEL_TURN] = turn() + 1
    for key in (state.MODEL_DRAFT, state.MODEL_FINISHED):
        st.session_state.pop(key, None)
