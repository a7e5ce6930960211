"""Pickles: tensors are rebuilt without torch, and nothing else that a pickle asks for is done."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access import torch_pickle
from data_access.torch_pickle import TensorPickleError, read_pickle
from tests.pickles import (
    EMPTY_TUPLE,
    MAP,
    MARK,
    REDUCE,
    TUPLE,
    TUPLE1,
    call,
    dictionary,
    heatmap_pickle,
    named,
    plain,
    program,
    raw,
    storage,
    storage_bytes,
    tensor,
    tensor_of,
    text,
)

FLOATS = np.arange(6, dtype="<f4")
ONE = storage_bytes(np.ones(1, "<f4"))


class Payload:
    """Runs a command if it is ever unpickled by Python's own unpickler."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, (f"touch '{self.mark}'",)


@pytest.mark.parametrize("dtype", ["<f4", "<f8", "<i8", "u1"])
def test_tensor_comes_back_as_array(dtype: str) -> None:
    array = np.arange(24).astype(dtype).reshape(2, 3, 4)
    found = read_pickle(program(tensor_of(array)))
    assert isinstance(found, np.ndarray)
    assert found.dtype == np.dtype(dtype)
    np.testing.assert_array_equal(found, array)


def test_transposed_and_shifted_tensor() -> None:
    """Size, stride and offset are followed: from 0 1 2 3 4 5 the 2 x 2 at offset 1, column by column."""
    found = read_pickle(program(tensor(storage_bytes(FLOATS), (2, 2), (1, 2), 1)))
    np.testing.assert_array_equal(np.asarray(found), [[1, 3], [2, 4]])


def test_repeated_tensor_is_an_array_of_its_own() -> None:
    """A stride of 0, as `expand` makes it, repeats a value."""
    found = np.asarray(read_pickle(program(tensor(ONE, (2, 3), (0, 0)))))
    np.testing.assert_array_equal(found, np.ones((2, 3)))
    assert found.strides == (12, 4)


@pytest.mark.parametrize("protocol", range(5))
def test_plain_data_of_every_protocol(protocol: int) -> None:
    value = {"prob": 0.25, "cxr_dims": (10, 12), "task": "Edema", "more": [1, None, True, {"deep": 2**40}]}
    assert read_pickle(pickle.dumps(value, protocol=protocol)) == value


@pytest.mark.parametrize("protocol", range(5))
def test_os_system_is_not_called(tmp_path: Path, protocol: int) -> None:
    """The payload would create a file; that it works is shown by Python's own unpickler."""
    mark = tmp_path / "executed"
    content = pickle.dumps({"map": Payload(mark)}, protocol=protocol)
    with pytest.raises(TensorPickleError, match=r"(posix|nt)\.system"):
        read_pickle(content)
    assert not mark.exists()
    pickle.loads(content)  # noqa: S301 - our own payload, in a folder of its own
    assert mark.exists()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(program(call(named("builtins", "eval"), text("1"))), "builtins.eval", id="eval"),
        pytest.param(
            program(call(named("builtins", "getattr"), text("a"), text("b"))), "builtins.getattr", id="getattr"
        ),
        pytest.param(program(call(named("__builtin__", "exec"), text("1"))), "__builtin__.exec", id="exec, Python 2"),
        pytest.param(program(call(named("subprocess", "Popen"), text("id"))), "subprocess.Popen", id="Popen"),
        pytest.param(program(call(named("torch", "load"), text("x"))), "torch.load", id="torch.load"),
        pytest.param(program(call(named("torch.hub", "load"), text("x"))), "torch.hub.load", id="torch.hub"),
        pytest.param(
            program(call(named("data_access.torch_pickle", "read_pickle"), raw(b""))), "read_pickle", id="our own names"
        ),
        pytest.param(program(named("torch._utils", "_rebuild_tensor_v2.__globals__")), "__globals__", id="dotted name"),
        pytest.param(
            program(text("builtins"), text("eval"), b"\x93", MARK, text("1"), TUPLE, REDUCE), "eval", id="STACK_GLOBAL"
        ),
        pytest.param(program(b"ios\nsystem\n"), "INST", id="INST"),
        pytest.param(program(MARK, named("collections", "OrderedDict"), b"o"), "OBJ", id="OBJ"),
        pytest.param(program(named("torch", "FloatStorage"), EMPTY_TUPLE, b"\x81"), "NEWOBJ", id="NEWOBJ"),
        pytest.param(program(b"}", dictionary(a=plain(1)), b"b"), "BUILD", id="BUILD"),
        pytest.param(program(b"\x82\x01"), "EXT1", id="extension registry"),
        pytest.param(program(b"Pname\n"), "PERSID", id="text persistent id"),
        pytest.param(
            program(named("torch", "FloatStorage"), EMPTY_TUPLE, REDUCE), "not callable", id="calling a storage type"
        ),
        pytest.param(
            program(call(named("collections", "OrderedDict"), plain([("a", 1)]))),
            "OrderedDict",
            id="filled OrderedDict",
        ),
        pytest.param(program(plain(1), b"Q"), "not a tensor's storage", id="foreign persistent id"),
        pytest.param(
            program(MARK, text("storage"), plain(1), text("0"), text("cpu"), plain(3), TUPLE, b"Q"),
            "without type or length",
            id="storage without a type",
        ),
    ],
)
def test_anything_but_tensors_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(TensorPickleError, match=found):
        read_pickle(content)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(storage_bytes(FLOATS, magic=1), "magic number", id="magic"),
        pytest.param(storage_bytes(FLOATS, magic=[1]), "magic number", id="magic of another type"),
        pytest.param(storage_bytes(FLOATS, protocol=1002), "unknown torch protocol", id="protocol"),
        pytest.param(storage_bytes(FLOATS, little_endian=False), "not little-endian", id="big-endian"),
        pytest.param(storage_bytes(FLOATS, little_endian="yes"), "not little-endian", id="endianness as text"),
        pytest.param(storage_bytes(FLOATS, n_announced=7), "24 bytes of tensor data where 7", id="too many announced"),
        pytest.param(storage_bytes(FLOATS, n_announced=10**12), "where 1,000,000,000,000", id="giant storage"),
        pytest.param(storage_bytes(FLOATS, n_announced=-1), "without type or length", id="negative length"),
        pytest.param(storage_bytes(FLOATS, n_in_data=5), "24 bytes of tensor data", id="another length in the data"),
        pytest.param(storage_bytes(FLOATS)[:-1], "23 bytes of tensor data", id="data cut short"),
        pytest.param(storage_bytes(FLOATS) + b"1", "25 bytes of tensor data", id="data too long"),
        pytest.param(storage_bytes(FLOATS)[:40], "no readable pickle", id="description cut short"),
        pytest.param(storage_bytes(FLOATS, kind=plain("x")), "without type or length", id="no storage type"),
        pytest.param(storage_bytes(FLOATS, kind=named("os", "system")), "os.system", id="evil storage type"),
        pytest.param(b"", "no readable pickle", id="nothing"),
        pytest.param(b"PK\x03\x04rest", "torch's zip format", id="zip format inside"),
    ],
)
def test_broken_storage_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(TensorPickleError, match=found):
        read_pickle(program(tensor(content, (2, 3), (3, 1))))


@pytest.mark.parametrize(
    ("size", "stride", "offset", "found"),
    [
        pytest.param((2, 4), (4, 1), 0, "beyond its storage", id="too long"),
        pytest.param((2, 3), (3, 1), 1, "beyond its storage", id="offset"),
        pytest.param((2, 3), (10**15, 1), 0, "beyond its storage", id="giant stride"),
        pytest.param((2, 3), (-3, 1), 0, "not a whole number", id="negative stride"),
        pytest.param((2, 3), (3, 1), -1, "not a whole number", id="negative offset"),
        pytest.param((-2, -3), (3, 1), 0, "not a whole number", id="negative size"),
        pytest.param((2.0, 3), (3, 1), 0, "not a whole number", id="float size"),
        pytest.param((True, 3), (3, 1), 0, "not a whole number", id="bool size"),
        pytest.param((10**30, 3), (0, 0), 0, "not a whole number", id="size beyond the machine"),
        pytest.param((10**12, 3), (0, 0), 0, "larger than a heat map", id="giant size by repetition"),
        pytest.param((0, 10**12), (0, 0), 0, "holds nothing", id="giant and empty"),
        pytest.param((2, 3), (1,), 0, "matching size and stride", id="one stride missing"),
        pytest.param([2, 3], [3, 1], 0, "matching size and stride", id="lists"),
        pytest.param((1,) * 9, (1,) * 9, 0, "matching size and stride", id="nine dimensions"),
    ],
)
def test_tensor_stays_within_its_storage(size: object, stride: object, offset: object, found: str) -> None:
    with pytest.raises(TensorPickleError, match=found):
        read_pickle(program(tensor(storage_bytes(FLOATS), size, stride, offset)))


def test_tensor_of_a_storage_never_filled_is_refused() -> None:
    reference = (text("storage"), named("torch", "FloatStorage"), text("0"), text("cpu"), plain(6), b"N")
    described = MARK + b"".join(reference) + TUPLE + b"Q"
    rebuild = call(named("torch._utils", "_rebuild_tensor_v2"), described, plain(0), plain((6,)), plain((1,)))
    with pytest.raises(TensorPickleError, match="beyond its storage"):
        read_pickle(program(rebuild))


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(program(plain(1), b"r" + struct.pack("<I", 2**31)), "memo slot", id="LONG_BINPUT far away"),
        pytest.param(program(plain(1), b"p99999999999\n"), "memo slot", id="PUT far away"),
        pytest.param(b"\x80\x04\x8e" + struct.pack("<Q", 2**40) + b"few.", "no readable pickle", id="BINBYTES8 giant"),
        pytest.param(b"\x80\x04B" + struct.pack("<I", 2**31) + b"few.", "no readable pickle", id="BINBYTES giant"),
        pytest.param(b"\x80\x04\x95" + struct.pack("<Q", 2**40) + b"N.", "no readable pickle", id="FRAME giant"),
        pytest.param(b"\x80\x04\x8d" + struct.pack("<Q", 2**40) + b"few.", "no readable pickle", id="BINUNICODE8"),
        pytest.param(b"\x80\x05\x96" + struct.pack("<Q", 4) + b"few.", "BYTEARRAY8", id="BYTEARRAY8"),
        pytest.param(program(b"]" * 3_000), "more than 2000 pickle instructions", id="endless"),
        pytest.param(program(b"I" + b"9" * 9_000 + b"\n"), "no readable pickle", id="number of 9,000 digits"),
    ],
)
def test_no_memory_is_taken_on_a_pickles_word(content: bytes, found: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(TensorPickleError, match=found):
            read_pickle(content)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


REBUILD_AGAIN = b"h\x01h\x02R"  # the function and the arguments from the memo, called once more


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            program(
                MARK,
                named("torch._utils", "_rebuild_tensor_v2") + b"q\x01",
                MARK + storage(ONE) + plain(0) + plain((500, 500)) + plain((0, 0)) + TUPLE + b"q\x02" + REDUCE,
                REBUILD_AGAIN * 200,
                TUPLE,
            ),
            id="one tensor rebuilt 200 times",
        ),
        pytest.param(
            program(
                MARK,
                named("torch.storage", "_load_from_bytes") + b"q\x01",
                raw(storage_bytes(np.zeros(250_000, "<f4"))) + TUPLE1 + b"q\x02" + REDUCE,
                REBUILD_AGAIN * 200,
                TUPLE,
            ),
            id="one storage loaded 200 times",
        ),
    ],
)
def test_one_large_tensor_is_not_made_again_and_again(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file asks for the same memory 200 times: what all of it together takes is bounded."""
    monkeypatch.setattr(torch_pickle, "_MAX_TENSOR_BYTES", 4_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(TensorPickleError, match="tensors larger than a heat map can be"):
            read_pickle(content)
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


def test_nested_storages_are_refused() -> None:
    """Every level would hold a copy of all that it nests."""
    with pytest.raises(TensorPickleError, match=r"torch.storage._load_from_bytes"):
        read_pickle(program(storage(program(storage(ONE)))))
    with pytest.raises(TensorPickleError, match=r"torch._utils._rebuild_tensor_v2"):
        read_pickle(program(storage(program(tensor(ONE, (1,), (1,))))))


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"", "no readable pickle", id="empty"),
        pytest.param(b"not a pickle", "no readable pickle", id="text"),
        pytest.param(b"PK\x03\x04", "torch's zip format; save the map as .npz", id="torch's zip format"),
        pytest.param(heatmap_pickle()[:-1], "no readable pickle", id="cut at the end"),
        pytest.param(heatmap_pickle()[:300], "no readable pickle", id="cut in the middle"),
        pytest.param(heatmap_pickle() + b"x", "bytes after the end", id="more after the end"),
        pytest.param(b"\x80\x63N.", "no readable pickle", id="protocol 99"),
        pytest.param(program(b"h\x05"), "no readable pickle", id="memo slot never filled"),
        pytest.param(program(b"0"), "no readable pickle", id="empty stack"),
        pytest.param(program(b"}", plain([]), plain(1), b"s"), "no readable pickle", id="list as a key"),
        pytest.param(program(tensor_of(MAP), plain(1), b"a"), "no readable pickle", id="appending to a tensor"),
    ],
)
def test_broken_pickle_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(TensorPickleError, match=found):
        read_pickle(content)


@given(st.data())
def test_spoiled_pickle_is_read_or_refused(data: st.DataObject) -> None:
    """Whatever bytes are changed, there is an answer or a TensorPickleError."""
    content = bytearray(heatmap_pickle())
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(TensorPickleError):
        read_pickle(bytes(content))
