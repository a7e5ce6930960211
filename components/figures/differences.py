"""Differences of two sources, agreement by size and ranks as rows of intervals."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from components.figures.distributions import RowsInfo
from components.figures.intervals import IntervalsInfo, MeanSeries, lanes, mean_rows
from components.figures.theme import SourceStyle

_STRATUM_PX = {"small": 7, "medium": 10, "large": 14}


def difference_info(table: pd.DataFrame, column: str, axis_title: str, style: SourceStyle) -> IntervalsInfo:
    """Prepare a difference per pathology and on average.

    Parameters
    ----------
    table : DataFrame
        From `tables.paired.difference_table`; what is infinite or missing is left out.
    column : {"difference", "pct"}
        What to show.
    axis_title : str
        Title of the horizontal axis.
    style : SourceStyle
        Looks of the marks.
    """
    names = tuple(table["pathology"])
    smaller = table[["n_first", "n_second"]].astype("Float64").min(axis=1)
    rows = table.assign(n=smaller.fillna(smaller.sum()))
    series = MeanSeries("difference", style, mean_rows(rows, names, column, 0.0, axis_title))
    return IntervalsInfo(RowsInfo(names, (), axis_title), (series,))


def strata_info(table: pd.DataFrame, measure: str, label: str, style: SourceStyle, axis_title: str) -> IntervalsInfo:
    """Prepare a measure by size of the reference mask.

    Parameters
    ----------
    table : DataFrame
        From `tables.areas.strata_table`.
    measure : {"iou", "dice"}
        What to show.
    label, axis_title : str
        Of the source, and title of the horizontal axis.
    style : SourceStyle
        Looks of the source; larger marks are larger masks.
    """
    names = tuple(dict.fromkeys(table["pathology"]))
    strata = list(dict.fromkeys(table["stratum"]))
    series = tuple(
        MeanSeries(
            f"{stratum} masks",
            style,
            mean_rows(table[table["stratum"] == stratum], names, measure, shift, f"{label}, {stratum} masks"),
            _STRATUM_PX[stratum],
        )
        for stratum, shift in zip(strata, lanes(len(strata)), strict=True)
    )
    return IntervalsInfo(RowsInfo(names, (), axis_title), series, (), len(strata), (-0.02, 1.02))


def leaderboard_info(
    table: pd.DataFrame, measure: str, styles: Mapping[str, SourceStyle], labels: Mapping[str, str], axis_title: str
) -> IntervalsInfo:
    """Prepare the ranked sources.

    Parameters
    ----------
    table : DataFrame
        From `tables.paired.leaderboard_table`, `source` being a key.
    measure : str
        What to show.
    styles, labels : mapping by source key
        Looks and names of the sources.
    axis_title : str
        Title of the horizontal axis.
    """
    names = tuple(dict.fromkeys(table["pathology"]))
    keys = list(dict.fromkeys(table["source"]))
    series = tuple(
        MeanSeries(
            labels[key], styles[key], mean_rows(table[table["source"] == key], names, measure, shift, labels[key])
        )
        for key, shift in zip(keys, lanes(len(keys)), strict=True)
    )
    return IntervalsInfo(RowsInfo(names, (), axis_title), series, (), len(keys), (-0.02, 1.02))
