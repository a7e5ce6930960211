"""The measure of each source per pathology, over the cases it sums up."""

from __future__ import annotations

import streamlit as st

from components.figures import intervals
from components.figures.panel import Panel
from components.tables.agreement import agreement_table
from components.tables.pair_cases import case_values, joined_tables
from components.tables.reference import published_rows
from components.ui import panel, summary_table
from components.ui.agreement_views.chosen import Chosen
from components.ui.markdown import markdown_text


def show(chosen: Chosen) -> list[Panel]:
    """Show means, intervals, cases and published values, and the cases that a source does not know."""
    is_hit = chosen.measure == "hit"
    hits = chosen.hits() if is_hit else {}
    comparisons = chosen.comparisons()
    tables = {key: agreement_table(found, hits.get(key)) for key, found in comparisons.items()}
    if not any(table["n"].any() for table in tables.values()):
        st.info("On no case did both sources draw the same pathology, so there is no overlap to show.")
    for one in chosen.compared:
        if is_hit and one.key not in hits:
            label = markdown_text(one.label)
            st.info(f"{label} has neither heat maps nor clicked points, so it has no hit rate.")
    published = published_rows(chosen.dataset.published, chosen.reference, chosen.compared, chosen.measure,
                               chosen.rules, is_filtered=chosen.case_ids is not None)  # fmt: skip
    info = intervals.agreement_info(
        tables,
        {} if is_hit else {key: case_values(found, chosen.measure) for key, found in comparisons.items()},
        published,
        chosen.measure,
        chosen.dataset.pathologies,
        chosen.labels,
        chosen.styles,
        chosen.words.long,
    )
    small = "the grey tick is the chance level" if is_hit else "each small mark is one case, which a click opens"
    marks = " A hollow diamond is a published value; hover says which." if len(published) else ""
    shown = Panel(
        f"{chosen.words.short} against {chosen.reference.label}",
        f"{chosen.words.long} is {chosen.words.of_case}; the large mark is {chosen.words.of_all}, with its 95 % "
        f"interval, and {small}. An interval is faded where fewer than {intervals.FEW_CASES} cases were scored, "
        f"because so few say little about others.{marks}",
        intervals.intervals_figure(info),
        joined_tables(tables, chosen.labels, chosen.dataset.pathologies, chosen.measure),
        f"{chosen.measure}_{chosen.name}",
        f"{chosen.words.long} against {chosen.reference.label}: one row a pathology, one mark with interval a source.",
        opens_cases=not is_hit,
    )
    panel.show(shown)
    listed = chosen.dataset.case_ids(chosen.split) if chosen.case_ids is None else chosen.case_ids
    for one in chosen.compared:
        without = [case_id for case_id in listed if not one.has_case(case_id)]
        summary_table.show_cases(f"Cases that {one.label} does not know", without)
    return [shown]
