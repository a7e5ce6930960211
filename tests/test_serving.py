"""`streamlit run app.py` as a whole: where it must not serve, it ends and says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PROJECT

LISTLESS = '[auth]\nclient_id = "explorer"\n'


@pytest.mark.parametrize(
    ("address", "secrets", "words"),
    [
        pytest.param("0.0.0.0", "", "CXR_OPEN_TO_NETWORK=1", id="the network without sign-in"),  # noqa: S104
        pytest.param("localhost", LISTLESS, "[access]", id="sign-in without a list"),
        pytest.param("localhost", "[auth", "cannot be read as TOML", id="secrets that are no TOML"),
    ],
)
def test_it_does_not_start(
    address: str, secrets: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CXR_OPEN_TO_NETWORK", raising=False)
    path = tmp_path / "secrets.toml"
    if secrets:
        path.write_text(secrets)
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", "0", "--server.address", address]
    command += ["--secrets.files", str(path), "--browser.serverAddress", "localhost"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "Not started" in done.stderr
    assert words in done.stderr
