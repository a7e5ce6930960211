"""What somebody waits for comes first."""

from __future__ import annotations

import threading

import pytest

from components.ui.first_come import is_quiet, somebody_waits

FOR_EVER_S = 3600.0


def test_quiet_is_when_nobody_waits() -> None:
    assert is_quiet(0)
    with somebody_waits():
        assert not is_quiet(0)
        with somebody_waits():
            assert not is_quiet(0)
        assert not is_quiet(0)
    assert is_quiet(0)


def test_what_fails_is_waited_for_no_longer() -> None:
    with pytest.raises(ValueError, match="no film"), somebody_waits():
        raise ValueError("no film")
    assert is_quiet(0)


def test_work_that_stands_back_goes_on_as_soon_as_it_is_quiet() -> None:
    found: list[bool] = []
    behind = threading.Thread(target=lambda: found.append(is_quiet(FOR_EVER_S)))
    with somebody_waits():
        behind.start()
    behind.join()
    assert found == [True]
