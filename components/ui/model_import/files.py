"""Where the model's files come from: an upload, or on one's own computer a path."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from components.ui import access
from components.ui.markdown import markdown_text
from components.ui.model_import import draft
from data_access.files import FileError
from data_access.model_import.inputs import GivenFile, at_path, uploaded

MAX_UPLOADED_BYTES = 400 * 1024**2
"""All files of one model together; each of them is bounded by `server.maxUploadSize`."""

_ENDINGS = ["json", "csv", "png", "npz", "zip"]
_UPLOAD, _PATH = "Upload", "Path on this computer"


def show(key: str) -> list[GivenFile]:
    """Let the user give files; none until there are any, and none but a sentence where they cannot be had.

    A path is asked for only where nobody but the person at this computer is answered: it could name anyone's file.
    """
    where = _UPLOAD
    if not access.is_shared_server():
        where = str(st.segmented_control("Files", [_UPLOAD, _PATH], default=_UPLOAD, required=True, key=f"{key}_where"))
    if where == _UPLOAD:
        files = st.file_uploader(
            "Segmentations or COCO results, PNG masks, heat maps, probabilities, mapping; singly or in a zip",
            type=_ENDINGS,
            accept_multiple_files=True,
            key=f"{key}_upload_{draft.turn()}",
        )
        if sum(file.size for file in files) > MAX_UPLOADED_BYTES:
            st.error(f"More than {MAX_UPLOADED_BYTES // 1024**2} MB together. `cli.py import-model` takes any number.")
            return []
        return [uploaded(file.name, file.getvalue()) for file in files]
    text = st.text_input("File, zip or folder", key=f"{key}_path_{draft.turn()}", placeholder="/home/me/predictions")
    if not text.strip():
        return []
    try:
        found = at_path(Path(text.strip()))
    except FileError as error:
        st.error(f"{markdown_text(text)}: {markdown_text(str(error))}.", icon=":material/error:")
        return []
    st.caption(f"{len(found):,} file{'' if len(found) == 1 else 's'}. Pickled heat maps are read without running them.")
    return found
