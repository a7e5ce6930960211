"""Published values stand only beside what they are about."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from components.tables.agreement import Measure, Rules
from components.tables.reference import published_rows
from data_access.annotation_set import AnnotationSet
from data_access.published import COUNT_COLUMNS, ODD_CASE_COLUMNS, VALUE_COLUMNS, Published
from tests.sets import BENCHMARK, MODEL, memory_set

ROW = ("Edema", "test", "model", "A series", "iou", "tp", 0.5, 0.4, 0.6, 80, "published", "a paper")
PUBLISHED = Published(
    pd.DataFrame([ROW], columns=list(VALUE_COLUMNS)),
    pd.DataFrame(columns=list(COUNT_COLUMNS)),
    pd.DataFrame(columns=list(ODD_CASE_COLUMNS)),
)
TRUTH, READER, OURS = memory_set({}), memory_set({}, BENCHMARK), memory_set({}, MODEL)


def n_rows(
    reference: AnnotationSet = TRUTH,
    compared: AnnotationSet = OURS,
    measure: Measure = "iou",
    rules: Rules = Rules(),  # noqa: B008 - frozen
    *,
    is_filtered: bool = False,
    published: Published | None = PUBLISHED,
) -> int:
    return len(published_rows(published, reference, [compared], measure, rules, is_filtered=is_filtered))


def test_a_value_that_matches() -> None:
    assert n_rows() == 1


@pytest.mark.parametrize(
    "found",
    [
        pytest.param(lambda: n_rows(published=None), id="nothing is published"),
        pytest.param(lambda: n_rows(reference=READER), id="not against the ground truth"),
        pytest.param(lambda: n_rows(reference=replace(TRUTH, split="val")), id="another split"),
        pytest.param(lambda: n_rows(compared=READER), id="another source"),
        pytest.param(lambda: n_rows(measure="hit"), id="another measure"),
        pytest.param(lambda: n_rows(rules=Rules("full")), id="another slice"),
        pytest.param(lambda: n_rows(rules=Rules(common=True)), id="common cases"),
        pytest.param(lambda: n_rows(is_filtered=True), id="some cases only"),
    ],
)
def test_no_value_where_one_thing_differs(found: object) -> None:
    assert callable(found)
    assert found() == 0
