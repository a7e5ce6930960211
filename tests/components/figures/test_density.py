"""Density maps as data and as drawn."""

from __future__ import annotations

import numpy as np
import pytest

from components.figures.density import MapsInfo, density_figure, density_info, difference_info
from components.figures.theme import source_styles
from components.tables.density import Density
from tests.sets import BENCHMARK, GROUND_TRUTH

STYLES = source_styles([GROUND_TRUTH, BENCHMARK])
BOTH = (STYLES["gt"], STYLES["hb"])


def density(n_masks: int, *rows: tuple[float, float]) -> Density:
    return Density(n_masks, np.array(rows or ((0.0, 0.0), (0.0, 0.0))))


MAPS = {
    "Edema": density(4, (0.5, 0), (0, 0)),
    "<b>": density(2, (1, 0), (0, 0.5)),
    "Nodule": density(0),
}


def test_what_was_never_drawn_is_left_out_and_n_is_said() -> None:
    panels = density_info(MAPS).panels
    assert [panel.title for panel in panels] == ["Edema<br>n = 4<br>peak 50%", "&lt;b&gt;<br>n = 2<br>peak 100%"]


def test_long_names_take_a_line_a_word() -> None:
    assert (
        density_info({"Enlarged Cardiomediastinum": MAPS["Edema"]})
        .panels[0]
        .title.startswith("Enlarged<br>Cardiomediastinum<br>")
    )


def test_difference_is_the_first_minus_the_second() -> None:
    other = {**MAPS, "Edema": density(5, (0.1, 0.7), (0, 0)), "Nodule": density(3, (1, 1), (1, 1))}
    info = difference_info(MAPS, other, ("Ground truth", "<i>"), BOTH)
    assert [panel.title.split("<br>")[0] for panel in info.panels] == ["Edema", "&lt;b&gt;"]
    np.testing.assert_allclose(info.panels[0].share_hw, np.array([[0.4, -0.7], [0.0, 0.0]]))
    assert info.panels[0].title == "Edema<br>n = 4, 5<br>up to 70 points"
    assert info.ends == "← more &lt;i&gt; · more Ground truth →"
    assert info.colours[2][1] == STYLES["gt"].colour


def test_colours_of_a_difference_are_centred_on_0() -> None:
    info = difference_info(MAPS, {**MAPS, "Edema": density(5, (0.1, 0.7), (0, 0))}, ("a", "b"), BOTH)
    for trace in density_figure(info).data:
        assert trace.zmin == -trace.zmax


@pytest.mark.parametrize(
    ("one_scale", "expected"), [pytest.param(False, [0.5, 1], id="own"), pytest.param(True, [1, 1], id="shared")]
)
def test_scale(one_scale: bool, expected: list[float]) -> None:
    figure = density_figure(density_info(MAPS), one_scale=one_scale)
    assert [trace.zmax for trace in figure.data] == expected
    assert [trace.showscale for trace in figure.data] == [True, False]


def test_top_row_is_at_the_top_and_cells_fill_the_image() -> None:
    figure = density_figure(density_info(MAPS))
    trace = figure.data[0]
    assert (trace.x0, trace.dx, trace.y0, trace.dy) == (0.25, 0.5, 0.25, 0.5)
    assert tuple(figure.layout.yaxis.range) == (1, 0)


def test_two_sources_that_draw_the_same_have_no_difference() -> None:
    figure = density_figure(difference_info(MAPS, MAPS, ("a", "b"), BOTH))
    assert all(np.abs(trace.z).max() == 0 for trace in figure.data)
    assert all(trace.zmax > 0 for trace in figure.data)


@pytest.mark.parametrize(
    "info",
    [
        pytest.param(density_info({}), id="no pathology"),
        pytest.param(density_info({"Nodule": density(0)}), id="nothing drawn"),
        pytest.param(difference_info({}, {}, ("a", "b"), BOTH), id="no difference"),
    ],
)
def test_nothing_drawn_gives_an_empty_figure(info: MapsInfo) -> None:
    assert len(density_figure(info).data) == 0
