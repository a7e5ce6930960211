"""A release of one case whose masks can be counted by hand, and views of it."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from components.exports.view import View, make_view
from components.ui.viewer_settings import ViewerSettings
from data_access.dataset import Dataset, case_frame
from data_access.files import Folder
from data_access.problems import ProblemLog
from tests.sets import GROUND_TRUTH, MODEL, memory_set, rectangle

CASE = "<b>case</b>,\n=1"
SIZE_HW = (100, 80)
PATHOLOGIES = ("Edema", "Lung Lesion")
GREY = 100

MakeView = Callable[..., View]


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    """Return a dataset of one grey film: the ground truth draws its upper left 40 x 30 pixels, a model 60 x 50."""
    stream = io.BytesIO()
    Image.new("L", (SIZE_HW[1], SIZE_HW[0]), GREY).save(stream, "PNG")
    (tmp_path / "film.png").write_bytes(stream.getvalue())
    truth = {"Edema": rectangle(40, 30, SIZE_HW), "Lung Lesion": rectangle(0, 0, SIZE_HW)}
    model = {"Edema": rectangle(60, 50, SIZE_HW), "Lung Lesion": rectangle(10, 10, SIZE_HW)}
    row = {"split": "test", "patient": "p", "study": "s", "view": "frontal", "image": "film.png"}
    return Dataset(
        name="A dataset",
        folder=Folder(tmp_path.resolve()),
        is_demo=False,
        pathologies=PATHOLOGIES,
        splits=("test",),
        known_sources=(GROUND_TRUTH, MODEL),
        sets=(memory_set({CASE: truth}, GROUND_TRUTH, PATHOLOGIES), memory_set({CASE: model}, MODEL, PATHOLOGIES)),
        problems=ProblemLog(),
        base_cases=case_frame({CASE: row}),
        labels=pd.DataFrame(),
        fingerprint="0123abcd",
        describe_id=lambda case_id: {},
    )


@pytest.fixture
def view_of(dataset: Dataset) -> MakeView:
    """Return a function that makes a view with these settings, of sources and dataset as given."""

    def make(keys: tuple[str, ...] = ("gt", "model"), is_demo: bool = False, **settings: object) -> View:
        shown = ViewerSettings(**{"automatic_alone": True, **settings})  # type: ignore[arg-type]
        return make_view(replace(dataset, is_demo=is_demo), CASE, keys, shown)

    return make


def pixels(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Decode a PNG to RGB, of shape (height, width, 3)."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
