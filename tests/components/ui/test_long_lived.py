"""What has been read is taken out of the garbage collection, once."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from components.ui import long_lived
from data_access import open_dataset
from tests.builders import Release


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def test_only_what_is_new_is_taken_out(tmp_path: Path) -> None:
    dataset = open_dataset(Release().write(tmp_path))
    long_lived.keep(dataset)
    assert gc.get_freeze_count() > 0
    gc.unfreeze()
    long_lived.keep(dataset)
    assert gc.get_freeze_count() == 0  # nothing more has been read, so there is nothing to do
    dataset.sets[0].case_ids()
    long_lived.keep(dataset)
    assert gc.get_freeze_count() > 0
