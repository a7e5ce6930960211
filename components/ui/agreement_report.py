"""The current view of the Agreement page as one HTML file, written when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.exports.provenance import provenance_of_split
from components.exports.report import report_html
from components.figures.intervals import FEW_CASES
from components.figures.panel import Panel
from components.tables.rule_words import methods_text, rules_line
from components.ui.agreement_views.chosen import Chosen
from components.ui.split_choice import split_words


def show(chosen: Chosen, view: str, panels: Sequence[Panel]) -> None:
    """Offer the report; nothing where the view has no panel."""
    if not panels:
        return
    st.download_button(
        "Download this view as a report (HTML)",
        lambda: report_of(chosen, view, panels),
        file_name=f"report_{view.lower().replace(' ', '_')}_{chosen.name}.html",
        mime="text/html",
        on_click="ignore",
        icon=":material/description:",
        type="primary",
        key="report",
    )


def report_of(chosen: Chosen, view: str, panels: Sequence[Panel]) -> str:
    """Write the report of a view."""
    reference, compared = chosen.reference.label, [one.label for one in chosen.compared]
    n_all = len(chosen.dataset.case_ids(chosen.split))
    n_cases = n_all if chosen.case_ids is None else len(chosen.case_ids)
    settings = {
        "View": view,
        "Reference": reference,
        "Compared with it": ", ".join(compared),
        "Measure": chosen.words.long,
        "Scored": rules_line(chosen.rules),
        "Cases": f"{n_cases:,} of {n_all:,} of the {split_words(chosen.split).lower()} split"
        + ("" if chosen.case_ids is None else ", by the page's filter"),
    }
    return report_html(
        f"Agreement with {reference}: {view.lower()}",
        panels,
        settings,
        methods_text(reference, compared, chosen.measure, chosen.rules, n_cases, FEW_CASES),
        provenance_of_split(chosen.dataset, chosen.split, [reference, *compared], rules_line(chosen.rules)),
    )
