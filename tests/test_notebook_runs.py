"""The notebook runs from top to bottom and shows a case, a summary and its figures."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from data_access.demo import write_demo

PROJECT = Path(__file__).parents[1]
NOTEBOOK = PROJECT / "notebooks" / "explore.ipynb"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the kernel's own libraries
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = write_demo(tmp_path / "release", n_cases=9, size_hw=(120, 100))
    monkeypatch.setenv("CHEXLOCALIZE_ROOT", str(release))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    ).execute()
    shown = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    figures = [data["application/vnd.plotly.v1+json"] for data in shown if "application/vnd.plotly.v1+json" in data]
    assert len(figures) == 4  # the case, two of statistics, agreement
    assert all(figure["data"] for figure in figures)
    assert "synthetic demo data" in shown[0]["text/html"]


def test_the_notebook_is_kept_without_outputs() -> None:
    """Outputs of a real release would put its films into the project."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)
