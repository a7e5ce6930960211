"""How many cases each split has, where they are known from and how large their films are."""

from __future__ import annotations

import streamlit as st

from components.tables import inventory
from components.ui import cached_inventory, split_choice, summary_table
from components.ui.markdown import markdown_text
from components.ui.split_choice import split_words
from data_access.dataset import Dataset


def show(dataset: Dataset) -> None:
    """Show the table, and the cases that only annotation files name."""
    sizes = {split: cached_inventory.film_sizes(dataset, split) for split in dataset.splits}
    table = inventory.case_table(dataset)
    table["sizes"] = [inventory.size_words(sizes[split].values()) or None for split in table["split"]]
    table["split"] = table["split"].map(split_words)
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        placeholder="–",
        column_config={
            "split": "Split",
            "cases": "Cases",
            "patients": "Patients",
            "with_image": "With an image",
            "with_labels": "With labels",
            "annotated_only": st.column_config.NumberColumn(
                "In annotation files alone",
                help="Named by an annotation file that has been read, without image or labels",
            ),
            "sizes": st.column_config.TextColumn(
                "Films, width x height",
                help=f"From the headers of at most {cached_inventory.MAX_HEADERS} films of each split",
            ),
        },
    )
    for annotated in dataset.sets:
        films = sizes.get(annotated.split, {})
        n_other = inventory.n_other_size(films, cached_inventory.set_counts(annotated).size_hw_of_case)
        if n_other:
            st.caption(
                f"{split_words(annotated.split)}: on {n_other} of the {len(films)} films looked at, "
                f"{markdown_text(annotated.label)} was made for an image of another size than the film."
            )
    split = split_choice.current(dataset)
    alone = inventory.annotated_only(dataset, split)
    summary_table.show_cases(f"{split_words(split)} cases in annotation files alone", alone)
