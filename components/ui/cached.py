"""Every cache of the app, each bounded; keyed by the dataset's fingerprint, so that changed files are read anew."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.tables import cohort, overlap
from components.ui.xray_viewer.content import Content, make_content
from data_access import open_dataset
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.files import FileError
from data_access.images import DisplayImage, ImageError, make_display

DISPLAY_SIDE_PX = 1460
"""Longest side of an X-ray as sent by default; a browser window seldom shows more."""


@st.cache_resource(max_entries=4, show_spinner="Opening the release …")
def dataset(root: str) -> Dataset:
    """Open a release once for all sessions.

    Raises
    ------
    DatasetNotFoundError
        As `data_access.open_dataset`; a failure is not cached.
    """
    return open_dataset(root)


@st.cache_data(max_entries=128, max_size="192 MB", show_spinner=False)
def _display_image(fingerprint: str, case_id: str, max_side_px: int, _dataset: Dataset) -> DisplayImage:
    return make_display(_dataset.image_bytes(case_id), max_side_px)


def display_image(opened: Dataset, case_id: str, max_side_px: int = DISPLAY_SIDE_PX) -> DisplayImage:
    """Return a case's X-ray encoded for display.

    Raises
    ------
    FileError, ImageError
        If there is no image or it cannot be shown.
    """
    return _display_image(opened.fingerprint, case_id, max_side_px, opened)


@st.cache_data(max_entries=64, max_size="96 MB", show_spinner=False)
def _xray_content(fingerprint: str, case_id: str, keys: tuple[str, ...], _dataset: Dataset) -> Content:
    try:
        image, fault = display_image(_dataset, case_id), ""
    except (FileError, ImageError) as error:
        image, fault = None, str(error)
    return make_content(_dataset, case_id, keys, image, fault)


def xray_content(opened: Dataset, case_id: str, source_keys: tuple[str, ...]) -> Content:
    """Return everything the Cases page shows of one case, with the film and the outlines as they are sent."""
    return _xray_content(opened.fingerprint, case_id, source_keys, opened)


@st.cache_data(max_entries=16, max_size="64 MB", show_spinner="Reading the annotations …")
def _mask_table(fingerprint: str, split: str, keys: tuple[str, ...], _dataset: Dataset) -> pd.DataFrame:
    return cohort.mask_table(_dataset, split, keys)


def mask_table(opened: Dataset, split: str, source_keys: tuple[str, ...]) -> pd.DataFrame:
    """Return one row a case, pathology and source; see `cohort.mask_table`."""
    return _mask_table(opened.fingerprint, split, source_keys, opened)


@st.cache_data(max_entries=16, max_size="64 MB", show_spinner="Comparing the masks …")
def _pair_table(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> pd.DataFrame:
    set_a, set_b = (_of(_dataset, split, key) for key in (key_a, key_b))
    return overlap.pair_table(set_a, set_b, _dataset.case_ids(split), _dataset.problems)


def pair_table(opened: Dataset, split: str, key_a: str, key_b: str) -> pd.DataFrame:
    """Return one row a case and pathology with the overlap of two sources; see `overlap.pair_table`."""
    return _pair_table(opened.fingerprint, split, key_a, key_b, opened)


def _of(opened: Dataset, split: str, key: str) -> AnnotationSet:
    found = opened.annotation_set(split, key)
    if found is None:
        raise ValueError(f"expected a source of the split {split}, found {key!r}")
    return found
