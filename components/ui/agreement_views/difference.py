"""Two sources against the same reference: their difference in points and in percent, on the same draws."""

from __future__ import annotations

import streamlit as st

from components.figures.differences import difference_info
from components.figures.intervals import intervals_figure
from components.figures.panel import Panel
from components.tables.paired import difference_table
from components.ui import panel
from components.ui.agreement_views.choices import choose_two
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show the paired differences of two of the sources, or say what is missing."""
    pair = choose_two(chosen)
    if pair is None:
        return []
    of_source = chosen.estimates()
    found = [of_source[one.key] for one in pair]
    if not all(chosen.measure in measures for measures in found):
        st.info("One of the two has neither heat maps nor clicked points, so there is no hit rate to compare.")
        return []
    first, second, short = pair[0].label, pair[1].label, chosen.words.short
    table = difference_table(found[0][chosen.measure], found[1][chosen.measure], chosen.dataset.pathologies)
    if table["difference"].isna().all():
        st.info("No pathology is scored for both, so there is no difference to show.")
        return []
    differ = table["n_first"].fillna(0).ne(table["n_second"].fillna(0)).any()
    note = " The two are scored on different cases: the settings offer common cases only." if differ else ""
    wanted = (
        ("difference", "in points", f"{short} of {first} minus {second}", "right of 0 the first is higher"),
        (
            "pct",
            "in percent",
            f"How far {second} stays below {first}, %",
            "as in the paper, it is divided by the first",
        ),
    )
    shown, style = list[Panel](), chosen.styles[pair[1].key]
    for column, unit, axis, sentence in wanted:
        others = [name for name in table if not str(name).startswith("pct" if column == "difference" else "difference")]
        shown.append(
            Panel(
                f"{short}: {first} and {second}, difference {unit}",
                f"Each mark is the difference of two means against {chosen.reference.label}, with a 95 % interval from "
                f"the same resamples for both; {sentence}. The last row is the average over the pathologies.{note}",
                intervals_figure(difference_info(table, column, axis, style), percent=column == "pct"),
                table[others],
                f"{column}_{chosen.measure}_{pair[0].key}_{pair[1].key}_{chosen.split}",
                f"Difference of {first} and {second}, {unit}: one row a pathology, with interval.",
                {"first": first, "second": second, "n_first": f"n {first}", "n_second": f"n {second}"},
            )
        )
        panel.show(shown[-1])
    return shown
