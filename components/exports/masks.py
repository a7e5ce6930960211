"""The masks of a case as PNG and in the official format, in one ZIP file."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence

from PIL import Image

from components.exports.png import png_texts
from components.exports.provenance import provenance_of
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset
from data_access.problems import clip_text
from data_access.writers import segmentations_json

MAX_NAME_CHARACTERS = 100

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def safe_name(text: str) -> str:
    """Return text as part of a file name on any system: ids and names come from files.

    >>> safe_name("Pleural Effusion"), safe_name("../../etc"), safe_name("con"), safe_name("")
    ('Pleural_Effusion', 'etc', 'con_', '_')
    """
    name = _UNSAFE.sub("_", text).strip("._-")[:MAX_NAME_CHARACTERS] or "_"
    return f"{name}_" if _RESERVED.fullmatch(name) else name


def masks_zip(dataset: Dataset, case_id: str, sets: Sequence[AnnotationSet]) -> bytes:
    """Pack every mask that these sets hold of a case.

    Returns
    -------
    bytes
        ZIP: `<id>_<pathology>_<source>.png` for each mask that is drawn (0 and 255, of the mask's own size); for each
        source `<source>_segmentations_<split>.json` with all of its masks, empty ones included, which this program and
        the official code read; `README.txt` with the provenance and what is not drawn.
    """
    provenance = provenance_of(dataset, case_id, [annotated.label for annotated in sets])
    texts = png_texts(provenance)
    files: dict[str, bytes] = {}
    not_drawn = []
    for annotated in sets:
        masks = {}
        for target in annotated.pathologies:
            state, mask = annotated.state(case_id, target), annotated.mask(case_id, target)
            if mask is not None:
                masks[target] = mask
            if mask is None or mask.is_empty:
                not_drawn.append(f"{annotated.label}, {target}: {state.value}")
                continue
            name = _free(files, "_".join(map(safe_name, (case_id, target, annotated.key))), ".png")
            stream = io.BytesIO()
            Image.fromarray(mask.decode()).convert("L").save(stream, "PNG", pnginfo=texts)
            files[name] = stream.getvalue()
        if masks:
            name = _free(files, f"{safe_name(annotated.key)}_segmentations_{safe_name(annotated.split)}", ".json")
            files[name] = segmentations_json({case_id: masks})
    lines = [f"{name}: {value}" for name, value in provenance.items().items()]
    lines += ["", "Not drawn:", *(clip_text(line) for line in not_drawn)] if not_drawn else []
    files["README.txt"] = ("\n".join(lines) + "\n").encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _free(files: dict[str, bytes], stem: str, ending: str) -> str:
    """Return a name that no file has yet: two ids may differ only in what a name cannot hold."""
    names = {name.casefold() for name in files}
    name, number = f"{stem}{ending}", 2
    while name.casefold() in names:
        name, number = f"{stem}-{number}{ending}", number + 1
    return name
