"""Pickles written instruction by instruction, in torch's legacy format and in shapes that no honest program writes."""

from __future__ import annotations

import pickle
import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.builders import SIZE_HW

MARK, TUPLE, TUPLE1, REDUCE, EMPTY_TUPLE, FALSE = b"(", b"t", b"\x85", b"R", b")", b"\x89"
STORAGE_NAMES = {"f4": "FloatStorage", "f8": "DoubleStorage", "i8": "LongStorage", "u1": "ByteStorage"}


def program(*instructions: bytes) -> bytes:
    """Return a whole pickle."""
    return b"\x80\x03" + b"".join(instructions) + b"."


def plain(value: object) -> bytes:
    """Return the instructions that put plain data on the stack."""
    return pickle.dumps(value, protocol=2)[2:-1]


def text(value: str) -> bytes:
    """Return the instruction that puts a text on the stack."""
    encoded = value.encode()
    return b"X" + struct.pack("<I", len(encoded)) + encoded


def raw(value: bytes) -> bytes:
    """Return the instruction that puts bytes on the stack."""
    return b"B" + struct.pack("<I", len(value)) + value


def named(module: str, name: str) -> bytes:
    """Return the instruction that resolves a name."""
    return f"c{module}\n{name}\n".encode()


def call(function: bytes, *arguments: bytes) -> bytes:
    """Return the instructions that call a function."""
    return function + MARK + b"".join(arguments) + TUPLE + REDUCE


def dictionary(**values: bytes) -> bytes:
    """Return the instructions that build a dictionary."""
    return b"}" + MARK + b"".join(text(key) + value for key, value in values.items()) + b"u"


def storage_bytes(
    elements: NDArray[np.generic],
    *,
    n_announced: int | None = None,
    n_in_data: int | None = None,
    magic: object = 0x1950A86A20F9469CFC6C,
    protocol: object = 1001,
    little_endian: object = True,
    kind: bytes | None = None,
) -> bytes:
    """Return a storage as torch's legacy format holds it, with any of its parts spoiled."""
    name = STORAGE_NAMES[elements.dtype.str[1:]]
    announced = elements.size if n_announced is None else n_announced
    reference = (text("storage"), kind or named("torch", name), text("0"), text("cpu"), plain(announced), b"N")
    return b"".join(
        [
            pickle.dumps(magic, protocol=2),
            pickle.dumps(protocol, protocol=2),
            pickle.dumps({"protocol_version": 1001, "little_endian": little_endian}, protocol=2),
            program(MARK, *reference, TUPLE, b"Q"),
            pickle.dumps(["0"], protocol=2),
            struct.pack("<q", announced if n_in_data is None else n_in_data),
            elements.tobytes(),
        ]
    )


def storage(content: bytes) -> bytes:
    """Return the instructions that load a storage."""
    return call(named("torch.storage", "_load_from_bytes"), raw(content))


def tensor(content: bytes, size: object, stride: object, offset: object = 0) -> bytes:
    """Return the instructions that rebuild a tensor from the bytes of its storage."""
    hooks = named("collections", "OrderedDict") + EMPTY_TUPLE + REDUCE
    rebuild = named("torch._utils", "_rebuild_tensor_v2")
    return call(rebuild, storage(content), plain(offset), plain(size), plain(stride), FALSE, hooks)


def tensor_of(array: NDArray[np.generic]) -> bytes:
    """Return the instructions that rebuild an array as a contiguous tensor."""
    stride = tuple(step // array.itemsize for step in array.strides)
    return tensor(storage_bytes(array), array.shape, stride)


MAP = np.arange(6, dtype="<f4").reshape(1, 1, 2, 3)


def heatmap_pickle(**fields: bytes) -> bytes:
    """Return a heat-map file as the official ones are; what is not given is a map of 2 x 3 at 0.75."""
    whole = {
        "map": tensor_of(MAP),
        "prob": plain(0.75),
        "task": text("Cardiomegaly"),
        "gt": plain(1),
        "cxr_img": tensor_of(np.zeros((3, 4, 4), "<f4")),
        "cxr_dims": plain((SIZE_HW[1], SIZE_HW[0])),
        **fields,
    }
    return program(dictionary(**whole))


class Evil:
    """Creates a file if it is ever unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.mark,)
