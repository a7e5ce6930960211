"""The outlines of a chest that findings are placed in: lungs, heart and mediastinum, in body units.

Body units: half the width of the chest. x grows to the right of the film, y downwards; the origin is the middle of the
chest, at the height of the hila. On a frontal film the patient's right is on the left.
"""

from dataclasses import dataclass

import numpy as np

from data_access.phantom.curves import Curve


@dataclass(frozen=True)
class Lung:
    """One lung field.

    Attributes
    ----------
    side : int
        -1 for the lung on the left of the film (the patient's right), 1 for the other.
    wall : Curve
        Curve from the apex down the chest wall to the costophrenic angle.
    dome : Curve
        Curve from the costophrenic angle over the diaphragm to the medial border.
    medial : Curve
        Curve from the diaphragm up to the apex.
    hilum : tuple of float
        Where the vessels enter.
    """

    side: int
    wall: Curve
    dome: Curve
    medial: Curve
    hilum: tuple[float, float]

    @property
    def field(self) -> Curve:
        """Closed outline of the lung."""
        return np.concatenate([self.wall, self.dome[1:], self.medial[1:-1]])

    @property
    def angle(self) -> tuple[float, float]:
        """Where chest wall and diaphragm meet (the costophrenic angle)."""
        return float(self.wall[-1, 0]), float(self.wall[-1, 1])

    def wall_x(self, y: float) -> float:
        """Where the chest wall is at height `y`, below the widest point of the apex."""
        return float(np.interp(y, self.wall[:, 1], self.wall[:, 0]))

    def medial_x(self, y: float) -> float:
        """Where the lung meets the mediastinum at height `y`."""
        upwards = self.medial[::-1]
        return float(np.interp(y, upwards[:, 1], upwards[:, 0]))

    def dome_y(self, x: float) -> float:
        """Height of the diaphragm at `x`."""
        order = np.argsort(self.dome[:, 0])
        return float(np.interp(x, self.dome[order, 0], self.dome[order, 1]))

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Answer a point in the lung.

        `across` runs from 0 at the mediastinum to 1 at the chest wall, `down` from 0 at the apex to 1 at the base.
        """
        top = float(self.wall[0, 1])
        y = top + down * (self.angle[1] - top)
        x = (1 - across) * self.medial_x(y) + across * self.wall_x(y)
        return x, min(y, self.dome_y(x) - 0.02)

    def clip(self, curve: Curve) -> Curve:
        """Push the points of `curve` back into the lung."""
        outward = self.side * curve[:, 0]
        y = np.clip(curve[:, 1], self.wall[0, 1] + 0.02, self.angle[1] - 0.03)
        far = self.side * np.interp(y, self.wall[:, 1], self.wall[:, 0]) - 0.015
        near = self.side * np.interp(y, self.medial[::-1, 1], self.medial[::-1, 0]) + 0.01
        x = self.side * np.clip(outward, near, far)
        order = np.argsort(self.dome[:, 0])
        floor = np.interp(x, self.dome[order, 0], self.dome[order, 1]) - 0.01
        return np.column_stack([x, np.minimum(y, floor)])


@dataclass(frozen=True)
class Thorax:
    """What a finding needs to know of the chest it is painted in.

    Attributes
    ----------
    view : str
        "frontal" or "lateral".
    portable : bool
        An antero-posterior film of a patient in bed.
    lungs : tuple of Lung
        The lung fields: two on a frontal film, one (both overlaid) on a lateral.
    heart : Curve
        Closed outline of the heart.
    mediastinum : Curve
        Closed outline of the great vessels and the upper mediastinum.
    trachea : Curve
        Curve down the middle of the airway to where it divides.
    """

    view: str
    portable: bool
    lungs: tuple[Lung, ...]
    heart: Curve
    mediastinum: Curve
    trachea: Curve
