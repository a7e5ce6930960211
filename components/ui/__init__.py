"""Streamlit pieces: one widget a module with `show(key) -> value`; caches live in `cached`, keys and URL parameters in `state`."""
