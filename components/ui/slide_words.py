"""The few words beside a film in a talk, in type that a room can read."""

from __future__ import annotations

import html

import streamlit as st

from components.exports.slide import Slide
from components.ui.markdown import markdown_text
from data_access.dataset import Dataset
from data_access.notes import Note

KEY = "slide"
FILM_KEY = "slide_film"
WORDS_KEY = "slide_words"

# Streamlit has no size of type and no height of the window; nothing in it comes from a file.
_STYLE = """<style>
.st-key-slide_film img { max-height: calc(100vh - 6rem); object-fit: contain; background: #000; }
.st-key-slide_words [data-testid="stMarkdownContainer"] p { font-size: 1.5rem; line-height: 1.35; }
.st-key-slide_words [data-testid="stCaptionContainer"] p, .st-key-slide_words button p { font-size: 1rem !important; }
.slide-line { display: flex; gap: 0.75rem; align-items: center; font-size: 1.5rem; margin-bottom: 0.75rem; }
.slide-line i { flex: none; width: 56px; }
@media (max-width: 1000px) { .st-key-slide [data-testid="stColumn"] { min-width: 100%; } }
[data-testid="stSidebar"] { display: none; }  /* it outlives the page before until the next run */
[data-testid="stMainBlockContainer"] { padding: 4rem 2rem 1rem; }
</style>"""
_BORDERS = {"solid": "solid", "dot": "dotted"}


def show(dataset: Dataset, slide: Slide, note: Note, *, is_bare: bool) -> None:
    """Show title, sources and note; where the drawings are hidden, nothing that gives them away."""
    st.html(_STYLE)
    case = dataset.case(note.case_id)
    known = [case.view, case.ap_pa, case.sex, f"{case.age} years" if case.age else ""]
    st.header(markdown_text(" · ".join(word for word in known if word) or case.case_id), anchor=False)
    if is_bare:
        return
    lines = "".join(
        f'<div class="slide-line"><i style="border-top: 6px {_BORDERS.get(dash, "dashed")} {html.escape(colour)}"></i>'
        f"<span><b>{html.escape(label)}</b><br>{html.escape(targets)}</span></div>"
        for colour, dash, label, targets in slide.lines
    )
    st.html(lines or "<div class='slide-line'>Nothing is drawn on this film.</div>")
    if note.text:
        st.markdown(markdown_text(note.text))
