"""Label tables: a CSV of unknown origin becomes rows of stripped text, found by column name and never by position."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

import pandas as pd

POSITIVE, NEGATIVE, UNCERTAIN = 1, 0, -1
"""Label states; a blank (not mentioned) is a missing value and stays one."""


class LabelError(ValueError):
    """A label table that cannot be used; the message says why."""


def read_table(content: bytes) -> pd.DataFrame:
    """Read a CSV as text.

    Parameters
    ----------
    content : bytes
        The file; UTF-8 with or without a byte order mark, UTF-16 with one, else Latin-1. Comma, semicolon or tab.

    Returns
    -------
    DataFrame of str
        Column names and cells stripped; blanks are empty strings.

    Raises
    ------
    LabelError
        If it is no table.
    """
    text = decode_text(content)
    header = text.split("\n", 1)[0]
    separator = max(",;\t", key=header.count)
    try:
        table = pd.read_csv(
            io.StringIO(text), sep=separator, dtype=str, keep_default_na=False, skipinitialspace=True, index_col=False
        )
    except (pd.errors.ParserError, pd.errors.EmptyDataError, csv.Error, ValueError) as error:
        raise LabelError(f"no table ({error})".strip()) from error
    return pd.DataFrame({str(name).strip(): column.str.strip() for name, column in table.items()})


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
