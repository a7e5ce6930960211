"""Flags and notes on the pages: saved, shared between two readers, and never in the way when the file is broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data_access import open_dataset
from data_access.notes import Notes, open_notes
from data_access.notes_csv import import_csv
from tests.pages.conftest import OpenApp, all_text, go_to, listed_ids


@pytest.fixture
def notes(small_demo: Path) -> Notes:
    return open_notes(open_dataset(small_demo))


def first_case(app: AppTest) -> str:
    return str(app.session_state["case"])


def flag(app: AppTest, *flags: str) -> AppTest:
    return app.button_group(key=f"case_notes_flags_{first_case(app)}").set_value(list(flags)).run()


def write(app: AppTest, text: str) -> AppTest:
    return app.text_area(key=f"case_notes_text_{first_case(app)}").set_value(text).run()


def test_a_flag_and_a_note_are_saved_and_shown_again(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    app = flag(open_app(small_demo), "good example", "discuss")
    write(app, "<script>alert('x')</script> *apex*")
    kept = notes.get(first_case(app))
    assert (kept.flags, kept.text) == (("discuss", "good example"), "<script>alert('x')</script> *apex*")
    assert [toast.value for toast in app.toast] == ["Saved"]
    again = open_app(small_demo)
    assert again.text_area(key=f"case_notes_text_{first_case(again)}").value == kept.text
    assert "Saved" in all_text(again)


def test_each_case_has_its_own_note(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    app = flag(open_app(small_demo), "discuss")
    first = first_case(app)
    second = listed_ids(app)[1]
    go_to(app, second)
    assert app.text_area(key=f"case_notes_text_{second}").value == ""
    write(app, "of the second")
    assert notes.get(first).text == ""
    assert notes.get(second).text == "of the second"
    assert not app.exception


@pytest.mark.parametrize(
    ("button", "text", "flags"),
    [
        pytest.param("both", "theirs\n\nmine", ("discuss",), id="both"),
        pytest.param("mine", "mine", (), id="mine"),
        pytest.param("take", "theirs", ("discuss",), id="theirs"),
    ],
)
def test_the_second_reader_sees_both_texts_and_decides(
    open_app: OpenApp, small_demo: Path, notes: Notes, button: str, text: str, flags: tuple[str, ...]
) -> None:
    app = open_app(small_demo)
    case_id = first_case(app)
    notes.save(case_id, ("discuss",), "theirs", 0, "Dr A")
    write(app, "mine")
    assert notes.get(case_id).text == "theirs", "nothing was overwritten"
    assert "Dr A changed this note meanwhile" in app.warning[0].value
    assert {"theirs", "mine"} <= {shown.value for shown in app.text}
    app.button(key=f"case_notes_{button}").click().run()
    kept = notes.get(case_id)
    assert (kept.text, kept.flags) == (text, flags)
    assert app.text_area(key=f"case_notes_text_{case_id}").value == text
    assert not app.warning
    assert not app.exception


def test_a_change_by_somebody_else_is_said_before_one_writes(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    app = open_app(small_demo)
    notes.save(first_case(app), (), "theirs", 0)
    app.run()
    app.button(key="case_notes_take").click().run()
    assert app.text_area(key=f"case_notes_text_{first_case(app)}").value == "theirs"
    assert not app.warning


def test_what_could_not_be_saved_stays_and_can_be_saved_again(
    open_app: OpenApp, small_demo: Path, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app(small_demo)
    with monkeypatch.context() as patched:
        patched.setattr("data_access.notes.MAX_CHARACTERS", 3)
        write(app, "long")
    assert "at most 3 characters" in app.toast[0].value.replace("\\", "")
    assert "Not saved yet" in all_text(app)
    assert app.text_area(key=f"case_notes_text_{first_case(app)}").value == "long"
    app.button(key="case_notes_again").click().run()
    assert notes.get(first_case(app)).text == "long"


def test_a_broken_notes_file_never_stops_the_pages(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    notes.path.write_bytes(b"no database" * 100)
    for page in ("pages/cases.py", "pages/data.py"):
        app = open_app(small_demo, page)
        assert not app.exception
        assert "Flags and notes are not available" in app.error[0].value
        assert "move it away" in app.error[0].value
        assert len(app.dataframe) >= 1


def test_the_table_lists_filters_and_says_what_is_not_here(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    here = open_dataset(small_demo).case_ids("val")[0]
    notes.save(here, ("discuss",), "<b>", 0)
    notes.save("zz_elsewhere", ("teaching",), "", 0)
    app = open_app(small_demo, "pages/data.py")
    table = app.dataframe[-1].value
    assert table["case_id"].tolist() == [here, "zz_elsewhere"]
    assert table["split"].tolist() == ["val", "not in this release"]
    app.button_group(key="flagged_flag").set_value("teaching").run()
    assert app.dataframe[-1].value["case_id"].tolist() == ["zz_elsewhere"]
    app.button_group(key="flagged_flag").set_value("annotation error").run()
    assert len(app.dataframe[-1].value) == 0
    assert not app.exception


def test_without_a_flag_the_table_says_how_to_set_one(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo, "pages/data.py")
    assert "No case is flagged yet" in all_text(app)


def test_a_csv_file_is_taken_over_and_what_was_not_is_listed(open_app: OpenApp, small_demo: Path, notes: Notes) -> None:
    app = open_app(small_demo, "pages/data.py")
    next(one for one in app.file_uploader if one.label == "CSV file").set_value(
        ("n.csv", b"case_id,flags,note\na,discuss,=1\n,x,y\n", "text/csv")
    ).run()
    app.button(key="flagged_transfer_go").click().run()
    assert "1 added, 0 changed, 0 as before" in app.success[-1].value
    assert notes.get("a").text == "=1"
    assert "line 3" in app.dataframe[-1].value["item"].tolist()
    assert import_csv(notes, b"case_id,flags,note\na,discuss,=1\n").n_same == 1


def test_downloads_are_offered_with_what_must_be_said(open_app: OpenApp, small_demo: Path) -> None:
    app = open_app(small_demo)
    offered = {element.proto.label.split(" · ")[0] for element in app.get("download_button")}
    assert {"View as PNG", "View as HTML", "Masks", "Numbers"} <= offered
    assert "not for clinical use" in all_text(app)
