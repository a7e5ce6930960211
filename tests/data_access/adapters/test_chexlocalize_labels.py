"""The label tables of a release: four states, two spellings, many ways to go wrong."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from data_access.adapters.chexlocalize_labels import read_labels
from data_access.adapters.chexlocalize_names import TASKS
from data_access.files import Folder
from data_access.problems import ProblemLog
from tests.builders import CASE_A, CASE_B, CASE_C, CASES, label_csv, put

A, B = "patient64541/study1/view1_frontal.jpg", "patient64542/study1/view1_frontal.jpg"

Read = tuple[pd.DataFrame, dict[str, dict[str, str]], list[str]]


def read(tmp_path: Path, **tables: str | bytes) -> Read:
    """Return labels, case rows and problems of the label tables of some splits."""
    for split, content in tables.items():
        put(tmp_path / f"{split}.csv", content)
    rows: dict[str, dict[str, str]] = {}
    problems = ProblemLog()
    paths = {split: f"{split}.csv" for split in tables}
    labels = read_labels(Folder(tmp_path.resolve()), paths, rows, problems)
    return labels, rows, [str(problem) for problem in problems]


def test_official_tables(tmp_path: Path) -> None:
    """The validation table has demographics; the test table has paths and labels alone."""
    val = label_csv([CASE_A], cells={(CASE_A, "Sex"): "Male", (CASE_A, "Lung Opacity"): "1.0"})
    test = label_csv([CASE_B, CASE_C], prefix="test/", demographics=False)
    labels, rows, problems = read(tmp_path, val=val, test=test)
    assert problems == []
    assert sorted(labels.columns) == sorted(TASKS)
    assert labels.loc[CASE_A, "Airspace Opacity"] == 1
    assert set(labels.index) == set(CASES)
    assert {case_id: row["split"] for case_id, row in rows.items()} == {CASE_A: "val", CASE_B: "test", CASE_C: "test"}
    assert (rows[CASE_A]["sex"], rows[CASE_A]["age"], rows[CASE_A]["ap_pa"]) == ("Male", "61", "AP")
    assert "sex" not in rows[CASE_B]
    assert rows[CASE_C]["view"] == "lateral"


def test_states_are_kept_apart(tmp_path: Path) -> None:
    cells = {(CASE_A, "Edema"): "1.0", (CASE_A, "Fracture"): "-1.0", (CASE_A, "Pneumonia"): ""}
    labels, _, problems = read(tmp_path, val=label_csv([CASE_A], cells=cells))
    assert problems == []
    found = labels[["Edema", "Fracture", "Cardiomegaly", "Pneumonia"]].astype(object).to_numpy().tolist()
    assert found == [[1, -1, 0, pd.NA]]
    assert set(labels.dtypes.astype(str)) == {"Int8"}


@pytest.mark.parametrize("prefix", ["", "CheXpert-v1.0/valid/", "CheXpert-v1.0-small/valid/", "test/", "/mnt/x/val/"])
def test_prefix_of_the_path_does_not_matter(tmp_path: Path, prefix: str) -> None:
    labels, _, problems = read(tmp_path, val=label_csv(prefix=prefix))
    assert problems == []
    assert tuple(labels.index) == CASES


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        pytest.param(
            f"Path,Edema\n{A},1\n{A},0\n",
            f"val.csv: {CASE_A}: expected one row a case, found a second row",
            id="row twice",
        ),
        pytest.param(
            f"Path,Edema\n{A},1\nelsewhere.jpg,1\n",
            "val.csv: elsewhere.jpg: expected a path with patientN/studyN/viewN_frontal or viewN_lateral, found",
            id="foreign path",
        ),
        pytest.param(
            f"Path,Edema,Fracture\n{A},1,yes\n",
            f"val.csv: {CASE_A} / Fracture: expected 1, 0, -1 or blank, found yes",
            id="text as label",
        ),
        pytest.param(
            f"Path,Edema,Fracture\n{A},1,2\n",
            f"val.csv: {CASE_A} / Fracture: expected 1, 0, -1 or blank, found 2",
            id="another number as label",
        ),
        pytest.param(
            f"Path,Edema,Report\n{A},1,text\n{B},,text\n",
            "val.csv: column Report: expected a column of labels, found other content (noted)",
            id="extra column, once for all rows",
        ),
        pytest.param(
            f"Path,Edema,Lung Opacity,Airspace Opacity\n{A},1,0,1\n",
            "val.csv: column Airspace Opacity: expected Airspace Opacity once, found a second time under another name",
            id="one label under two names",
        ),
        pytest.param(
            f"Path,Edema\n{A},1\n{B},1,1\n",
            "val.csv: line 3: expected 2 cells, as in the header, found 3",
            id="long row",
        ),
    ],
)
def test_bad_item_is_listed_and_costs_itself_alone(tmp_path: Path, table: str, problem: str) -> None:
    labels, _, problems = read(tmp_path, val=table)
    assert len(problems) == 1
    assert problems[0].startswith(problem)
    assert labels.loc[CASE_A, "Edema"] == 1


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(f"Edema,Path\n1,{A}\n,{B}\n", id="other order"),
        pytest.param(f"EDEMA,path\n1,{A}\n,{B}\n", id="other case"),
        pytest.param(f"image_path,Edema\n{A},1\n{B},\n", id="image_path"),
        pytest.param(f"Path,Edema\r\n{A},1\r\n{B},\r\n", id="CRLF"),
        pytest.param(f"Path;Edema\n{A};1\n{B};\n", id="semicolons"),
        pytest.param(f"\ufeffPath,Edema\n{A},1\n{B},\n", id="byte order mark"),
        pytest.param(f'Path,Comment,Edema\n{A},"",1\n{B},"",\n', id="blank extra column"),
        pytest.param(f'Path,Age,Edema\n{A},"over\n85",1\n{B},,\n', id="embedded newline"),
    ],
)
def test_tables_of_many_makes(tmp_path: Path, table: str) -> None:
    labels, _, problems = read(tmp_path, val=table)
    assert problems == []
    assert labels["Edema"].isna().to_dict() == {CASE_A: False, CASE_B: True}
    assert labels.loc[CASE_A, "Edema"] == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param("", "val.csv: expected a label table, found no table", id="empty"),
        pytest.param(
            "Edema,Age\n1,61\n", "val.csv: expected a column Path, found the columns Edema, Age", id="no path"
        ),
        pytest.param(b"\xff\xd8\xff\xe0 an image", "val.csv: expected a column Path", id="binary"),
    ],
)
def test_what_is_no_label_table_is_listed(tmp_path: Path, content: str | bytes, problem: str) -> None:
    """The other split's table is read all the same."""
    labels, rows, problems = read(tmp_path, val=content, test=label_csv([CASE_B], demographics=False))
    assert len(problems) == 1
    assert problems[0].startswith(problem)
    assert list(labels.index) == list(rows) == [CASE_B]


def test_case_in_two_tables_is_listed_and_read_once(tmp_path: Path) -> None:
    labels, rows, problems = read(tmp_path, test=f"Path,Edema\n{A},1\n", val=f"Path,Edema,Age\n{A},0,61\n{B},0,61\n")
    assert problems == [f"val.csv: {CASE_A}: expected one row a case, found a row in another table too (skipped)"]
    assert labels["Edema"].to_dict() == {CASE_A: 1, CASE_B: 0}
    assert rows[CASE_A]["split"] == "test"


def test_no_tables(tmp_path: Path) -> None:
    labels, rows, problems = read(tmp_path)
    assert (labels.empty, rows, problems) == (True, {}, [])


def test_table_without_rows(tmp_path: Path) -> None:
    labels, rows, problems = read(tmp_path, val=label_csv([]))
    assert (len(labels), rows, problems) == (0, {}, [])
