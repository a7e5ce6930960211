"""A figure with what one needs to read it: heading, sentences, numbers; shown on a page and written into a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd
import plotly.graph_objects as go

from components.tables.column_words import ColumnWords, words_of


@dataclass(frozen=True)
class Panel:
    """One figure with its data.

    Attributes
    ----------
    title, explained : str
        Heading, and two sentences on what one looks at; plain text, not escaped.
    figure : Figure or None
        None where only the table says it.
    table : DataFrame
        The numbers behind the figure.
    name : str
        Of the files and the widgets.
    alt : str
        What the figure shows, for those who cannot see it.
    renamed : mapping of column to label
        Where a column is called something else than elsewhere.
    opens_cases : bool
        Whether a click on a point leads to its case.
    """

    title: str
    explained: str
    figure: go.Figure | None
    table: pd.DataFrame
    name: str
    alt: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)
    opens_cases: bool = False

    @property
    def words(self) -> dict[str, ColumnWords]:
        """Labels and formats of the table's columns."""
        return words_of(self.table.columns, self.renamed)
