"""Label tables: a CSV of unknown origin becomes rows of stripped text, found by column name and never by position."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping

import pandas as pd

POSITIVE, NEGATIVE, UNCERTAIN = 1, 0, -1
"""Label states; a blank (not mentioned) is a missing value and stays one."""


Note = Callable[[str, str, str], None]
"""Takes item, expected and found of something left out; see `problems.Problem`."""


class LabelError(ValueError):
    """A label table that cannot be used; the message says why."""


def ignore(item: str, expected: str, found: str) -> None:
    """Take note of nothing."""


def read_table(content: bytes, note: Note = ignore) -> pd.DataFrame:
    """Read a CSV as text.

    Parameters
    ----------
    content : bytes
        The file; UTF-8 with or without a byte order mark, UTF-16 with one, else Latin-1. Comma, semicolon or tab.
    note : callable
        Told of each row that is left out because it has more cells than the header, and of each second column of a
        name.

    Returns
    -------
    DataFrame of str
        Column names and cells stripped; blanks and the cells that a short row lacks are empty strings.

    Raises
    ------
    LabelError
        If it is no table.
    """
    text = decode_text(content).lstrip("\r\n")
    header = text.split("\n", 1)[0]
    separator = max(",;\t", key=header.count)
    try:
        # The header is read as a row, for pandas would take a long first row as its sign to guess an index.
        table = pd.read_csv(
            io.StringIO(text), sep=separator, header=None, dtype=str, keep_default_na=False, skipinitialspace=True
        )
    except pd.errors.ParserError:
        table = _read_ragged(text, separator, note)
    except (pd.errors.EmptyDataError, ValueError) as error:
        raise LabelError(f"no table ({error})") from error
    columns: dict[str, pd.Series] = {}
    for cells in (table[number] for number in table.columns):
        name = cells.iloc[0].strip()
        if name in columns:
            note(f"column {name}", "one column of a name", "a second one")
        else:
            columns[name] = cells.iloc[1:].str.strip()
    return pd.DataFrame(columns).reset_index(drop=True)


def _read_ragged(text: str, separator: str, note: Note) -> pd.DataFrame:
    """Read a CSV in which some row is longer than the header, and leave such rows out; blank cells do not count."""
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if not row:
                continue
            n_cells = len(rows[0]) if rows else len(row)
            if any(cell.strip() for cell in row[n_cells:]):
                note(f"line {reader.line_num}", f"{n_cells} cells, as in the header", f"{len(row)} cells")
            else:
                rows.append(row[:n_cells] + [""] * (n_cells - len(row)))
    except csv.Error as error:
        raise LabelError(f"no table ({error})") from error
    return pd.DataFrame(rows, dtype="str")


def decode_text(content: bytes) -> str:
    """Return the text of a file by its byte order mark, else as UTF-8, else as Latin-1, which always decodes."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def find_column(table: pd.DataFrame, names: Iterable[str]) -> str | None:
    """Return the table's own spelling of the first of `names` it has, case aside; None if it has none."""
    spelling = {str(column).casefold(): str(column) for column in table.columns}
    return next((spelling[name.casefold()] for name in names if name.casefold() in spelling), None)


def label_states(cells: pd.Series) -> tuple[pd.Series, Mapping[object, str]]:
    """Read label cells.

    Parameters
    ----------
    cells : Series of str
        Such as `1.0`, `0`, `-1`, or blank.

    Returns
    -------
    states : Series of Int8
        1, 0, -1, or missing for a blank or an unreadable cell.
    faults : mapping of index to str
        The cells that are none of these.
    """
    numbers = pd.to_numeric(cells, errors="coerce")
    known = numbers.isin([POSITIVE, NEGATIVE, UNCERTAIN])
    faults = cells[(cells != "") & ~known].to_dict()
    return numbers.where(known).astype("Int8"), faults
