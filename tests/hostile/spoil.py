"""A good small release, and what it means to spoil one thing in it: where, how, and what must be said of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.builders import Masks, Release, box, box_xy, image_path, label_csv

SIZE_HW = (64, 48)
HEART, FLUID = "Cardiomegaly", "Pleural Effusion"
GOOD = tuple(f"patient7000{n}_study1_view1_frontal" for n in range(3))
"""The cases that nothing happens to; their numbers must stay."""

VICTIM = "patient80000_study1_view1_frontal"
MODEL = "mine"

CASES, GALLERY, STATISTICS, AGREEMENT, THRESHOLDS, DATA = (
    f"pages/{name}.py" for name in ("cases", "gallery", "statistics", "agreement", "thresholds", "data")
)
DRIVERS = "pages/drivers.py"
ALL_PAGES = (CASES, GALLERY, STATISTICS, AGREEMENT, THRESHOLDS, DRIVERS, DATA)

Boxes = Mapping[str, tuple[int, int, int, int]]


def _boxes(number: int, shift: int) -> Boxes:
    """Return top, left, height and width of what a source draws; `shift` tells sources apart, `number` cases."""
    smaller = 0 if shift else 2 * (number % 4)
    return {HEART: (20 + shift, 12, 16, 20 - smaller), FLUID: (44, 4 + shift, 12, 10 - smaller)}


def _arrays(boxes: Boxes) -> dict[str, NDArray[np.bool_]]:
    return {target: box(*place, SIZE_HW) for target, place in boxes.items()}


def write_good(root: Path, victims: Iterable[str] = (VICTIM,)) -> Path:
    """Write a release without a fault: good cases and victims, four sources, all drawn everywhere."""
    cases = (*GOOD, *victims)
    shift = {"gt": 0, "hb": 2, "gradcam": 4, MODEL: 3}
    boxes = {key: {case: _boxes(n, by) for n, case in enumerate(cases)} for key, by in shift.items()}
    masks: dict[str, Masks] = {key: {case: _arrays(b) for case, b in of.items()} for key, of in boxes.items()}
    drawn = {
        key: {case: {target: [box_xy(*place)] for target, place in b.items()} for case, b in boxes[key].items()}
        for key in ("gt", "hb")
    }
    points = {case: {HEART: [[20.0, 30.0]], FLUID: [[6.0 + n % 2 * 9, 50.0]]} for n, case in enumerate(cases)}
    return Release(
        split="val",
        image_ids=cases,
        labels=label_csv(cases, cells={(case, HEART): "1.0" for case in cases}),
        masks=masks,
        contours_xy=drawn,
        points_xy={"hb": points},
        heatmaps={"gradcam": masks["gradcam"]},
        size_hw=SIZE_HW,
    ).write(root)


@dataclass(frozen=True)
class Place:
    """Where to spoil: one case, and one model of which a whole file may go.

    Attributes
    ----------
    root : Path
        The release.
    case, model : str
        What this spoil may have for itself.
    forbidden : list of Path
        Files and folders that the system will refuse to open; a test may run as root, whom nothing is forbidden.
    """

    root: Path
    case: str = VICTIM
    model: str = MODEL
    forbidden: list[Path] = field(default_factory=list)

    @property
    def annotations(self) -> Path:
        """The folder of annotation files."""
        return self.root / "CheXlocalize"

    @property
    def model_file(self) -> Path:
        """The model's masks; a model that the release has not gets the good cases and this one of the model it has."""
        file = self.annotations / f"{self.model}_segmentations_val.json"
        if self.model != MODEL and not list(self.annotations.glob(f"{self.model}_*")):
            known = json.loads((self.annotations / f"{MODEL}_segmentations_val.json").read_bytes())
            file.write_text(json.dumps({case_id: known[case_id] for case_id in (*GOOD, self.case)}), encoding="utf-8")
        return file

    @property
    def image(self) -> Path:
        """The case's X-ray."""
        return self.root / "CheXpert/val" / image_path(self.case)

    @property
    def executed(self) -> Path:
        """A file that would be there if a file of the release had been executed."""
        return self.root.parent / "executed"

    @property
    def labels(self) -> Path:
        """The label table."""
        return self.root / "CheXpert/val_labels.csv"

    def heatmap(self, target: str = HEART, ending: str = "npz") -> Path:
        """Return where the case's heat map of a pathology lies."""
        return self.annotations / "gradcam_maps_val" / f"{self.case}_{target}_map.{ending}"

    def edit(self, file: Path, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the content of a JSON file."""
        content = json.loads(file.read_bytes())
        change(content)
        file.write_text(json.dumps(content), encoding="utf-8")

    def outside(self, content: bytes, name: str) -> Path:
        """Write a file that lies outside the release."""
        path = self.root.parent / f"outside-{self.model}" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path


@dataclass(frozen=True)
class Spoil:
    """One thing spoiled.

    Attributes
    ----------
    name : str
        The case's name in the tests.
    do : callable
        Spoils it.
    file, item : str
        What the problem list must name: the file begins, and the item is; `{case}` and `{model}` stand for the place's.
        No file: it is odd, not bad, and must be read without a problem.
    found : str
        Part of what the list says was found.
    says : str
        Part of what the Cases page says of the case, if that is more than the list does.
    costs : str
        What the good cases lose with the file, for it is of all cases: "model" or "labels"; else nothing.
    same : bool
        Whether the case itself must show the numbers it had before.
    pages : tuple of str
        Those that read what was spoiled.
    turn : int
        When its turn comes where several things are spoiled in one file: 0, or before or after the others.
    """

    name: str
    do: Callable[[Place], object]
    file: str = ""
    item: str = ""
    found: str = ""
    says: str = ""
    costs: str = ""
    same: bool = False
    pages: tuple[str, ...] = (CASES,)
    turn: int = 0

    def __str__(self) -> str:
        return self.name

    def named_in(self, problems: Iterable[Mapping[str, str]], place: Place) -> bool:
        """Say whether the problem list names file and item and says what was found."""
        file, item = (text.format(case=place.case, model=place.model) for text in (self.file, self.item))
        return any(
            file in problem["file"] and problem["item"].startswith(item) and self.found in problem["found"]
            for problem in problems
        )


def copy(good: Path, to: Path) -> Path:
    """Copy a release so that it can be spoiled."""
    return Path(shutil.copytree(good, to))
