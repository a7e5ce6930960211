"""Add a model: its files are checked item by item, laid over the films, and become a source."""

from __future__ import annotations

import streamlit as st

from components.ui import state
from components.ui.markdown import markdown_text
from components.ui.model_import import added, draft, files, frame_choice, outcome, report
from components.ui.split_choice import split_words
from data_access.dataset import Dataset

_HOW = """
| files | hold |
|---|---|
| `.json`, official | case id, then pathology, then `size` [height, width] and COCO `counts` |
| `.json`, COCO results | a list with `image_id`, `category_id`, `segmentation`; all of one image and category unite |
| their mapping, `.json` | a COCO file with `images` and `categories`, which say what the numbers stand for |
| or `.csv` | columns `image_id, case_id`; another file with columns `category_id, pathology` |
| `<id>_<pathology>.png` | a mask each: what is brighter than half of the brightest pixel |
| `<id>_<pathology>_map.npz` | a heat map each: `map`, `cxr_dims` (width, height), and `prob` if there is one |
| one `.csv` | probabilities: a column `id`, then a column a pathology |

Or a `.zip` of these. Nothing in a file is executed. `python cli.py import-model` does the same without a browser.
"""


def show(dataset: Dataset, split: str, key: str) -> None:
    """Show the models added, and take in another."""
    done = st.session_state.pop(state.MODEL_DONE, "")
    if done:
        st.success(markdown_text(done), icon=":material/check:")
    added.show(dataset, key)
    st.caption(f"A model's masks for the **{split_words(split).lower()}** split, chosen beside the pages.")
    with st.popover("Which files?", icon=":material/help:"):
        st.markdown(_HOW)
    given = files.show(key)
    if st.button("Check the files", key=f"{key}_check", icon=":material/fact_check:", disabled=not given):
        draft.make(given, dataset, split)
    model = draft.current(dataset, split)
    if model is None:
        return
    with st.container(border=True):
        if model.read.is_empty:
            report.show(model.read, model.read.problems, len(dataset.case_ids(split)))
            st.error("No mask or heat map of a case of this split was found.", icon=":material/error:")
            return
        frame = frame_choice.show(model, key)
        finished = draft.finished(model, frame)
        report.show(model.read, finished.problems, len(dataset.case_ids(split)))
        outcome.show(model, finished, dataset, key)
