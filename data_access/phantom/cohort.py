"""Who is examined and what they have: patients and plausible sets of pathologies."""

from dataclasses import dataclass

import numpy as np

from data_access.adapters.chexlocalize_names import PATHOLOGIES

LABELS = (
    "No Finding",
    "Enlarged Cardiomediastinum",
    "Cardiomegaly",
    "Airspace Opacity",
    "Lung Lesion",
    "Edema",
    "Consolidation",
    "Pneumonia",
    "Atelectasis",
    "Pneumothorax",
    "Pleural Effusion",
    "Pleural Other",
    "Fracture",
    "Support Devices",
)
"""The fourteen CheXpert labels in the order of its tables, where "Airspace Opacity" is called "Lung Opacity"."""

# twelve studies in which every pathology occurs, the first seven alone holding all ten
_DOZEN: tuple[tuple[str, ...], ...] = (
    ("Enlarged Cardiomediastinum", "Cardiomegaly", "Pleural Effusion"),
    ("Consolidation", "Airspace Opacity"),
    (),
    ("Atelectasis", "Support Devices"),
    ("Pneumothorax", "Support Devices"),
    ("Lung Lesion",),
    ("Enlarged Cardiomediastinum", "Cardiomegaly", "Airspace Opacity", "Edema", "Support Devices"),
    (),
    ("Enlarged Cardiomediastinum", "Support Devices"),
    ("Airspace Opacity", "Atelectasis", "Support Devices"),
    ("Airspace Opacity", "Atelectasis", "Pleural Effusion"),
    ("Enlarged Cardiomediastinum", "Cardiomegaly", "Pleural Effusion", "Support Devices"),
)


@dataclass(frozen=True)
class Patient:
    """One person, the same in every study.

    Attributes
    ----------
    sex : str
        "Male" or "Female".
    age : int
        Years.
    seed : int
        Of the build of the chest.
    """

    sex: str
    age: int
    seed: int


def draw_patient(rng: np.random.Generator) -> Patient:
    """Draw an adult, of an age at which chests are often X-rayed."""
    age = int(np.clip(rng.normal(61, 16), 19, 90))
    return Patient("Female" if rng.random() < 0.45 else "Male", age, int(rng.integers(2**31)))


def pathologies_of_study(index: int, rng: np.random.Generator) -> tuple[str, ...]:
    """Draw a plausible set of pathologies, in the order of `PATHOLOGIES`; twelve in a row hold all ten.

    A large heart comes with a wide cardiomediastinal shadow, and a consolidation is an airspace opacity.
    """
    present = set(_DOZEN[index % len(_DOZEN)])
    if present:
        if rng.random() < 0.12:
            present.add("Support Devices")
        if rng.random() < 0.10:
            present.add("Pleural Effusion")
        if index >= len(_DOZEN) and rng.random() < 0.08:
            present |= {"Consolidation", "Airspace Opacity"}
    return tuple(p for p in PATHOLOGIES if p in present)


def label_study(pathologies: tuple[str, ...], rng: np.random.Generator) -> dict[str, int]:
    """Answer the fourteen CheXpert labels of a study, 1 where present.

    As in CheXpert, "No Finding" allows support devices. Now and then a label is given that is never drawn.
    """
    present = set(pathologies)
    if "Consolidation" in present and rng.random() < 0.4:
        present.add("Pneumonia")
    if "Pleural Effusion" in present and rng.random() < 0.08:
        present.add("Pleural Other")
    if rng.random() < 0.03:
        present.add("Fracture")
    if not present - {"Support Devices"}:
        present.add("No Finding")
    return {label: int(label in present) for label in LABELS}
