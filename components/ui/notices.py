"""What is always said beside films and numbers: synthetic data, not for clinical use, sources that are missing."""

from __future__ import annotations

import streamlit as st

from components.ui import split_choice
from components.ui.markdown import markdown_text
from components.ui.split_choice import split_words
from data_access.dataset import Dataset


def show_above(dataset: Dataset) -> None:
    """Say above every page that the demo is synthetic."""
    if dataset.is_demo:
        st.badge("Synthetic demo data: painted by this program, no patient, no result", icon=":material/science:")


def show_remarks(dataset: Dataset) -> None:
    """Say below every page, whatever it shows, what has to be said of a source of its split."""
    for annotated in dataset.sets_of(split_choice.current(dataset)):
        kept = "" if annotated.files else " Added in this session, and seen in no other."
        remark = f" {markdown_text(annotated.remark)}." if annotated.remark else ""
        if kept or remark:
            st.caption(f":material/info: **{markdown_text(annotated.label)}**:{remark}{kept}")


def show_below(dataset: Dataset) -> None:
    """Say below every page what has to be said of its sources, and what it is not for."""
    origin = "synthetic demo data" if dataset.is_demo else dataset.name
    st.divider()
    show_remarks(dataset)
    st.caption(f"CheXlocalize Explorer · {origin} · for research and teaching, **not for clinical use**.")


def show_missing(dataset: Dataset, split: str) -> None:
    """Name the sources that a split has not, and what can be done about it."""
    for source in dataset.missing_sources(split):
        advice = (
            f" `{source.key}_segmentations_{split}.json` in its folder would be shown."
            if source.role == "model"
            else ""
        )
        st.caption(
            f":material/visibility_off: This release has no **{markdown_text(source.label)}** for the "
            f"{split_words(split).lower()} split.{advice}"
        )
