"""Tables of overlap: each outcome of a pair of masks, and what the pairs add up to."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from components.tables.overlap import pair_table
from data_access.records import Unreadable
from tests.sets import MODEL, memory_set, rectangle

EMPTY = rectangle(0, 0)


@pytest.mark.parametrize(
    ("mask_gt", "mask_model", "outcome", "iou", "iou_full", "dice"),
    [
        # 4 x 4 against 4 x 2: 8 px shared, 16 px united
        pytest.param(rectangle(4, 4), rectangle(4, 2), "scored", 0.5, 0.5, 2 * 8 / 24, id="half"),
        pytest.param(rectangle(4, 4), rectangle(4, 4), "scored", 1.0, 1.0, 1.0, id="same"),
        pytest.param(rectangle(4, 4), EMPTY, "missed", np.nan, 0.0, 0.0, id="empty prediction"),
        pytest.param(EMPTY, rectangle(4, 4), "false alarm", np.nan, 0.0, 0.0, id="empty ground truth"),
        pytest.param(EMPTY, EMPTY, "both empty", np.nan, np.nan, np.nan, id="both empty"),
        pytest.param(rectangle(4, 4), Unreadable(), "unreadable", np.nan, np.nan, np.nan, id="unreadable"),
        pytest.param(rectangle(4, 4), None, "not predicted", np.nan, np.nan, np.nan, id="not in the set"),
        pytest.param(
            rectangle(4, 4), rectangle(4, 4, (20, 20)), "unreadable", np.nan, np.nan, np.nan, id="masks of two sizes"
        ),
    ],
)
def test_pair(
    mask_gt: NDArray[np.bool_],
    mask_model: NDArray[np.bool_] | Unreadable | None,
    outcome: str,
    iou: float,
    iou_full: float,
    dice: float,
) -> None:
    set_gt = memory_set({"case": {"Edema": mask_gt}}, pathologies=["Edema"])
    set_model = memory_set({"case": {} if mask_model is None else {"Edema": mask_model}}, MODEL, ["Edema"])
    row = pair_table(set_gt, set_model, ["case"]).iloc[0]
    assert row["outcome"] == outcome
    np.testing.assert_allclose([row["iou"], row["iou_full"], row["dice"]], [iou, iou_full, dice], rtol=1e-15)
