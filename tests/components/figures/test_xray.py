"""The X-ray figure as data: where things lie, what is on top, and that nothing from a file is taken for markup."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
import pytest

from components.figures.theme import source_styles
from components.figures.xray import XrayInfo, describe, hover_lines, xray_figure, xray_info
from components.figures.xray_layers import layer
from components.tables.case import Drawing
from components.tables.frames import fit
from data_access.annotation_set import Source, State
from data_access.geometry import Mask, Points
from data_access.images import DisplayImage
from tests.sets import BENCHMARK, GROUND_TRUTH, MODEL, rectangle

STYLES = source_styles([GROUND_TRUTH, BENCHMARK, MODEL])


def _film(size_hw: tuple[int, int] = (10, 10), shown_hw: tuple[int, int] | None = None) -> DisplayImage:
    return DisplayImage(b"film", "image/jpeg", size_hw, shown_hw or size_hw)


def _drawing(height: int, width: int, source: Source = GROUND_TRUTH, target: str = "Edema") -> Drawing:
    mask = Mask.from_array(rectangle(height, width))
    return Drawing(source, target, State.EMPTY if mask.is_empty else State.DRAWN, mask)


def _info(drawn: Sequence[Drawing], image: DisplayImage | None = None) -> XrayInfo:
    return xray_info("a", drawn, image or _film())


def _kinds(figure: dict[str, list[dict[str, dict[str, str]]]]) -> list[tuple[str, str]]:
    return [(trace["meta"]["kind"], trace["meta"]["target"]) for trace in figure["data"]]


def test_fills_lie_below_outlines_and_the_smallest_on_top() -> None:
    figure = xray_figure(_info([_drawing(2, 2, target="small"), _drawing(8, 8, target="large")]), STYLES)
    assert _kinds(figure) == [
        ("fill", "large"),
        ("fill", "small"),
        ("outline", "large"),
        ("outline", "small"),
        ("name", "large"),
        ("name", "small"),
    ]


def test_the_centre_of_pixel_i_is_at_i() -> None:
    layout = xray_figure(_info([]), STYLES)["layout"]
    assert layout["xaxis"]["range"] == [-0.5, 9.5]
    assert layout["yaxis"]["range"] == [9.5, -0.5]
    image = layout["images"][0]
    assert (image["x"], image["y"], image["sizex"], image["sizey"]) == (-0.5, -0.5, 10, 10)
    assert base64.b64decode(image["source"].partition(",")[2]) == b"film"


def test_outlines_are_closed_and_follow_the_pixels() -> None:
    (fill, outline, _) = xray_figure(_info([_drawing(3, 5)]), STYLES)["data"]
    assert set(zip(outline["x"], outline["y"], strict=True)) == {(0, 0), (4, 0), (4, 2), (0, 2)}
    assert (outline["x"][0], outline["y"][0]) == (outline["x"][-1], outline["y"][-1])
    assert fill["x"] == outline["x"]


def test_a_hole_is_a_second_ring_that_runs_the_other_way() -> None:
    mask = rectangle(9, 9)
    mask[3:6, 3:6] = False
    drawing = Drawing(GROUND_TRUTH, "Edema", State.DRAWN, Mask.from_array(mask))
    rings = _info([drawing]).layers[0].rings_xy
    areas = [
        sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True)) for ring in rings
    ]
    assert len(rings) == 2
    assert areas[0] * areas[1] < 0
    assert xray_figure(_info([drawing]), STYLES)["data"][0]["x"].count(None) == 1


def test_a_single_pixel_can_be_seen() -> None:
    ring = _info([_drawing(1, 1)]).layers[0].rings_xy[0]
    assert ring == [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]


def test_empty_absent_and_unreadable_masks_draw_nothing() -> None:
    drawn = [
        _drawing(0, 0),
        Drawing(BENCHMARK, "Edema", State.ABSENT, None),
        Drawing(MODEL, "Edema", State.UNREADABLE, None),
    ]
    info = _info(drawn)
    assert info.layers == []
    assert xray_figure(info, STYLES)["data"] == []
    assert describe(info) == "X-ray of a; nothing is drawn on it."


def test_sources_differ_by_colour_and_line() -> None:
    figure = xray_figure(_info([_drawing(3, 5), _drawing(3, 5, BENCHMARK), _drawing(3, 5, MODEL)]), STYLES)
    lines = [trace["line"] for trace in figure["data"] if trace["meta"]["kind"] == "outline"]
    assert len({line["color"] for line in lines}) == 3
    assert len({line["dash"] for line in lines}) == 3


@pytest.mark.parametrize(
    ("film_hw", "scale_xy", "said"),
    [
        pytest.param((10, 10), (1.0, 1.0), "", id="same size"),
        pytest.param((20, 20), (2.0, 2.0), "scaled to fit", id="twice the size"),
        pytest.param((1000, 1009), (100.9, 100.0), "scaled to fit", id="rounded differently"),
        pytest.param((10, 11), None, "not laid over the film", id="another shape"),
    ],
)
def test_fit(film_hw: tuple[int, int], scale_xy: tuple[float, float] | None, said: str) -> None:
    fitted = fit("Benchmark", (10, 10), film_hw)
    assert fitted.scale_xy == pytest.approx(scale_xy)
    assert said in fitted.remark


def test_masks_of_another_size_are_scaled_about_pixel_borders() -> None:
    info = _info([_drawing(5, 5)], _film((20, 20)))
    assert info.layers[0].rings_xy[0] == [[0.5, 0.5], [0.5, 8.5], [8.5, 8.5], [8.5, 0.5]]
    assert len(info.remarks) == 1


def test_masks_of_another_shape_are_left_out_and_said() -> None:
    info = _info([_drawing(5, 5)], _film((10, 20)))
    assert info.layers == []
    assert "not laid over the film" in info.remarks[0]


def test_without_a_film_the_masks_show_on_a_frame_of_their_size() -> None:
    info = xray_info("a", [_drawing(3, 5)], None, "an image cut short")
    layout = xray_figure(info, STYLES)["layout"]
    assert info.film_hw == (10, 10)
    assert len(info.layers) == 1
    assert info.remarks == [
        "No X-ray to show: an image cut short. The masks are drawn on an empty frame of their own size."
    ]
    assert layout["images"] == []
    assert len(layout["shapes"]) == 1


def test_without_film_and_masks_there_is_still_a_figure() -> None:
    info = xray_info("a", [], None, "no image")
    assert xray_figure(info, STYLES)["data"] == []
    assert "no mask either" in info.remarks[0]


def test_points_are_drawn_even_where_the_source_has_no_mask() -> None:
    points = Points(np.array([[4.0, 3.0]]))
    drawing = Drawing(BENCHMARK, "Edema", State.ABSENT, None, points)
    (trace,) = xray_figure(_info([drawing]), STYLES)["data"]
    assert (trace["x"], trace["y"]) == ([4.0], [3.0])
    assert trace["meta"] == {"kind": "points", "source": "hb", "target": "Edema"}


def test_a_point_that_misses_is_hollow() -> None:
    points = Points(np.array([[4.0, 3.0], [1.0, 1.0]]))
    drawing = Drawing(BENCHMARK, "Edema", State.ABSENT, None, points, hits=(True, False))
    (trace,) = xray_figure(_info([drawing]), STYLES)["data"]
    assert trace["marker"]["symbol"] == ["diamond", "diamond-open"]
    assert trace["customdata"] == ["hits the ground truth", "misses the ground truth"]


def test_outlines_stay_small_on_a_large_film() -> None:
    rows, columns = np.ogrid[:2320, :2828]
    disc = (rows - 1100) ** 2 + (columns - 1400) ** 2 < 700**2
    mask = Mask.from_array(disc)
    drawn = layer(Drawing(GROUND_TRUTH, "Edema", State.DRAWN, mask), mask, (1.0, 1.0), 2828 / 1460)
    assert len(json.dumps(drawn.rings_xy)) < 5000
    assert len(drawn.rings_xy[0]) > 20


def test_text_from_files_is_escaped() -> None:
    evil = Source("m", "<img src=x>", "model", "automatic")
    figure = xray_figure(_info([_drawing(3, 5, evil, "<b>Edema</b>")]), source_styles([evil]))
    for trace in figure["data"]:
        shown = json.dumps({name: value for name, value in trace.items() if name != "meta"})
        assert "<img" not in shown
        assert "<b>" not in shown


def test_hover_says_area_and_overlap() -> None:
    mask = Mask.from_array(rectangle(2, 4))
    drawing = Drawing(MODEL, "Edema", State.DRAWN, mask, iou=0.5)
    assert hover_lines(_info([drawing]).layers[0]) == [
        "Edema · A model",
        "8.0% of the image",
        "IoU 0.50 with the ground truth",
    ]


def test_plotly_accepts_the_figure() -> None:
    drawn = [_drawing(3, 5), Drawing(BENCHMARK, "Edema", State.DRAWN, None, Points(np.array([[1.0, 1.0]])))]
    go.Figure(xray_figure(_info(drawn), STYLES))


def test_description_names_sources_and_pathologies() -> None:
    info = _info([_drawing(3, 5), _drawing(2, 2, target="Nodule"), _drawing(1, 4, MODEL)])
    assert describe(info) == "X-ray of a with Ground truth: Edema, Nodule; A model: Edema"
