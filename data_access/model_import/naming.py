"""The name of an added model, and whose masks a file is by its own name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePosixPath

from data_access.adapters import chexlocalize_names as names
from data_access.annotation_set import AnnotationSet
from data_access.dataset import Dataset

MAX_NAME_LENGTH = 40

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_RESERVED = ("gt", "hb", "groundtruth", "benchmark", "humanbenchmark", "radiologist", "gradcam")


def name_fault(name: str, split: str, taken: Collection[str] = ()) -> str | None:
    """Return why a model cannot go by a name, or None if it can.

    Parameters
    ----------
    name : str
        As the user typed it.
    split : str
        Of which split the model is to be a source.
    taken : collection of str
        Names that are sources already, from `taken_names`.
    """
    if not name:
        return "no name; give the model one, such as unet-v2"
    if len(name) > MAX_NAME_LENGTH or not _NAME.fullmatch(name):
        return f"expected at most {MAX_NAME_LENGTH} letters, digits, - and _, a letter or digit first"
    if re.sub(r"[_-]", "", name.casefold()) in _RESERVED:
        return "a name that stands for the radiologists or the release's own model; choose another"
    named = names.parse_annotation_name(names.annotation_file_name(name, "segmentations", split))
    if named is None or named.source_key != name:
        return "a name that a file name cannot carry; leave out words such as _maps_val"
    if name.casefold() in {other.casefold() for other in taken}:
        return "a source of this split has the name already; choose another or remove that one first"
    return None


def suggested_name(files: Sequence[str], split: str) -> str:
    """Return a name to suggest: that of the first JSON file or archive, which files of single masks do not have.

    >>> suggested_name(["U-Net v2_segmentations_test.json"], "test"), suggested_name(["patient1_Edema.png"], "test")
    ('U-Net-v2', 'model')
    """
    whole = next((name for name in files if name.casefold().endswith((".json", ".zip"))), "")
    plain = PurePosixPath(whole).stem.removesuffix(f"_segmentations_{split}")
    return re.sub(r"[^A-Za-z0-9_-]+", "-", plain).strip("-_")[:MAX_NAME_LENGTH] or "model"


def taken_names(dataset: Dataset, split: str) -> set[str]:
    """Return keys and labels of the sources that a split has."""
    sets: tuple[AnnotationSet, ...] = dataset.sets_of(split)
    return {word for annotated in sets for word in (annotated.key, annotated.label)}


def match_case(text: str, known: Collection[str]) -> str | None:
    """Return the case that an id, a file name or a path stands for: the longest end of it that is a known id.

    >>> match_case("CheXpert-v1.0/valid/patient1/study1/view1_frontal.jpg", {"patient1_study1_view1_frontal"})
    'patient1_study1_view1_frontal'
    """
    if text in known:
        return text
    plain = re.sub(r"\.(jpe?g|png|dcm)$", "", text.strip(), flags=re.IGNORECASE)
    parts = re.split(r"[/\\_]", plain)
    ends = ("_".join(parts[first:]) for first in range(len(parts)))
    return next((end for end in ends if end in known), None)


def split_stem(stem: str, known: Collection[str], find_target: Callable[[str], str | None]) -> tuple[str, str] | str:
    """Split a file name without its ending, `<id>_<pathology>`, into case id and pathology.

    Spaces of the pathology may be underscores, hyphens or left out.

    Returns
    -------
    tuple of str, or str
        Case id and pathology, else what was found wrong.
    """
    places = [place for place, char in enumerate(stem) if char == "_"]
    targets = []
    for place in places:
        case_text, target_text = stem[:place], stem[place + 1 :]
        target = _any_spelling(target_text, find_target)
        if target is not None:
            targets.append(target)
            case_id = match_case(case_text, known)
            if case_id is not None:
                return case_id, target
    if targets:
        return "an id that is no case of this split"
    is_case = any(match_case(stem[:place], known) is not None for place in places)
    return "an unknown pathology" if is_case else "neither a case nor a pathology of this dataset in the name"


def _any_spelling(text: str, find_target: Callable[[str], str | None]) -> str | None:
    spaced = re.sub(r"[_\-]+", " ", text)
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", spaced)
    return find_target(text) or find_target(spaced) or find_target(apart)
