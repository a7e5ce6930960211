"""Heat-map files: official pickles and `.npz`, and everything that only looks like one."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access import heatmaps
from data_access.heatmaps import HeatMapError, read_heatmap
from tests.builders import SIZE_HW, npz_bytes
from tests.pickles import MAP, Evil, heatmap_pickle, plain, program, tensor_of, text


def npy_bytes(header: str) -> bytes:
    """Return a `.npy` file with any header and no data."""
    encoded = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(encoded).to_bytes(2, "little") + encoded


def zip_bytes(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("content", "name"),
    [pytest.param(heatmap_pickle(), "a_map.pkl", id="pickle"), pytest.param(npz_bytes(), "a_map.npz", id="npz")],
)
def test_file_is_read(content: bytes, name: str) -> None:
    """The file stores width before height; the record says height before width."""
    found = read_heatmap(content, name)
    np.testing.assert_array_equal(found.map_hw, [[0, 1, 2], [3, 4, 5]])
    assert found.map_hw.dtype == np.float32
    assert (found.prob, found.task, found.size_hw) == (0.75, "Cardiomegaly", SIZE_HW)
    with pytest.raises(ValueError, match="read-only"):
        found.map_hw[0, 0] = 9


def test_probabilities_of_all_tasks_are_kept() -> None:
    vector = np.linspace(0, 1, 14)
    for content, name in (
        (heatmap_pickle(prob=tensor_of(vector)), "a.pkl"),
        (heatmap_pickle(prob=plain(vector.tolist())), "a.pkl"),
        (npz_bytes(prob=vector), "a.npz"),
    ):
        np.testing.assert_array_equal(np.asarray(read_heatmap(content, name).prob), vector)


@pytest.mark.parametrize(
    ("prob", "expected"),
    [
        pytest.param(plain(1), 1.0, id="whole number"),
        pytest.param(plain(0), 0.0, id="zero"),
        pytest.param(b"N", None, id="none"),
        pytest.param(plain([0.5]), 0.5, id="list of one"),
        pytest.param(tensor_of(np.array([0.5], "<f4")), 0.5, id="tensor of one"),
    ],
)
def test_one_probability_is_a_number(prob: bytes, expected: float | None) -> None:
    assert read_heatmap(heatmap_pickle(prob=prob), "a.pkl").prob == expected


def test_optional_fields_may_be_missing() -> None:
    found = read_heatmap(npz_bytes(prob=None, task=None), "a.npz")
    assert (found.prob, found.task) == (None, None)


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        pytest.param({"map": plain([[1.0, float("nan")]])}, "values that are not finite", id="NaN"),
        pytest.param({"map": plain([[1.0, float("inf")]])}, "values that are not finite", id="infinite"),
        pytest.param({"map": plain([[1e300]])}, "values that are not finite", id="beyond 32-bit floats"),
        pytest.param({"map": plain([[1], [2, 3]])}, "no array of numbers", id="ragged"),
        pytest.param({"map": plain("map")}, "instead of numbers", id="text"),
        pytest.param({"map": plain([["a"]])}, "instead of numbers", id="texts"),
        pytest.param({"map": plain([[{}]])}, "instead of numbers", id="objects"),
        pytest.param({"map": b"N"}, "instead of numbers", id="null"),
        pytest.param({"map": plain(1.0)}, r"a map of shape \(\)", id="a number"),
        pytest.param({"map": plain([1.0])}, r"a map of shape \(1,\)", id="a row"),
        pytest.param({"map": plain([])}, r"a map of shape \(0,\)", id="empty"),
        pytest.param({"map": tensor_of(np.zeros((2, 1, 2, 3), "<f4"))}, r"shape \(2, 1, 2, 3\)", id="two maps"),
        pytest.param({"map": tensor_of(np.zeros((1, 3, 2, 3), "<f4"))}, r"a map of shape \(1, 3, 2, 3\)", id="colours"),
        pytest.param({"map": tensor_of(np.zeros((1, 8193), "<f4"))}, r"a map of shape \(1, 8193\)", id="too wide"),
        pytest.param({"prob": plain(float("nan"))}, "outside 0 to 1", id="probability NaN"),
        pytest.param({"prob": plain(1.5)}, "outside 0 to 1", id="probability 1.5"),
        pytest.param({"prob": plain([0.5, -0.1])}, "outside 0 to 1", id="probability negative"),
        pytest.param({"prob": plain("high")}, "no number", id="probability text"),
        pytest.param({"prob": plain([])}, "no number", id="probability empty"),
        pytest.param({"prob": plain([[1], [2, 3]])}, "no array of numbers", id="probability ragged"),
        pytest.param({"task": plain(["Edema", "Cardiomegaly"])}, "no name", id="two tasks"),
        pytest.param({"task": plain(3)}, "no name", id="task a number"),
        pytest.param({"cxr_dims": plain((10,))}, "instead of", id="one side"),
        pytest.param({"cxr_dims": plain((10, 12, 3))}, "instead of", id="three sides"),
        pytest.param({"cxr_dims": plain((0, 12))}, "instead of", id="side of zero"),
        pytest.param({"cxr_dims": plain((-10, 12))}, "instead of", id="negative side"),
        pytest.param({"cxr_dims": plain((10**9, 12))}, "instead of", id="giant side"),
        pytest.param({"cxr_dims": plain((10**30, 12))}, "instead of", id="side beyond the machine"),
        pytest.param({"cxr_dims": plain((60_000, 60_000))}, "instead of", id="giant image"),
        pytest.param({"cxr_dims": plain((10.0, 12.0))}, "instead of", id="floats"),
        pytest.param({"cxr_dims": plain((True, True))}, "instead of", id="bools"),
        pytest.param({"cxr_dims": plain("10x12")}, "instead of", id="text size"),
        pytest.param({"cxr_dims": plain([[1], [2, 3]])}, "no array of numbers", id="ragged size"),
        pytest.param({"cxr_dims": b"N"}, "instead of", id="null size"),
    ],
)
def test_bad_field_is_refused(fields: dict[str, bytes], found: str) -> None:
    with pytest.raises(HeatMapError, match=found) as refusal:
        read_heatmap(heatmap_pickle(**fields), "a.pkl")
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(plain([1, 2]), "a list instead of a dictionary", id="list"),
        pytest.param(tensor_of(MAP), "a ndarray instead of a dictionary", id="bare tensor"),
        pytest.param(plain({}), "no map and no cxr_dims", id="empty"),
        pytest.param(plain({"map": [[1.0]]}), "no cxr_dims", id="no size"),
        pytest.param(plain({"cxr_dims": (1, 1)}), "no map", id="no map"),
        pytest.param(b"}q\x01" + text("map") + b"h\x01s", "no cxr_dims", id="holds itself"),
        pytest.param(b"}" + text("map") + b"]q\x01h\x01as" + text("cxr_dims") + b"h\x01s", "no array", id="endless"),
        pytest.param(b"}" + text("map") + b"]" * 900 + b"a" * 899 + b"s", "no cxr_dims", id="deep list, no size"),
        pytest.param(
            b"}" + text("cxr_dims") + b"Ns" + text("map") + b"]" * 900 + b"a" * 899 + b"s",
            "instead of numbers|no array",
            id="deep list and a size",
        ),
    ],
)
def test_other_content_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(HeatMapError, match=found):
        read_heatmap(program(content), "a.pkl")


def test_npz_with_objects_is_refused(tmp_path: Path) -> None:
    """NumPy would unpickle an object array; nothing here does."""
    mark = tmp_path / "executed"
    content = npz_bytes(map=np.array([[Evil(mark)]], object))
    with pytest.raises(HeatMapError, match="that its bytes do not hold"):
        read_heatmap(content, "a.npz")
    assert not mark.exists()
    with np.load(io.BytesIO(content), allow_pickle=True) as stored:  # the payload does work where it is let
        assert stored["map"].size == 1
    assert mark.exists()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b"", "no readable .npz", id="empty"),
        pytest.param(b"text", "no readable .npz", id="text"),
        pytest.param(npz_bytes()[:-30], "no readable .npz", id="cut short"),
        pytest.param(heatmap_pickle(), "no readable .npz", id="pickle by another name"),
        pytest.param(zip_bytes({}), "no map and no cxr_dims", id="empty archive"),
        pytest.param(zip_bytes({"map.npy": b""}), "no readable .npz", id="empty member"),
        pytest.param(zip_bytes({"map.npy": b"text"}), "no readable .npz", id="member that is no array"),
        pytest.param(
            zip_bytes({"map.npy": npy_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (99999, 99999)}")}),
            "that its bytes do not hold",
            id="giant shape",
        ),
        pytest.param(
            zip_bytes({"map.npy": npy_bytes("{'descr': '<f4', 'fortran_order': False, 'shape': (-1, 0)}")}),
            "that its bytes do not hold|no readable",
            id="negative shape",
        ),
        pytest.param(
            zip_bytes({"map.npy": npy_bytes("{'descr': '|O', 'fortran_order': False, 'shape': (0, 0)}")}),
            "that its bytes do not hold",
            id="no objects",
        ),
        pytest.param(zip_bytes({"map.npy": npy_bytes("exit(1)")}), "no readable .npz", id="code as header"),
        pytest.param(zip_bytes({"map.npy": b"\0" * 99}, zipfile.ZIP_LZMA), "a compression", id="LZMA"),
        pytest.param(zip_bytes({"map.npy": b"\0" * 99}, zipfile.ZIP_BZIP2), "a compression", id="bzip2"),
        pytest.param(npz_bytes(map=np.zeros((2, 2), "M8[s]")), "instead of numbers", id="dates"),
        pytest.param(npz_bytes(map=np.zeros((2, 2), "<c8")), "instead of numbers", id="complex numbers"),
    ],
)
def test_bad_npz_is_refused(content: bytes, found: str) -> None:
    with pytest.raises(HeatMapError, match=found):
        read_heatmap(content, "a.npz")


def test_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heatmaps, "MAX_ARRAY_BYTES", 1_000_000)
    content = zip_bytes({"map.npy": bytes(50_000_000)})
    with pytest.raises(HeatMapError, match="larger than a heat map can be"):
        read_heatmap(content, "a.npz")


def test_zip_bomb_that_lies_about_its_size_is_not_unpacked() -> None:
    """The directory announces 1,000 bytes where 50 million follow; no more than announced is ever unpacked."""
    bomb = bytearray(zip_bytes({"map.npy": bytes(50_000_000)}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = bomb.index(signature) + offset
        bomb[at : at + 4] = (1_000).to_bytes(4, "little")
    tracemalloc.start()
    try:
        with pytest.raises(HeatMapError, match=r"no readable \.npz"):
            read_heatmap(bytes(bomb), "a.npz")
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


@given(st.data())
def test_spoiled_npz_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(npz_bytes())
    for _ in range(data.draw(st.integers(1, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = read_heatmap(bytes(content), "a.npz")
    except HeatMapError:
        return
    assert np.isfinite(found.map_hw).all()


def test_sample_is_read(shared_dir: Path) -> None:
    """The authors' own pickles: maps of 320 x 320, the X-ray's size height before width."""
    path = shared_dir / "sample" / "gradcam_maps_val" / "patient64541_study1_view1_frontal_Airspace Opacity_map.pkl"
    found = read_heatmap(path.read_bytes(), path.name)
    assert (found.map_hw.shape, found.size_hw, found.task) == ((320, 320), (2320, 2828), "Airspace Opacity")
    assert found.prob == pytest.approx(0.2389206923544407, abs=0)
