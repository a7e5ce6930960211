"""What the viewer is made of in the browser."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from components.ui.xray_viewer import assets


def test_plotly_js_is_written_once_under_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_STATIC", tmp_path)
    assets.plotly_url.cache_clear()
    url = assets.plotly_url()
    assets.plotly_url.cache_clear()
    (written,) = tmp_path.iterdir()
    assert version("plotly") in written.name
    assert url == f"app/static/{written.name}"
    assert "plotly.js" in written.read_text("utf-8")[:200]


@pytest.mark.parametrize("script", [assets.script(), assets.ahead_script()])
def test_script_is_one_module(script: str) -> None:
    assert script.count("export default") == 1
    assert "\nimport " not in script


def test_text_from_files_is_never_set_as_markup() -> None:
    """The only markup is the tone filter, which is written here and holds nothing from a file."""
    assert assets.script().count("innerHTML") == 1
