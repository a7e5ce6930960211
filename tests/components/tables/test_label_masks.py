"""Labels against masks: the four states of a label and the states of a mask are kept apart."""

from __future__ import annotations

import pandas as pd
import pytest

from components.tables.label_masks import KINDS, label_mask_summary, label_mask_table

LABELS = pd.DataFrame(
    {"Edema": pd.array([1, 0, -1, None], dtype="Int8")}, index=pd.Index(["pos", "neg", "unsure", "blank"])
)


def masks(*rows: tuple[str, str]) -> pd.DataFrame:
    table = pd.DataFrame(list(rows), columns=["case_id", "state"])
    return table.assign(pathology="Edema", source="gt")


@pytest.mark.parametrize(
    ("case_id", "state", "expected"),
    [
        pytest.param("pos", "drawn", ["both"], id="labelled and drawn"),
        pytest.param("pos", "empty mask", ["labelled but not drawn"], id="labelled but not drawn"),
        pytest.param("neg", "drawn", ["drawn but not labelled"], id="drawn but not labelled"),
        pytest.param("neg", "empty mask", ["neither"], id="neither"),
        pytest.param("unsure", "drawn", ["uncertain, drawn"], id="uncertain and drawn"),
        pytest.param("unsure", "empty mask", ["uncertain, not drawn"], id="uncertain and not drawn"),
        pytest.param("blank", "drawn", ["not mentioned, drawn"], id="blank and drawn"),
        pytest.param("blank", "empty mask", ["not mentioned, not drawn"], id="blank and not drawn"),
        pytest.param("pos", "unreadable", [], id="unreadable is not not drawn"),
        pytest.param("pos", "not in this set", [], id="a case the set does not know"),
        pytest.param("unlisted", "drawn", [], id="no row in the label table"),
    ],
)
def test_kind(case_id: str, state: str, expected: list[str]) -> None:
    rows = label_mask_table(masks((case_id, state)), LABELS)
    assert rows["kind"].tolist() == expected
    if expected:
        summary = label_mask_summary(rows, ["Edema"]).iloc[0]
        assert {kind: summary[kind] for kind in KINDS} == {kind: int(kind == expected[0]) for kind in KINDS}


@pytest.mark.parametrize(
    "labels",
    [
        pytest.param(LABELS.iloc[:0], id="no rows"),
        pytest.param(LABELS[[]], id="no columns"),
        pytest.param(pd.DataFrame(index=pd.Index([], name="case_id")), id="no table"),
    ],
)
def test_without_labels_there_is_nothing_to_compare(labels: pd.DataFrame) -> None:
    rows = label_mask_table(masks(("pos", "drawn")), labels)
    assert rows.empty
    assert label_mask_summary(rows, ["Edema"]).empty
