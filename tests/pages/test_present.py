"""The presentation: steps through the good examples, says what to do where there are none, and leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access import open_dataset
from data_access.notes import GOOD_EXAMPLE, open_notes
from tests.pages.conftest import OpenApp, all_text

PAGE = "pages/present.py"


@pytest.fixture
def examples(small_demo: Path) -> list[str]:
    """Flag the first and the last case of the release, which are of different splits."""
    dataset = open_dataset(small_demo)
    case_ids = [dataset.case_ids(split) for split in dataset.splits]
    chosen = sorted((case_ids[0][0], case_ids[-1][-1]))
    for case_id in chosen:
        open_notes(dataset).save(case_id, (GOOD_EXAMPLE,), f"look <b>here</b> in {case_id}", 0)
    open_notes(dataset).save(case_ids[0][1], ("discuss",), "not for a talk", 0)
    return chosen


def test_steps_through_the_good_examples_and_round(open_app: OpenApp, small_demo: Path, examples: list[str]) -> None:
    app = open_app(small_demo, PAGE)
    seen = []
    for _ in range(3):
        assert not app.exception
        assert len(app.image) == 1
        seen.append(str(app.query_params["case"]))
        app.button(key="present_next").click().run()
    assert seen == [*examples, examples[0]]
    app.button(key="present_previous").click().run()
    assert app.query_params["case"] == examples[0]


def test_few_words_no_sidebar_and_what_must_be_said(open_app: OpenApp, small_demo: Path, examples: list[str]) -> None:
    app = open_app(small_demo, PAGE, case=examples[1])
    text = all_text(app).replace("\\", "")
    assert f"look <b>here</b> in {examples[1]}" in text
    assert "2 of 2 good examples" in text
    assert "not for clinical use" in text
    assert "Synthetic demo data" in text
    assert len(app.sidebar) == 0


def test_drawings_can_be_hidden_with_all_that_gives_them_away(
    open_app: OpenApp, small_demo: Path, examples: list[str]
) -> None:
    app = open_app(small_demo, PAGE)
    before = app.image[0].value
    app.button(key="present_uncover").click().run()
    assert app.image[0].value != before
    assert "look" not in all_text(app)
    app.button(key="present_uncover").click().run()
    assert app.image[0].value == before


def test_leaving_opens_the_case(open_app: OpenApp, small_demo: Path, examples: list[str]) -> None:
    app = open_app(small_demo, PAGE, case=examples[1])
    app.button(key="present_leave").click().run()
    assert not app.exception
    assert app.session_state["case"] == examples[1]
    assert f"Numbers** of {examples[1]}" in all_text(app).replace("\\", "")


def test_without_an_example_it_says_what_to_do_and_leads_back(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, PAGE)
    assert "No good examples yet" in [header.value for header in app.header]
    assert "Flags and notes" in all_text(app)
    app.button(key="present_leave").click().run()
    assert not app.exception
    assert "Numbers" in all_text(app)


def test_a_broken_notes_file_is_said(open_app: OpenApp, small_demo: Path) -> None:
    path = open_notes(open_dataset(small_demo)).path
    path.write_bytes(b"no database" * 100)
    app = open_app(small_demo, PAGE)
    assert "not available" in app.error[0].value
    assert not app.exception
