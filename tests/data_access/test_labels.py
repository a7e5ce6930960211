"""Label tables: whatever wrote the CSV, columns are found by name and the four label states stay apart."""

from __future__ import annotations

from contextlib import suppress

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.labels import LabelError, decode_text, find_column, label_states, read_table

ROWS = [{"Path": "a", "Edema": "1.0"}, {"Path": "b", "Edema": ""}]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"Path,Edema\na,1.0\nb,\n", ROWS, id="plain"),
        pytest.param(b"Path,Edema\r\na,1.0\r\nb,\r\n", ROWS, id="CRLF"),
        pytest.param(b"Path,Edema\ra,1.0\rb,\r", ROWS, id="CR alone"),
        pytest.param(b"Path,Edema\na,1.0\nb,", ROWS, id="no line end at the end"),
        pytest.param(b"\n\r\nPath,Edema\na,1.0\n\nb,\n\n", ROWS, id="blank lines"),
        pytest.param(b"Path;Edema\na;1.0\nb;\n", ROWS, id="semicolons"),
        pytest.param(b"\nPath;Edema\na;1.0\nb;\n", ROWS, id="semicolons after a blank line"),
        pytest.param(b"Path\tEdema\na\t1.0\nb\t\n", ROWS, id="tabs"),
        pytest.param(b"\xef\xbb\xbfPath,Edema\na,1.0\nb,\n", ROWS, id="byte order mark"),
        pytest.param("Path,Edema\na,1.0\nb,\n".encode("utf-16"), ROWS, id="UTF-16"),
        pytest.param(b" Path , Edema\n a ,\t1.0\nb,  \n", ROWS, id="spaces around"),
        pytest.param(b'"Path","Edema"\n"a","1.0"\n"b",""\n', ROWS, id="quoted"),
        pytest.param(b"Path,Edema\na,1.0\nb\n", ROWS, id="short row"),
        pytest.param(b"Path,Edema\na,1.0,\nb,,\n", ROWS, id="needless separators"),
        pytest.param(b"Path,Edema\n", [], id="header alone"),
        pytest.param(b'Path,Report\na,"two\nlines"\n', [{"Path": "a", "Report": "two\nlines"}], id="embedded newline"),
        pytest.param(b'Path,Report\na,"x, y; z"\n', [{"Path": "a", "Report": "x, y; z"}], id="embedded separator"),
        pytest.param(b"Path,Report\na,NA\n", [{"Path": "a", "Report": "NA"}], id="NA is text"),
        pytest.param(b"Path,Age\na,85 or more\n", [{"Path": "a", "Age": "85 or more"}], id="text age"),
        pytest.param(b"Path,Age\na,007\n", [{"Path": "a", "Age": "007"}], id="leading zeros"),
        pytest.param("Path,Name\na,Jos\xe9\n".encode("latin-1"), [{"Path": "a", "Name": "José"}], id="Latin-1"),
    ],
)
def test_table_is_read(content: bytes, expected: list[dict[str, str]]) -> None:
    notes: list[tuple[str, ...]] = []
    assert read_table(content, lambda *what: notes.append(what)).to_dict("records") == expected
    assert notes == []


@pytest.mark.parametrize(
    ("content", "expected", "notes"),
    [
        pytest.param(
            b"Path,Edema\na,1.0\nx,0,1\nb,\n",
            ROWS,
            [("line 3", "2 cells, as in the header", "3 cells")],
            id="a row too long",
        ),
        pytest.param(
            b"Path,Edema\nx,0,1\na,1.0\nb,\n",
            ROWS,
            [("line 2", "2 cells, as in the header", "3 cells")],
            id="the first row too long",
        ),
        pytest.param(
            b"Path,Edema,Edema\na,1.0,0\nb,,1\n",
            ROWS,
            [("column Edema", "one column of a name", "a second one")],
            id="twice",
        ),
    ],
)
def test_what_cannot_be_placed_is_left_out_and_told(
    content: bytes, expected: list[dict[str, str]], notes: list[tuple[str, ...]]
) -> None:
    """One bad row costs itself alone, and its cells never slip into other columns."""
    found: list[tuple[str, ...]] = []
    assert read_table(content, lambda *what: found.append(what)).to_dict("records") == expected
    assert found == notes


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\n\n", id="blank lines alone"),
        pytest.param(b'Path,Edema\na,"1\n', id="quote never closed"),
        pytest.param(b'Path,Edema\na,1,"\n', id="quote never closed in a row too long"),
    ],
)
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(LabelError, match="no table"):
        read_table(content)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(bytes(range(256)) * 20, id="all bytes"),
        pytest.param(b"\x00" * 100, id="null bytes"),
        pytest.param(b"\xff\xfe\x00", id="UTF-16 cut in a character"),
        pytest.param(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(200)), id="an image"),
    ],
)
def test_binary_content_is_a_table_without_our_columns(content: bytes) -> None:
    """Such a file is found out by its columns, without a crash before."""
    try:
        table = read_table(content)
    except LabelError:
        return
    assert find_column(table, ("Path", "image_path")) is None


cell_texts = st.text(st.sampled_from('ab1.-,;"\t\r\n \x00é\ufeff'), max_size=6)


@given(
    st.lists(st.lists(cell_texts, max_size=4), max_size=5),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_text_is_a_table_of_stripped_text_or_refused(rows: list[list[str]], separator: str, line_end: str) -> None:
    content = line_end.join(separator.join(row) for row in rows).encode()
    try:
        table = read_table(content)
    except LabelError:
        return
    assert table.columns.is_unique
    assert all(cell == cell.strip() for column in table for cell in table[column])


@given(st.binary(max_size=60))
def test_any_bytes_are_a_table_or_refused(content: bytes) -> None:
    with suppress(LabelError):
        assert read_table(content).columns.is_unique


def test_label_states_are_kept_apart() -> None:
    cells = pd.Series(["1.0", "0", "-1.0", "", "1", "2", "yes", "nan", "0.5", "9" * 400], dtype="str")
    states, faults = label_states(cells)
    assert states.dtype == "Int8"
    assert [None if pd.isna(state) else int(state) for state in states] == [1, 0, -1, None, 1, *[None] * 5]
    assert faults == {5: "2", 6: "yes", 7: "nan", 8: "0.5", 9: "9" * 400}


def test_label_states_of_no_cells() -> None:
    states, faults = label_states(pd.Series([], dtype="str"))
    assert (states.tolist(), faults) == ([], {})


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(("Path",), "PATH", id="case aside"),
        pytest.param(("image_path", "path"), "PATH", id="the first that is there"),
        pytest.param(("edema", "path"), "Edema", id="in the order asked for"),
        pytest.param(("Sex",), None, id="none"),
        pytest.param((), None, id="nothing asked for"),
    ],
)
def test_column_is_found_by_name(names: tuple[str, ...], expected: str | None) -> None:
    assert find_column(pd.DataFrame({"Edema": [], "PATH": []}), names) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param("é".encode(), "é", id="UTF-8"),
        pytest.param("é".encode("utf-8-sig"), "é", id="UTF-8 with a mark"),
        pytest.param("é".encode("utf-16-le"), "\xe9\x00", id="UTF-16 without a mark is told apart by nothing"),
        pytest.param("é".encode("utf-16"), "é", id="UTF-16"),
        pytest.param(b"\xfe\xff\x00\xe9", "é", id="UTF-16, big-endian"),
        pytest.param(b"\xe9", "é", id="Latin-1"),
    ],
)
def test_text_is_decoded_by_its_mark(content: bytes, expected: str) -> None:
    assert decode_text(content) == expected
