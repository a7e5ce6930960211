"""Names on the film do not lie on each other."""

from __future__ import annotations

import pytest

from components.figures.xray_layers import Layer
from components.figures.xray_names import place_names

FILM_HW = (100, 100)  # a line of a name takes 3 px, its reach is 20 px


def _layer(target: str, x: float, y: float) -> Layer:
    ring = [[x, y], [x + 1, y + 5], [x - 1, y + 5]]
    return Layer("gt", "Ground truth", target, 100, 0.01, None, (ring,))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        pytest.param(("b", 50, 51), (50, 47), id="on the first: a line above it"),
        pytest.param(("b", 50, 60), (50, 60), id="below: stays"),
        pytest.param(("b", 80, 50), (80, 50), id="far beside: stays"),
        pytest.param(("a", 50, 51), (50, 51), id="the same pathology: stays"),
    ],
)
def test_a_name_makes_room(second: tuple[str, float, float], expected: tuple[float, float]) -> None:
    first, placed = place_names([_layer("a", 50, 50), _layer(*second)], FILM_HW)
    assert first == (50, 50)
    assert placed == pytest.approx(expected)


def test_three_names_stand_above_each_other() -> None:
    places = place_names([_layer(target, 50, 50) for target in "abc"], FILM_HW)
    assert [y for _, y in places] == pytest.approx([50, 47, 44])


def test_a_name_stays_on_the_film() -> None:
    assert place_names([_layer("a", 50, 1), _layer("b", 50, 1)], FILM_HW)[1] == (50, 0)


def test_no_mask_has_no_name() -> None:
    assert place_names([], FILM_HW) == []
