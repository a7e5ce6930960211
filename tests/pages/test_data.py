"""The Data page lists what was found, and exactly what was skipped or repaired."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pandas as pd

from components.tables.inventory import NOT_READ
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/data.py"
READ_ALL = "Read every annotation file"


def _press(app: object, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()  # type: ignore[attr-defined]


def _table(app: Any, *columns: str) -> pd.DataFrame:
    """Return the last table of a page that has these columns."""
    return next(table.value for table in reversed(app.dataframe) if {*columns} <= {*table.value.columns})


def test_lists_sets_without_problems(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    sets = _table(app, "masks", "sizes")
    assert len(sets) == 6  # three sources, two splits
    assert sets.loc[sets["split"] == "Test", "masks"].tolist() == [NOT_READ] * 3
    assert sets["heat_maps"].notna().sum() == 2
    assert "nothing is compared" in all_text(app)  # nothing is published of the demo
    _press(app, READ_ALL)
    assert "Nothing skipped or repaired." in all_text(app)
    assert NOT_READ not in set(_table(app, "masks", "sizes")["masks"])
    assert not app.exception


def test_images_alone_have_no_sets(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert", PAGE)
    assert _table(app, "masks", "sizes").empty
    assert not app.exception


def test_two_faults_are_two_problems(open_app: OpenApp, shared_dir: Path, tmp_path: Path) -> None:
    """One string cut short and one point outside the image are listed, and nothing else."""
    root = Path(shutil.copytree(shared_dir / "reference", tmp_path / "release", copy_function=shutil.copyfile))
    folder = root / "CheXlocalize"
    folder.chmod(0o755)
    masks = json.loads((folder / "gt_segmentations_test.json").read_bytes())
    case_id = "patient64741_study1_view1_frontal"
    masks[case_id]["Edema"]["counts"] = masks[case_id]["Edema"]["counts"][:-3]
    (folder / "gt_segmentations_test.json").write_text(json.dumps(masks))
    contours = json.loads((folder / "hb_annotations_test.json").read_bytes())
    contours[case_id]["Edema"][0][0] = [-5.0, 10.0]
    (folder / "hb_annotations_test.json").write_text(json.dumps(contours))

    app = open_app(root, PAGE)
    _press(app, READ_ALL)
    problems = _table(app, "found")
    assert len(problems) == 2
    assert set(problems["file"]) == {"CheXlocalize/gt_segmentations_test.json", "CheXlocalize/hb_annotations_test.json"}
    assert problems["item"].str.startswith(f"{case_id} / Edema").all()
    assert "**2 of 2** problems" in all_text(app)

    app.text_input(key="problem_text").set_value("HB_annotations").run()
    assert "**1 of 2** problems" in all_text(app)
    assert _table(app, "action", "found")["action"].tolist() == ["repaired"]
    app.text_input(key="problem_text").set_value("no such words").run()
    assert "No problem meets this choice." in all_text(app)
    assert not app.exception


def test_reference_has_no_problem(open_app: OpenApp, shared_dir: Path) -> None:
    app = open_app(shared_dir / "reference", PAGE)
    _press(app, READ_ALL)
    assert "Nothing skipped or repaired." in all_text(app)
    assert "a part, 24 of 668 images" in all_text(app)
    counts = _table(app, "verdict").set_index("what")["verdict"]
    assert counts["images"] == "644 images fewer than published"
    assert counts["cases of Ground truth"] == "475 cases fewer than published"
    assert set(_table(app, "remark")["found"]) == {"not in this release"}


def test_a_case_that_only_an_annotation_file_names_is_listed(open_app: OpenApp, release_copy: Path) -> None:
    file = release_copy / "CheXlocalize" / "gt_segmentations_val.json"
    masks = json.loads(file.read_bytes())
    masks["patient99999_study1_view1_frontal"] = next(iter(masks.values()))
    file.write_text(json.dumps(masks))
    app = open_app(release_copy, PAGE)
    _press(app, READ_ALL)
    assert app.dataframe[0].value.set_index("split")["annotated_only"].to_dict() == {"Validation": 1, "Test": 0}
    assert any(button.label == "patient99999_study1_view1_frontal" for button in app.button)
