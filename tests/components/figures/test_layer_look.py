"""The most particular choice decides how a layer is drawn."""

from __future__ import annotations

import pytest

from components.figures.layer_look import layer_key, layer_look
from components.figures.theme import SourceStyle
from components.ui.viewer_settings import ViewerSettings

STYLE = SourceStyle("#111111", "solid", "circle")
FOR_ALL, FOR_SOURCE = ("", "#aaaaaa"), (layer_key("gt", ""), "#bbbbbb")
FOR_PATHOLOGY, FOR_LAYER = (layer_key("", "Edema"), "#cccccc"), (layer_key("gt", "Edema"), "#dddddd")


@pytest.mark.parametrize(
    ("choices", "target", "colour"),
    [
        pytest.param((), "Edema", "#111111", id="none"),
        pytest.param((FOR_ALL,), "Edema", "#aaaaaa", id="all"),
        pytest.param((FOR_ALL, FOR_SOURCE), "Edema", "#bbbbbb", id="source before all"),
        pytest.param((FOR_PATHOLOGY, FOR_SOURCE), "Edema", "#cccccc", id="pathology before source"),
        pytest.param((FOR_LAYER, FOR_PATHOLOGY), "Edema", "#dddddd", id="layer before pathology"),
        pytest.param((FOR_LAYER, FOR_PATHOLOGY), "Lung Lesion", "#111111", id="another pathology"),
        pytest.param((FOR_LAYER, FOR_PATHOLOGY, FOR_SOURCE), "", "#bbbbbb", id="the source as a whole"),
    ],
)
def test_the_most_particular_choice_counts(choices: tuple[tuple[str, str], ...], target: str, colour: str) -> None:
    assert layer_look(ViewerSettings(colours=choices), STYLE, "gt", target).style.colour == colour


def test_width_and_opacity_follow_the_settings_without_a_choice() -> None:
    settings = ViewerSettings(line_px=3, opacity_percent=20, widths=(("gt\tEdema", "1.5"),), fills=(("gt", "0"),))
    edema, lesion = (layer_look(settings, STYLE, "gt", target) for target in ("Edema", "Lung Lesion"))
    assert (edema.line_px, edema.opacity_share) == (1.5, 0)
    assert (lesion.line_px, lesion.opacity_share) == (3, 0)
    assert layer_look(settings, STYLE, "hb", "Edema").opacity_share == 0.2
