"""What every page sees of a dataset: its cases, its vocabulary and its annotation sets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pandas as pd

from data_access.annotation_set import AnnotationSet, Source
from data_access.files import FileError, Folder
from data_access.image_check import whole_size_hw
from data_access.images import ImageError
from data_access.problems import ProblemLog
from data_access.published import Published

MAX_IMAGE_BYTES = 512 * 1024**2

CASE_COLUMNS = ("split", "patient", "study", "view", "sex", "age", "ap_pa", "image")


class DatasetNotFoundError(ValueError):
    """A path that holds no dataset.

    Attributes
    ----------
    path : str
        What was asked for.
    looked_for : tuple of str
        The names that would have been recognised.
    found : tuple of str
        What is there instead; empty if the path does not exist.
    """

    def __init__(self, path: str, looked_for: tuple[str, ...], found: tuple[str, ...], *, exists: bool) -> None:
        self.path, self.looked_for, self.found, self.exists = path, looked_for, found, exists
        there = (f"a folder with {', '.join(found)}" if found else "an empty folder") if exists else "no such folder"
        super().__init__(f"{path}: expected a release ({'; '.join(looked_for)}), found {there}")


@dataclass(frozen=True, slots=True)
class Case:
    """One chest X-ray.

    Attributes
    ----------
    case_id : str
        Such as `patient64541_study1_view1_frontal`.
    split, patient, study, view : str
        `view` is `frontal`, `lateral`, or empty where the id does not say.
    sex, age, ap_pa : str
        As in the label table; empty where it does not say. Age stays text: some sets write "85 or more".
    image : str
        Path of the image relative to the dataset's folder; empty where there is none.
    labels : mapping of str to int or None
        1 positive, 0 negative, -1 uncertain, None not mentioned; without an entry where no table lists the case.
    dataset : Dataset or None
        Where it is from, so that a case can show itself; says nothing about what the case is.
    """

    case_id: str
    split: str
    patient: str
    study: str
    view: str
    sex: str
    age: str
    ap_pa: str
    image: str
    labels: Mapping[str, int | None]
    dataset: Dataset | None = field(default=None, repr=False, compare=False)

    @property
    def has_image(self) -> bool:
        """Whether an image file exists."""
        return bool(self.image)


@dataclass(frozen=True, eq=False)
class Dataset:
    """A dataset as opened; immutable, so that sessions can share it.

    Attributes
    ----------
    name : str
        Shown to users, such as "CheXlocalize".
    folder : Folder
        Where its files are.
    is_demo : bool
        Whether it is the synthetic one we make ourselves.
    pathologies : tuple of str
        Its vocabulary, in the order to show.
    splits : tuple of str
        Those that exist.
    known_sources : tuple of Source
        Sources that a release of this kind can have, so that a missing one can be named.
    sets : tuple of AnnotationSet
        Its annotation sets.
    problems : ProblemLog
        What was wrong in its files; grows while they are read.
    base_cases : DataFrame, indexed by case id
        The cases known at opening, columns `CASE_COLUMNS`; use `cases`.
    labels : DataFrame of Int8, indexed by case id
        One column a label; missing where blank, and no row where no table lists the case.
    fingerprint : str
        Changes when a file it was opened from changes.
    describe_id : callable
        Gives the case columns that an id itself tells.
    published : Published or None
        Published values, expected counts and odd cases; None where there are none, as of the synthetic demo.
    watched, watched_folders : tuple of str
        Files that were read or will be, and folders in which others may appear, all of which `stamps` looks at.
    map_folders : tuple of str
        Folders of a file a heat map, too many to look at each before every use; `map_stamps` does.
    known_target : callable or None
        Gives the pathology that another spelling stands for, or None; use `find_target`.
    """

    name: str
    folder: Folder
    is_demo: bool
    pathologies: tuple[str, ...]
    splits: tuple[str, ...]
    known_sources: tuple[Source, ...]
    sets: tuple[AnnotationSet, ...]
    problems: ProblemLog
    base_cases: pd.DataFrame
    labels: pd.DataFrame
    fingerprint: str
    describe_id: Callable[[str], Mapping[str, str]]
    published: Published | None = None
    watched: tuple[str, ...] = ()
    watched_folders: tuple[str, ...] = ()
    map_folders: tuple[str, ...] = ()
    known_target: Callable[[str], str | None] | None = None
    _cases_met: dict[tuple[int, ...], pd.DataFrame] = field(default_factory=dict, init=False, repr=False)
    _image_stamps: dict[str, str] = field(default_factory=dict, init=False, repr=False)
    _rows_of_patient: dict[int, dict[Any, Any]] = field(default_factory=dict, init=False, repr=False)

    @property
    def cases(self) -> pd.DataFrame:
        """The cases, indexed by id and sorted by split and id: those known at opening and those met in a read set."""
        read = [annotations for annotations in self.sets if annotations.is_read]
        key = tuple(annotations.serial for annotations in read)
        cases = self._cases_met.get(key)  # taken once, as another thread may clear it at any time
        if cases is None:
            met: dict[str, dict[str, str]] = {}
            for annotations in read:
                for case_id in annotations.case_ids():
                    if case_id not in self.base_cases.index and annotations.split:
                        met.setdefault(case_id, {**self.describe_id(case_id), "split": annotations.split})
            cases = pd.concat([self.base_cases, case_frame(met)]) if met else self.base_cases
            cases = cases.sort_values(["split", "case_id"], kind="stable")
            self._cases_met.clear()
            self._cases_met[key] = cases
        return cases

    def case_ids(self, split: str) -> list[str]:
        """Return the ids of a split in order."""
        cases = self.cases
        return cases.index[cases["split"] == split].tolist()

    def case(self, case_id: str) -> Case:
        """Return one case.

        Raises
        ------
        KeyError
            If the dataset has no such case.
        """
        cases = self.cases
        row = cast(int, cases.index.get_loc(case_id))
        labels: dict[str, int | None] = {}
        if case_id in self.labels.index:
            cells = self.labels.loc[case_id]
            labels = {str(name): None if pd.isna(value) else int(value) for name, value in cells.items()}
        known = {column: str(cases[column].iat[row]) for column in CASE_COLUMNS}
        return Case(case_id, **known, labels=labels, dataset=self)

    def cases_of_patient(self, case: Case) -> pd.DataFrame:
        """Return the cases of a case's patient in the same split, itself among them; none where no patient is known."""
        cases = self.cases
        rows_of = self._rows_of_patient.get(len(cases))
        if rows_of is None:
            rows_of = cases.groupby(["split", "patient"], sort=False).indices
            self._rows_of_patient.clear()
            self._rows_of_patient[len(cases)] = rows_of
        return cases.iloc[rows_of[case.split, case.patient] if case.patient else []]

    def sets_of(self, split: str) -> tuple[AnnotationSet, ...]:
        """Return the annotation sets of a split, ground truth first."""
        return tuple(annotations for annotations in self.sets if annotations.split == split)

    def annotation_set(self, split: str, source_key: str) -> AnnotationSet | None:
        """Return the annotation set of one source over one split, or None."""
        return next((annotations for annotations in self.sets_of(split) if annotations.key == source_key), None)

    def sources(self) -> tuple[Source, ...]:
        """Return every source, known or met in any split, in the order to show."""
        return tuple({source.key: source for source in (*self.known_sources, *(s.source for s in self.sets))}.values())

    def missing_sources(self, split: str) -> tuple[Source, ...]:
        """Return the sources that a split has not."""
        here = {annotations.key for annotations in self.sets_of(split)}
        return tuple(source for source in self.sources() if source.key not in here)

    def find_target(self, name: str) -> str | None:
        """Return the pathology that a name in a file stands for; None if it is none of this dataset's."""
        if self.known_target is not None:
            return self.known_target(name)
        wanted = name.strip().casefold()
        return next((target for target in self.pathologies if target.casefold() == wanted), None)

    def with_set(self, added: AnnotationSet) -> Dataset:
        """Return a view with one more annotation set and a fingerprint of its own; this dataset stays as it is.

        What is noted of the added set while it is compared goes to the view's problems alone.
        """
        others = tuple(s for s in self.sets if (s.key, s.split) != (added.key, added.split))
        mark = hashlib.sha256(f"{self.fingerprint}+{added.serial}".encode()).hexdigest()[:16]
        return replace(self, sets=(*others, added), problems=ProblemLog(self.problems), fingerprint=mark)

    def stamps(self) -> dict[str, str]:
        """Return size and time of change of what is watched, by path; no content is read."""
        return {path: self.folder.stamp(path) for path in (*self.watched, *self.watched_folders)}

    def map_stamps(self) -> dict[str, str]:
        """Return what tells the files of each folder of heat maps from others; no content is read."""
        return {path: self.folder.contents_stamp(path) for path in self.map_folders}

    def image_change(self, case_id: str) -> str:
        """Return what tells a case's image from the one first asked for here; empty as long as it is that one.

        Like `stamps`, this reads no content.
        """
        path = str(self.cases.at[case_id, "image"])
        stamp = self.folder.stamp(path) if path else ""
        return "" if stamp == self._image_stamps.setdefault(case_id, stamp) else stamp

    def image_bytes(self, case_id: str) -> bytes:
        """Return the bytes of a case's image file.

        Raises
        ------
        FileError
            If there is none or it cannot be read.
        """
        path = str(self.cases.loc[case_id, "image"])
        if not path:
            raise FileError("the folder holds no image of this case")
        return self.folder.read_bytes(path, MAX_IMAGE_BYTES)

    def note_image(self, case_id: str, fault: str) -> None:
        """Note that a case's image, if there is one, cannot be shown."""
        path = str(self.cases.at[case_id, "image"])
        if path:
            self.problems.add(path, case_id, "an image", fault)

    def image_size_hw(self, case_id: str) -> tuple[int, int] | None:
        """Return height and width of a case's image in pixels, not decoding it; None without a readable, whole one."""
        path = str(self.cases.loc[case_id, "image"])
        if not path:
            return None
        try:
            return whole_size_hw(self.folder, path, MAX_IMAGE_BYTES)
        except (FileError, ImageError) as error:
            self.note_image(case_id, str(error))
            return None


def case_frame(rows: Mapping[str, Mapping[str, str]]) -> pd.DataFrame:
    """Return a case table from rows by case id; what a row leaves out is empty text."""
    cells = {column: [row.get(column, "") for row in rows.values()] for column in CASE_COLUMNS}
    frame = pd.DataFrame(cells, index=pd.Index(list(rows), name="case_id", dtype="str"), dtype="str")
    return pd.DataFrame(frame.sort_values(["split", "case_id"], kind="stable"))
