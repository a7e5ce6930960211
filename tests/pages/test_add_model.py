"""A model added on the Data page is a source on every page of its session, in no other, and in the release if saved."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from data_access import open_dataset
from data_access.geometry import Mask
from data_access.model_import import saving
from tests.builders import mask_json
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/data.py"
MAPPED = r"masks mapped back from 40 x 40 px, squashed to a square, nearest\-neighbour"


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def model_json(root: Path) -> bytes:
    """Return the test split's ground truth squashed to 40 x 40 px: every second column and the nearest rows."""
    truth = open_dataset(root).annotation_set("test", "gt")
    assert truth is not None
    rows, columns = (np.arange(40) * 2 + 1) * 96 // 80, np.arange(40) * 2
    squashed = {
        case_id: {
            target: mask_json(mask.decode()[np.ix_(rows, columns)])
            for target in truth.pathologies
            if (mask := truth.mask(case_id, target)) is not None
        }
        for case_id in truth.case_ids()
    }
    return json.dumps(squashed).encode()


def check_upload(app: AppTest, content: bytes, name: str = "mine.json") -> None:
    app.segmented_control(key="split").set_value("test").run()
    app.file_uploader[0].upload(name, content, "application/json").run()
    press(app, "Check the files")


def sources(app: AppTest) -> list[str]:
    return app.dataframe[1].value["source"].tolist()


def test_a_model_is_a_source_in_its_session_alone(open_app: OpenApp, small_demo: Path) -> None:
    app, other = open_app(small_demo, PAGE), open_app(small_demo, PAGE)
    check_upload(app, model_json(small_demo))
    assert app.radio[-1].value == "squashed"
    assert "Every item could be used." in all_text(app)
    press(app, "Use in this session")
    assert sources(app).count("mine") == 1
    assert MAPPED in all_text(app)
    for page in ("pages/cases.py", "pages/agreement.py", "pages/statistics.py"):
        app.switch_page(page).run()
        assert not app.exception
        assert f"**mine**: {MAPPED}. Added in this session, and seen in no other." in all_text(app)
    for page in ("pages/agreement.py", "pages/statistics.py", PAGE):
        other.switch_page(page).run()
        other.segmented_control(key="split").set_value("test").run()
        assert not other.exception
        assert "mine" not in all_text(other)
    assert "mine" not in sources(other)

    app.switch_page(PAGE).run()
    press(app, "Remove")
    assert "mine" not in sources(app)
    assert not list(small_demo.rglob("mine*"))


def test_a_model_is_saved_into_the_release_for_all(open_app: OpenApp, release_copy: Path) -> None:
    app, other = open_app(release_copy, PAGE), open_app(release_copy, PAGE)
    check_upload(app, model_json(release_copy))
    app.text_input[-1].set_value("unet").run()
    press(app, "Save into the release")
    assert "unet\\_segmentations\\_test\\.json" in all_text(app)
    other.run()
    assert sources(app).count("unet") == sources(other).count("unet") == 1
    saved, truth = (open_dataset(release_copy).annotation_set("test", key) for key in ("unet", "gt"))
    assert saved is not None
    assert truth is not None
    case_id = truth.case_ids()[0]
    mask = saved.mask(case_id, truth.pathologies[0])
    assert isinstance(mask, Mask)
    assert mask.size_hw == (96, 80)
    assert saved.remark == MAPPED.replace("\\", "")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"{", "No mask or heat map of a case of this split was found.", id="broken"),
        pytest.param(b'{"other": {}}', "No mask or heat map of a case of this split was found.", id="another release"),
    ],
)
def test_files_without_a_mask_are_said_and_listed(
    open_app: OpenApp, small_demo: Path, content: bytes, said: str
) -> None:
    app = open_app(small_demo, PAGE)
    check_upload(app, content)
    assert said in all_text(app)
    assert "1 item skipped" in all_text(app)
    assert not any(button.label == "Use in this session" for button in app.button)


@pytest.mark.parametrize("name", ["gt", "Grad-CAM", "a b", "../x"])
def test_a_name_that_cannot_be_is_said(open_app: OpenApp, small_demo: Path, name: str) -> None:
    app = open_app(small_demo, PAGE)
    check_upload(app, model_json(small_demo))
    app.text_input[-1].set_value(name).run()
    assert app.error
    assert next(button for button in app.button if button.label == "Use in this session").disabled


def test_a_folder_that_cannot_be_written_to_is_said(
    open_app: OpenApp, small_demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "is_writable", lambda _: False)
    app = open_app(small_demo, PAGE)
    check_upload(app, model_json(small_demo))
    button = next(button for button in app.button if button.label == "Save into the release")
    assert button.disabled
    assert button.help == "The release's folder cannot be written to."


def test_a_path_is_asked_for_on_ones_own_computer_alone(
    open_app: OpenApp, small_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.json").write_bytes(model_json(small_demo))
    app = open_app(small_demo, PAGE)
    app.segmented_control(key="split").set_value("test").run()
    app.segmented_control(key="add_model_where").set_value("Path on this computer").run()
    app.text_input[0].set_value(str(tmp_path / "missing")).run()
    assert "no such file or folder" in all_text(app)
    app.text_input[0].set_value(str(tmp_path)).run()
    press(app, "Check the files")
    assert app.radio[-1].value == "squashed"

    monkeypatch.setenv("CXR_OPEN_TO_NETWORK", "1")
    shared = open_app(small_demo, PAGE)
    assert not [one for one in shared.segmented_control if one.key == "add_model_where"]
    check_upload(shared, model_json(small_demo))
    assert next(button for button in shared.button if button.label == "Save into the release").disabled
