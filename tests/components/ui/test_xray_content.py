"""Where a case stands, and when what is drawn counts as another drawing."""

from __future__ import annotations

from pathlib import Path

import pytest

from components.ui.xray_viewer.content import Film, film_words, make_content, place_of
from components.ui.xray_viewer.extra import Ask
from data_access import open_dataset
from data_access.demo import write_demo
from data_access.images import DisplayImage

IDS = [f"case{number}" for number in range(200)]


@pytest.mark.parametrize(("index", "n_around"), [(0, 31), (100, 61), (199, 31)])
def test_place(index: int, n_around: int) -> None:
    place = place_of(IDS, IDS[index])
    assert (place.number, place.total) == (index + 1, 200)
    assert len(place.around) == n_around
    assert IDS[index] in place.around


def test_stamps_differ_by_case_sources_and_film_only(tmp_path: Path) -> None:
    dataset = open_dataset(write_demo(tmp_path / "release", n_cases=6, size_hw=(96, 80)))
    first, second = dataset.case_ids("test")[:2]
    one, same, other_case, other_sources, full, raised = (
        make_content(dataset, case_id, keys, None, "no image", Ask(), film)
        for case_id, keys, film in [
            (first, ["gt"], Film()),
            (first, ["gt"], Film()),
            (second, ["gt"], Film()),
            (first, ["gt", "hb"], Film()),
            (first, ["gt"], Film(full=True)),
            (first, ["gt"], Film(clahe=True)),
        ]
    )
    assert one.stamp == same.stamp
    assert len({made.stamp for made in (one, other_case, other_sources, full, raised)}) == 5
    # The viewer finds a neighbour by putting its id in the place of the current one.
    assert one.stamp.replace(f" {first} ", f" {second} ") == other_case.stamp


def test_the_other_images_of_the_patient_are_a_click_away(tmp_path: Path) -> None:
    dataset = open_dataset(write_demo(tmp_path / "release", n_cases=12, size_hw=(96, 80)))
    both = ["patient95002_study1_view1_frontal", "patient95002_study1_view2_lateral"]
    assert set(both) <= set(dataset.case_ids("test"))
    content = make_content(dataset, both[0], ["gt"], None, "no image", Ask())
    assert content.others == ((both[1], "same study, lateral"),)


@pytest.mark.parametrize(
    ("image", "film", "words"),
    [
        (None, Film(), ""),
        (DisplayImage(b"", "", (2320, 2828), (1198, 1460)), Film(), "display size, 1,460 x 1,198 of 2,828 x 2,320 px"),
        (DisplayImage(b"", "", (90, 80), (90, 80)), Film(clahe=True), "full resolution, 80 x 90 px, CLAHE"),
        (DisplayImage(b"", "", (90, 80), (90, 80), True), Film(full=True), "original file, 80 x 90 px"),
    ],
)
def test_the_pixels_sent_are_named(image: DisplayImage | None, film: Film, words: str) -> None:
    assert film_words(image, film) == words
