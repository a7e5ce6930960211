"""Co-occurrence by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from components.tables.cooccurrence import cooccurrence

NAMES = ("Edema", "Nodule")


def states(*of_case: tuple[str, str]) -> pd.DataFrame:
    """Return the mask table of cases with these states of the two pathologies."""
    rows = [(str(i), name, state) for i, pair in enumerate(of_case) for name, state in zip(NAMES, pair, strict=True)]
    return pd.DataFrame(rows, columns=["case_id", "pathology", "state"])


def test_lift_is_one_as_by_chance() -> None:
    found = cooccurrence(
        states(("drawn", "drawn"), ("drawn", "empty mask"), ("empty mask", "drawn"), ("empty mask", "empty mask")),
        NAMES,
    )
    assert found.n_both.tolist() == [[2, 1], [1, 2]]
    assert found.lift[0, 1] == found.lift[1, 0] == 1
    assert np.isnan(np.diag(found.lift)).all()


def test_lift_is_two_for_what_is_always_together_on_half_of_the_cases() -> None:
    found = cooccurrence(states(("drawn", "drawn"), ("empty mask", "empty mask")), NAMES)
    assert found.lift[0, 1] == 2


@pytest.mark.parametrize("state", ["unreadable", "not in this set"])
def test_a_mask_that_cannot_be_read_is_not_counted_as_empty(state: str) -> None:
    found = cooccurrence(states(("drawn", "drawn"), ("drawn", state)), NAMES)
    assert found.n_cases.tolist() == [[2, 1], [1, 1]]
    assert found.lift[0, 1] == 1


@pytest.mark.parametrize(
    "masks",
    [pytest.param(states(), id="no case"), pytest.param(states(("empty mask", "empty mask")), id="all empty")],
)
def test_nothing_drawn_has_no_lift(masks: pd.DataFrame) -> None:
    found = cooccurrence(masks, NAMES)
    assert found.n_both.sum() == 0
    assert np.isnan(found.lift).all()
    assert len(found.to_frame()) == 4
