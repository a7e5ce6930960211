"""Text from files stays text inside Markdown."""

from __future__ import annotations

import pytest

from components.ui.markdown import markdown_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("patient1_study1", r"patient1\_study1", id="underscores"),
        pytest.param("**x**", r"\*\*x\*\*", id="bold"),
        pytest.param("[a](http://b)", r"\[a\]\(http\://b\)", id="link"),
        pytest.param(":red[x]", r"\:red\[x\]", id="Streamlit directive"),
        pytest.param("<img src=x>", r"\<img src=x\>", id="HTML"),
        pytest.param("$x$", r"\$x\$", id="LaTeX"),
        pytest.param("a\n\n# b", r"a \# b", id="line breaks"),
    ],
)
def test_markup_is_escaped(text: str, expected: str) -> None:
    assert markdown_text(text) == expected
