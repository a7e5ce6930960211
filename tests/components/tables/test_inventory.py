"""What a release holds: counts of what has been read, sizes from headers, and no file opened for it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from components.tables import inventory
from components.tables.inventory import NOT_READ, SetCounts
from data_access import open_dataset
from tests.builders import CASE_A, CASE_B, CASE_C, CASES, HEATMAPS, SIZE_HW, Release, image_bytes, image_path, put
from tests.conftest import OpenedFiles


def test_sets_are_listed_without_reading_and_counted_once_read(tmp_path: Path, opened_files: OpenedFiles) -> None:
    dataset = open_dataset(Release(heatmaps=HEATMAPS).write(tmp_path))
    with opened_files(tmp_path) as opened:
        table = inventory.set_table(dataset).set_index("source")
    assert opened == []
    assert list(table.loc["Benchmark", ["cases", "masks", "points", "sizes"]]) == [NOT_READ] * 4
    assert all(map(pd.isna, table.loc["Ground truth", ["points", "heat_maps"]]))
    assert list(table.loc["Grad-CAM", ["cases", "heat_maps"]]) == ["1", "1"]
    assert all(map(pd.isna, table.loc["Grad-CAM", ["masks", "points", "sizes"]]))

    for annotated in dataset.sets:
        inventory.read_all(annotated)
    table = inventory.set_table(dataset).set_index("source")
    assert list(table.loc["Ground truth", ["cases", "masks", "sizes"]]) == ["3", "2", "10 x 12 px"]
    assert list(table.loc["Benchmark", ["cases", "masks", "points"]]) == ["3", "1", "1"]


def test_contours_alone_are_counted_without_filling_them(tmp_path: Path) -> None:
    dataset = open_dataset(Release(masks={}).write(tmp_path))
    truth = dataset.sets[0]
    inventory.read_all(truth)
    assert inventory.set_counts(truth) == SetCounts(2, 2, None, None, dict.fromkeys((CASE_A, CASE_C), SIZE_HW))


@pytest.mark.parametrize(
    ("sizes_hw", "words"),
    [
        pytest.param([], "", id="none"),
        pytest.param([(12, 10), (12, 10)], "10 x 12 px", id="one"),
        pytest.param([(12, 10), (2_320, 2_828), (9, 9)], "9 x 9 to 2,828 x 2,320 px, 3 sizes", id="several"),
    ],
)
def test_size_words(sizes_hw: list[tuple[int, int]], words: str) -> None:
    assert inventory.size_words(sizes_hw) == words


@pytest.mark.parametrize(
    ("at_most", "case_ids"),
    [
        pytest.param(1, [CASE_A], id="one"),
        pytest.param(2, [CASE_A, CASE_C], id="first and last"),
        pytest.param(9, list(CASES), id="all"),
    ],
)
def test_no_more_headers_are_read_than_asked_for(
    at_most: int, case_ids: list[str], tmp_path: Path, opened_files: OpenedFiles
) -> None:
    dataset = open_dataset(Release().write(tmp_path))
    with opened_files(tmp_path) as opened:
        films = inventory.film_sizes(dataset, "test", at_most)
    assert list(films) == case_ids
    assert len(opened) == len(case_ids)


def test_films_of_another_size_than_their_annotations_are_counted(tmp_path: Path) -> None:
    root = Release().write(tmp_path)
    put(root / "CheXpert/test" / image_path(CASE_B), image_bytes((24, 20)))
    put(root / "CheXpert/test" / image_path(CASE_C), b"no image")
    dataset = open_dataset(root)
    inventory.read_all(dataset.sets[0])
    films = inventory.film_sizes(dataset, "test", 200)
    assert films == {CASE_A: SIZE_HW, CASE_B: (24, 20)}
    assert inventory.n_other_size(films, inventory.set_counts(dataset.sets[0]).size_hw_of_case) == 1
    assert inventory.n_other_size(films, {}) == 0


def test_a_split_without_films_has_no_sizes(tmp_path: Path) -> None:
    assert inventory.film_sizes(open_dataset(Release(image_ids=()).write(tmp_path)), "test", 200) == {}
