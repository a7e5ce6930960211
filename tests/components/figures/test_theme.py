"""Every source has a look of its own, by colour and by line style."""

from __future__ import annotations

from components.figures.theme import rgba, source_styles
from data_access.annotation_set import Source
from tests.sets import BENCHMARK, GROUND_TRUTH


def test_four_models_and_both_readers_all_differ() -> None:
    models = [Source(f"m{i}", f"Model {i}", "model", "automatic") for i in range(4)]
    styles = list(source_styles([GROUND_TRUTH, BENCHMARK, *models]).values())
    for aspect in ("colour", "dash", "symbol"):
        assert len({getattr(style, aspect) for style in styles}) == 6, aspect


def test_a_source_keeps_its_look_in_every_split() -> None:
    model = Source("m", "M", "model", "automatic")
    assert source_styles([GROUND_TRUTH, model, BENCHMARK, model]) == source_styles([GROUND_TRUTH, BENCHMARK, model])


def test_rgba_is_what_plotly_accepts() -> None:
    assert rgba("#0A10FF", 0.25) == "rgba(10,16,255,0.25)"
