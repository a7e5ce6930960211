"""No HTML from data and no pickle from an upload, by how the code is written: what would allow it is found here."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st

from components.exports.slide import Slide
from components.figures.theme import SourceStyle
from components.ui import slide_words, source_legend
from data_access.notes import Note
from tests.conftest import PROJECT
from tests.test_layers import MODULES, SOURCES, belongs_to

HTML_WITH_DATA = {
    "components.ui.slide_words": "type that a room can read",
    "components.ui.source_legend": "a stroke in the colour and dash of a source",
}
"""Where Streamlit has no widget for what is shown; every value is escaped there, which the last tests here try."""

UNPICKLES = {"data_access.torch_pickle": "an unpickler that resolves tensor rebuilding alone"}
PICKLING = {"pickle", "cPickle", "_pickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "torch", "jsonpickle"}
SCRIPTS = sorted((PROJECT / "components").rglob("*.js"))
WRITES_HTML = re.compile(
    r"(?:innerHTML|outerHTML)\s*\+?=\s*(?P<what>[^;]+);|insertAdjacentHTML|document\.write|\beval\("
)


def html_faults(module: str, source: str) -> Iterator[str]:
    """Yield where a module hands the browser HTML that is not written down in the code as it is."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg == "unsafe_allow_html" or keyword.arg == "unsafe_allow_javascript":
                yield f"line {node.lineno}: {keyword.arg}"
            if keyword.arg == "html" and not isinstance(keyword.value, ast.Constant):
                yield f"line {node.lineno}: html= of a component"
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if called == "iframe":
            yield f"line {node.lineno}: iframe"
        if called == "html" and module not in HTML_WITH_DATA and not all(map(is_constant, node.args)):
            yield f"line {node.lineno}: html with what is no constant"


def is_constant(node: ast.expr) -> bool:
    """Whether an expression is a literal or a name in capitals, of this module or another."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return isinstance(node, ast.Constant) or (name.isupper() and bool(name))


def pickle_faults(module: str, source: str) -> Iterator[str]:
    """Yield where a module could run what a pickle says."""
    for node in ast.walk(ast.parse(source)):
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            imported = [node.module or ""]
        if module not in UNPICKLES:
            yield from (f"import of {name}" for name in imported if name.split(".")[0] in PICKLING)
        if isinstance(node, ast.Call):
            allowed = any(
                keyword.arg == "allow_pickle" and getattr(keyword.value, "value", True) is not False
                for keyword in node.keywords
            )
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            of_pandas = called == "read_pickle" and getattr(getattr(node.func, "value", None), "id", "") in (
                "pd",
                "pandas",
            )
            if allowed or of_pandas:
                yield f"line {node.lineno}: a pickle by way of another library"


def script_faults(source: str) -> Iterator[str]:
    """Yield where a script writes HTML that is not made of literals alone, or runs text."""
    for found in WRITES_HTML.finditer(source):
        what = found["what"]
        if what is None or "${" in what or not re.fullmatch(r"(\s|\"[^\"]*\"|'[^']*'|`[^`]*`|\+)*", what):
            yield found[0]


def test_no_html_from_data_and_no_pickle() -> None:
    found = {}
    for module, path in zip(MODULES, SOURCES, strict=True):
        source = path.read_text(encoding="utf-8")
        if not belongs_to(module, "tests") and not belongs_to(module, "tools"):
            found[module] = [*html_faults(module, source), *pickle_faults(module, source)]
    assert len(found) > 100
    assert {module: faults for module, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("st.markdown(name, unsafe_allow_html=True)", id="unsafe Markdown"),
        pytest.param("st.html(f'<b>{name}</b>')", id="a value in HTML"),
        pytest.param("st.html(name)", id="a value as HTML"),
        pytest.param("components.html(page)", id="the old way"),
        pytest.param("st.components.v2.component('x', html=f'<b>{name}</b>')", id="a value in a component"),
        pytest.param("st.iframe(address)", id="a frame"),
        pytest.param("import pickle", id="pickle"),
        pytest.param("def f():\n    from joblib import load", id="what is made of it, lazily"),
        pytest.param("np.load(file, allow_pickle=True)", id="through NumPy"),
        pytest.param("np.load(file, allow_pickle=flag)", id="through NumPy, perhaps"),
        pytest.param("pd.read_pickle(file)", id="through pandas"),
    ],
)
def test_what_would_allow_it_is_found(source: str) -> None:
    """The test above is worth something only if it fails where it should."""
    assert [*html_faults("pages.cases", source), *pickle_faults("pages.cases", source)]


@pytest.mark.parametrize(
    "source", ["st.html(_STYLE)", "st.html(gallery_style.TILES)", "np.load(f, allow_pickle=False)"]
)
def test_what_is_written_down_is_allowed(source: str) -> None:
    assert [*html_faults("pages.cases", source), *pickle_faults("pages.cases", source)] == []


def test_scripts_write_text_and_not_html() -> None:
    assert len(SCRIPTS) > 10
    assert [(path.name, fault) for path in SCRIPTS for fault in script_faults(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("cell.innerHTML = name;", id="a value"),
        pytest.param("cell.innerHTML = '<b>' + name + '</b>';", id="a value between literals"),
        pytest.param("cell.innerHTML += `<b>${name}</b>`;", id="a value in a template"),
        pytest.param("cell.insertAdjacentHTML('beforeend', name);", id="beside"),
        pytest.param("eval(name)", id="run as code"),
    ],
)
def test_a_script_that_writes_html_is_found(source: str) -> None:
    assert len([*script_faults(source)]) == 1


HOSTILE = "<img src=x onerror=alert(1)>"


def show_legend() -> None:
    sets: Any = [SimpleNamespace(key="m", label=HOSTILE)]
    source_legend.show(sets, {"m": SourceStyle("#112233", "dash", "circle")})


def show_slide() -> None:
    case = SimpleNamespace(view=HOSTILE, ap_pa="", sex="", age=None, case_id=HOSTILE)
    dataset: Any = SimpleNamespace(case=lambda case_id: case)
    slide = Slide(b"", ((HOSTILE, "solid", HOSTILE, HOSTILE),), "")
    slide_words.show(dataset, slide, Note(HOSTILE, text=HOSTILE), is_bare=False)


@pytest.mark.parametrize("show", [pytest.param(show_legend, id="legend"), pytest.param(show_slide, id="slide")])
def test_names_from_files_are_text_in_the_places_named(
    show: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(st, "html", sent.append)
    show()
    assert "&lt;img" in "".join(sent)
    assert "<img" not in "".join(sent)
