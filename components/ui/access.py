"""The visitor of this session against the rules: nothing of the data is opened for one whom they do not admit."""

from __future__ import annotations

import os
import time
from pathlib import Path

import streamlit as st

from components.ui import sign_in
from components.ui.access_rules import AccessRules, AccessSettingsError, Verdict, rules_of


def rules() -> AccessRules:
    """Return who may see data, as the secrets and the environment say.

    Raises
    ------
    AccessSettingsError
        If these cannot be read or understood; then nobody is let in.
    """
    if st.secrets.load_if_toml_exists():
        return rules_of(st.secrets.to_dict(), os.environ)
    # Streamlit treats a file that it cannot read like none at all, which here would open the door.
    for path in st.get_option("secrets.files"):
        if Path(path).exists():
            raise AccessSettingsError(f"{path} cannot be read as TOML.")
    return rules_of({}, os.environ)


def is_shared_server() -> bool:
    """Whether others than the person at this computer may be readers.

    What reaches into the server's disk, such as the path of a folder to open, is offered only where this is false.
    """
    return rules().is_shared


def is_admitted() -> bool:
    """Whether the visitor of this session may see data."""
    return _verdict() is Verdict.ADMITTED


def require() -> None:
    """Stop the page here, with a page that says why and what to do, unless the visitor may see data."""
    verdict = _verdict()
    if verdict is not Verdict.ADMITTED:
        sign_in.show(rules(), verdict)
        st.stop()


def _verdict() -> Verdict:
    return rules().judge(st.user.to_dict(), time.time())
