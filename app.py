"""What `streamlit run` serves: the pages of `explorer.py`, behind a guard of every address that gives out data."""

from __future__ import annotations

import streamlit as st

from components.ui import server_guard

app = st.App("explorer.py", middleware=server_guard.middleware())
