"""The caches of what is read from heat maps, bounded like those of `cached`, which this continues."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.tables import sweep_store, tuning
from components.tables.segmenting import Rule, masks_of_heatmaps
from components.tables.sweep import SWEEP_WORDS, Sweep, joined, mapped_cases, sweep_case
from components.ui.shared_work import SharedWork
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.disk_cache import DiskCache
from data_access.paths import cache_home
from data_access.progress import Track
from data_access.writers import segmentations_json

SWEEP_BYTES = 128 * 1024**2
"""Bound of the sweeps kept on disk, some 6,000 cases of ten heat maps."""

Tuned = tuple[tuple[str, float], ...]


@st.cache_data(max_entries=4096, max_size="128 MB", show_spinner=False)
def _sweep_case(
    fingerprint: str, truth_key: str, key: str, case_id: str, _dataset: Dataset, _sets: tuple[AnnotationSet, ...]
) -> Sweep:
    truth, maps = _sets
    key_on_disk = sweep_store.key_of(truth, maps, case_id, _stamp(_dataset))
    stored = _sweeps().get(key_on_disk) if key_on_disk is not None else None
    if stored is not None:
        return sweep_store.from_bytes(stored)
    swept = sweep_case(truth, maps, case_id, _dataset.problems)
    files = maps.heatmap_files.targets_of_case[case_id] if maps.heatmap_files else {}
    # What was left out is in the problem list, and has to get there at every start.
    if key_on_disk is not None and len(swept.maps) == len(files):
        _sweeps().put(key_on_disk, sweep_store.to_bytes(swept))
    return swept


@st.cache_resource(max_entries=1, show_spinner=False)
def _sweeps() -> DiskCache:
    return DiskCache(cache_home() / "sweeps", SWEEP_BYTES)


def _stamp(opened: Dataset) -> Callable[[str], str | None]:
    def stamp(file: str) -> str | None:
        found = opened.folder.stamp(file)
        return None if found.endswith(":missing") else f"{opened.folder.root} {found}"

    return stamp


@st.cache_resource(max_entries=8, show_spinner=False)
def _sweep(
    fingerprint: str, split: str, truth_key: str, key: str, _dataset: Dataset, _sets: tuple[AnnotationSet, ...]
) -> SharedWork[Sweep]:
    # Case by case, so that what is read stays if nobody waits for the rest.
    def compute(track: Track) -> Sweep:
        case_ids = track(mapped_cases(_sets[1]), SWEEP_WORDS)
        return joined([_sweep_case(fingerprint, truth_key, key, case_id, _dataset, _sets) for case_id in case_ids])

    return SharedWork(compute)


def sweep(opened: Dataset, truth: AnnotationSet, maps: AnnotationSet) -> Sweep:
    """Return a source's heat maps at every threshold; see `sweep.sweep_maps`. Shared, so do not change it."""
    keys = opened.fingerprint, maps.split, truth.key, maps.key
    return _sweep(*keys, opened, (truth, maps)).get()


@st.cache_data(max_entries=8, show_spinner=False)
def _tuned(fingerprint: str, split: str, truth_key: str, key: str, _dataset: Dataset, _sweep: Sweep) -> Tuned:
    table = tuning.rules_table(_sweep, _dataset.pathologies).dropna(subset=["tuned"])
    return tuple(zip(table["pathology"].tolist(), table["tuned"].tolist(), strict=True))


def tuned_if_swept(opened: Dataset, split: str, key: str = "") -> Tuned:
    """Return the tuned threshold of each pathology that has one, if the Thresholds page has swept the maps; else none.

    Parameters
    ----------
    opened, split
        Of which maps.
    key : str
        Their source; by default the first that has maps.
    """
    sets = opened.sets_of(split)
    truth = next((one for one in sets if one.source.role == "ground_truth" and one.has_masks), None)
    maps = next((one for one in sets if one.has_heatmaps and key in ("", one.key)), None)
    if truth is None or maps is None:
        return ()
    keys = opened.fingerprint, split, truth.key, maps.key
    swept = _sweep(*keys, opened, (truth, maps))
    return _tuned(*keys, opened, swept.get()) if swept.is_done else ()


@st.cache_resource(max_entries=4, show_spinner=False)
def _masks(
    fingerprint: str, split: str, key: str, rule_text: str, _rule: Rule, _maps: AnnotationSet
) -> SharedWork[bytes]:
    return SharedWork(lambda track: segmentations_json(masks_of_heatmaps(_maps, _rule, track)))


def masks_json(opened: Dataset, maps: AnnotationSet, rule: Rule) -> bytes:
    """Return the masks of a source's heat maps in the official format, made when first asked for."""
    return _masks(opened.fingerprint, maps.split, maps.key, rule.to_text(), rule, maps).get()
