"""One synthetic chest X-ray with everything that belongs to it, drawn at once and painted when looked at."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from data_access.adapters.chexlocalize_names import PATHOLOGIES
from data_access.phantom import frontal, frontal_bones, lateral
from data_access.phantom.canvas import Canvas, Frame, clouds
from data_access.phantom.cohort import Patient, draw_patient, label_study
from data_access.phantom.curves import Curve
from data_access.phantom.film import develop
from data_access.phantom.finding import Finding
from data_access.phantom.findings import FINDERS
from data_access.phantom.readers import HeatMap, ask_model, click, read_again, trace_by_hand
from data_access.phantom.thorax import Thorax
from data_access.phantom.vessels import vessels

# a chest is soft: what is finer than a thousandth of the film is grain, which is added at full size
_CANVAS_PX = 1000
_CANVAS_MIN_PX = 400


@dataclass(frozen=True)
class PhantomCase:
    """A synthetic film and what its readers and its model say.

    Attributes
    ----------
    size_hw : tuple of int
        Height and width in pixels.
    view : str
        "frontal" or "lateral".
    contours_gt : dict of pathology to list of ndarray, shape (n, 2)
        Closed contours of each pathology present, x first, in pixels, first point not repeated.
    contours_benchmark : dict of pathology to list of ndarray, shape (n, 2)
        The same by other readers: displaced, smoother, now and then missing or extra.
    points_benchmark : dict of pathology to list of tuple
        Most representative points (x, y) in pixels, one to three a pathology they drew.
    heatmaps : dict of pathology to ndarray of float32, shape (n, n)
        For all ten pathologies, a coarse map >= 0 stretched over the film; right more often than not.
    probabilities : dict of pathology to float
        Of the model for all ten, 0..1.
    labels : dict of label to int
        The fourteen CheXpert labels, 0 or 1, under the names of the annotation files.
    patient : Patient
        Sex and age.
    ap_pa : str
        "AP" (in bed) or "PA"; of a lateral film, "".
    """

    size_hw: tuple[int, int]
    view: str
    contours_gt: dict[str, list[Curve]]
    contours_benchmark: dict[str, list[Curve]]
    points_benchmark: dict[str, list[tuple[float, float]]]
    heatmaps: dict[str, HeatMap]
    probabilities: dict[str, float]
    labels: dict[str, int]
    patient: Patient
    ap_pa: str
    _plan: "_Plan" = field(repr=False)

    @property
    def sex(self) -> str:
        """Sex as in the label table: Male or Female."""
        return self.patient.sex

    @property
    def age(self) -> int:
        """Age in years."""
        return self.patient.age

    @cached_property
    def image(self) -> NDArray[np.uint8]:
        """Grey film (h, w), painted when first asked for."""
        return _paint(self._plan)

    @cached_property
    def masks_gt(self) -> dict[str, NDArray[np.bool_]]:
        """Ground-truth mask (h, w) of each pathology present: its contours filled with Pillow, outline and inside."""
        return {pathology: _mask(contours, self.size_hw) for pathology, contours in self.contours_gt.items()}


@dataclass(frozen=True)
class _Plan:
    """All that decides the pixels of a film."""

    frame: Frame
    thorax: Thorax
    female: bool
    findings: tuple[Finding, ...]
    seed: int
    body_seed: int


def paint_case(
    rng: np.random.Generator,
    size_hw: tuple[int, int],
    view: str,
    pathologies: Sequence[str],
    patient: Patient | None = None,
    portable: bool | None = None,
) -> PhantomCase:
    """Make up one X-ray with the given pathologies.

    The same state of `rng` gives the same bytes, and the same chest, film and readers whatever the pathologies are, so
    that a case can be compared with itself in health.

    Parameters
    ----------
    rng : Generator
        Moved on by one draw.
    size_hw : tuple of int
        Height and width of the film in pixels.
    view : str
        "frontal" or "lateral".
    pathologies : sequence of str
        Any of `PATHOLOGIES`.
    patient : Patient, optional
        Whose chest; by default someone new.
    portable : bool, optional
        Whether a frontal film is taken in bed; by default as it falls out.

    Returns
    -------
    PhantomCase
        Its film and masks are painted when first asked for.

    Raises
    ------
    ValueError
        If the view or a pathology is unknown.
    """
    unknown = sorted(set(pathologies) - set(PATHOLOGIES))
    if unknown:
        raise ValueError(f"pathologies must be among {list(PATHOLOGIES)}, not {unknown}")
    if view not in ("frontal", "lateral"):
        raise ValueError(f"view must be 'frontal' or 'lateral', not {view!r}")
    seed = int(rng.integers(2**31))
    patient = patient or draw_patient(_stream(seed, "patient"))
    study = _stream(seed, "study")
    by_chance = study.random() < 0.5
    portable = view == "frontal" and (by_chance if portable is None else portable)
    thorax = _thorax(patient, view, portable=portable, pathologies=pathologies, growth=study.uniform(0, 1, 2))
    frame = _frame(study, size_hw, view, _stream(patient.seed, "build"))

    found: dict[str, Finding] = {}
    for pathology, find in FINDERS.items():
        if pathology in pathologies:
            found[pathology] = find(_stream(seed, pathology), thorax, found)

    def imagine(pathology: str) -> list[Curve]:
        finding = FINDERS[pathology](_stream(seed, "imagined " + pathology), thorax, {})
        return [frame.to_px(contour) for contour in finding.contours]

    truth: dict[str, list[Curve]] = {}
    hand = _stream(seed, "hand")
    for pathology in (p for p in PATHOLOGIES if p in found):
        steady = 0.0006 if pathology == "Support Devices" else 0.0016
        outlines = [frame.to_px(contour) for contour in found[pathology].contours]
        contours = trace_by_hand(hand, outlines, size_hw, steady=steady, smooth=False)
        if contours:
            truth[pathology] = contours
    again = read_again(_stream(seed, "readers"), truth, size_hw, imagine)
    opinion = ask_model(_stream(seed, "model"), truth, size_hw, imagine)
    female = patient.sex == "Female"
    return PhantomCase(
        size_hw=size_hw,
        view=view,
        contours_gt=truth,
        contours_benchmark=again,
        points_benchmark=click(_stream(seed, "clicks"), again, size_hw),
        heatmaps=opinion.heatmaps,
        probabilities=opinion.probabilities,
        labels=label_study(tuple(found), _stream(seed, "labels")),
        patient=patient,
        ap_pa="" if view == "lateral" else "AP" if portable else "PA",
        _plan=_Plan(frame, thorax, female, tuple(found.values()), seed, patient.seed),
    )


def _stream(seed: int, name: str) -> np.random.Generator:
    """Draws for one purpose, untouched by how many any other purpose makes."""
    return np.random.default_rng([seed, *name.encode()])


def _thorax(
    patient: Patient, view: str, *, portable: bool, pathologies: Sequence[str], growth: NDArray[np.float64]
) -> Thorax:
    heart_size = 1.30 + 0.16 * float(growth[0]) if "Cardiomegaly" in pathologies else 1.0
    width = 1.0
    if "Enlarged Cardiomediastinum" in pathologies:
        # beside a large heart the vessels are only a little wide; alone they are the finding
        width = 1.15 + 0.15 * float(growth[1]) if "Cardiomegaly" in pathologies else 1.7 + 0.4 * float(growth[1])
    build = frontal.frontal_thorax if view == "frontal" else lateral.lateral_thorax
    return build(_stream(patient.seed, "thorax"), portable=portable, heart_size=heart_size, width=width)


def _frame(rng: np.random.Generator, size_hw: tuple[int, int], view: str, build: np.random.Generator) -> Frame:
    """Aim the beam: the whole chest on the film, a little off and a little turned."""
    height, width = size_hw
    tall = float(build.uniform(0.88, 1.06))
    bend = (float(build.normal(0, 0.025)), float(rng.normal(0, 0.02)), float(build.normal(0.0, 0.035)))
    half_wide, half_tall = (1.10, 1.06) if view == "frontal" else (0.86, 1.02)
    unit = min(width / 2 / half_wide, height / 2 / half_tall / tall) * rng.uniform(0.94, 1.02)
    shift_x, shift_y = rng.normal(0, 0.018, 2)
    centre = (width / 2 + shift_x * unit, height / 2 + (shift_y - 0.02) * unit)
    return Frame(size_hw, float(unit), (float(centre[0]), float(centre[1])), float(rng.normal(0, 0.014)), tall, bend)


def _paint(plan: _Plan) -> NDArray[np.uint8]:
    """Lay the chest in layers of attenuation, then expose the film."""
    full = plan.frame.size_hw
    scale = min(max(max(full), _CANVAS_MIN_PX), _CANVAS_PX) / max(full)
    frame = plan.frame.scaled((max(round(full[0] * scale), 1), max(round(full[1] * scale), 1)))
    thorax = plan.thorax
    if thorax.view == "frontal":
        soft_tissue, bones = frontal.soft_tissue, frontal_bones.bones
    else:
        soft_tissue, bones = lateral.soft_tissue, lateral.bones
    canvas = Canvas(frame, plan.seed)
    canvas.draw(soft_tissue(_stream(plan.body_seed, "soft tissue"), thorax, female=plan.female))
    canvas.draw(bones(_stream(plan.body_seed, "bones"), thorax))

    lungs = canvas.coverage([lung.field for lung in thorax.lungs], 0.008)
    keep = lungs * (1 - 0.6 * canvas.coverage([thorax.mediastinum, thorax.heart], 0.02))
    cleared = [area for finding in plan.findings for area in finding.clears]
    if cleared:
        keep *= 1 - canvas.coverage(cleared, 0.003)
    canvas.draw_threads(vessels(_stream(plan.body_seed, "vessels"), thorax), keep)
    unit = frame.px_per_unit
    canvas.density += 0.008 * keep * clouds(plan.body_seed, frame.size_hw, 0.021 * unit)
    muscle = clouds(plan.body_seed + 1, frame.size_hw, 0.27 * unit)
    canvas.density += 0.02 * muscle * np.clip(3 * canvas.density, 0, 1)
    for finding in plan.findings:
        canvas.draw(finding.strokes)
    return develop(
        _stream(plan.seed, "film"), canvas.density, full, portable=thorax.portable, lateral=thorax.view == "lateral"
    )


def _mask(contours: Sequence[Curve], size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Fill contours with Pillow, outline and inside, and join them: (h, w)."""
    image = Image.new("L", (size_hw[1], size_hw[0]), 0)
    draw = ImageDraw.Draw(image)
    for contour in contours:
        draw.polygon([(float(x), float(y)) for x, y in contour], outline=1, fill=1)
    return np.asarray(image, dtype=np.uint8).astype(np.bool_)
