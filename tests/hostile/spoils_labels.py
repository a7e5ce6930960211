"""Label tables as other programs, other hands and other countries write them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from tests.hostile.spoil import CASES, DATA, HEART, STATISTICS, Place, Spoil

FILE = "CheXpert/val_labels.csv"
READ = (CASES, STATISTICS, DATA)
Table = list[list[str]]


def _rewritten(change: Callable[[Table, int], object], **writer: str) -> Callable[[Place], object]:
    """Change the table's rows, given the number of the case's; written with a writer of these options."""

    def do(place: Place) -> None:
        text = place.labels.read_text(encoding="utf-8")
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in text.split("\n", 1)[0] else ","))
        path = place.case.replace("_", "/", 2)
        change(rows, next(n for n, row in enumerate(rows) if any(path in cell for cell in row)))
        stream = io.StringIO(newline="")
        csv.writer(stream, lineterminator=writer.pop("lineterminator", "\n"), **writer).writerows(rows)  # type: ignore[arg-type]
        place.labels.write_bytes(stream.getvalue().encode())

    return do


def _put(column: str, cell: str) -> Callable[[Place], object]:
    def change(rows: Table, number: int) -> None:
        rows[number][rows[0].index(column)] = cell

    return _rewritten(change)


def _without(column: str) -> Callable[[Place], object]:
    def change(rows: Table, _: int) -> None:
        at = rows[0].index(column)
        for row in rows:
            del row[at]

    return _rewritten(change)


def _extra(rows: Table, _: int) -> None:
    for number, row in enumerate(rows):
        row.append("Remarks" if number == 0 else "seen; and discussed")


def _reversed(rows: Table, _: int) -> None:
    for row in rows:
        row.reverse()


def _nothing(rows: Table, _: int) -> None:
    """Change no cell, only how they are written."""


def _long(rows: Table, number: int) -> None:
    rows[number] += ["1.0", "2.0"]


LABELS = (
    Spoil("labels-without-paths", _without("Path"), FILE, "", "the columns Sex", costs="labels", pages=READ),
    Spoil("labels-without-a-pathology", _without(HEART), costs="labels", pages=READ),
    Spoil("labels-extra-column", _rewritten(_extra), FILE, "column Remarks", "other content", pages=READ),
    Spoil("labels-other-order", _rewritten(_reversed), same=True, pages=READ),
    Spoil("labels-blank-cells", _put(HEART, ""), says="not mentioned", pages=()),
    Spoil("labels-minus-one", _put(HEART, "-1"), pages=READ),
    Spoil("labels-text-in-a-cell", _put(HEART, "maybe"), FILE, "{case} / " + HEART, "maybe", pages=READ),
    Spoil("labels-nan-in-a-cell", _put(HEART, "NaN"), FILE, "{case} / " + HEART, "NaN", pages=READ),
    Spoil("labels-text-age", _put("Age", "85 or more"), same=True, pages=READ),
    Spoil("labels-html-in-a-cell", _put("Sex", "<script>alert(1)</script>"), same=True, pages=READ),
    Spoil(
        "labels-duplicate-row",
        _rewritten(lambda rows, number: rows.append(list(rows[number]))),
        FILE,
        "{case}",
        "a second row",
        same=True,
        pages=READ,
    ),
    Spoil("labels-embedded-newline", _put("Age", "61\nyears"), same=True, pages=READ),
    Spoil("labels-row-too-long", _rewritten(_long), FILE, "line ", " cells", pages=READ),
    Spoil("labels-path-of-nobody", _put("Path", "val/nobody.jpg"), FILE, "val/nobody.jpg", "another path", pages=READ),
    Spoil("labels-crlf", _rewritten(_nothing, lineterminator="\r\n"), same=True, pages=READ),
    Spoil("labels-semicolons", _rewritten(_nothing, delimiter=";"), same=True, pages=READ),
    Spoil(
        "labels-binary",
        lambda place: place.labels.write_bytes(bytes(range(256)) * 9),
        FILE,
        costs="labels",
        pages=READ,
    ),
)
