"""What the viewer is made of in the browser: its script and style, and the Plotly.js of the installed plotly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from plotly.offline import get_plotlyjs

from data_access.writers import write_bytes

_HERE = Path(__file__).parent
_STATIC = _HERE.parents[2] / "static"
_AHEAD_SCRIPTS = ("prepared.js", "ahead.js")
_SCRIPTS = tuple(
    f"{name}.js"
    for name in (
        "prepared dom connection layers panes pixels tone ruler closer cursor panel style toolbar viewer".split()
    )
)


@cache
def plotly_url() -> str:
    """Return where the browser finds Plotly.js, relative to the app; writes it there first if need be.

    Streamlit serves the folder `static` beside `explorer.py` under `app/static`. The name holds the version, so that a
    browser never keeps an old one.
    """
    name = f"plotly-{version('plotly')}.min.js"
    path = _STATIC / name
    if not path.is_file():
        write_bytes(path, get_plotlyjs().encode())
    return f"app/static/{name}"


def script() -> str:
    """Return the viewer's JavaScript: one module, put together from files that each do one thing."""
    return _joined(_SCRIPTS)


def ahead_script() -> str:
    """Return the JavaScript of the empty component that takes cases sent ahead."""
    return _joined(_AHEAD_SCRIPTS)


def style() -> str:
    """Return the viewer's style sheet."""
    return (_HERE / "viewer.css").read_text("utf-8")


def _joined(names: Sequence[str]) -> str:
    return "\n".join((_HERE / name).read_text("utf-8") for name in names)
