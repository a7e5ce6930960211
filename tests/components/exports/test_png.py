"""The picture of a view: its pixels where they can be told by hand, its caption, and what it says of itself."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from PIL import Image

from components.exports.caption import MIN_WIDTH_PX, legend, scale_px, scale_words, wrap
from components.exports.film import draw_film
from components.exports.png import view_png
from components.exports.provenance import NOT_CLINICAL, STAYS_HERE, SYNTHETIC, program_version
from components.exports.strokes import dashed, font_of
from components.exports.view_settings import toned
from components.ui.viewer_settings import ViewerSettings
from data_access.images import equalise
from tests.components.exports.conftest import GREY, SIZE_HW, MakeView, pixels

TRUTH_RGB = (63, 167, 240)
MODEL_RGB = (232, 96, 154)
PLAIN = {"names": False, "points": False, "line_px": 3.0}


def blend(colour: tuple[int, int, int], opacity: float, grey: float = GREY) -> list[float]:
    return [opacity * channel + (1 - opacity) * grey for channel in colour]


def test_the_film_keeps_its_size_and_the_caption_stands_below(view_of: MakeView) -> None:
    drawn = pixels(view_png(view_of(overlays=False)))
    assert drawn.shape[1] == MIN_WIDTH_PX
    assert drawn.shape[0] > SIZE_HW[0]
    film, caption = drawn[: SIZE_HW[0], : SIZE_HW[1]], drawn[SIZE_HW[0] :]
    assert np.all(film == GREY)
    assert len(np.unique(caption.reshape(-1, 3), axis=0)) > 10, "something is written there"


def test_outlines_fills_and_film_where_they_must_be(view_of: MakeView) -> None:
    """The ground truth's last pixels are row 39 and column 29: its solid outline runs through them."""
    film = np.asarray(
        draw_film(view := view_of(**PLAIN, fill=True, opacity_percent=50, hidden=(("model", ""),)), view.panes[0])
    )
    assert film[39, 15].tolist() == film[20, 29].tolist() == list(TRUTH_RGB)
    np.testing.assert_allclose(film[20, 15], blend(TRUTH_RGB, 0.5), atol=1)
    assert film[60, 60].tolist() == [GREY] * 3
    assert film[44, 15].tolist() == [GREY] * 3


def test_fills_lie_on_each_other_the_smallest_last(view_of: MakeView) -> None:
    view = view_of(**PLAIN, opacity_percent=50, hidden=(("", "Lung Lesion"),))
    film = np.asarray(draw_film(view, view.panes[0]))
    model = blend(MODEL_RGB, 0.5)
    both = [0.5 * channel + 0.5 * below for channel, below in zip(TRUTH_RGB, model, strict=True)]
    np.testing.assert_allclose(film[50, 25], model, atol=1)
    np.testing.assert_allclose(film[25, 20], both, atol=2)


@pytest.mark.parametrize(
    ("settings", "drawn"),
    [
        pytest.param({}, [("gt", "Edema"), ("model", "Edema"), ("model", "Lung Lesion")], id="everything"),
        pytest.param({"overlays": False}, [], id="drawings hidden"),
        pytest.param({"hidden": (("model", ""),)}, [("gt", "Edema")], id="a source off"),
        pytest.param({"hidden": (("", "Edema"),)}, [("model", "Lung Lesion")], id="a pathology off"),
        pytest.param({"hidden": (("model", "Edema"),)}, [("gt", "Edema"), ("model", "Lung Lesion")], id="a layer off"),
        pytest.param({"automatic_alone": False}, [("gt", "Edema"), ("model", "Edema")], id="what only a model drew"),
        pytest.param(
            {"automatic_alone": False, "shown": (("", "Lung Lesion"),), "hidden": (("", "Edema"),)},
            [("model", "Lung Lesion")],
            id="shown all the same",
        ),
    ],
)
def test_what_is_hidden_in_the_viewer_is_not_drawn(
    view_of: MakeView, settings: dict[str, object], drawn: list[tuple[str, str]]
) -> None:
    (pane,) = view_of(**settings).panes
    assert sorted((layer.source_key, layer.target) for layer in pane.layers) == drawn


def test_sources_that_were_not_asked_for_are_not_there(view_of: MakeView) -> None:
    view = view_of(keys=("model",))
    assert {layer.source_key for layer in view.panes[0].layers} == {"model"}
    assert view.provenance.sources == ("A model",)


def test_chosen_colours_and_widths_are_kept(view_of: MakeView) -> None:
    view = view_of(names=False, fill=False, line_px=6.0, hidden=(("model", ""),), colours=(("gt", "#FF0000"),))
    film = np.asarray(draw_film(view, view.panes[0]))
    red = np.all(film[:, 15] == (255, 0, 0), axis=1)
    assert red[37:42].all()
    assert not red[44:].any()


def test_one_layer_is_restyled_alone(view_of: MakeView) -> None:
    view = view_of(names=False, colours=(("gt\tEdema", "#FF0000"),), widths=(("\tEdema", "5"),), fills=(("gt", "0"),))
    edema = {one.source_key: view.look_of(one) for one in view.panes[0].layers if one.target == "Edema"}
    assert edema["gt"].style.colour == "#FF0000"
    assert edema["model"].style.colour != "#FF0000"
    assert {look.line_px for look in edema.values()} == {5}
    assert (edema["gt"].opacity_share, edema["model"].opacity_share) == (0, 0.15)
    assert "restyled" in view.provenance.settings


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        pytest.param({}, {0: 0, 100: 100, 255: 255}, id="as in the file"),
        pytest.param({"invert": True}, {0: 255, 100: 155, 255: 0}, id="inverted"),
        pytest.param({"window": 100.0, "level": 100.0}, {50: 0, 100: 128, 150: 255, 200: 255}, id="window 50 to 150"),
        pytest.param({"gamma": 2.0}, {0: 0, 51: 10, 255: 255}, id="gamma 2"),
    ],
)
def test_grey_values_are_those_of_the_viewer(settings: dict[str, float], expected: dict[int, int]) -> None:
    grey = np.array([list(expected)], np.uint8)
    assert toned(grey, ViewerSettings(**settings)).tolist() == [list(expected.values())]  # type: ignore[arg-type]


def test_side_by_side_and_contact_sheet_have_a_film_each(view_of: MakeView) -> None:
    side, sheet = view_of(mode="side"), view_of(mode="sheet")
    assert [pane.title for pane in side.panes] == ["Ground truth", "A model"]
    assert [pane.title for pane in sheet.panes] == ["Edema", "Lung Lesion"]
    drawn = pixels(view_png(side))
    assert drawn[SIZE_HW[0] - 1, [0, SIZE_HW[1] - 1, SIZE_HW[1] + 6, 2 * SIZE_HW[1] + 5]].tolist() == [[GREY] * 3] * 4
    assert drawn[SIZE_HW[0] - 1, SIZE_HW[1] : SIZE_HW[1] + 6].tolist() == [[0, 0, 0]] * 6, "the gap between them"


def test_legend_names_sources_and_areas(view_of: MakeView) -> None:
    assert [entry.text for entry in legend(view_of())] == [
        "Ground truth: Edema 15.0% of the film",
        "A model: Edema 37.5%, Lung Lesion 1.2% of the film",
    ]
    assert legend(view_of(overlays=False)) == []
    apart = legend(view_of(keys=("model",), colours=(("model\tEdema", "#00ff00"),)))
    assert [(entry.text, entry.colour) for entry in apart] == [
        ("A model: Edema 37.5% of the film", "#00ff00"),
        ("A model: Lung Lesion 1.2% of the film", "#E8609A"),
    ]


@pytest.mark.parametrize(
    ("width_px", "length_px", "words"),
    [
        pytest.param(2320, 500, "500 px = 21.6% of the film's width", id="a film"),
        pytest.param(80, 20, "20 px = 25.0%", id="a small one"),
        pytest.param(3, 1, "1 px = 33.3%", id="three pixels"),
    ],
)
def test_scale(width_px: int, length_px: int, words: str) -> None:
    assert scale_px(width_px) == length_px
    assert words in scale_words(width_px)
    assert "no millimetres" in scale_words(width_px)


@pytest.mark.parametrize("is_demo", [pytest.param(True, id="demo"), pytest.param(False, id="real")])
def test_provenance_can_be_read_from_the_file(view_of: MakeView, is_demo: bool) -> None:
    image = Image.open(io.BytesIO(view_png(view_of(is_demo=is_demo, invert=True))))
    said = image.text  # type: ignore[attr-defined]
    assert said["Dataset"] == "A dataset"
    assert said["Fingerprint"] == "0123abcd"
    assert said["Sources"] == "Ground truth, A model"
    assert said["Software"].endswith(program_version())
    assert "inverted" in said["Settings"]
    assert "\n" not in said["Case"]
    assert said["Disclaimer"] == f"{NOT_CLINICAL} {SYNTHETIC if is_demo else STAYS_HERE}"
    assert json.loads(said["Provenance"]) == {name: said[name] for name in said if name != "Provenance"}


def test_without_a_film_the_masks_are_drawn_on_black(view_of: MakeView) -> None:
    view = view_of(**PLAIN, fill=False)
    without = view._replace(film_grey=None)
    film = np.asarray(draw_film(without, without.panes[0]))
    assert film.shape[:2] == SIZE_HW
    assert film[39, 15].tolist() == list(TRUTH_RGB)
    assert film[90, 70].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("dash", "pieces"),
    [
        pytest.param("solid", [[(0, 0), (20, 0)]], id="solid"),
        pytest.param("unknown", [[(0, 0), (20, 0)]], id="unknown"),
        pytest.param("dash", [[(0, 0), (6, 0)], [(12, 0), (18, 0)]], id="three widths on, three off"),
        pytest.param("dot", [[(x, 0), (x + 2, 0)] for x in range(0, 20, 4)], id="one on, one off"),
    ],
)
def test_line_styles(dash: str, pieces: list[list[tuple[float, float]]]) -> None:
    found = list(dashed([(0, 0), (20, 0)], dash, 2.0))
    assert [[tuple(round(value, 6) for value in point) for point in piece] for piece in found] == pieces


def test_a_dash_goes_round_a_corner() -> None:
    assert list(dashed([(0, 0), (2, 0), (2, 5)], "dash", 1.0)) == [[(0, 0), (2, 0), (2, 1)], [(2, 4), (2, 5)]]


def test_text_is_wrapped_within_words_where_it_must_be() -> None:
    font = font_of(12)
    lines = wrap("short words and averyveryverylongoneindeed", font, 80)
    assert all(font.getlength(line) <= 80 for line in lines)
    assert "".join(lines).replace(" ", "") == "shortwordsandaveryveryverylongoneindeed"
    assert wrap("", font, 80) == [""]


def test_local_contrast_is_in_the_picture_and_said(view_of: MakeView) -> None:
    raised, plain = view_of(clahe=True), view_of()
    assert raised.film_grey is not None
    assert plain.film_grey is not None
    np.testing.assert_array_equal(raised.film_grey, equalise(plain.film_grey))
    assert "CLAHE" in raised.provenance.settings
    assert "CLAHE" not in plain.provenance.settings
