"""Caches are shared by all sessions: each is told apart by what differs where a session has added a model."""

from __future__ import annotations

import ast

import pytest

from tests.conftest import PROJECT

MODULES = sorted((PROJECT / "components" / "ui").glob("cached*.py"))
OF_DATA = ("_dataset", "_sets", "_annotated", "_maps")
TELLS_APART = ("fingerprint", "serial")


def cached_functions() -> list[tuple[str, list[str]]]:
    """Return name and arguments of every function that Streamlit caches."""
    found = []
    for module in MODULES:
        for node in ast.parse(module.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any("cache_" in ast.unparse(one) for one in node.decorator_list):
                found.append((f"{module.stem}.{node.name}", [argument.arg for argument in node.args.args]))
    return found


CACHED = cached_functions()


def test_there_are_caches_to_look_at() -> None:
    assert len(CACHED) > 15


@pytest.mark.parametrize(("name", "arguments"), [pytest.param(*one, id=one[0]) for one in CACHED])
def test_what_is_kept_of_data_is_told_apart(name: str, arguments: list[str]) -> None:
    if any(argument in OF_DATA for argument in arguments):
        assert arguments[0] in TELLS_APART, f"{name} would answer one session with what another has added"
