"""A release of three films of 12 x 10 pixels, and models for it."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from data_access import open_dataset
from data_access.dataset import Dataset
from data_access.model_import.inputs import GivenFile, uploaded
from data_access.model_import.read_model import ReadModel
from data_access.model_import.reading import read_model
from data_access.progress import untracked
from tests.builders import Release

Read = Callable[..., ReadModel]


def png(mask: NDArray[np.generic], **options: object) -> bytes:
    """Return an array as a PNG; booleans become black and white."""
    stream = io.BytesIO()
    Image.fromarray(mask.astype(np.uint8) * 255 if mask.dtype == bool else mask).save(stream, "PNG", **options)
    return stream.getvalue()


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return open_dataset(Release().write(tmp_path_factory.mktemp("release")))


@pytest.fixture
def read(dataset: Dataset) -> Read:
    """Return a function that reads uploads, by name, or files given."""

    def run(uploads: dict[str, bytes] | Sequence[GivenFile], **options: object) -> ReadModel:
        files = [uploaded(*item) for item in uploads.items()] if isinstance(uploads, dict) else uploads
        return read_model(files, dataset, "test", untracked, **options)  # type: ignore[arg-type]

    return run
