"""Outlines of a handful of pixels, checked by hand."""

from __future__ import annotations

import numpy as np

from components.metrics import outlines


def test_an_empty_mask_has_no_outline() -> None:
    assert outlines.trace(np.zeros((4, 4), bool)) == []


def test_a_hole_is_an_outline_of_its_own() -> None:
    mask = np.ones((5, 5), bool)
    mask[2, 2] = False
    assert len(outlines.trace(mask)) == 2


def test_a_straight_side_needs_its_ends_only() -> None:
    side = np.array([[0, 0], [5, 0], [9, 0], [9, 9], [0, 9]], np.int32)
    assert outlines.simplify(side, 0.5).tolist() == [[0, 0], [9, 0], [9, 9], [0, 9]]


def test_a_pixel_becomes_its_border() -> None:
    ring = outlines.simplify(np.array([[3, 2]], np.int32), 0.5)
    assert ring.tolist() == [[2.5, 1.5], [3.5, 1.5], [3.5, 2.5], [2.5, 2.5]]


def test_scaling_keeps_the_borders_of_the_image() -> None:
    corners = np.array([[-0.5, -0.5], [9.5, 9.5]])
    assert outlines.scale(corners, (3.0, 2.0)) == [[-0.5, -0.5], [29.5, 19.5]]
