"""Files that are elsewhere, forbidden, or no files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.hostile.spoil import CASES, DATA, GALLERY, HEART, THRESHOLDS, Place, Spoil

MODEL_FILE, IMAGE = "{model}_segmentations_val.json", "CheXpert/val/"
MAP, MAP_ITEM = "gradcam_maps_val/{case}_" + HEART, "{case} / " + HEART
LABELS = "CheXpert/val_labels.csv"
LINK = "a link that leads out of it or nowhere"

Which = Callable[[Place], Path]


def _model(place: Place) -> Path:
    return place.model_file


def _image(place: Place) -> Path:
    return place.image


def _map(place: Place) -> Path:
    return place.heatmap()


def _labels(place: Place) -> Path:
    return place.labels


def _study(place: Place) -> Path:
    return place.image.parent


def _linked_out(which: Which) -> Callable[[Place], object]:
    """Move a file out of the release and leave a link to it."""

    def do(place: Place) -> None:
        path = which(place)
        target = place.outside(path.read_bytes(), path.name)
        path.unlink()
        path.symlink_to(target)

    return do


def _link_to_itself(place: Place) -> None:
    file = place.model_file
    file.unlink()
    file.symlink_to(file.name)


def _link_within(place: Place) -> None:
    """Leave a link to a file that stays in the release, which is followed."""
    file = place.model_file
    target = place.root / "kept elsewhere" / file.name
    target.parent.mkdir(exist_ok=True)
    file.rename(target)
    file.symlink_to(target)


def _forbidden(which: Which) -> Callable[[Place], object]:
    return lambda place: place.forbidden.append(which(place))


def _folder(which: Which) -> Callable[[Place], object]:
    def do(place: Place) -> None:
        path = which(place)
        path.unlink()
        path.mkdir()

    return do


def _pipe(place: Place) -> None:
    """Put a pipe in the file's place: whoever opens it waits for ever."""
    file = place.model_file
    file.unlink()
    os.mkfifo(file)


def _file_for_a_folder(place: Place) -> None:
    shutil.rmtree(place.image.parent)
    place.image.parent.write_text("no folder")


SEEN, SWEPT = (CASES, GALLERY), (THRESHOLDS, DATA)

FILES = (
    Spoil("link-out-of-the-folder-json", _linked_out(_model), MODEL_FILE, "", LINK, costs="model"),
    Spoil("link-out-of-the-folder-image", _linked_out(_image), IMAGE, "", LINK, says="No X-ray", same=True),
    Spoil("link-out-of-the-folder-map", _linked_out(_map), MAP, "", LINK, pages=SWEPT),
    Spoil("link-out-of-the-folder-labels", _linked_out(_labels), LABELS, "", LINK, costs="labels"),
    Spoil("link-to-itself", _link_to_itself, MODEL_FILE, "", LINK, costs="model"),
    Spoil("link-within-the-folder", _link_within, same=True),
    Spoil("unreadable-json", _forbidden(_model), MODEL_FILE, "", "Permission denied", costs="model"),
    Spoil("unreadable-image", _forbidden(_image), IMAGE, "{case}", "Permission denied", same=True, pages=SEEN),
    Spoil("unreadable-map", _forbidden(_map), MAP, MAP_ITEM, "Permission denied", pages=SWEPT),
    Spoil("unreadable-labels", _forbidden(_labels), LABELS, "", "Permission denied", costs="labels"),
    Spoil("unreadable-folder", _forbidden(_study), IMAGE, "", "Permission denied", says="No X-ray", same=True),
    Spoil("folder-for-json", _folder(_model), MODEL_FILE, "", "a folder", costs="model"),
    Spoil("folder-for-an-image", _folder(_image), IMAGE, "", "a folder", says="No X-ray", same=True),
    Spoil("folder-for-a-map", _folder(_map), MAP, MAP_ITEM, "not a regular file", pages=SWEPT),
    Spoil("folder-for-labels", _folder(_labels), LABELS, "", "a folder", costs="labels"),
    Spoil("pipe-for-json", _pipe, MODEL_FILE, "", "a pipe", costs="model"),
    Spoil("file-for-a-folder", _file_for_a_folder, says="No X-ray", same=True),
)
