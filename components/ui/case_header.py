"""What is known of a case before one looks: its id, view, and what the label table says of the patient."""

from __future__ import annotations

import streamlit as st

from components.ui.markdown import markdown_text
from data_access.dataset import Case


def show(case: Case) -> None:
    """Show the heading of a case, in two lines."""
    known = [case.view, case.ap_pa, case.sex, f"{case.age} years" if case.age else ""]
    words = " · ".join(markdown_text(word) for word in known if word)
    st.markdown(
        f"**{markdown_text(case.case_id)}**  \n:gray[{words}]" if words else f"**{markdown_text(case.case_id)}**"
    )
