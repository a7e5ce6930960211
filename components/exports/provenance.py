"""Where an exported file comes from: said in every one of them, for people and for programs."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data_access.dataset import Dataset
from data_access.problems import clip_text

PROGRAM = "CheXlocalize Explorer"
NOT_CLINICAL = "For research and teaching, not for clinical use."
SYNTHETIC = "Synthetic demo data: painted by this program, no patient, no result."
STAYS_HERE = "Real patient data: the research use agreement forbids passing images on."

_MAX_SETTINGS = 1_000
_PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a file comes from.

    Attributes
    ----------
    dataset, fingerprint : str
        Name of the dataset, and the mark that changes when its files do.
    is_demo : bool
        Whether it is synthetic.
    split, case_id : str
        The case; empty where it is made of many.
    sources : tuple of str
        Labels of the sources it was made from, with what has to be said of them.
    settings : str
        How it was drawn, in words; empty for what is not drawn.
    program_version : str
        Version of this program.
    made_utc : str
        When, such as `2026-05-01T09:30:00Z`.
    """

    dataset: str
    fingerprint: str
    is_demo: bool
    split: str
    case_id: str
    sources: tuple[str, ...]
    settings: str
    program_version: str
    made_utc: str

    @property
    def warnings(self) -> tuple[str, str]:
        """What must be said wherever the file is shown."""
        return NOT_CLINICAL, SYNTHETIC if self.is_demo else STAYS_HERE

    def items(self) -> dict[str, str]:
        """Return everything by name, each one line: ids and names come from files."""
        named = {
            "Dataset": self.dataset,
            "Fingerprint": self.fingerprint,
            "Split": self.split,
            "Case": self.case_id,
            "Sources": ", ".join(self.sources) or "none",
            "Settings": self.settings,
            "Software": f"{PROGRAM} {self.program_version}",
            "Creation Time": self.made_utc,
            "Disclaimer": " ".join(self.warnings),
        }
        lines = {name: clip_text(" ".join(text.split())) for name, text in named.items() if text}
        whole = {"Sources": ", ".join(self.sources), "Settings": self.settings}
        return lines | {name: _one_line(text) for name, text in whole.items() if text}


def _one_line(text: str) -> str:
    """Return our own words whole, though they hold names from files."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())[:_MAX_SETTINGS]


def provenance_of(dataset: Dataset, case_id: str, sources: Sequence[str], settings: str = "") -> Provenance:
    """Return the provenance of what is made of a case now.

    Parameters
    ----------
    dataset : Dataset
        Where the case is from.
    case_id : str
        The case.
    sources : sequence of str
        Labels of the sources used.
    settings : str
        How it is drawn, in words.
    """
    return _provenance(dataset, dataset.case(case_id).split, case_id, sources, settings)


def provenance_of_split(dataset: Dataset, split: str, sources: Sequence[str], settings: str = "") -> Provenance:
    """Return the provenance of what is made of many cases of a split now; as `provenance_of`, without a case."""
    return _provenance(dataset, split, "", sources, settings)


def _provenance(dataset: Dataset, split: str, case_id: str, sources: Sequence[str], settings: str) -> Provenance:
    return Provenance(
        dataset.name,
        dataset.fingerprint,
        dataset.is_demo,
        split,
        case_id,
        tuple(_with_remark(dataset, split, label) for label in sources),
        settings,
        program_version(),
        datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


def _with_remark(dataset: Dataset, split: str, label: str) -> str:
    """Return a source's label with what has to be said of it, such as how its masks were mapped."""
    remark = next((one.remark for one in dataset.sets_of(split) if one.label == label), "")
    return f"{label} ({remark})" if remark else label


@functools.cache
def program_version() -> str:
    """Return this program's version, from `pyproject.toml`."""
    return str(tomllib.loads(_PYPROJECT.read_text(encoding="utf-8"))["project"]["version"])
