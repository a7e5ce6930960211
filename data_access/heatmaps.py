"""Heat-map files: the official pickles, read without torch, and `.npz`, the safe format we recommend."""

from __future__ import annotations

import io
import reprlib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from data_access.run_lengths import size_fault
from data_access.torch_pickle import MAX_ARRAY_BYTES, TensorPickleError, read_pickle

MAX_HEATMAP_BYTES = 256 * 1024**2
MAX_MAP_SIDE_PX = 8_192


class HeatMapError(ValueError):
    """A heat-map file that is not one, or that asks for more than a heat map needs; the message says what."""


@dataclass(frozen=True, slots=True)
class HeatMapFile:
    """What one heat-map file holds.

    Attributes
    ----------
    map_hw : ndarray of float32, shape (h, w), read-only
        The map at the model's own size, finite.
    prob : float or ndarray of float64 or None
        The model's probability as stored: one number, or one for each of the model's tasks.
    task : str or None
        The pathology's name as stored.
    size_hw : tuple of int
        Height and width of the X-ray in pixels (the file stores width, height).
    """

    map_hw: NDArray[np.float32]
    prob: float | NDArray[np.float64] | None
    task: str | None
    size_hw: tuple[int, int]


def read_heatmap(content: bytes, name: str) -> HeatMapFile:
    """Read a heat-map file by its ending, `.pkl` or `.npz`.

    Parameters
    ----------
    content : bytes
        The whole file.
    name : str
        Its name.

    Raises
    ------
    HeatMapError
        If it is not a heat map. Nothing a file says is ever executed.
    """
    try:
        fields = _read_npz(content) if name.endswith(".npz") else read_pickle(content)
    except TensorPickleError as error:
        raise HeatMapError(str(error)) from error
    if not isinstance(fields, Mapping):
        raise HeatMapError(f"a {type(fields).__name__} instead of a dictionary")
    missing = [key for key in ("map", "cxr_dims") if key not in fields]
    if missing:
        raise HeatMapError(f"no {' and no '.join(missing)}")
    return HeatMapFile(
        map_hw=_map(fields["map"]),
        prob=_probability(fields.get("prob")),
        task=_task(fields.get("task")),
        size_hw=_size_hw(fields["cxr_dims"]),
    )


def _array(name: str, value: object) -> NDArray[Any]:
    """Return a field as an array; lists of unlike lengths or too deep are none."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise HeatMapError(f"{name} {reprlib.repr(value)}, which is no array of numbers") from error


def _map(value: object) -> NDArray[np.float32]:
    array = _array("map", value)
    if array.dtype.kind not in "fiub":
        raise HeatMapError(f"a map of type {array.dtype} instead of numbers")
    while array.ndim > 2 and array.shape[0] == 1:
        array = array[0]
    if array.ndim != 2 or not 1 <= min(array.shape) <= max(array.shape) <= MAX_MAP_SIDE_PX:
        raise HeatMapError(f"a map of shape {np.shape(cast(Any, value))} instead of 1 x 1 x h x w")
    with np.errstate(over="ignore"):
        map_hw = np.array(array, np.float32)
    if not np.isfinite(map_hw).all():
        raise HeatMapError("a map with values that are not finite")
    map_hw.setflags(write=False)
    return map_hw


def _probability(value: object) -> float | NDArray[np.float64] | None:
    if value is None:
        return None
    array = _array("prob", value)
    if array.dtype.kind not in "fiub" or array.size == 0 or array.size > 1_000:
        raise HeatMapError(f"a probability {reprlib.repr(value)} that is no number")
    flat = array.astype(np.float64).ravel()
    if not ((flat >= 0) & (flat <= 1)).all():
        raise HeatMapError(f"a probability {reprlib.repr(value)} outside 0 to 1")
    return float(flat[0]) if flat.size == 1 else flat


def _task(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    array = _array("task", value)
    if array.dtype.kind != "U" or array.size != 1:
        raise HeatMapError(f"a task {reprlib.repr(value)} that is no name")
    return str(array.item())


def _size_hw(value: object) -> tuple[int, int]:
    dims = _array("cxr_dims", value).ravel()
    if dims.size != 2 or dims.dtype.kind not in "iu" or size_fault(int(dims[1]), int(dims[0])) is not None:
        raise HeatMapError(f"cxr_dims {reprlib.repr(value)} instead of (width, height) in pixels")
    return int(dims[1]), int(dims[0])


def _read_npz(content: bytes) -> dict[str, NDArray[Any]]:
    """Read the arrays of an `.npz` file, none of them an object array, all of them of bounded size."""
    wanted = ("map", "prob", "task", "cxr_dims")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = {name.removesuffix(".npy"): name for name in archive.namelist()}
            members = {key: archive.getinfo(names[key]) for key in wanted if key in names}
            if sum(member.file_size for member in members.values()) > MAX_ARRAY_BYTES:
                raise HeatMapError("arrays larger than a heat map can be")
            for key, member in members.items():
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise HeatMapError(f"an array {key} in a compression that NumPy does not write")
            return {key: _read_npy(_unpack(archive, member)) for key, member in members.items()}
    except HeatMapError:
        raise
    except Exception as error:  # a broken archive raises zipfile, zlib, struct and value errors
        raise HeatMapError(f"no readable .npz ({type(error).__name__}: {error})") from error


def _unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Read one file of an archive; never more than it announces, for what it holds may be far more."""
    with archive.open(member) as stream:
        return stream.read(member.file_size)


def _read_npy(content: bytes) -> NDArray[Any]:
    """Read one array; its announced shape must fit its bytes before any memory is taken for it."""
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read_header(stream)
    n_values = int(np.prod(shape, dtype=object)) if shape else 1
    if dtype.hasobject or n_values * dtype.itemsize != len(content) - stream.tell():
        raise HeatMapError(f"an array of shape {shape} and type {dtype} that its bytes do not hold")
    stream.seek(0)
    return np.asarray(np.lib.format.read_array(stream, allow_pickle=False))
