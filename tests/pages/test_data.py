"""The Data page lists what was found, and exactly what was skipped or repaired."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/data.py"
READ_ALL = "Read every annotation file"


def _press(app: object, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()  # type: ignore[attr-defined]


def test_lists_sets_without_problems(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    assert len(app.dataframe[1].value) == 6  # three sources, two splits
    _press(app, READ_ALL)
    assert "Nothing skipped or repaired." in all_text(app)
    assert not app.exception


def test_images_alone_have_no_sets(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo / "CheXpert", PAGE)
    assert app.dataframe[1].value.empty
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
    problems = app.dataframe[2].value
    assert len(problems) == 2
    assert set(problems["file"]) == {"CheXlocalize/gt_segmentations_test.json", "CheXlocalize/hb_annotations_test.json"}
    assert problems["item"].str.startswith(f"{case_id} / Edema").all()


def test_reference_has_no_problem(open_app: OpenApp, shared_dir: Path) -> None:
    app = open_app(shared_dir / "reference", PAGE)
    _press(app, READ_ALL)
    assert "Nothing skipped or repaired." in all_text(app)


def test_a_case_that_only_an_annotation_file_names_is_listed(open_app: OpenApp, release_copy: Path) -> None:
    file = release_copy / "CheXlocalize" / "gt_segmentations_val.json"
    masks = json.loads(file.read_bytes())
    masks["patient99999_study1_view1_frontal"] = next(iter(masks.values()))
    file.write_text(json.dumps(masks))
    app = open_app(release_copy, PAGE)
    _press(app, READ_ALL)
    assert app.dataframe[0].value.set_index("split")["annotated_only"].to_dict() == {"val": 1, "test": 0}
    assert any(button.label == "patient99999_study1_view1_frontal" for button in app.button)
