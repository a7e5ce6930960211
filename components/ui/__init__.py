"""Streamlit pieces: one widget a module with `show(key) -> value`; caches in `cached`, keys and URL in `state`."""
