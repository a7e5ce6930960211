"""Who may import what: the table of the design, held against every import of every file, lazy ones included."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import PROJECT

OURS = ("app", "explorer", "cli", "components", "data_access", "pages", "tests", "tools")
SOURCES = tuple(sorted(path for top in OURS for path in (*PROJECT.glob(f"{top}.py"), *(PROJECT / top).rglob("*.py"))))
MODULES = tuple(path.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".") for path in SOURCES)

NUMBERS = ("numpy", "scipy", "cv2", "statsmodels", "krippendorff")
READERS = ("numpy", "pandas", "PIL", "cv2", "pycocotools", "orjson", "platformdirs")
OPENERS = (
    *("adapters", "demo", "files", "heatmaps", "labels", "notes", "notes_csv", "notes_file"),
    *("open_dataset", "open_set", "writers"),
)
EVERYTHING = None


@dataclass(frozen=True)
class Rule:
    """What the modules of a package may import beside Python's own, and what they must not even then."""

    package: str
    may: tuple[str, ...] | None
    never: tuple[str, ...] = ()


RULES = (
    Rule("components.metrics", (*NUMBERS, "components.metrics")),
    Rule("data_access", (*READERS, "data_access")),
    Rule(
        "components.tables",
        (*NUMBERS, "pandas", "components.metrics", "components.tables", "data_access"),
        ("data_access.adapters",),
    ),
    Rule(
        "components.figures",
        ("numpy", "pandas", "plotly", "components.figures", "components.metrics", "components.tables", "data_access"),
        tuple(f"data_access.{name}" for name in OPENERS),
    ),
    Rule("components.exports", EVERYTHING, ("streamlit", "components.ui", "pages", "data_access.adapters")),
    Rule("components.notebook", EVERYTHING, ("streamlit", "components.ui", "pages")),
    Rule("components.ui", EVERYTHING, ("pages", "data_access.adapters")),
    Rule("pages", ("streamlit", "components", "data_access", "numpy", "pandas"), ("data_access.adapters",)),
    Rule("cli", EVERYTHING, ("streamlit", "components.ui", "pages")),
    Rule("app", EVERYTHING, ("pages", "data_access.adapters")),
    Rule("explorer", EVERYTHING, ("pages", "data_access.adapters")),
)


def belongs_to(module: str, package: str) -> bool:
    """Say whether a dotted name lies in a package or is it."""
    return module == package or module.startswith(f"{package}.")


def imports(source: str) -> Iterator[str]:
    """Yield every name that a module imports, wherever in it; `from a import b` gives `a.b`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            argument = node.args[0]
            if called in ("import_module", "__import__") and isinstance(argument, ast.Constant):
                yield str(argument.value)


def breaches(module: str, source: str) -> list[str]:
    """Return the imports that the rule of a module forbids."""
    rule = next((rule for rule in RULES if belongs_to(module, rule.package)), None)
    found = []
    for name in imports(source):
        if rule is None or name.split(".")[0] in sys.stdlib_module_names:
            continue
        is_allowed = rule.may is None or any(belongs_to(name, package) for package in rule.may)
        is_own_page = rule.package == "pages" and belongs_to(name, "pages")
        if not is_allowed or is_own_page or any(belongs_to(name, package) for package in rule.never):
            found.append(f"{module} imports {name}")
    return found


def test_there_are_modules_to_look_at() -> None:
    assert "data_access.run_lengths" in MODULES
    assert len(MODULES) > 30


@pytest.mark.parametrize("path", [pytest.param(path, id=module) for path, module in zip(SOURCES, MODULES, strict=True)])
def test_imports_keep_to_the_layers(path: Path) -> None:
    module = path.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".")
    assert breaches(module.removesuffix(".__init__"), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("components.metrics.overlap", "import pandas", id="pandas in metrics"),
        pytest.param("components.metrics.overlap", "def f():\n    import pandas as pd", id="lazily"),
        pytest.param("components.metrics.overlap", "from data_access import rle", id="data_access in metrics"),
        pytest.param("components.metrics", "import streamlit.components.v1", id="a submodule, in the package itself"),
        pytest.param("components.metrics.overlap", "import requests", id="a library nobody listed"),
        pytest.param("components.metrics.overlap", "from . import tables", id="a relative import"),
        pytest.param("data_access.dataset", "from components.metrics import overlap", id="components in data_access"),
        pytest.param("data_access.dataset", "if TYPE_CHECKING:\n    import plotly", id="for type checking"),
        pytest.param("data_access.dataset", "importlib.import_module('streamlit')", id="import_module"),
        pytest.param("data_access.dataset", "__import__('streamlit')", id="__import__"),
        pytest.param("components.tables.cohort", "import plotly.express as px", id="plotly in tables"),
        pytest.param("components.tables.cohort", "from data_access.adapters import vindr", id="adapter in tables"),
        pytest.param("components.tables.cohort", "from data_access import adapters", id="adapters as a name"),
        pytest.param("components.figures.xray", "import streamlit as st", id="streamlit in figures"),
        pytest.param("components.figures.xray", "from data_access import open_dataset", id="opening in figures"),
        pytest.param("components.figures.xray", "from data_access.files import Folder", id="files in figures"),
        pytest.param("components.ui.cached", "from pages import cases", id="pages in ui"),
        pytest.param("components.exports.png", "import streamlit", id="streamlit in exports"),
        pytest.param("components.notebook", "import streamlit", id="streamlit in the notebook"),
        pytest.param("pages.cases", "from pages import gallery", id="another page"),
        pytest.param("pages.cases", "from data_access.adapters import chexlocalize", id="adapter in a page"),
        pytest.param("pages.cases", "import plotly.graph_objects as go", id="plotly in a page"),
        pytest.param("cli", "def main():\n    import streamlit", id="streamlit in the command line"),
        pytest.param("cli", "from components.ui import state", id="ui in the command line"),
    ],
)
def test_a_forbidden_import_is_found(module: str, source: str) -> None:
    """The check above is worth something only if it fails where it should."""
    assert len(breaches(module, source)) >= 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("components.metrics.overlap", "import math, numpy\nfrom scipy import stats", id="metrics"),
        pytest.param("components.metrics.overlap", "from components.metrics import bootstrap", id="within metrics"),
        pytest.param("data_access.dataset", "import pandas\nfrom data_access.files import Folder", id="data_access"),
        pytest.param("components.tables.cohort", "from data_access.dataset import Dataset", id="tables"),
        pytest.param("components.figures.xray", "from data_access.geometry import Mask", id="figures"),
        pytest.param("pages.cases", "import streamlit as st\nfrom components.ui import state", id="pages"),
        pytest.param("tests.test_x", "import streamlit, plotly, pages", id="tests"),
    ],
)
def test_an_allowed_import_is_not_found(module: str, source: str) -> None:
    assert breaches(module, source) == []


def max_lines(module: str, source: str) -> int:
    """Return the guide size of a module: a page, a widget (a module with one `show`), any other."""
    if belongs_to(module, "pages"):
        return 120
    # The X-ray viewer is a component of its own, Python and JavaScript, and no widget made of Streamlit's.
    if (
        belongs_to(module, "components.ui")
        and not belongs_to(module, "components.ui.xray_viewer")
        and any(isinstance(node, ast.FunctionDef) and node.name == "show" for node in ast.parse(source).body)
    ):
        return 60
    return 300


def test_modules_are_small() -> None:
    """A page under 120 lines, a widget under 60, any other module under 300."""
    too_long = []
    for path, module in zip(SOURCES, MODULES, strict=True):
        if belongs_to(module, "tests"):
            continue
        source = path.read_text(encoding="utf-8")
        n_lines, limit = source.count("\n"), max_lines(module, source)
        if n_lines >= limit:
            too_long.append(f"{module}: {n_lines} lines, guide size {limit}")
    assert too_long == []


@pytest.mark.parametrize(
    ("module", "source", "expected"),
    [
        pytest.param("pages.cases", "", 120, id="page"),
        pytest.param("components.ui.choice", "def show(key: str) -> str: ...", 60, id="widget"),
        pytest.param("components.ui.state", "KEY = 'x'", 300, id="what widgets share"),
        pytest.param("components.metrics.overlap", "def show(): ...", 300, id="any other"),
    ],
)
def test_guide_sizes(module: str, source: str, expected: int) -> None:
    assert max_lines(module, source) == expected


IMPORT_ALONE = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"{name} is blocked: import it inside the function that needs it, if at all")

sys.meta_path.insert(0, Blocker())
import importlib
for module in sys.argv[2].split(","):
    importlib.import_module(module)
"""
BLOCKED = "pandas,plotly,streamlit,data_access,PIL,pycocotools,orjson"


def import_alone(modules: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Import modules in a process where the libraries of other layers cannot be imported."""
    command = [sys.executable, "-c", IMPORT_ALONE, BLOCKED, ",".join(modules)]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False)


def test_metrics_stand_alone() -> None:
    """Numbers in, numbers out: every module of metrics can be imported where pandas and the rest are not installed."""
    modules = tuple(name.removesuffix(".__init__") for name in MODULES if belongs_to(name, "components.metrics"))
    assert len(modules) > 1
    done = import_alone(modules)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["pandas", "plotly.graph_objects", "streamlit", "data_access.dataset"])
def test_what_is_blocked_cannot_be_imported(module: str) -> None:
    """Else the test above would prove nothing."""
    done = import_alone((module,))
    assert done.returncode == 1
    assert "is blocked" in done.stderr
