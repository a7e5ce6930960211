"""HTML, masks and numbers: escaped, the same when read again, and named safely."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from components.exports.html import view_html
from components.exports.interactive import styled_figure
from components.exports.masks import masks_zip, safe_name
from components.exports.numbers import numbers_csv
from components.exports.provenance import STAYS_HERE
from data_access import open_set
from data_access.dataset import Dataset
from data_access.problems import ProblemLog
from tests.components.exports.conftest import CASE, SIZE_HW, MakeView
from tests.sets import rectangle


def test_html_holds_everything_and_nothing_unescaped(view_of: MakeView) -> None:
    page = view_html(view_of())
    own = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    assert "<b>case</b>" not in page
    assert "&lt;b&gt;case&lt;/b&gt;" in own
    assert "0123abcd" in own
    assert STAYS_HERE in own
    assert "Edema" in own, "the table of numbers"
    assert "http-equiv" in own


def test_html_needs_no_network(view_of: MakeView) -> None:
    page = view_html(view_of())
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=[\"']https?:", page)
    assert "plotly.js v" in page


def test_html_figure_follows_the_viewer(view_of: MakeView) -> None:
    traces = styled_figure(view_of(hidden=(("model", ""),), line_px=4.0, opacity_percent=40))["data"]
    look = {(trace["meta"]["kind"], trace["meta"]["source"], trace["meta"]["target"]): trace for trace in traces}
    assert look["outline", "gt", "Edema"]["visible"] is True
    assert look["outline", "gt", "Edema"]["line"]["width"] == 4
    assert look["fill", "gt", "Edema"]["opacity"] == 0.4
    assert look["outline", "model", "Edema"]["visible"] == "legendonly"
    assert look["fill", "model", "Edema"]["legendgroup"] == look["outline", "model", "Edema"]["legendgroup"]


@pytest.mark.parametrize(
    ("mode", "titles", "place"),
    [
        pytest.param("side", ["Ground truth", "A model"], {"gt": "x", "model": "x2"}, id="a film a source"),
        pytest.param("sheet", ["Edema", "Lung Lesion"], {"Edema": "x", "Lung Lesion": "x2"}, id="a film a pathology"),
    ],
)
def test_html_shows_as_many_films_as_the_viewer(
    view_of: MakeView, mode: str, titles: list[str], place: dict[str, str]
) -> None:
    figure = styled_figure(view_of(mode=mode))
    layout = figure["layout"]
    assert [title["text"] for title in layout["annotations"]] == titles
    for trace in figure["data"]:
        assert trace["xaxis"] == place[trace["meta"]["source" if mode == "side" else "target"]]
    assert {trace["xaxis"] for trace in figure["data"]} == {"x", "x2"}
    assert layout["xaxis"]["domain"][1] < layout["xaxis2"]["domain"][0]
    assert (layout["xaxis2"]["matches"], layout["yaxis2"]["matches"]) == ("x", "y"), "zoomed together"
    assert [image["xref"] for image in layout["images"]] == ["x", "x2"]
    assert ["source" in image for image in layout["images"]] == [True, False], "the picture is held once"


def test_html_leaves_a_hidden_source_without_a_film(view_of: MakeView) -> None:
    figure = styled_figure(view_of(mode="side", hidden=(("model", ""),)))
    assert len(figure["layout"]["images"]) == 1
    shown = {trace["meta"]["source"] for trace in figure["data"] if trace["visible"] is True}
    assert shown == {"gt"}


def test_masks_come_back_from_the_zip(dataset: Dataset, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(masks_zip(dataset, CASE, dataset.sets_of("test")))) as archive:
        archive.extractall(tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    stem = safe_name(CASE)
    pngs = [f"{stem}_Edema_gt.png", f"{stem}_Edema_model.png", f"{stem}_Lung_Lesion_model.png"]
    assert names == sorted(["README.txt", "gt_segmentations_test.json", "model_segmentations_test.json", *pngs])
    expected = [rectangle(40, 30, SIZE_HW), rectangle(60, 50, SIZE_HW), rectangle(10, 10, SIZE_HW)]
    for name, mask in zip(pngs, expected, strict=True):
        image = Image.open(tmp_path / "out" / name)
        assert np.array_equal(np.asarray(image), mask.astype(np.uint8) * 255)
        assert image.text["Fingerprint"] == "0123abcd"  # type: ignore[attr-defined]
    about = (tmp_path / "out" / "README.txt").read_text()
    assert "Ground truth, Lung Lesion: empty mask" in about
    assert STAYS_HERE in about


def test_masks_open_again_as_an_annotation_set(dataset: Dataset, tmp_path: Path) -> None:
    packed = zipfile.ZipFile(io.BytesIO(masks_zip(dataset, CASE, dataset.sets_of("test"))))
    for annotated in dataset.sets_of("test"):
        name = f"{annotated.key}_segmentations_test.json"
        (tmp_path / name).write_bytes(packed.read(name))
        content = json.loads(packed.read(name))
        assert list(content[CASE]) == ["Edema", "Lung Lesion"]
        again = open_set(tmp_path / name, problems := ProblemLog())
        for target in ("Edema", "Lung Lesion"):
            assert again.mask(CASE, target) == annotated.mask(CASE, target)
            assert again.state(CASE, target) == annotated.state(CASE, target)
        assert list(problems) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("../../etc/passwd", id="out of the folder"),
        pytest.param("C:\\windows", id="a drive"),
        pytest.param("a\x00b\nc", id="control characters"),
        pytest.param("NUL", id="a device"),
        pytest.param("x" * 500, id="endless"),
        pytest.param("…", id="nothing that could stay"),
        pytest.param(".hidden", id="hidden"),
    ],
)
def test_names_of_files_are_safe(text: str) -> None:
    name = safe_name(text)
    assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,100}", name)
    assert name.lower() not in {"nul", "con", "aux", "prn"}


def test_ids_that_become_one_name_stay_two_files(dataset: Dataset) -> None:
    from components.exports.masks import _free

    files = {"a_b.png": b""}
    assert _free(files, "A_b", ".png") == "A_b-2.png"
    assert _free(files, "c", ".png") == "c.png"


def test_numbers_open_in_pandas_and_say_where_they_come_from(view_of: MakeView) -> None:
    view = view_of()
    table = view.table.assign(remark=["=cmd()", 'one # and "two"'])
    text = numbers_csv(table, view.provenance)
    again = pd.read_csv(io.StringIO(text), comment="#")
    assert again["pathology"].tolist() == ["Edema", "Lung Lesion"]
    assert again["remark"].tolist() == ["'=cmd()", 'one # and "two"']
    assert again["area_share:gt"].tolist() == [0.15, 0.0]
    assert again["iou:gt:model"].tolist()[0] == 1200 / 3000
    assert np.isnan(again["iou:gt:model"].tolist()[1])
    comments = [line for line in text.splitlines() if line.startswith("# ")]
    assert "# Fingerprint: 0123abcd" in comments
    assert text.splitlines()[len(comments)].startswith('"pathology"'), "an id with a line break makes no row"
