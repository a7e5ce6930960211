"""Which pathology of the reference a source's masks cover best."""

from __future__ import annotations

import streamlit as st

from components.figures.counts import confusion_figure, confusion_info
from components.figures.panel import Panel
from components.tables.confusion import confusion_table
from components.ui import cached_work, case_table_choice, panel
from components.ui.agreement_views.choices import choose_source
from components.ui.agreement_views.chosen import Chosen


def show(chosen: Chosen) -> list[Panel]:
    """Show the matrix of one source, and the masks that cover another pathology better than their own."""
    key = choose_source(chosen)
    cases = cached_work.confusion_cases(chosen.dataset, chosen.split, chosen.reference.key, key)
    if chosen.case_ids is not None:
        cases = cases[cases["case_id"].isin(chosen.case_ids)]
    if cases.empty:
        st.info(f"{chosen.labels[key]} drew no mask on a case that {chosen.reference.label} lists.")
        return []
    table = confusion_table(cases, chosen.dataset.pathologies)
    reference, label = chosen.reference.label, chosen.labels[key]
    shown = Panel(
        f"Which mask of {reference} do the masks of {label} overlap most",
        f"Each row holds the masks that {label} drew for one pathology, each counted under the mask of {reference} "
        "with the largest IoU; deeper blue is a larger share of the row. Off the diagonal the area fits another "
        "pathology better, which is common where one contains the other.",
        confusion_figure(confusion_info(table, reference, label)),
        table.reset_index(),
        f"confusion_{chosen.split}_{chosen.reference.key}_{key}",
        f"Matrix of the pathology a mask of {label} was drawn for and the one it overlaps most.",
    )
    panel.show(shown)
    others = cases[cases["overlaps"] != cases["pathology"]].sort_values("iou", ascending=False)
    case_table_choice.show("Masks that fit another pathology better", others, key="confused")
    return [shown]
