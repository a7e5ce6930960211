"""Everything the Cases page shows of one case, made in one go so that it can be cached in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from components.figures.theme import source_styles
from components.figures.xray import describe, xray_figure, xray_info
from components.figures.xray_panel import panel_rows, xray_panel
from components.tables.case import case_table, drawings, set_remarks
from components.tables.frames import note_frames
from components.ui.viewer_settings import ViewerSettings
from components.ui.xray_viewer.extra import Ask, make_extra
from data_access.dataset import Case, Dataset
from data_access.images import DisplayImage


class Film(NamedTuple):
    """In which form a film is sent: at full resolution or display size, its local contrast raised or not."""

    full: bool = False
    clahe: bool = False


DISPLAY = Film()


def film_of(settings: ViewerSettings) -> Film:
    """Return the film that the settings ask for."""
    return Film(settings.full, settings.clahe)


def film_words(image: DisplayImage | None, film: Film) -> str:
    """Say which pixels are shown, for the line at the cursor; empty without a film."""
    if image is None:
        return ""
    height, width = image.size_hw
    whole = f"{width:,} x {height:,} px"
    if image.is_original:
        words = f"original file, {whole}"
    elif image.shown_hw == image.size_hw:
        words = f"full resolution, {whole}"
    else:
        words = f"display size, {image.shown_hw[1]:,} x {image.shown_hw[0]:,} of {whole}"
    return f"{words}, CLAHE" if film.clahe else words


class Content(NamedTuple):
    """One case, ready to show.

    Attributes
    ----------
    case_id : str
        The case.
    stamp : str
        Changes when anything drawn may change; equal stamps are drawn once.
    about : str
        What is known of the case, in a few words; empty if nothing is.
    others : tuple of (case id, str)
        The other images of the patient, and what to call them.
    figure, panel : dict
        From `figures.xray` and `figures.xray_panel`.
    extra : dict or None
        From `extra.make_extra`.
    film : str
        Which pixels of the film are sent, in words.
    description : str
        Text alternative of the figure.
    table : DataFrame
        From `tables.case.case_table`.
    remarks : tuple of str
        What to tell the user of the film, of sizes and of sources that have nothing on the case; not escaped.
    """

    case_id: str
    stamp: str
    about: str
    others: tuple[tuple[str, str], ...]
    figure: dict[str, Any]
    panel: dict[str, Any]
    extra: dict[str, Any] | None
    film: str
    description: str
    table: pd.DataFrame
    remarks: tuple[str, ...]


class Place(NamedTuple):
    """Where a case stands among those one goes through.

    Attributes
    ----------
    number, total : int
        It is number `number`, counted from 1, of `total`.
    around : list of str
        The ids before and after it, and its own, in order.
    """

    number: int
    total: int
    around: list[str]


class Shown(NamedTuple):
    """What is shown of a case, and what was asked for, so that its neighbours can be made alike."""

    content: Content
    place: Place
    asked: tuple[tuple[str, ...], Ask, Film]


_N_AROUND = 30
_MAX_OTHERS = 8


def place_of(case_ids: Sequence[str], case_id: str) -> Place:
    """Find the place of a case; enough of those around it are named for many quick steps."""
    index = case_ids.index(case_id)
    around = case_ids[max(0, index - _N_AROUND) : index + _N_AROUND + 1]
    return Place(index + 1, len(case_ids), list(around))


def make_content(
    dataset: Dataset,
    case_id: str,
    source_keys: Sequence[str],
    image: DisplayImage | None,
    image_fault: str,
    ask: Ask,
    film: Film = DISPLAY,
) -> Content:
    """Put together one case; reads the annotation sets of the sources given and no other.

    Parameters
    ----------
    dataset : Dataset
        Where the case is from.
    case_id : str
        The case.
    source_keys : sequence of str
        Sources to read; the others of the split are offered in the list of layers.
    image : DisplayImage or None
        The film; None where there is none to show.
    image_fault : str
        Why there is none.
    ask : Ask
        What is asked for beyond the masks.
    film : Film
        What `image` is.
    """
    case = dataset.case(case_id)
    of_split = dataset.sets_of(case.split)
    sets = [annotated for annotated in of_split if annotated.key in source_keys]
    drawn = drawings(sets, case_id, dataset.pathologies)
    info = xray_info(case_id, drawn, image, image_fault)
    if image is not None:
        for annotated in sets:
            note_frames(annotated, case_id, image.size_hw, dataset.problems)
    styles = source_styles(dataset.sources())
    rows = panel_rows(case, drawn, dataset.pathologies)
    what = f"{dataset.fingerprint} {dataset.image_change(case_id)} {case_id}"
    known = [case.view, case.ap_pa, case.sex, f"{case.age} years" if case.age else ""]
    return Content(
        case_id,
        f"{what} {' '.join(source_keys)} {tuple(ask)} {film.full:d}{film.clahe:d}",
        " · ".join(word for word in known if word),
        _others(dataset, case),
        xray_figure(info, styles),
        xray_panel(
            rows,
            [annotated.source for annotated in of_split],
            source_keys,
            styles,
            {annotated.key: annotated.remark for annotated in of_split},
        ),
        make_extra(ask, case_id, sets, drawn, info.film_hw, styles),
        film_words(image, film),
        describe(info),
        case_table(case, drawn, sets),
        (*info.remarks, *set_remarks(sets, case_id)),
    )


def _others(dataset: Dataset, case: Case) -> tuple[tuple[str, str], ...]:
    """List the other images of the patient in the same split, the same study first."""
    found = []
    for case_id, row in dataset.cases_of_patient(case).iterrows():
        if case_id != case.case_id:
            same = row["study"] == case.study
            found.append(
                (not same, str(case_id), f"{'same study' if same else row['study']}, {row['view'] or 'image'}")
            )
    return tuple((case_id, words) for _, case_id, words in sorted(found)[:_MAX_OTHERS])
