"""Shape of masks: number of instances, area, elongation and rectangularity of every case and pathology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.metrics.shape import count_pieces, shape_of
from components.tables.evaluation import ID_COLUMN
from data_access.annotation_set import AnnotationSet
from data_access.geometry import Mask
from data_access.progress import Track, untracked
from data_access.run_lengths import run_lengths

FEATURES = ("num_instances", "area_ratio", "elongation", "rec_area_ratio")

MEASURES_OF_MASKS = ("area_share", "elongation", "irrectangularity")

AS_DRAWN = "contours as drawn"
AS_PIECES = "pieces of the mask"
"""What was counted as instances: two contours that overlap are two, though their mask is one piece."""


@dataclass(frozen=True, eq=False)
class ShapeFeatures:
    """The paper's four features, each a table with a column a pathology in alphabetic order, then `img_id`.

    Attributes
    ----------
    num_instances : DataFrame of int
        Contours drawn; 0 without a mask.
    area_ratio : DataFrame of float
        Mask pixels / image pixels; 0 without a mask.
    elongation, rec_area_ratio : DataFrame of float
        As in `metrics.shape.Shape`; missing without a mask.
    """

    num_instances: pd.DataFrame
    area_ratio: pd.DataFrame
    elongation: pd.DataFrame
    rec_area_ratio: pd.DataFrame


def shape_features(drawn: AnnotationSet, segmented: AnnotationSet, track: Track = untracked) -> ShapeFeatures:
    """Describe the shape of every mask.

    Parameters
    ----------
    drawn : AnnotationSet
        With contours, from which the instances are counted: two that overlap are two, though their mask is one piece.
    segmented : AnnotationSet
        With masks, for the other features.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    ShapeFeatures
        A row a case of `drawn`, sorted by id.
    """
    case_ids, pathologies = drawn.case_ids(), sorted(segmented.pathologies)
    cells = np.full((len(FEATURES), len(case_ids), len(pathologies)), np.nan)
    cells[:2] = 0
    for row, case_id in enumerate(track(case_ids, "shapes")):
        for column, pathology in enumerate(pathologies):
            mask = segmented.mask(case_id, pathology)
            if mask is None or mask.is_empty:
                continue
            contours = drawn.contours(case_id, pathology)
            shape = shape_of(*mask.decode_box())
            n_instances = contours.n_instances if contours is not None else 0
            cells[:, row, column] = n_instances, mask.area_share, shape.elongation, shape.rectangularity
    tables = [pd.DataFrame(part, columns=pathologies) for part in cells]
    tables[0] = tables[0].astype(np.int64)
    for table in tables:
        table[ID_COLUMN] = list(case_ids)
    return ShapeFeatures(*tables)


def instance_table(annotated: AnnotationSet, case_ids: Sequence[str], track: Track = untracked) -> pd.DataFrame:
    """Count the instances of every drawn mask of a set; no mask is decoded.

    Parameters
    ----------
    annotated : AnnotationSet
        With masks.
    case_ids : sequence of str
        Cases that the set does not know are left out.
    track : Track
        Wraps the loop over the cases.

    Returns
    -------
    DataFrame
        A row a mask that is not empty: `case_id`, `pathology`, `source`, `n_instances`, and in `counted` what was
        counted: the contours as drawn, as in the paper, or where the set has none of this mask its connected pieces.
    """
    rows = [
        (case_id, pathology, annotated.key, *_instances(annotated, case_id, pathology, mask))
        for case_id, pathology, mask in _drawn(annotated, track(case_ids, "instances counted"))
    ]
    table = pd.DataFrame(rows, columns=["case_id", "pathology", "source", "n_instances", "counted"])
    return table.astype({"n_instances": np.int64})


def shape_table(annotated: AnnotationSet, case_ids: Sequence[str], track: Track = untracked) -> pd.DataFrame:
    """Measure the shape of every drawn mask of a set, each decoded within its bounding box.

    Parameters
    ----------
    annotated, case_ids, track
        As in `instance_table`.

    Returns
    -------
    DataFrame
        The columns of `instance_table` and `area_share`, `elongation`, `irrectangularity` (as in `metrics.shape.Shape`;
        missing where a mask is too thin for a rectangle). The numbers are those of `shape_features`.
    """
    rows = []
    for case_id, pathology, mask in _drawn(annotated, track(case_ids, "shapes measured")):
        shape = shape_of(*mask.decode_box())
        counted = _instances(annotated, case_id, pathology, mask)
        measured = (mask.area_share, shape.elongation, shape.irrectangularity)
        rows.append((case_id, pathology, annotated.key, *counted, *measured))
    columns = ["case_id", "pathology", "source", "n_instances", "counted", *MEASURES_OF_MASKS]
    numbers = dict.fromkeys(MEASURES_OF_MASKS, np.float64) | {"n_instances": np.int64}
    return pd.DataFrame(rows, columns=columns).astype(numbers)


def _drawn(annotated: AnnotationSet, case_ids: Iterable[str]) -> Iterator[tuple[str, str, Mask]]:
    """Yield case, pathology and mask of what is drawn."""
    for case_id in case_ids:
        for pathology in annotated.pathologies:
            mask = annotated.mask(case_id, pathology)
            if mask is not None and not mask.is_empty:
                yield case_id, pathology, mask


def _instances(annotated: AnnotationSet, case_id: str, pathology: str, mask: Mask) -> tuple[int, str]:
    contours = annotated.contours(case_id, pathology)
    if contours is not None:
        return contours.n_instances, AS_DRAWN
    return count_pieces(run_lengths(mask.counts), mask.size_hw[0]), AS_PIECES
