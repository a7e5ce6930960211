"""Text from files, made safe to show: ids and model names are data and never become markup."""

from __future__ import annotations

import html


def escape(text: str) -> str:
    """Return text with the characters of markup escaped; Plotly reads a little HTML in labels and hover texts.

    >>> escape("<b>")
    '&lt;b&gt;'
    """
    return html.escape(text, quote=False)
