"""The two closer looks in a picture: areas of agreement, and a heat map with its threshold."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import numpy as np
import pytest

from components.exports.caption import legend
from components.exports.closer import HEAT_COLOURS, closer_look, fill_rings, heat_picture
from components.exports.film import draw_film
from components.exports.html import view_html
from components.exports.interactive import styled_figure
from components.exports.view import make_view
from components.ui.viewer_settings import ViewerSettings
from components.ui.xray_viewer.extra import Ask, make_extra
from data_access.dataset import Dataset
from tests.components.exports.conftest import CASE, GREY
from tests.conftest import PROJECT

STEPS = [
    {"threshold": 0.2, "areaShare": 0.5, "iou": 0.25, "x": [0, 39, 39, 0, 0], "y": [0, 0, 99, 99, 0]},
    {"threshold": 0.6, "areaShare": 0.25, "iou": None, "x": [10, 29, 29, 10, 10], "y": [10, 10, 29, 29, 10]},
]


def heat_extra() -> dict[str, Any]:
    """Return what the viewer is sent of a heat map of 2 x 2: zero on the left, the highest value on the right."""
    levels = base64.b64encode(bytes([0, 255, 0, 255])).decode()
    heat = {
        "source": "model",
        "map": {"levels": levels, "height": 2, "width": 2},
        "probability": 0.75,
        "otsu": 0.55,
        "peak": {"x": 70, "y": 50, "hits": False},
        "steps": STEPS,
    }
    return {"mode": "heat", "target": "Edema", "fault": "", "sources": [], "heat": heat}


def test_an_agreement_map_shows_both_and_only_one(dataset: Dataset) -> None:
    """The ground truth's 40 x 30 pixels lie within the model's 60 x 50: both 1,200 px, only the model 1,800 px."""
    settings = ViewerSettings(mode="map", automatic_alone=True)
    view = make_view(
        dataset, CASE, ("gt", "model"), settings, lambda *given: make_extra(Ask("map", "Edema"), CASE, *given)
    )
    texts = [entry.text for entry in legend(view)]
    assert texts[1:] == ["Only Ground truth: 0 px", "Only A model: 1,800 px", "Both: 1,200 px"]
    assert "IoU 0.400" in texts[0]
    assert "agreement of A model with Ground truth on Edema" in view.provenance.settings
    film = np.asarray(draw_film(view, view.panes[0])).astype(int)
    np.testing.assert_allclose(film[20, 15], 0.28 * 242 + 0.72 * GREY, atol=1.5)  # both: a grey of 242
    assert np.ptp(film[20, 15]) == 0
    assert film[50, 25, 0] > film[50, 25, 1]  # only the model: its magenta
    assert film[90, 70].tolist() == [GREY] * 3
    names = [trace.get("name") for trace in styled_figure(view)["data"] if trace["meta"]["kind"] == "region"]
    assert names == ["Only A model", "Both"]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        pytest.param(("model", "#00ff00"), "#00ff00", id="of the source"),
        pytest.param(("model\tEdema", "#00ff00"), "#00ff00", id="of the pathology"),
        pytest.param(("model\tLung Lesion", "#00ff00"), "#E8609A", id="of another pathology"),
    ],
)
def test_an_agreement_map_has_the_colours_chosen(dataset: Dataset, chosen: tuple[str, str], expected: str) -> None:
    """What only the model drew and its entry in the legend; hatching, counts and what both drew stay."""
    settings = ViewerSettings(mode="map", automatic_alone=True, colours=(chosen,))
    view = make_view(
        dataset, CASE, ("gt", "model"), settings, lambda *given: make_extra(Ask("map", "Edema"), CASE, *given)
    )
    assert [entry.colour for entry in legend(view)][1:] == ["#3FA7F0", expected, "#F2F2F2"]
    model, both = [trace for trace in styled_figure(view)["data"] if trace["meta"]["kind"] == "region"]
    assert (model["line"]["color"], model["fillpattern"]["fgcolor"]) == (expected, expected)
    assert model["fillpattern"]["shape"] == "\\"
    assert both["line"]["color"] == "#F2F2F2"
    assert "fillpattern" not in both
    assert view.closer is not None
    assert [area[1] for area in view.closer.extra["areas"]] == ["0 px", "1,800 px", "1,200 px"]


def test_a_heat_map_is_clear_where_it_is_low(dataset: Dataset) -> None:
    settings = ViewerSettings(mode="heat", heat_percent=50, threshold_percent=60, dashes=(("model", "solid"),))
    view = make_view(dataset, CASE, ("gt", "model"), settings, lambda *given: heat_extra())
    film = np.asarray(draw_film(view, view.panes[0])).astype(int)
    assert film[90, 5].tolist() == [GREY] * 3
    np.testing.assert_allclose(film[90, 75], [(GREY + value) / 2 for value in HEAT_COLOURS[-1][1]], atol=1)
    assert film[10, 20].tolist() == [232, 96, 154], "the outline of the threshold"
    assert film[50, 70].tolist() == [232, 96, 154], "the cross of the highest value"
    assert {(layer.source_key, layer.target) for layer in view.panes[0].layers} == {("gt", "Edema")}
    assert "threshold 0.60: 25.0% of the image" in view.provenance.settings
    assert "IoU" not in view.provenance.settings
    assert [entry.text for entry in legend(view)][2] == "Highest value: outside the ground truth"
    film_image, heat_image = styled_figure(view)["layout"]["images"]
    places = [(image["x"], image["y"], image["sizex"], image["sizey"]) for image in (film_image, heat_image)]
    assert places[0] != places[1], "Plotly would show the first one alone"
    np.testing.assert_allclose(places[0], places[1], atol=1e-6)
    assert [trace["name"] for trace in styled_figure(view)["data"] if trace["meta"]["kind"] == "threshold"] == [
        "A model: Edema at threshold 0.60",
        "A model: highest value",
    ]
    assert "at threshold 0.60" in view_html(view)


@pytest.mark.parametrize(
    ("threshold_percent", "shown"),
    [
        pytest.param(-1, 0.6, id="Otsu: the step nearest to 0.55"),
        pytest.param(25, 0.2, id="the nearest step"),
        pytest.param(100, 0.6, id="beyond the last"),
    ],
)
def test_the_threshold_is_the_viewer_s(threshold_percent: float, shown: float) -> None:
    closer = closer_look(heat_extra(), threshold_percent, 50)
    assert closer is not None
    assert closer.step is not None
    assert closer.step["threshold"] == shown


@pytest.mark.parametrize("extra", [pytest.param(None, id="not asked for"), pytest.param({"fault": "none"}, id="fault")])
def test_where_there_is_nothing_to_look_at_the_masks_are_drawn(dataset: Dataset, extra: dict[str, Any] | None) -> None:
    view = make_view(dataset, CASE, ("gt",), ViewerSettings(mode="heat"), lambda *given: extra)
    assert view.closer is None
    assert len(view.panes[0].layers) == 1


def test_heat_colours_are_those_of_the_viewer() -> None:
    script = (PROJECT / "components/ui/xray_viewer/closer.js").read_text(encoding="utf-8")
    found = re.search(r"const HEAT_COLOURS = (\[.*?\]);", script, re.DOTALL)
    assert found is not None
    in_viewer = json.loads(re.sub(r",\s*\]", "]", found[1]))
    assert in_viewer == [[share, list(colour)] for share, colour in HEAT_COLOURS]


def test_heat_picture_is_as_opaque_as_it_is_high() -> None:
    closer = closer_look(heat_extra(), -1, 50)
    assert closer is not None
    picture = np.asarray(heat_picture(closer))
    assert picture.tolist() == [[[0, 0, 4, 0], [252, 255, 164, 255]]] * 2


def test_a_ring_within_another_is_a_hole() -> None:
    rings = [[(1, 1), (8, 1), (8, 8), (1, 8)], [(3, 3), (6, 3), (6, 6), (3, 6)]]
    filled = np.asarray(fill_rings(rings, (10, 10)))
    assert filled.sum() == 64 - 16
    assert not filled[4, 4]
