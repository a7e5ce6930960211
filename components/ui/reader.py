"""Who reads, where readers sign in."""

from __future__ import annotations

import streamlit as st


def name() -> str:
    """Return the address or name of the user who signed in; empty where nobody has to."""
    user = st.user.to_dict()
    return str(user.get("email") or user.get("name") or "") if user.get("is_logged_in") else ""
