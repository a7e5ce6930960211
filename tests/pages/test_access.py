"""Who is not admitted sees nothing of the data on any page; who is, sees it and can sign out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from data_access import open_dataset
from data_access.notes import open_notes
from tests.conftest import OpenedFiles
from tests.pages.conftest import APP, RUN_SECONDS, all_text

PAGES = tuple(sorted(path.stem for path in (APP.parent / "pages").glob("*.py")))
READER = "reader@clinic.example"
SECRETS = {
    "auth": {"client_id": "explorer", "cookie_secret": "of the test"},
    "access": {"addresses": [READER], "contact": "the *library* desk"},
}
YEAR_2100 = 4_102_444_800
SIGNED_OUT: dict[str, Any] = {"is_logged_in": False}


def signed_in(**claims: Any) -> dict[str, Any]:
    return {"is_logged_in": True, "email": READER, "email_verified": True, "exp": YEAR_2100} | claims


STRANGER = signed_in(email="stranger@evil.example", name="patient64541")


def start(script: Path, user: dict[str, Any], secrets: dict[str, Any] = SECRETS, **query: str) -> AppTest:
    app = AppTest.from_file(str(script), default_timeout=RUN_SECONDS)
    app.secrets.update(secrets)
    app.user = user
    app.query_params.update(query)
    return app.run()


def everything_sent(app: AppTest) -> str:
    """Return all that went to the browser, whatever it would have drawn of it."""
    return "\n".join(str(element.proto) for element in (*app.main, *app.sidebar))


@pytest.fixture
def release(small_demo: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHEXLOCALIZE_ROOT", str(small_demo))
    return small_demo


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("user", "words"),
    [
        pytest.param(SIGNED_OUT, "Only readers on the list", id="signed out"),
        pytest.param(STRANGER, "is not on the list", id="stranger"),
    ],
)
def test_a_page_reached_by_itself_opens_nothing(
    page: str, user: dict[str, Any], words: str, release: Path, opened_files: OpenedFiles
) -> None:
    """As the first visitor of a fresh server reaches it, past `explorer.py`."""
    with opened_files(release) as opened:
        app = start(APP.parent / "pages" / f"{page}.py", user)
    assert opened == []
    assert words in all_text(app)
    assert [button.label for button in app.button] == ["Sign in" if user is SIGNED_OUT else "Sign out"]


@pytest.mark.parametrize(
    ("user", "title", "button"),
    [
        pytest.param(SIGNED_OUT, "Sign in", "Sign in", id="signed out"),
        pytest.param({}, "Sign in", "Sign in", id="never signed in"),
        pytest.param(signed_in(exp=1_000_000), "Your sign-in has ended", "Sign in", id="sign-in ended"),
        pytest.param(signed_in(email_verified=False), "No access", "Sign out", id="address not verified"),
        pytest.param(STRANGER, "No access", "Sign out", id="stranger"),
    ],
)
def test_nothing_of_the_data_is_sent(
    user: dict[str, Any], title: str, button: str, release: Path, opened_files: OpenedFiles
) -> None:
    dataset = open_dataset(release)
    case_id = dataset.case_ids("test")[0]
    with opened_files(release) as opened:
        app = start(APP, user, case=case_id, split="test")
    assert opened == []
    assert [one.value for one in app.title] == [title]
    assert [one.label for one in app.button] == [button]
    sent = everything_sent(app)
    for secret in (*dataset.cases.index, *dataset.pathologies, dataset.name, str(release), "Validation", "demo"):
        assert secret not in sent
    assert not app.exception


def test_a_stranger_is_told_who_they_are_and_whom_to_ask(release: Path) -> None:
    text = all_text(start(APP, STRANGER))
    assert "\nstranger@evil.example\n" in f"\n{text}\n"
    assert r"Ask the \*library\* desk for a place" in text


def test_a_visitor_with_a_link_is_told_to_open_it_again(release: Path) -> None:
    assert "open it again" in all_text(start(APP, SIGNED_OUT, case="patient1"))
    assert "open it again" not in all_text(start(APP, SIGNED_OUT))


def test_each_provider_has_a_button(release: Path) -> None:
    auth = {"cookie_secret": "of the test", "clinic": {"client_id": "a"}, "lab": {"client_id": "b"}}
    app = start(APP, SIGNED_OUT, {**SECRETS, "auth": auth})
    assert [button.label for button in app.button] == ["Sign in with clinic", "Sign in with lab"]


def test_a_reader_sees_the_data_under_their_name(release: Path) -> None:
    app = start(APP, signed_in())
    assert READER in [line.value for line in app.sidebar.text]
    case_id = str(app.session_state["case"])
    app.button_group(key=f"case_notes_flags_{case_id}").set_value(["discuss"]).run()
    assert open_notes(open_dataset(release)).get(case_id).user == READER
    app.button(key="sign_out").click().run()
    assert [one.value for one in app.title] == ["Sign in"]
    assert case_id not in everything_sent(app)


def test_settings_that_are_not_understood_open_nothing(release: Path, opened_files: OpenedFiles) -> None:
    with opened_files(release) as opened:
        app = start(APP, signed_in(), {"auth": SECRETS["auth"]})
    assert opened == []
    assert len(app.exception) == 1


def test_the_script_without_the_guard_serves_nothing(
    release: Path, opened_files: OpenedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.ui.server_guard.is_on", False)
    with opened_files(release) as opened:
        app = AppTest.from_file(str(APP), default_timeout=RUN_SECONDS).run()
    assert opened == []
    assert "streamlit run app.py" in app.error[0].value


def test_secrets_that_cannot_be_read_open_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit would go on as if there were none, and so without sign-in."""
    import streamlit as st

    from components.ui import access
    from components.ui.access_rules import AccessSettingsError

    broken = tmp_path / "secrets.toml"
    broken.write_text("[auth\n")
    monkeypatch.setattr(st.secrets, "load_if_toml_exists", lambda: False)
    monkeypatch.setattr(st, "get_option", {"secrets.files": [str(broken)]}.__getitem__)
    with pytest.raises(AccessSettingsError, match="cannot be read as TOML"):
        access.rules()
    broken.unlink()
    assert not access.rules().needs_sign_in
