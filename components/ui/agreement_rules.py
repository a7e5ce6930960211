"""Which pairs are scored and how they are resampled: a popover, every choice of which is in the link."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.metrics.overlap import Slice
from components.tables.agreement import Resampling, Rules
from components.ui import image_format

_SLICES: dict[Slice, str] = {"tp": "Both drew, as in the paper", "full": "Full data"}
_RESAMPLINGS: dict[Resampling, str] = {"patient": "Patients", "image": "Images, as in the paper"}
_KEPT: dict[str, Any] = {"bind": "query-params", "persist_state": "session"}
MAX_REPLICATES = 10_000


def show() -> Rules:
    """Let the user choose; by default the paper's slice, patients, and nothing counted that was not predicted."""
    with st.popover("Settings", icon=":material/tune:"):
        over = st.segmented_control(
            "Pairs scored",
            list(_SLICES),
            default="tp",
            required=True,
            format_func=lambda name: _SLICES[name],
            key="slice",
            help="Full data: a pair that only one source drew scores 0; a pair with both masks empty has no value.",
            **_KEPT,
        )
        common = st.toggle(
            "Common cases only",
            key="common",
            help="Otherwise each source is scored on its own pairs, so the means of two may be of different cases.",
            **_KEPT,
        )
        absent = st.toggle(
            "Count what a source does not list as an empty mask, as in the paper",
            key="absent",
            help="Otherwise it is not predicted: a model run on some of the cases is judged on these.",
            **_KEPT,
        )
        resampling = st.segmented_control(
            "Resampled for the interval",
            list(_RESAMPLINGS),
            default="patient",
            required=True,
            format_func=lambda name: _RESAMPLINGS[name],
            key="resample",
            help="Images of one patient are not independent, so patients are drawn with all their images.",
            **_KEPT,
        )
        replicates = st.number_input("Replicates", 40, MAX_REPLICATES, 1000, 100, key="replicates", **_KEPT)
        seed = st.number_input("Seed", 0, 2**32 - 1, 0, 1, key="seed", **_KEPT)
        image_format.show()
    return Rules(over, bool(common), bool(absent), resampling, int(replicates), int(seed))
