"""Pickles that hold tensors, read without torch through an unpickler that can name nothing but tensor rebuilding.

An official heat-map file is a pickled dictionary whose tensors are byte strings in torch's legacy format: magic number,
protocol and platform, the storage's type, key and number of elements, then the elements, little-endian. A pickle is a
program; the one that runs here may build dictionaries, lists, tuples, numbers, texts and such tensors.
"""

from __future__ import annotations

import collections
import io
import math
import pickle
import pickletools
import sys
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

_MAX_OPCODES = 2_000
MAX_ARRAY_BYTES = 256 * 1024**2
_MAX_TENSOR_BYTES = 2 * MAX_ARRAY_BYTES  # every tensor counts twice: as the bytes it is read from and as its array
_MAX_DIMENSIONS = 8
_ZIP_MAGIC = b"PK\x03\x04"
_TORCH_MAGIC = 0x1950A86A20F9469CFC6C
_TORCH_PROTOCOL = 1001

_STORAGE_DTYPES = {
    "FloatStorage": "<f4",
    "DoubleStorage": "<f8",
    "HalfStorage": "<f2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
    "ShortStorage": "<i2",
    "CharStorage": "i1",
    "ByteStorage": "u1",
    "BoolStorage": "?",
}

_ALLOWED_OPCODES = frozenset(
    "PROTO FRAME STOP MARK POP POP_MARK TUPLE TUPLE1 TUPLE2 TUPLE3 EMPTY_TUPLE LIST EMPTY_LIST APPEND APPENDS DICT "
    "EMPTY_DICT SETITEM SETITEMS NONE NEWTRUE NEWFALSE INT BININT BININT1 BININT2 LONG LONG1 LONG4 FLOAT BINFLOAT "
    "UNICODE BINUNICODE SHORT_BINUNICODE BINBYTES SHORT_BINBYTES BINBYTES8 MEMOIZE PUT BINPUT LONG_BINPUT GET BINGET "
    "LONG_BINGET GLOBAL STACK_GLOBAL REDUCE BINPERSID".split()
)


class TensorPickleError(ValueError):
    """A pickle that is broken or asks for more than tensors; the message says what."""


def read_pickle(content: bytes) -> object:
    """Rebuild the plain data and tensors of a pickle; tensors come back as NumPy arrays.

    Raises
    ------
    TensorPickleError
        If it is not a pickle, is in torch's zip format, or asks for anything but tensor rebuilding.
    """
    if content.startswith(_ZIP_MAGIC):
        raise TensorPickleError("a file in torch's zip format; save the map as .npz instead")
    stream = io.BytesIO(content)
    value = _load_one(stream, _Budget(_MAX_TENSOR_BYTES), is_nested=False)
    if stream.read(1):
        raise TensorPickleError("bytes after the end of the pickle")
    return value


class _Budget:
    """The memory that one file may still take: a few bytes can ask for the same large tensor again and again."""

    def __init__(self, n_bytes: int) -> None:
        self.left_bytes = n_bytes

    def take(self, n_bytes: int) -> None:
        """Count memory before it is taken."""
        self.left_bytes -= n_bytes
        if self.left_bytes < 0:
            raise TensorPickleError("tensors larger than a heat map can be")


def _load_one(
    stream: io.BytesIO, budget: _Budget, storages: dict[str, _Storage] | None = None, *, is_nested: bool = True
) -> Any:
    """Load the next pickle of a stream after looking at each of its instructions."""
    begin = stream.tell()
    try:
        _check_opcodes(stream)
        stream.seek(begin)
        return _TensorUnpickler(stream, budget, storages, is_nested=is_nested).load()
    except TensorPickleError:
        raise
    # A broken pickle raises nearly anything, from UnpicklingError to IndexError; all mean the same to the reader.
    except Exception as error:
        raise TensorPickleError(f"no readable pickle ({type(error).__name__}: {error})") from error


def _check_opcodes(stream: io.BytesIO) -> None:
    """Refuse instructions a heat map does not need, before any of them runs."""
    for n_seen, (opcode, argument, _) in enumerate(pickletools.genops(stream)):
        if opcode.name not in _ALLOWED_OPCODES:
            raise TensorPickleError(f"the pickle instruction {opcode.name}, which no heat map needs")
        if n_seen >= _MAX_OPCODES:
            raise TensorPickleError(f"more than {_MAX_OPCODES} pickle instructions")
        # Python's unpickler reserves memory for every memo slot up to the highest one named.
        if opcode.name in ("PUT", "LONG_BINPUT") and int(cast(int, argument)) > _MAX_OPCODES:
            raise TensorPickleError("a memo slot far beyond the pickle's length")


class _Storage:
    """A tensor's elements; filled when they follow its description in the stream."""

    def __init__(self, dtype: str, n_elements: int) -> None:
        self.dtype = np.dtype(dtype)
        self.n_elements = n_elements
        self.elements: NDArray[Any] = np.zeros(0, self.dtype)


class _StorageType:
    """Stands for a torch storage class; it cannot be called."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype


class _TensorUnpickler(pickle.Unpickler):
    """An unpickler that resolves tensor rebuilding and nothing else; a nested one resolves no tensors either."""

    def __init__(
        self, stream: io.BytesIO, budget: _Budget, storages: dict[str, _Storage] | None, *, is_nested: bool
    ) -> None:
        super().__init__(stream)
        self.budget = budget
        self.storages: dict[str, _Storage] = {} if storages is None else storages
        self.stand_ins: dict[tuple[str, str], Any] = {
            ("collections", "OrderedDict"): _ordered_dict,
            **{("torch", name): _StorageType(dtype) for name, dtype in _STORAGE_DTYPES.items()},
        }
        if not is_nested:
            self.stand_ins["torch._utils", "_rebuild_tensor_v2"] = self._rebuild_tensor
            self.stand_ins["torch.storage", "_load_from_bytes"] = self._load_storage

    def find_class(self, module_name: str, global_name: str) -> Any:
        """Return our own stand-in for an allowed name; refuse every other."""
        allowed = self.stand_ins.get((module_name, global_name))
        if allowed is None:
            raise TensorPickleError(f"the name {module_name}.{global_name}, which no heat map needs")
        return allowed

    def persistent_load(self, pid: Any) -> _Storage:
        """Note a storage whose elements follow in the stream."""
        if not (isinstance(pid, tuple) and len(pid) >= 5 and pid[0] == "storage"):
            raise TensorPickleError("a reference that is not a tensor's storage")
        kind, key, n_elements = pid[1], pid[2], pid[4]
        if not (isinstance(kind, _StorageType) and type(n_elements) is int and n_elements >= 0):
            raise TensorPickleError("a tensor storage without type or length")
        storage = _Storage(kind.dtype, n_elements)
        self.storages[str(key)] = storage
        return storage

    def _load_storage(self, content: object) -> _Storage:
        """Read a storage in torch's legacy format (stands for `torch.storage._load_from_bytes`)."""
        if not isinstance(content, bytes):
            raise TensorPickleError("a tensor whose content is not bytes")
        if content.startswith(_ZIP_MAGIC):
            raise TensorPickleError("a tensor in torch's zip format; save the map as .npz instead")
        self.budget.take(len(content))
        stream = io.BytesIO(content)
        if _load_one(stream, self.budget) != _TORCH_MAGIC:
            raise TensorPickleError("a tensor without torch's magic number")
        if _load_one(stream, self.budget) != _TORCH_PROTOCOL:
            raise TensorPickleError("a tensor of an unknown torch protocol")
        platform = _load_one(stream, self.budget)
        if not (isinstance(platform, dict) and platform.get("little_endian") is True):
            raise TensorPickleError("a tensor that is not little-endian")
        storages: dict[str, _Storage] = {}
        described = _load_one(stream, self.budget, storages)
        keys = _load_one(stream, self.budget)
        if not isinstance(described, _Storage) or not isinstance(keys, list) or keys != list(storages):
            raise TensorPickleError("a tensor file without exactly one storage")
        storage = storages[str(keys[0])]
        n_elements = int.from_bytes(stream.read(8), "little", signed=True)
        rest = stream.read()
        if n_elements != storage.n_elements or len(rest) != n_elements * storage.dtype.itemsize:
            raise TensorPickleError(
                f"{len(rest):,} bytes of tensor data where {storage.n_elements:,} elements are announced"
            )
        storage.elements = np.frombuffer(rest, storage.dtype)
        return storage

    def _rebuild_tensor(
        self, storage: object, offset: object, size: object, stride: object, *_unused: object
    ) -> NDArray[np.generic]:
        """Return a tensor as an array of its own (stands for `torch._utils._rebuild_tensor_v2`)."""
        if not isinstance(storage, _Storage):
            raise TensorPickleError("a tensor without storage")
        if not (isinstance(size, tuple) and isinstance(stride, tuple) and len(size) == len(stride) <= _MAX_DIMENSIONS):
            raise TensorPickleError("a tensor without matching size and stride")
        if not all(type(n) is int and 0 <= n < sys.maxsize for n in (offset, *size, *stride)):
            raise TensorPickleError("a tensor with a size that is not a whole number")
        n_values = math.prod(size)
        if not n_values:
            raise TensorPickleError(f"a tensor of size {size}, which holds nothing")
        self.budget.take(n_values * storage.dtype.itemsize)
        first = cast(int, offset)
        last = first + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
        if last >= storage.elements.size:
            raise TensorPickleError("a tensor that reaches beyond its storage")
        strides_bytes = tuple(step * storage.dtype.itemsize for step in stride)
        view = np.lib.stride_tricks.as_strided(storage.elements[first:], size, strides_bytes, writeable=False)
        return view.copy()


def _ordered_dict(*arguments: object) -> collections.OrderedDict[object, object]:
    """Return the empty backward hooks of a tensor (stands for `collections.OrderedDict`)."""
    if arguments:
        raise TensorPickleError("an OrderedDict with content, which no heat map needs")
    return collections.OrderedDict()
