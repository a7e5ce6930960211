"""The app on a small release, driven without a browser."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest, app_test

from components.ui import server_guard
from data_access.demo import write_demo

APP = Path(__file__).parents[2] / "explorer.py"
RUN_SECONDS = 60

OpenApp = Callable[..., AppTest]


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    """Streamlit's caches outlive a test; a dataset of one must not answer for the next."""
    st.cache_data.clear()
    st.cache_resource.clear()
    yield
    st.cache_data.clear()
    st.cache_resource.clear()


class _PagesRegistered(PagesManager):
    """Pages as on a server that has run `explorer.py` before: AppTest forgets it at every run, a server never does."""


@pytest.fixture(autouse=True)
def _server_that_ran_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_guard, "is_on", True)
    monkeypatch.setattr(PagesManager, "uses_pages_directory", False)
    monkeypatch.setattr(app_test, "PagesManager", _PagesRegistered)


@pytest.fixture(scope="session")
def small_demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a synthetic release of six small cases; copy it before you change it."""
    return write_demo(tmp_path_factory.mktemp("demo") / "release", n_cases=6, size_hw=(96, 80))


@pytest.fixture
def release_copy(small_demo: Path, tmp_path: Path) -> Path:
    """Return a copy of the small release that a test may spoil."""
    return Path(shutil.copytree(small_demo, tmp_path / "release"))


@pytest.fixture
def open_app(monkeypatch: pytest.MonkeyPatch) -> OpenApp:
    """Return a function that starts the app on a folder and goes to a page."""

    def start(root: Path, page: str = "pages/cases.py", **query: str) -> AppTest:
        monkeypatch.setenv("CHEXLOCALIZE_ROOT", str(root))
        app = AppTest.from_file(str(APP), default_timeout=RUN_SECONDS)
        app.query_params.update(query)
        app.run()
        if page != "pages/cases.py":
            app.switch_page(page)  # clears the query, as following a link to another page does
            app.query_params.update(query)
            app.run()
        return app

    return start


GO = "cases_go_"


def listed_ids(app: AppTest) -> list[str]:
    """Return the cases that the Cases page lists to go to."""
    return [str(button.key).removeprefix(GO) for button in app.button if str(button.key).startswith(GO)]


def go_to(app: AppTest, case_id: str) -> AppTest:
    """Click a case of the list."""
    return app.button(key=f"{GO}{case_id}").click().run()


def all_text(app: AppTest) -> str:
    """Return every text of a page, for questions of the kind "does it say so anywhere"."""
    kinds = ("title", "subheader", "markdown", "caption", "text", "info", "warning", "error", "success")
    return "\n".join(str(element.value) for kind in kinds for element in getattr(app, kind))
