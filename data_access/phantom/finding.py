"""The record of one finding: what a reader draws and what the film shows."""

from dataclasses import dataclass

from data_access.phantom.canvas import Stroke
from data_access.phantom.curves import Curve


@dataclass(frozen=True)
class Finding:
    """One pathology in one chest, in body units.

    Attributes
    ----------
    contours : tuple of Curve
        Closed curves around it, one an instance.
    strokes : tuple of Stroke
        Its shadow; empty where the chest itself was drawn differently (a large heart).
    clears : tuple of Curve
        Areas it leaves without vessels.
    """

    contours: tuple[Curve, ...]
    strokes: tuple[Stroke, ...] = ()
    clears: tuple[Curve, ...] = ()
