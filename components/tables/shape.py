"""Shape of the ground truth: number of instances, area, elongation and rectangularity of every case and pathology."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.metrics.shape import shape_of
from components.tables.evaluation import ID_COLUMN
from components.tables.progress import Track, untracked
from data_access.annotation_set import AnnotationSet

FEATURES = ("num_instances", "area_ratio", "elongation", "rec_area_ratio")


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
