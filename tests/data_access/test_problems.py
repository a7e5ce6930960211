"""The problem list: each once, in the order met, readable whatever a file holds, and never too long."""

from __future__ import annotations

import threading

import pytest

from data_access import problems
from data_access.problems import MAX_TEXT, Problem, ProblemLog, clip_text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("plain text, 心 and 🫁", "plain text, 心 and 🫁", id="text"),
        pytest.param("", "", id="empty"),
        pytest.param("two\nlines\ttab\0null", r"two\nlines\ttab\x00null", id="control characters"),
        pytest.param("left\u202eright", r"left\u202eright", id="writing direction"),
        pytest.param("half \ud800", "half ?", id="half a character"),
        pytest.param(3.5, "3.5", id="number"),
        pytest.param([1, [2]], "[1, [2]]", id="list"),
        pytest.param(None, "None", id="null"),
    ],
)
def test_value_becomes_a_line(value: object, expected: str) -> None:
    assert clip_text(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("x" * 10_000, id="long text"),
        pytest.param("\0" * MAX_TEXT, id="text that grows when escaped"),
        pytest.param("\ud800" * 10_000, id="halves of characters"),
        pytest.param(list(range(10_000)), id="long list"),
        pytest.param(10**4_000, id="long number"),
        pytest.param({str(i): "x" * 99 for i in range(99)}, id="large object"),
    ],
)
def test_line_is_short_and_printable(value: object) -> None:
    line = clip_text(value)
    assert len(line) <= MAX_TEXT
    assert line.isprintable()


def test_deep_value_becomes_a_line() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert clip_text(deep) == "[[[[[[[...]]]]]]]"
    while deep:  # taken apart from outside, or Python would recurse to free it
        inner = deep.pop()
        assert isinstance(inner, list)
        deep = inner


def test_beginning_and_end_of_a_long_text_are_kept() -> None:
    line = clip_text("begin" + "-" * 10_000 + "end")
    assert line.startswith("begin-")
    assert line.endswith("-end")
    assert "…" in line


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param("case / Edema", "a.json: case / Edema: expected a mask, found 3 (skipped)", id="an item"),
        pytest.param("", "a.json: expected a mask, found 3 (skipped)", id="the whole file"),
    ],
)
def test_problem_says_where_and_what(item: str, expected: str) -> None:
    log = ProblemLog()
    log.add("a.json", item, "a mask", 3)
    assert [str(problem) for problem in log] == [expected]


def test_each_problem_is_listed_once_in_the_order_met() -> None:
    log = ProblemLog()
    for file in ("b", "a", "b"):
        log.add(file, "", "x", "y")
    log.add("a", "", "x", "y", "noted")
    assert list(log) == [
        Problem("b", "", "x", "y"),
        Problem("a", "", "x", "y"),
        Problem("a", "", "x", "y", "noted"),
    ]
    assert len(log) == 3


def test_list_is_bounded_and_says_how_many_are_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "MAX_PROBLEMS", 3)
    log = ProblemLog()
    for number in range(5):
        log.add(str(number), "", "x", "y")
    assert [problem.file for problem in log] == ["0", "1", "2"]
    assert (len(log), log.n_beyond) == (3, 2)


def test_a_log_on_another_shows_its_problems_and_keeps_its_own() -> None:
    base = ProblemLog()
    base.add("a", "", "x", "y")
    view = ProblemLog(base)
    view.add("mine", "", "x", "y")
    view.add("a", "", "x", "y")
    base.add("b", "", "x", "y")  # read later, and seen by all who look at it
    assert [problem.file for problem in view] == ["a", "b", "mine"]
    assert [problem.file for problem in base] == ["a", "b"]
    assert (len(view), len(base)) == (3, 2)


def test_a_log_on_another_counts_what_is_beyond_in_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "MAX_PROBLEMS", 1)
    base = ProblemLog()
    view = ProblemLog(base)
    for log in (base, view):
        for number in range(3):
            log.add(str(number), "", "x", "y")
    assert (base.n_beyond, view.n_beyond) == (2, 4)


def test_table_has_a_row_a_problem() -> None:
    log = ProblemLog()
    log.add("a", "i", "x", "y", "repaired")
    assert log.frame().to_dict("records") == [
        {"file": "a", "item": "i", "expected": "x", "found": "y", "action": "repaired"}
    ]


def test_table_of_no_problems_has_the_columns() -> None:
    assert list(ProblemLog().frame().columns) == ["file", "item", "expected", "found", "action"]


def test_threads_may_add_while_others_read() -> None:
    log = ProblemLog()

    def add(name: str) -> None:
        for number in range(500):
            log.add(name, str(number % 250), "x", "y")
            list(log)

    threads = [threading.Thread(target=add, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(log) == 500
