"""Makes what the benchmark measures on: masks, heat maps and annotation files as large as real ones, in a second."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import orjson
from numpy.typing import NDArray

from data_access import rle
from data_access.adapters.chexlocalize_names import PATHOLOGIES

SIZE_HW = (2320, 2828)
"""The larger of the two X-rays in the authors' sample."""

N_SHAPES = 20
"""Different masks a source; they are repeated over the cases, since drawing 10,000 would take minutes."""

GT_ROUGHNESS_PX, PRED_ROUGHNESS_PX = 0, 5
"""How far the outline strays: chosen so that strings are about as long as the sample's (2,200 characters a drawn mask
of the ground truth, 4,400 a mask of Grad-CAM)."""


def blob(rng: np.random.Generator, roughness_px: int, size_hw: tuple[int, int] = SIZE_HW) -> NDArray[np.bool_]:
    """Draw one area with a rough outline, of 5 to 20 % of the image."""
    height, width = size_hw
    angle = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    radius = rng.uniform(0.13, 0.22) * height * (1 + 0.2 * np.sin(2 * angle + rng.uniform(0, 6)))
    radius += rng.normal(0, roughness_px, angle.size)
    x = rng.uniform(0.35, 0.65) * width + 1.3 * radius * np.cos(angle)
    y = rng.uniform(0.4, 0.6) * height + radius * np.sin(angle)
    canvas = np.zeros(size_hw, np.uint8)
    cv2.fillPoly(canvas, [np.column_stack([x, y]).astype(np.int32)], 1)
    return canvas.astype(bool)


def write_pair(folder: Path, n_cases: int) -> tuple[Path, Path]:
    """Write a ground truth and a prediction, every mask drawn, and return their paths."""
    rng = np.random.default_rng(0)
    paths = []
    for name, roughness_px in (("gt", GT_ROUGHNESS_PX), ("model", PRED_ROUGHNESS_PX)):
        strings = [rle.encode(blob(rng, roughness_px)).decode("ascii") for _ in range(N_SHAPES)]
        cases = {
            f"patient{64541 + number // 2}_study1_view{1 + number % 2}_frontal": {
                pathology: {"size": list(SIZE_HW), "counts": strings[(7 * number + column) % N_SHAPES]}
                for column, pathology in enumerate(PATHOLOGIES)
            }
            for number in range(n_cases)
        }
        path = folder / f"{name}_segmentations_test.json"
        path.write_bytes(orjson.dumps(cases))
        paths.append(path)
    return paths[0], paths[1]


def heat_map(rng: np.random.Generator) -> NDArray[np.float32]:
    """Make a heat map of 320 x 320 as the sample has: a 10 x 10 activation map, upsampled, cut at 0."""
    coarse = rng.random((10, 10)).astype(np.float32)
    fine = cv2.resize(coarse, (320, 320), interpolation=cv2.INTER_LINEAR)
    return np.maximum(np.asarray(fine, np.float32) - np.float32(0.4), 0)
