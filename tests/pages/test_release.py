"""Which release opens, and what is said of a folder that holds none."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import APP, RUN_SECONDS, OpenApp, all_text


def test_a_missing_folder_is_named(open_app: OpenApp, tmp_path: Path) -> None:
    app = open_app(tmp_path / "nowhere")
    text = all_text(app)
    assert str(tmp_path / "nowhere") in text
    assert "There is no such folder." in text
    assert "gt_segmentations_<split>.json" in text
    assert not app.exception


def test_a_folder_without_a_release_says_what_is_there(open_app: OpenApp, tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("x")
    assert "holiday.txt" in all_text(open_app(tmp_path))


def test_an_empty_folder_is_called_empty(open_app: OpenApp, tmp_path: Path) -> None:
    assert "The folder is empty." in all_text(open_app(tmp_path))


def test_the_demo_is_one_click_away(
    open_app: OpenApp, small_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data_access.demo.find_demo", lambda: small_demo)
    app = open_app(tmp_path)
    app.button[0].click().run()
    assert "Synthetic demo data" in all_text(app)
    assert not app.exception


def test_the_demo_opens_when_no_folder_is_named(small_demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHEXLOCALIZE_ROOT", raising=False)
    monkeypatch.setattr("data_access.demo.find_demo", lambda: small_demo)
    app = AppTest.from_file(str(APP), default_timeout=RUN_SECONDS).run()
    assert "Synthetic demo data" in all_text(app)


def test_data_on_the_command_line_wins(
    open_app: OpenApp, small_demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["app.py", "--data", str(small_demo)])
    app = open_app(tmp_path / "nowhere")
    assert not app.error
    assert "Synthetic demo data" in all_text(app)


def test_a_link_to_a_case_alone_opens_its_split(open_app: OpenApp, small_demo: Path) -> None:
    import pandas as pd

    labels = pd.read_csv(small_demo / "CheXpert" / "test_labels.csv")
    case_id = "_".join(labels["Path"].iloc[-1].removesuffix(".jpg").split("/")[1:])
    app = open_app(small_demo, case=case_id)
    assert app.session_state["split"] == "test"
    assert app.session_state["case"] == case_id
