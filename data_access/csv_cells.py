"""Text in CSV cells: nothing that a spreadsheet would run as a formula."""

from __future__ import annotations

_STARTS_FORMULA = tuple("=+-@＝＋－＠\t\r\n")
_GUARD = "'"


def guard(text: str) -> str:
    """Return text that a spreadsheet shows and does not run: what could start a formula gets an apostrophe before it.

    `unguard` gives back exactly the same text, apostrophes of its own included.

    >>> guard("=1+1"), guard("'=1"), guard("a=b"), guard("'s")
    ("'=1+1", "''=1", 'a=b', "'s")
    """
    return _GUARD + text if text.lstrip(_GUARD).startswith(_STARTS_FORMULA) else text


def unguard(text: str) -> str:
    """Take away what `guard` has put before a text.

    >>> unguard("'=1+1"), unguard("''=1"), unguard("'s"), unguard("=1")
    ('=1+1', "'=1", "'s", '=1')
    """
    is_guarded = text.startswith(_GUARD) and text.lstrip(_GUARD).startswith(_STARTS_FORMULA)
    return text[1:] if is_guarded else text
