"""Annotation files as JSON: every coding and oddity is read, whatever else is refused, and good cases always stay."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.adapters.chexlocalize_names import find_target
from data_access.annotation_files import FindTarget, contours_from, masks_from, points_from
from data_access.annotation_json import AnnotationFileError, parse_cases, parse_json
from data_access.geometry import Contours, Mask, Points
from data_access.problems import ProblemLog
from tests.builders import SIZE_HW, box, box_xy, mask_json

GOOD = mask_json(box(2, 2, 4, 4))
SQUARE = box_xy(2, 2, 4, 4)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b'{"a": {}}', {"a": {}}, id="plain"),
        pytest.param(b'\xef\xbb\xbf{"a": {}}', {"a": {}}, id="byte order mark"),
        pytest.param('{"ä": {}}'.encode("utf-16"), {"ä": {}}, id="UTF-16"),
        pytest.param('{"ä": {}}'.encode("latin-1"), {"ä": {}}, id="Latin-1"),
        pytest.param(b'{"a": Infinity}', {"a": float("inf")}, id="infinity"),
        pytest.param(b'{"a": {}, "b": 1e400}', {"a": {}, "b": float("inf")}, id="beyond floats"),
        pytest.param(b'{"a": 1, "a": 2}', {"a": 2}, id="a key twice: the last holds"),
        pytest.param(b"[1]", [1], id="list"),
    ],
)
def test_json_is_parsed(content: bytes, expected: object) -> None:
    assert parse_json(content) == expected


@pytest.mark.parametrize(
    ("content", "twice"),
    [
        pytest.param(b'{"a": {}, "b": {}}', [], id="none"),
        pytest.param(b'{"a": {"x": 1}, "b": {}, "a": {"y": 2}}', ["a"], id="a case"),
        pytest.param(b'{"a": {"x": 1, "x": 1, "x": 1}}', ["a / x"], id="a pathology three times"),
        pytest.param(b'{"a": {"x": {"counts": "0", "counts": "0"}}}', ["a / x / counts"], id="a field"),
        pytest.param(b'{"a\\u0062": 1, "ab": 2}', ["ab"], id="written in two ways"),
        pytest.param(b'{"a\\"": {"counts": ":\\":"}, "b": ["x", {"y": "z"}]}', [], id="escaped marks, texts in lists"),
        pytest.param('{"a": 1, "a": 2}'.encode("utf-16"), ["a"], id="in UTF-16"),
        pytest.param(b'{"a": NaN, "a": 2}', ["a"], id="beside NaN"),
        pytest.param(b'{"a": 1, "a": ' + b"[" * 1_010 + b"]" * 1_010 + b"}", [], id="beside lists too deep: not told"),
        pytest.param(b'{"a": 1, "a": 2}', ["a"], id="numbers"),
        pytest.param(b'{"": {}, "": {}}', [""], id="no id"),
    ],
)
def test_a_key_given_twice_is_told(content: bytes, twice: list[str]) -> None:
    told: list[str] = []
    parse_json(content, lambda item, expected, found: told.append(item))
    assert told == twice


@given(st.lists(st.tuples(st.sampled_from(["a", 'b"', "\\", "counts"]), st.text(max_size=3)), max_size=5))
def test_any_key_given_twice_is_told(pairs: list[tuple[str, str]]) -> None:
    content = "{" + ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in pairs) + "}"
    told: list[str] = []
    parse_json(content.encode(), lambda item, expected, found: told.append(item))
    keys = [key for key, _ in pairs]
    assert set(told) == {key for key in keys if keys.count(key) > 1}


def test_nan_does_not_cost_the_file() -> None:
    found = parse_cases(b'{"a": {"x": NaN}, "b": {}}')
    assert list(found) == ["a", "b"]
    assert np.isnan(found["a"]["x"])


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"not JSON", id="text"),
        pytest.param(b'{"a": {"Edema": {"size": [12', id="truncated"),
        pytest.param(b'{"a": {}} {"b": {}}', id="two values"),
        pytest.param(b"\x00" * 20, id="null bytes"),
        pytest.param(bytes(range(256)), id="binary"),
        pytest.param(b"[" * 200_000, id="too deep"),
        pytest.param(b"NaN " + b"9" * 5_000, id="number of 5,000 digits"),
    ],
)
def test_what_is_no_json_is_refused(content: bytes) -> None:
    with pytest.raises(AnnotationFileError, match="no complete JSON"):
        parse_json(content)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"[]", "a list instead of an object", id="list"),
        pytest.param(b"3", "a int instead of an object", id="number"),
        pytest.param(b'"a"', "a str instead of an object", id="text"),
        pytest.param(b"null", "a NoneType instead of an object", id="null"),
    ],
)
def test_other_json_is_no_annotation_file(content: bytes, found: str) -> None:
    with pytest.raises(AnnotationFileError, match=found):
        parse_cases(content)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(json_values, json_values)
def test_whatever_the_shape_good_cases_stay(spoil: object, spoil_case: object) -> None:
    """Any JSON in place of an annotation or a case is read or listed; the good case shows the same numbers."""
    spoiled = {"bad": {"img_size": list(SIZE_HW), "Edema": spoil}, "worse": spoil_case}

    def with_good(**good: object) -> tuple[Mapping[str, Any], str, ProblemLog, FindTarget]:
        return parse_cases(json.dumps({**spoiled, "good": good}).encode()), "a.json", ProblemLog(), find_target

    mask = masks_from(*with_good(Edema=GOOD)).of_case["good"]["Edema"]
    assert isinstance(mask, Mask)
    assert mask.area_px == 16
    contours = contours_from(*with_good(img_size=list(SIZE_HW), Edema=[SQUARE])).of_case["good"]["Edema"]
    assert isinstance(contours, Contours)
    assert contours.to_mask() == mask
    points = points_from(*with_good(Edema=[[1, 2]])).of_case["good"]["Edema"]
    assert isinstance(points, Points)
    assert points.points_xy.tolist() == [[1, 2]]
