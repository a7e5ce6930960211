"""The JSON of annotation files: bytes in, case ids and what lies below them out; a key given twice is told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, cast

import orjson

from data_access.labels import Note, decode_text, ignore

_MAX_DEPTH = 4
"""How deep a key given twice is looked for: case, pathology, and the fields of a mask."""


class AnnotationFileError(ValueError):
    """A file that is no annotation file at all; the message says why."""


class _Object(dict[str, Any]):
    """A JSON object that knows which of its keys came twice; as in every reader of JSON, the last one holds."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        times = Counter(key for key, _ in pairs) if len(self) < len(pairs) else Counter[str]()
        self.given_twice = [key for key, n in times.items() if n > 1]


def parse_json(content: bytes, note: Note = ignore) -> object:
    """Parse JSON, a byte order mark, UTF-16 and the non-standard NaN included.

    Parameters
    ----------
    content : bytes
        The file.
    note : callable
        Told of each key that an object holds twice; the last one counts.

    Raises
    ------
    AnnotationFileError
        If it is not JSON.
    """
    value: object = None
    is_parsed = False
    try:
        value = orjson.loads(content)
        is_parsed = True
        # The fast parser drops the first of two equal keys without a word, and with it two quotation marks at least.
        # Anything else that makes the numbers differ, such as an escaped mark, costs a second look and no more.
        if content.count(b'"') == 2 * _count_texts(value):
            return value
    except orjson.JSONDecodeError:
        pass
    try:
        # Slower, but reads what Python writes beyond the standard, so that one NaN does not cost the whole file.
        value = json.loads(decode_text(content), object_pairs_hook=_Object)
    except (ValueError, RecursionError) as error:
        if is_parsed:
            return value
        raise AnnotationFileError(f"no complete JSON ({error})") from error
    for path in _given_twice(value):
        note(path, "each key once", "a second time; the last one counts")
    return value


def parse_cases(content: bytes, note: Note = ignore) -> Mapping[str, Any]:
    """Parse an annotation file down to its case ids; `note` as in `parse_json`.

    Raises
    ------
    AnnotationFileError
        If it is not JSON, or not an object with a case id for each key.
    """
    value = parse_json(content, note)
    if not isinstance(value, dict):
        raise AnnotationFileError(f"a {type(value).__name__} instead of an object with a case id for each key")
    return cast("Mapping[str, Any]", value)


def _count_texts(value: object) -> int:
    """Count the keys and texts of objects within objects; what lies in lists is numbers in a good file."""
    n_texts, objects = 0, [value] if isinstance(value, dict) else []
    while objects:
        inner = objects.pop()
        n_texts += len(inner)
        for field in inner.values():
            if type(field) is dict:
                objects.append(field)
            elif type(field) is str:
                n_texts += 1
    return n_texts


def _given_twice(value: object, path: str = "", depth: int = 0) -> Iterator[str]:
    """Yield where a key came twice, as `case / pathology`."""
    if not isinstance(value, dict) or depth == _MAX_DEPTH:
        return
    start = f"{path} / " if path else ""
    yield from (f"{start}{key}" for key in getattr(value, "given_twice", ()))
    for key, inner in value.items():
        yield from _given_twice(inner, f"{start}{key}", depth + 1)
