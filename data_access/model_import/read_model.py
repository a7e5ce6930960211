"""What a model's files hold, before it is said which part of the film they show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from data_access.dataset import Dataset
from data_access.geometry import HeatMap, Mask
from data_access.problems import ProblemLog


@dataclass
class ReadModel:
    """What the files of a model hold, at the sizes they have; `finished.finish` makes it a source.

    Attributes
    ----------
    split : str
        The split its cases are of.
    masks : dict of case id to dict of pathology to Mask
        Of sizes that fit at least one frame of the case's image.
    maps : dict of case id to dict of pathology to callable
        Each reads its heat map anew and has done so once without a fault.
    map_sizes_hw : set of tuple of int
        Their sizes.
    probabilities : dict of case id to dict of pathology to float
        From a table.
    problems : ProblemLog
        What was skipped, repaired or noted, item by item.
    size_of : callable
        Height and width of a case's image, or None where neither the ground truth nor the film says them.
    kinds : dict of str to int
        How many files were read as what.
    """

    split: str
    size_of: Callable[[str], tuple[int, int] | None]
    masks: dict[str, dict[str, Mask]] = field(default_factory=lambda: defaultdict(dict))
    maps: dict[str, dict[str, Callable[[], HeatMap]]] = field(default_factory=lambda: defaultdict(dict))
    map_sizes_hw: set[tuple[int, int]] = field(default_factory=set)
    probabilities: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    problems: ProblemLog = field(default_factory=ProblemLog)
    kinds: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def n_masks(self) -> int:
        """How many masks there are, empty ones included."""
        return sum(map(len, self.masks.values()))

    @property
    def n_maps(self) -> int:
        """How many heat maps there are."""
        return sum(map(len, self.maps.values()))

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that could be drawn; probabilities alone cannot."""
        return not self.n_masks and not self.n_maps

    @property
    def mask_sizes_hw(self) -> set[tuple[int, int]]:
        """Sizes of the masks."""
        return {mask.size_hw for of_case in self.masks.values() for mask in of_case.values()}


def image_sizes(dataset: Dataset, split: str) -> Callable[[str], tuple[int, int] | None]:
    """Return a function that gives the height and width of a case's image.

    They are those that the ground truth was drawn on, else those in the header of the film.
    """
    truths = [one for one in dataset.sets_of(split) if one.source.role == "ground_truth"]
    known: dict[str, tuple[int, int] | None] = {}

    def size_of(case_id: str) -> tuple[int, int] | None:
        if case_id not in known:
            drawn_on = next(filter(None, (truth.image_size_hw(case_id) for truth in truths)), None)
            known[case_id] = drawn_on or dataset.image_size_hw(case_id)
        return known[case_id]

    return size_of
