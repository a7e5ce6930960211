"""A panel whose table has columns that no other page has, with words of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.figures.panel import Panel
from components.tables.column_words import ColumnWords


@dataclass(frozen=True)
class WordedPanel(Panel):
    """A panel.

    Attributes
    ----------
    own_words : mapping of column to ColumnWords
        Takes the place of `tables.column_words` for these columns.
    """

    own_words: Mapping[str, ColumnWords] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, ColumnWords]:
        """Labels and formats of the table's columns."""
        return {name: self.own_words.get(name, words) for name, words in super().words.items()}
