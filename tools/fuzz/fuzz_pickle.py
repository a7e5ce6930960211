"""Fuzz the reader of heat-map pickles: whatever a file says, nothing is executed, opened, or taken without bound."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["data_access", "pickletools"]):
    import numpy as np

    from data_access import torch_pickle
    from data_access.heatmaps import HeatMapError, read_heatmap

from tests.builders import npz_bytes
from tests.pickles import MAP, call, heatmap_pickle, named, plain, program, storage_bytes, tensor, tensor_of, text
from tools.fuzz.harness import fuzz

FLOATS = np.arange(6, dtype="<f4")
SEEDS = [
    heatmap_pickle(),
    program(tensor_of(MAP)),
    heatmap_pickle(cxr_img=plain(None)),
    heatmap_pickle(prob=tensor_of(np.linspace(0, 1, 14))),
    program(plain({"map": [[1.0, 2.0]], "cxr_dims": (10, 12)})),
    program(call(named("os", "system"), text("id"))),
    program(tensor(storage_bytes(FLOATS), (2, 3), (3, 1))),
    program(tensor(storage_bytes(FLOATS), (10**12, 3), (0, 0))),
    program(b"}q\x01" + text("map") + b"h\x01s"),
]
FORBIDDEN = ("open", "os.", "subprocess.", "socket.", "shutil.", "import", "ctypes.", "exec", "compile")
MAX_BYTES = 8_000_000
"""Of a run whose file may hold 4,096 bytes; read with a budget of 1 MB a tensor."""

_reading = False


def _watch(event: str, _: tuple[object, ...]) -> None:
    """End everything if the reader asks the system for anything at all."""
    if _reading and event.startswith(FORBIDDEN):
        raise AssertionError(f"the reader asked for {event}")


def try_one(content: bytes) -> None:
    """Read one file by both names; any refusal is well, any other error is a find."""
    global _reading
    data = atheris.FuzzedDataProvider(content)
    name = "a.npz" if data.ConsumeIntInRange(0, 9) == 9 else "a.pkl"
    rest = data.ConsumeBytes(4096)
    tracemalloc.start()
    _reading = True
    try:
        found = read_heatmap(rest, name)
    except HeatMapError:
        return
    finally:
        _reading = False
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        if peak > MAX_BYTES:
            raise AssertionError(f"{peak:,} bytes of memory for {len(rest):,} bytes")
    if not np.isfinite(found.map_hw).all() or found.map_hw.flags.writeable:
        raise AssertionError("a map that is not finite or not read-only")


if __name__ == "__main__":
    torch_pickle._MAX_TENSOR_BYTES = 1_000_000
    for good, name in ((heatmap_pickle(), "a.pkl"), (npz_bytes(), "a.npz")):
        read_heatmap(good, name)  # what is imported late is there before the watch begins
    sys.addaudithook(_watch)
    # As with run lengths, what says how to read comes from the end.
    fuzz("pickle", [seed + b"\x00" for seed in SEEDS] + [npz_bytes() + b"\x09"], try_one)
