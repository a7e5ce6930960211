"""The square of pathologies as data and as drawn."""

from __future__ import annotations

import numpy as np
import pytest

from components.figures.cooccurrence import cooccurrence_figure, cooccurrence_info
from components.tables.cooccurrence import Cooccurrence

FOUND = Cooccurrence(
    ("Edema", "<b>"), np.full((2, 2), 8), np.array([[4, 4], [4, 4]]), np.array([[np.nan, 2.0], [2.0, np.nan]])
)


def test_counts() -> None:
    info = cooccurrence_info(FOUND, lift=False)
    assert info.number == [["4", "4"], ["4", "4"]]
    assert info.limits == (0, 4)
    assert info.hover[0][0] == "Edema<br>4 of 8 cases"
    assert info.hover[0][1] == "Edema with &lt;b&gt;<br>both on 4 of 8 cases<br>2.00 times as often as by chance"


@pytest.mark.parametrize(
    ("lift", "colour", "number"),
    [
        pytest.param(1.0, 0, "1.0", id="as by chance is the middle of the colours"),
        pytest.param(2.0, 1, "2.0", id="twice"),
        pytest.param(0.5, -1, "0.50", id="half is as far as twice"),
        pytest.param(0.0, -3, "0", id="never together"),
        pytest.param(100.0, 3, "100", id="beyond the colours"),
        pytest.param(np.nan, np.nan, "", id="no lift"),
    ],
)
def test_lift(lift: float, colour: float, number: str) -> None:
    info = cooccurrence_info(FOUND._replace(lift=np.full((2, 2), lift)), lift=True)
    assert info.colour[0, 1] == pytest.approx(colour, nan_ok=True)
    assert info.number[0][1] == number
    assert info.limits[0] == -info.limits[1]


def test_every_cell_is_annotated_and_names_are_escaped() -> None:
    figure = cooccurrence_figure(cooccurrence_info(FOUND, lift=False))
    assert [list(row) for row in figure.data[0].text] == [["4", "4"], ["4", "4"]]
    assert list(figure.layout.xaxis.ticktext) == list(figure.layout.yaxis.ticktext) == ["Edema", "&lt;b&gt;"]


def test_no_pathology() -> None:
    nothing = Cooccurrence((), *(np.zeros((0, 0), np.int64),) * 2, np.zeros((0, 0)))
    assert cooccurrence_info(nothing, lift=False).number == []
    assert cooccurrence_figure(cooccurrence_info(nothing, lift=True)).layout.xaxis.ticktext == ()
