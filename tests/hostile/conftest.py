"""The good release and its numbers, and the commands that say them; the app's own fixtures are those of the pages."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner, Result
from streamlit.testing.v1 import AppTest

from cli import main
from tests.hostile.spoil import CASES, MODEL, Place, write_good
from tests.pages.conftest import OpenApp
from tests.pages.conftest import _fresh_caches as _fresh_caches
from tests.pages.conftest import _server_that_ran_before as _server_that_ran_before
from tests.pages.conftest import open_app as open_app

Rows = dict[str, dict[str, str]]
"""What is scored, then the case id, then its row of the CSV as it was written."""


GoodTable = Callable[[str], pd.DataFrame]
Forbid = Callable[[Place], None]


def run(*arguments: object) -> Result:
    """Run a command in this process; whatever it raises comes through."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def check(root: Path) -> dict[str, Any]:
    """Return what `check --json` says."""
    result = run("check", root, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def scores(root: Path, out: Path, model: str = MODEL, lost: str = "") -> Rows:
    """Return every row that `evaluate` writes of every source; a source whose file is lost must end in one line."""
    folder = root / "CheXlocalize"
    of_model = [folder / f"{model}_{kind}_val.json" for kind in ("segmentations", "annotations")]
    asked = {
        "hb": ("iou", folder / "hb_segmentations_val.json"),
        "gradcam": ("iou", folder / "gradcam_segmentations_val.json"),
        "model": ("iou", next((path for path in of_model if path.exists()), of_model[0])),
        "maps": ("hitmiss", folder / "gradcam_maps_val"),
        "points": ("hitmiss", folder / "hb_salient_pt_val.json"),
    }
    rows: Rows = {}
    for name, (metric, path) in asked.items():
        options = ["--human-benchmark"] if name == "points" else []
        gt = folder / "gt_segmentations_val.json"
        to = out / name
        result = run(
            "evaluate", "--metric", metric, "--gt", gt, "--pred", path, "--replicates", 2, "--out", to, *options
        )
        if result.exit_code:
            assert (lost, result.exit_code) == (name, 2), result.output
            assert len(result.stderr.strip().splitlines()) == 1, result.stderr
            assert path.name in result.stderr
        elif name != lost:
            prefix = f"{metric}_humanbenchmark" if options else metric
            lines = (to / f"{prefix}_results_per_cxr.csv").read_text().splitlines()[1:]
            rows[name] = {line.rsplit(",", 1)[1]: line for line in lines}
    return rows


def numbers(app: AppTest) -> pd.DataFrame:
    """Return the table of numbers of the case that the Cases page shows."""
    return next(table.value for table in app.dataframe if "pathology" in table.value.columns)


@pytest.fixture(scope="session")
def good_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the good release; every command reads it without a problem."""
    root = write_good(tmp_path_factory.mktemp("hostile") / "good")
    found = check(root)
    assert (found["n_problems"], found["readable_images"]) == (0, 4)
    return root


@pytest.fixture(scope="session")
def good_rows(good_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Return the scores of the good release, all of them numbers."""
    return scores(good_root, tmp_path_factory.mktemp("hostile-out"))


@pytest.fixture(scope="session")
def known_tables() -> dict[str, pd.DataFrame]:
    """Return where `good_table` keeps what it has seen."""
    return {}


@pytest.fixture
def good_table(good_root: Path, open_app: OpenApp, known_tables: dict[str, pd.DataFrame]) -> GoodTable:
    """Return a function that gives the numbers which the Cases page shows of a case of the good release."""

    def table(case_id: str) -> pd.DataFrame:
        if case_id not in known_tables:
            known_tables[case_id] = numbers(open_app(good_root, CASES, case=case_id))
        return known_tables[case_id]

    return table


@pytest.fixture
def forbid(monkeypatch: pytest.MonkeyPatch) -> Forbid:
    """Return a function that lets the system refuse what a spoil has forbidden."""

    def refuse(place: Place) -> None:
        forbidden = {str(path) for path in place.forbidden}
        io_open, scandir = io.open, os.scandir

        def opened(file: Any, *rest: Any, **options: Any) -> Any:
            if str(file) in forbidden:
                raise PermissionError(13, "Permission denied", str(file))
            return io_open(file, *rest, **options)

        def scanned(path: Any = ".") -> Any:
            if str(path) in forbidden:
                raise PermissionError(13, "Permission denied", str(path))
            return scandir(path)

        monkeypatch.setattr("io.open", opened)
        monkeypatch.setattr("os.scandir", scanned)

    return refuse
