"""Every cache of the app, each bounded; keyed by the dataset's fingerprint, so that changed files are read anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd
import streamlit as st

from components.exports.slide import Slide, make_slide
from components.exports.view import make_view
from components.tables import case_filter, case_order, cohort
from components.tables.case_filter import CaseFilter
from components.tables.case_order import CaseOrder
from components.tables.case_table import CaseTable, Offer, PairNumbers, offer, pair_numbers
from components.tables.pairs import PairGrid, union_grid
from components.ui.thumbnails import Maker
from components.ui.viewer_settings import ViewerSettings
from components.ui.xray_viewer.content import Content, Film, make_content
from components.ui.xray_viewer.extra import Ask
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.disk_cache import DiskCache
from data_access.files import FileError
from data_access.images import DisplayImage, ImageError, make_display, make_original
from data_access.opened import Opened, OpenedRelease
from data_access.paths import cache_home

DISPLAY_SIDE_PX = 1460
"""Longest side of an X-ray as sent by default; a browser window seldom shows more."""

THUMBNAIL_BYTES = 256 * 1024**2
"""Bound of the thumbnails kept on disk, some 15,000 of them."""

_CASES_AT_ONCE = 100


@st.cache_resource(max_entries=4, show_spinner="Opening the release …")
def _release(root: str) -> OpenedRelease:
    return OpenedRelease(root)


def release(root: str) -> Opened:
    """Open a release once for all sessions, and anew when its files have changed.

    Raises
    ------
    DatasetNotFoundError
        As `data_access.open_dataset`; a failure is not cached.
    """
    return _release(root).current()


def dataset(root: str) -> Dataset:
    """Return the dataset of `release`."""
    return release(root).dataset


# A film may change or vanish while the release is open: that it did is part of what its pictures are known by.


@st.cache_data(max_entries=128, max_size="128 MB", show_spinner=False)
def _display_image(fingerprint: str, change: str, case_id: str, clahe: bool, _dataset: Dataset) -> DisplayImage:
    return make_display(_dataset.image_bytes(case_id), DISPLAY_SIDE_PX, clahe=clahe)


@st.cache_data(max_entries=16, max_size="96 MB", show_spinner=False)
def _original_image(fingerprint: str, change: str, case_id: str, clahe: bool, _dataset: Dataset) -> DisplayImage:
    return make_original(_dataset.image_bytes(case_id), clahe=clahe)


def film_image(opened: Dataset, case_id: str, film: Film) -> DisplayImage:
    """Return a case's X-ray in the form asked for.

    Raises
    ------
    FileError, ImageError
        If there is no image or it cannot be shown.
    """
    of_form = _original_image if film.full else _display_image
    return of_form(opened.fingerprint, opened.image_change(case_id), case_id, film.clahe, opened)


@st.cache_data(max_entries=64, max_size="48 MB", show_spinner=False)
def _slide(fingerprint: str, change: str, case_id: str, settings: ViewerSettings, _dataset: Dataset) -> Slide:
    sets = _dataset.sets_of(_dataset.case(case_id).split)
    keys = [annotated.key for annotated in sets if not settings.hides_source(annotated.key)]
    return make_slide(make_view(_dataset, case_id, keys, settings))


def slide(opened: Dataset, case_id: str, settings: ViewerSettings) -> Slide:
    """Return a case as the presentation shows it, of the sources that are not turned off."""
    return _slide(opened.fingerprint, opened.image_change(case_id), case_id, settings, opened)


@st.cache_data(max_entries=64, max_size="96 MB", show_spinner=False)
def _xray_content(
    fingerprint: str, change: str, case_id: str, keys: tuple[str, ...], ask: Ask, film: Film, _dataset: Dataset
) -> Content:
    try:
        image, fault = film_image(_dataset, case_id, film), ""
    except (FileError, ImageError) as error:
        image, fault = None, str(error)
        _dataset.note_image(case_id, fault)
    return make_content(_dataset, case_id, keys, image, fault, ask, film)


def xray_content(opened: Dataset, case_id: str, source_keys: tuple[str, ...], ask: Ask, film: Film) -> Content:
    """Return everything the Cases page shows of one case, with the film and the outlines as they are sent."""
    change = opened.image_change(case_id)
    return _xray_content(opened.fingerprint, change, case_id, source_keys, ask, film, opened)


@st.cache_data(max_entries=16, max_size="64 MB", show_spinner="Reading the annotations …")
def _mask_table(fingerprint: str, split: str, keys: tuple[str, ...], _dataset: Dataset) -> pd.DataFrame:
    return cohort.mask_table(_dataset, split, keys)


def mask_table(opened: Dataset, split: str, source_keys: tuple[str, ...]) -> pd.DataFrame:
    """Return one row a case, pathology and source; see `cohort.mask_table`."""
    return _mask_table(opened.fingerprint, split, source_keys, opened)


@st.cache_data(max_entries=16, max_size="64 MB", show_spinner="Comparing the masks …")
def _pair_table(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> pd.DataFrame:
    return CaseTable(_dataset, split).pair_rows(key_a, key_b)


def pair_table(opened: Dataset, split: str, key_a: str, key_b: str) -> pd.DataFrame:
    """Return one row a case and pathology with the overlap of two sources; see `overlap.pair_table`."""
    return _pair_table(opened.fingerprint, split, key_a, key_b, opened)


@st.cache_data(max_entries=16, max_size="128 MB", show_spinner="Comparing the masks …")
def _pair_grid(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> PairGrid:
    return union_grid(set_of(_dataset, split, key_a), set_of(_dataset, split, key_b), _dataset.problems)


def pair_grid(opened: Dataset, split: str, key_a: str, key_b: str) -> PairGrid:
    """Return areas and intersections of two sources on every case that either lists; see `pairs.union_grid`."""
    return _pair_grid(opened.fingerprint, split, key_a, key_b, opened)


@st.cache_data(max_entries=16, max_size="128 MB", show_spinner="Reading the annotations …")
def _areas(fingerprint: str, split: str, key: str, _dataset: Dataset) -> pd.DataFrame:
    return CaseTable(_dataset, split).areas(key)


@st.cache_data(max_entries=16, max_size="128 MB", show_spinner="Comparing the masks …")
def _pair_numbers(fingerprint: str, split: str, key_a: str, key_b: str, _dataset: Dataset) -> PairNumbers:
    return pair_numbers(pair_table(_dataset, split, key_a, key_b), _dataset.pathologies)


@st.cache_data(max_entries=4096, max_size="128 MB", show_spinner=False)
def _probabilities(
    fingerprint: str, split: str, key: str, case_ids: tuple[str, ...], _dataset: Dataset
) -> pd.DataFrame:
    return CaseTable(_dataset, split).probabilities(key, case_ids)


class RememberedCases(CaseTable):
    """The numbers of all cases of a split, each computed once for all sessions."""

    def areas(self, source_key: str) -> pd.DataFrame:
        """Return area shares of one source."""
        return _areas(self.dataset.fingerprint, self.split, source_key, self.dataset)

    def pair(self, key_a: str, key_b: str) -> PairNumbers:
        """Compare two sources."""
        return _pair_numbers(self.dataset.fingerprint, self.split, key_a, key_b, self.dataset)

    def probabilities(self, source_key: str, case_ids: Sequence[str] | None = None) -> pd.DataFrame:
        """Return a model's probabilities, read some cases at a time so that what is read stays if one goes on."""
        parts = [part for _, part in self.probability_parts(source_key, case_ids)]
        return pd.concat(parts) if parts else super().probabilities(source_key, ())

    def probability_parts(
        self, source_key: str, case_ids: Sequence[str] | None = None
    ) -> Iterator[tuple[int, pd.DataFrame]]:
        """Yield a model's probabilities in parts, each with the number of cases read so far."""
        case_ids = self.case_ids if case_ids is None else case_ids
        for start in range(0, len(case_ids), _CASES_AT_ONCE):
            some = tuple(case_ids[start : start + _CASES_AT_ONCE])
            yield (
                start + len(some),
                _probabilities(self.dataset.fingerprint, self.split, source_key, some, self.dataset),
            )


@st.cache_data(max_entries=16, show_spinner=False)
def _offer(fingerprint: str, split: str, n_cases: int, _dataset: Dataset) -> Offer:
    return offer(CaseTable(_dataset, split))


def case_offer(opened: Dataset, split: str) -> Offer:
    """Return what the cases of a split can be filtered and sorted by."""
    return _offer(opened.fingerprint, split, len(opened.cases), opened)


@st.cache_resource(max_entries=32, show_spinner=False)
def _chosen_cases(
    fingerprint: str,
    split: str,
    n_cases: int,
    filter_text: str,
    order_text: str,
    _chosen: CaseFilter,
    _order: CaseOrder,
    _dataset: Dataset,
) -> pd.Series:
    table = RememberedCases(_dataset, split)
    by_case = case_order.numbers(_order, table)
    return case_order.arrange(case_filter.apply(_chosen, table), _order, by_case)


def chosen_cases(opened: Dataset, split: str, chosen: CaseFilter, order: CaseOrder) -> pd.Series:
    """Return the cases that meet a filter, in order, with the number each goes by; shared, so do not change it."""
    texts = (chosen.to_text(), order.to_text())
    return _chosen_cases(opened.fingerprint, split, len(opened.cases), *texts, chosen, order, opened)


@st.cache_resource(max_entries=1, show_spinner=False)
def thumbnail_maker() -> Maker:
    """Return what makes thumbnails for all sessions."""
    return Maker(DiskCache(cache_home() / "thumbnails", THUMBNAIL_BYTES))


def set_of(opened: Dataset, split: str, key: str) -> AnnotationSet:
    """Return a source that is there; one that is not is a fault of the page."""
    found = opened.annotation_set(split, key)
    if found is None:
        raise ValueError(f"expected a source of the split {split}, found {key!r}")
    return found
