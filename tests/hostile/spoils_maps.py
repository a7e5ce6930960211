"""Heat maps that are none, and pickles that would do more than hold numbers."""

from __future__ import annotations

import io
import os
import pickle
import struct
import zipfile
from collections.abc import Callable

import numpy as np

from tests.builders import npz_bytes
from tests.hostile.spoil import CASES, DATA, HEART, SIZE_HW, THRESHOLDS, Place, Spoil
from tests.pickles import (
    MAP,
    MARK,
    REDUCE,
    TUPLE,
    Evil,
    call,
    heatmap_pickle,
    named,
    plain,
    program,
    storage_bytes,
    tensor,
    tensor_of,
    text,
)

FILE, ITEM = "gradcam_maps_val/{case}_" + HEART, "{case} / " + HEART
READ = (THRESHOLDS, DATA)
DIMS = np.array([SIZE_HW[1], SIZE_HW[0]])
GOOD_MAP = np.arange(12, dtype=np.float32).reshape(1, 1, 3, 4)


def _npz(**arrays: object) -> Callable[[Place], object]:
    content = npz_bytes(**{"map": GOOD_MAP, "cxr_dims": DIMS, **arrays})
    return lambda place: place.heatmap().write_bytes(content)


def _pkl(content: bytes) -> Callable[[Place], object]:
    def do(place: Place) -> None:
        place.heatmap().unlink()
        place.heatmap(ending="pkl").write_bytes(content)

    return do


def _bad(name: str, do: Callable[[Place], object], found: str) -> Spoil:
    return Spoil(name, do, FILE, ITEM, found, pages=READ)


MAPS = (
    Spoil("map-constant", _npz(map=np.full((1, 1, 3, 4), 0.5, np.float32)), pages=READ),
    Spoil("map-negative", _npz(map=-GOOD_MAP), pages=READ),
    Spoil("map-of-one-pixel", _npz(map=np.ones((1, 1, 1, 1), np.float32)), pages=READ),
    Spoil("map-14-probabilities", _npz(prob=np.linspace(0, 1, 14)), pages=READ),
    _bad("map-nan", _npz(map=np.full((1, 1, 3, 4), np.nan, np.float32)), "not finite"),
    _bad("map-infinite", _npz(map=np.where(GOOD_MAP > 3, np.inf, GOOD_MAP)), "not finite"),
    _bad("map-wrong-shape", _npz(map=np.zeros((3, 3, 4), np.float32)), "a map of shape (3, 3, 4)"),
    _bad("map-of-words", _npz(map=np.array([["a", "b"]])), "instead of numbers"),
    _bad("map-without-keys", _npz(map=None, cxr_dims=None), "no map and no cxr_dims"),
    _bad("map-without-size", _npz(cxr_dims=None), "no cxr_dims"),
    _bad("map-probability-of-7", _npz(prob=np.float64(7)), "outside 0 to 1"),
    _bad("map-cxr-dims-swapped", _npz(cxr_dims=DIMS[::-1]), "(64, 48)"),
    _bad("map-cxr-dims-1e9", _npz(cxr_dims=np.array([10**9, 10**9])), "instead of (width, height)"),
    _bad("map-truncated", lambda place: os.truncate(place.heatmap(), 100), "no readable .npz"),
    _bad("map-zero-bytes", lambda place: place.heatmap().write_bytes(b""), "no readable .npz"),
)


def _evil(protocol: int) -> Callable[[Place], object]:
    return lambda place: _pkl(pickle.dumps({"map": Evil(place.executed)}, protocol))(place)


def _torch_zip() -> bytes:
    """Return a heat map as today's `torch.save` writes it: a pickle and the tensors' bytes in an archive."""
    reference = (text("storage"), named("torch", "FloatStorage"), text("0"), text("cpu"), plain(6))
    rebuilt = call(
        named("torch._utils", "_rebuild_tensor_v2"),
        MARK + b"".join(reference) + TUPLE + b"Q",
        plain(0),
        plain((1, 1, 2, 3)),
        plain((6, 6, 3, 1)),
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("archive/data.pkl", program(rebuilt))
        archive.writestr("archive/data/0", MAP.tobytes())
        archive.writestr("archive/version", b"3\n")
    return stream.getvalue()


GETATTR = call(named("builtins", "getattr"), call(named("builtins", "__import__"), text("os")), text("system"))
FLOATS = np.arange(6, dtype="<f4")

PICKLES = (
    Spoil(
        "pickle-good",
        _pkl(heatmap_pickle(cxr_dims=plain((SIZE_HW[1], SIZE_HW[0])))),
        pages=READ,
    ),
    _bad("pickle-reduce", _evil(2), "which no heat map needs"),
    _bad("pickle-reduce-in-protocol-5", _evil(5), "which no heat map needs"),
    _bad("pickle-getattr-chain", _pkl(heatmap_pickle(map=call(GETATTR, text("id")))), "the name builtins."),
    _bad("pickle-inst", _pkl(program(MARK, text("id"), b"ios\nsystem\n")), "INST, which no heat map needs"),
    _bad("pickle-build", _pkl(program(b"}}b")), "BUILD, which no heat map needs"),
    _bad("pickle-big-allocation-memo", _pkl(program(plain(1), b"r" + struct.pack("<I", 2**31))), "a memo slot"),
    _bad(
        "pickle-big-allocation-bytes", _pkl(b"\x80\x04\x8e" + struct.pack("<Q", 2**40) + b"few."), "no readable pickle"
    ),
    _bad(
        "pickle-big-allocation-tensor",
        _pkl(heatmap_pickle(map=tensor(storage_bytes(FLOATS), (10**12, 3), (0, 0)))),
        "larger than a heat map",
    ),
    _bad("pickle-giant-stride", _pkl(heatmap_pickle(map=tensor(storage_bytes(FLOATS), (2, 3), (10**15, 1)))), "beyond"),
    _bad("pickle-endless", _pkl(program(b"]" * 100_000)), "more than 2000 pickle instructions"),
    _bad("pickle-holds-itself", _pkl(program(b"}q\x01" + text("map") + b"h\x01s")), "no cxr_dims"),
    _bad("pickle-truncated", _pkl(heatmap_pickle()[:300]), "no readable pickle"),
    _bad("pickle-other-image", _pkl(heatmap_pickle()), "(10, 12)"),
    _bad("pickle-call-of-nothing", _pkl(program(REDUCE)), "no readable pickle"),
    _bad("pickle-torch-zip", _pkl(_torch_zip()), "torch's zip format; save the map as .npz"),
    Spoil(
        "pickle-of-a-tensor-of-probabilities",
        _pkl(heatmap_pickle(prob=tensor_of(np.linspace(0, 1, 14)), cxr_dims=plain((SIZE_HW[1], SIZE_HW[0])))),
        pages=(CASES, THRESHOLDS),
    ),
)
