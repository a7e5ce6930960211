"""Which part of the film the masks show: a guess, why, and how three cases look in each frame."""

from __future__ import annotations

import math

import streamlit as st

from components.tables.frame_guess import FrameEvidence
from components.ui.markdown import markdown_text
from components.ui.model_import import preview
from components.ui.model_import.draft import Draft
from data_access.model_import.frames import FRAME_HELP, FRAME_WORDS, FRAMES, Frame

_OF_MAPS = tuple(frame for frame in FRAMES if frame not in ("image", "cropped"))


def show(draft: Draft, key: str) -> Frame:
    """Let the user say the frame; the guess at first."""
    of_frame = {one.frame: one for one in draft.evidence}
    offered = tuple(of_frame) or _OF_MAPS
    st.markdown(f"**What do the {'masks' if draft.read.n_masks else 'heat maps'} show of the film?**")
    st.caption(f"A guess: {FRAME_WORDS[draft.guess.frame]}, since {markdown_text(draft.guess.reason)}.")
    chosen = st.radio(
        "Frame of the masks",
        offered,
        index=offered.index(draft.guess.frame),
        format_func=lambda frame: FRAME_WORDS[frame].capitalize(),
        captions=[_caption(frame, of_frame.get(frame), draft.read.n_masks) for frame in offered],
        label_visibility="collapsed",
        key=f"{key}_frame_{draft.number}",
    )
    frame = next(one for one in offered if one == chosen)
    if draft.read.n_masks:
        preview.show(draft.previews, frame)
    return frame


def _caption(frame: Frame, evidence: FrameEvidence | None, n_masks: int) -> str:
    """Say what a frame means, and what speaks for it."""
    said = [markdown_text(FRAME_HELP[frame])]
    if evidence is not None and evidence.n_fit < n_masks:
        said.append(f"Fits {evidence.n_fit:,} of {n_masks:,} masks; the others would be skipped.")
    if evidence is not None and not math.isnan(evidence.mean_iou):
        found = f"Mean IoU with the ground truth {evidence.mean_iou:.3f} over {evidence.iou.size} masks"
        share = evidence.outside_share
        beside = f", {share:.0%} of the area beside the film" if share >= 0.005 else ""
        said.append(f"**{found}{beside}.**")
    return " ".join(said)
