"""Published values of CheXlocalize, the counts of a whole release and its cases known to be odd.

The values lie beside this module as a table with stage and source of each; the mapping of its words to ours is here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from data_access.adapters import chexlocalize_names as names
from data_access.published import COUNT_COLUMNS, ODD_CASE_COLUMNS, VALUE_COLUMNS, Published

_VALUES = Path(__file__).with_name("chexlocalize_published.csv")

_SOURCE_OF_SERIES = {"Grad-CAM": names.GRAD_CAM.key, "benchmark": names.BENCHMARK.key}
_METRICS = {"mIoU": "iou", "hit rate": "hit"}
_SLICES = {"true-positive": "tp", "full": "full"}

_README = "README of the official code"
_LOADERS = "loaders and audits by others, on the real files"
_LABELS = "README of the repository be-careful-evaluating-explanations, on the test labels"

_COUNTS = (
    ("val", "", "images", 234, _README),
    ("val", "", "patients", 200, _README),
    ("test", "", "images", 668, _README),
    ("test", "", "patients", 500, _README),
    ("val", names.GROUND_TRUTH.key, "cases", 187, _README),
    ("val", names.GROUND_TRUTH.key, "patients", 170, _README),
    ("val", names.GROUND_TRUTH.key, "annotations", 643, _README),
    ("test", names.GROUND_TRUTH.key, "cases", 499, _LOADERS),
    ("val", names.GRAD_CAM.key, "cases", 234, _LOADERS),
)

_TEST_POSITIVES = {
    "No Finding": 109,
    "Enlarged Cardiomediastinum": 298,
    "Cardiomegaly": 175,
    "Airspace Opacity": 310,
    "Lung Lesion": 14,
    "Edema": 85,
    "Consolidation": 35,
    "Pneumonia": 14,
    "Atelectasis": 178,
    "Pneumothorax": 10,
    "Pleural Effusion": 120,
    "Pleural Other": 8,
    "Fracture": 6,
    "Support Devices": 315,
}
_VAL_POSITIVES = {"Consolidation": 33, "Pleural Effusion": 67}

_ODD_CASES = {
    "patient65086_study1_view1_frontal": "has positive labels and no entry in the ground truth",
    "patient65145_study1_view1_frontal": "has an entry in the ground truth and none in the benchmark",
    "patient64860_study1_view1_frontal": "is in the benchmark with nothing but empty masks",
    "patient64860_study1_view2_lateral": "is in the benchmark with nothing but empty masks",
    "patient65192_study1_view1_frontal": "is in the benchmark with nothing but empty masks",
}


def published() -> Published:
    """Return what has been published about the official release."""
    values = pd.read_csv(_VALUES).rename(columns={"source": "reference"})
    values["source"] = values["series"].map(_SOURCE_OF_SERIES)
    values["metric"] = values["metric"].map(_METRICS)
    values["slice"] = values["slice"].map(_SLICES)
    values["n"] = values["n"].astype("Int64")
    odd_cases = [("test", case_id, remark, _LOADERS) for case_id, remark in _ODD_CASES.items()]
    return Published(
        values[list(VALUE_COLUMNS)],
        pd.DataFrame(list(_count_rows()), columns=list(COUNT_COLUMNS)),
        pd.DataFrame(odd_cases, columns=list(ODD_CASE_COLUMNS)),
    )


def _count_rows() -> Iterator[tuple[str, str, str, str, int, str]]:
    for split, source, quantity, expected, reference in _COUNTS:
        yield split, source, quantity, "", expected, reference
    for split, positives, reference in (("val", _VAL_POSITIVES, _LOADERS), ("test", _TEST_POSITIVES, _LABELS)):
        for pathology, expected in positives.items():
            yield split, "", "positive labels", pathology, expected, reference
