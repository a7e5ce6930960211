"""Annotation files that are no JSON, JSON of the wrong shape, and JSON as other programs write it."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.hostile.spoil import DATA, HEART, Place, Spoil

FILE = "{model}_segmentations_val.json"
GT = "gt_segmentations_val.json"


def _rewritten(change: Callable[[bytes], bytes]) -> Callable[[Place], object]:
    """Spoil the whole file of a model."""
    return lambda place: place.model_file.write_bytes(change(place.model_file.read_bytes()))


def _gone(name: str, change: Callable[[bytes], bytes], found: str) -> Spoil:
    return Spoil(name, _rewritten(change), FILE, "", found, costs="model")


def _odd(name: str, change: Callable[[bytes], bytes]) -> Spoil:
    return Spoil(name, _rewritten(change), same=True)


def _size(value: str) -> Callable[[Place], object]:
    """Put something else in place of the height of one mask; Python's JSON would not write it all."""

    def do(place: Place) -> None:
        file = place.annotations / GT
        place.edit(file, lambda cases: cases[place.case][HEART].update(size=["HEIGHT", 48]))
        file.write_text(file.read_text().replace('"HEIGHT"', value))

    return do


def _case_twice(place: Place) -> None:
    """Write the case again, as its last, empty: a reader that does not look takes it for never drawn."""
    file = place.annotations / GT
    file.write_text(f'{file.read_text()[:-1]}, "{place.case}": {{}}}}')


def _pathology_twice(place: Place) -> None:
    file = place.annotations / GT
    cases = json.loads(file.read_text())
    mask = json.dumps(cases[place.case].pop(HEART))
    text = json.dumps(cases).replace(f'"{place.case}": {{', f'"{place.case}": {{"{HEART}": {mask}, "{HEART}": {mask}, ')
    file.write_text(text)


def _replaced(value: object) -> Callable[[Place], object]:
    """Put something else in place of one case."""
    return lambda place: place.edit(place.annotations / GT, lambda cases: cases.update({place.case: value}))


NUMBER = "a size ["

JSON = (
    _gone("json-empty", lambda _: b"", "no complete JSON"),
    _gone("json-truncated", lambda content: content[: len(content) // 2], "no complete JSON"),
    _gone("json-truncated-by-one", lambda content: content[:-1], "no complete JSON"),
    _gone("json-binary", lambda _: bytes(range(256)) * 8, "no complete JSON"),
    _gone("json-a-list", lambda content: b"[" + content + b"]", "a list instead of an object"),
    _gone("json-a-number", lambda _: b"17", "a int instead of an object"),
    _gone("json-null", lambda _: b"null", "a NoneType instead of an object"),
    _gone("json-endlessly-nested", lambda _: b'{"a":' * 100_000, "no complete JSON"),
    _gone("json-utf-16-without-a-mark", lambda content: content.decode().encode("utf-16-le"), "no complete JSON"),
    Spoil(
        "json-one-level-too-deep",
        _rewritten(lambda content: b'{"cases": ' + content + b"}"),
        FILE,
        "cases / ",
        "an unknown name",
        costs="model",
    ),
    Spoil("json-case-a-list", _replaced([1, 2]), GT, "{case}", "list"),
    Spoil("json-case-a-number", _replaced(3), GT, "{case}", "int"),
    Spoil("json-pathology-a-number", _replaced({HEART: 3}), GT, "{case} / " + HEART, "int without size and counts"),
    Spoil("json-pathology-unknown", _replaced({"Heartache": {}}), GT, "{case} / Heartache", "an unknown name"),
    Spoil("json-duplicate-case", _case_twice, GT, "{case}", "a second time", pages=(DATA,), turn=2),
    Spoil("json-duplicate-pathology", _pathology_twice, GT, "{case} / " + HEART, "a second time", same=True, turn=1),
    Spoil("json-huge-number", _size("1" + "0" * 400), GT, "{case} / " + HEART, NUMBER),
    Spoil("json-beyond-floats", _size("1e400"), GT, "{case} / " + HEART, NUMBER),
    Spoil("json-nan", _size("NaN"), GT, "{case} / " + HEART, NUMBER),
    Spoil("json-infinity", _size("-Infinity"), GT, "{case} / " + HEART, NUMBER),
    _odd("json-byte-order-mark", lambda content: b"\xef\xbb\xbf" + content),
    _odd("json-utf-16", lambda content: content.decode().encode("utf-16")),
    _odd("json-indented", lambda content: json.dumps(json.loads(content), indent=4).encode()),
)
