"""Three cases in each frame, side by side: where the outlines lie right, the frame is right."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.exports.frame_preview import CasePreview, preview_styles
from components.ui import source_legend
from components.ui.markdown import markdown_text
from data_access.model_import.frames import FRAME_WORDS, Frame

_WIDTH_PX = 190


def show(previews: Sequence[CasePreview], chosen: Frame) -> None:
    """Show the pictures, a row a case and a column a frame, the chosen one marked."""
    if not previews:
        st.caption("No mask can be shown on a film: none is drawn, or the size of no film is known.")
        return
    st.caption("In the right frame outlines lie where the anatomy has them; a low IoU alone may be the model's fault.")
    sources = list(dict.fromkeys(source for case in previews for source in case.sources))
    source_legend.show(sources, preview_styles(sources))
    for case in previews:
        st.caption(f"{markdown_text(case.case_id)} · **{markdown_text(case.target)}**")
        with st.container(horizontal=True, gap="small"):
            for picture in case.pictures:
                with st.container(width=_WIDTH_PX, gap=None):
                    words = FRAME_WORDS[picture.frame].capitalize()
                    mark = ":material/check_circle: " if picture.frame == chosen else ""
                    overlap = f"IoU {picture.iou:.2f}" if picture.iou is not None else "not in the ground truth"
                    alt = f"{case.target} of {case.case_id}, {words}: {overlap}"
                    st.image(picture.content, width=_WIDTH_PX, alt=alt)
                    st.caption(f"{mark}**{words}** · {overlap}" if mark else f"{words} · {overlap}")
