"""Which release is open: the folder named at the start, else the demo; says in words what is wrong with a folder."""

from __future__ import annotations

import argparse
import os
import sys

from components.ui import access, cached, cached_work, changed_files, not_found, router, session_models, state
from data_access.dataset import Dataset, DatasetNotFoundError


def named_root() -> str | None:
    """Return the folder asked for with `--data` or `CHEXLOCALIZE_ROOT`; None for the demo."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data")
    named, _ = parser.parse_known_args(sys.argv[1:])
    return named.data or os.environ.get("CHEXLOCALIZE_ROOT") or None


def current() -> Dataset:
    """Return the release this session looks at, with the models it has added; for pages, once one is open.

    The one door to the data: who may not see it gets no further than here.
    """
    router.hand_over()
    access.require()
    root = named_root()
    opened = cached.release(cached_work.demo_root() if root is None or state.use_demo() else root)
    changed_files.notice(opened)
    return session_models.view_of(opened.dataset)


def show() -> Dataset | None:
    """Open the release, say what has changed in it; if it fails, say what was looked for and found, and return None."""
    try:
        opened = current()
        changed_files.show()
        return opened
    except DatasetNotFoundError as error:
        not_found.show(error)
        return None
