"""The one folder we write to (demo data, caches, notes); `CXR_HOME` moves it, so no test touches a home folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP_NAME = "chexlocalize-explorer"


def data_home() -> Path:
    """Return the folder for demo data and notes: `CXR_HOME`, else the user's data folder."""
    named = os.environ.get("CXR_HOME")
    return Path(named).expanduser() if named else Path(platformdirs.user_data_dir(APP_NAME, appauthor=False))


def cache_home() -> Path:
    """Return the folder for what can be made again: `cache` in `CXR_HOME`, else the user's cache folder."""
    named = os.environ.get("CXR_HOME")
    if named:
        return Path(named).expanduser() / "cache"
    return Path(platformdirs.user_cache_dir(APP_NAME, appauthor=False))
