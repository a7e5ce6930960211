"""Text from files inside Markdown: ids and model names are data and never become formatting, links or directives."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~:$<>&])")


def markdown_text(text: str) -> str:
    r"""Return text with everything that Streamlit's Markdown gives a meaning escaped.

    >>> print(markdown_text("a_b"))
    a\_b
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
