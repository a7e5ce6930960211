"""A case and a dataset show themselves in Jupyter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import plotly.io
import pytest
from IPython.core.interactiveshell import InteractiveShell

from components.notebook import case_figure, dataset_html, enable
from data_access import open_dataset
from data_access.dataset import Case
from tests.builders import Release


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Release().write(tmp_path / "release")


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a shell whose Plotly draws as it does in a notebook."""
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    return InteractiveShell()  # type: ignore[no-untyped-call]


def test_a_case_shows_itself_as_its_overlay(root: Path, shell: Any) -> None:
    dataset = open_dataset(root)
    case = dataset.case(dataset.sets[0].case_ids()[0])
    enable(shell)
    bundle, _ = shell.display_formatter.format(case)
    traces = bundle["application/vnd.plotly.v1+json"]["data"]
    assert {trace["meta"]["source"] for trace in traces} == {one.key for one in dataset.sets_of(case.split)}


def test_a_dataset_shows_itself_as_a_summary(root: Path, shell: Any) -> None:
    dataset = open_dataset(root)
    enable(shell)
    bundle, _ = shell.display_formatter.format(dataset)
    assert "CheXlocalize" in bundle["text/html"]
    assert "Ground truth" in bundle["text/html"]


def test_only_the_chosen_sources_are_read_and_drawn(root: Path) -> None:
    dataset = open_dataset(root)
    chosen, *others = dataset.sets_of(dataset.splits[0])
    case_id = dataset.case_ids(dataset.splits[0])[0]
    figure = case_figure(dataset.case(case_id), [chosen.key])
    assert {trace.meta["source"] for trace in figure.data} <= {chosen.key}
    assert not any(annotated.is_read for annotated in others)


def test_a_case_without_a_dataset_says_what_is_missing() -> None:
    with pytest.raises(ValueError, match=r"expected a case from Dataset\.case"):
        case_figure(Case("a", "val", "p", "s", "frontal", "", "", "", "", {}))


def test_without_a_running_notebook_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    with pytest.raises(RuntimeError, match="case_figure"):
        enable()


def test_names_from_files_are_escaped(root: Path) -> None:
    (root / "CheXlocalize" / "<b>x<_segmentations_val.json").write_text("{}")
    assert "<b>x<" not in dataset_html(open_dataset(root))
