"""Run-length strings: what is good is read exactly, everything else is refused before pycocotools sees it."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pycocotools import mask as coco

from data_access import run_lengths
from data_access.run_lengths import RleError, check_strings, compress, size_fault
from tests.run_length_strings import decode_runs, runs_of_image, write_number, write_runs

CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)
CROSS_RUNS = [1, 1, 1, 3, 1, 1, 1]  # column by column: 0 1 0 | 1 1 1 | 0 1 0


def read_slowly(string: bytes, n_px: int) -> int | None:
    """Return the area of a string, one character at a time by COCO's definition; None for a malformed one."""
    if len(string) > 6 * (n_px + 2):  # a bound of ours, which COCO has not
        return None
    runs: list[int] = []
    at = 0
    while at < len(string):
        number, shift = 0, 0
        while True:
            if at >= len(string) or not 48 <= string[at] <= 111 or shift > 25:
                return None
            group = string[at] - 48
            number |= (group & 0x1F) << shift
            at, shift = at + 1, shift + 5
            if not group & 0x20:
                break
        if group & 0x10:
            number -= 1 << shift
        runs.append(number + (runs[-2] if len(runs) > 2 else 0))
        if not 0 <= runs[-1] <= n_px:
            return None
    return sum(runs[1::2]) if runs and sum(runs) == n_px else None


def decode_with_pycocotools(counts: bytes, size_hw: tuple[int, int]) -> NDArray[np.bool_]:
    """Return what pycocotools makes of a string."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # pycocotools 2.0.11 hands NumPy an array of an old make
        return np.asarray(coco.decode({"size": list(size_hw), "counts": counts}), dtype=bool)


def test_cross_is_read_by_hand() -> None:
    checked = check_strings([write_runs(CROSS_RUNS)], [9])
    assert checked.faults == [None]
    assert checked.area_px.tolist() == [5]
    assert run_lengths.run_lengths(checked.counts[0]).tolist() == CROSS_RUNS


@given(runs_of_image(), st.integers(0, 6))
def test_good_string_round_trips(image: tuple[list[int], tuple[int, int]], n_groups: int) -> None:
    """Area and pixels are NumPy's, whatever zero runs and needless groups the string has."""
    runs, size_hw = image
    expected = decode_runs(runs, size_hw)
    checked = check_strings([write_runs(runs, n_groups)], [expected.size])
    assert checked.faults == [None]
    assert checked.area_px[0] == np.count_nonzero(expected)
    np.testing.assert_array_equal(decode_with_pycocotools(checked.counts[0], size_hw), expected)
    assert coco.area({"size": list(size_hw), "counts": checked.counts[0]}) == np.count_nonzero(expected)


@given(runs_of_image())
def test_uncompressed_counts_become_a_good_string(image: tuple[list[int], tuple[int, int]]) -> None:
    runs, size_hw = image
    string = compress(runs, size_hw[0] * size_hw[1])
    np.testing.assert_array_equal(decode_with_pycocotools(string, size_hw), decode_runs(runs, size_hw))


good_strings = runs_of_image().map(lambda image: write_runs(image[0]))
spoiled_strings = st.one_of(
    st.binary(max_size=30),
    st.binary(max_size=30).map(lambda raw: bytes(48 + char % 64 for char in raw)),  # COCO's characters alone
    st.tuples(good_strings, st.integers(0, 30)).map(lambda pair: pair[0][: pair[1]]),
    st.tuples(good_strings, st.integers(0, 29), st.integers(0, 255)).map(
        lambda spoil: spoil[0][: spoil[1]] + bytes([spoil[2]]) + spoil[0][spoil[1] + 1 :]
    ),
)


@given(st.lists(st.tuples(st.one_of(good_strings, spoiled_strings), st.integers(1, 1600)), max_size=8))
def test_checks_agree_with_a_slow_reader(batch: list[tuple[bytes, int]]) -> None:
    """A string is refused exactly where a reader that takes one character after the other refuses it."""
    checked = check_strings([string for string, _ in batch], [n_px for _, n_px in batch])
    expected = [read_slowly(string, n_px) for string, n_px in batch]
    assert [fault is None for fault in checked.faults] == [area is not None for area in expected]
    assert checked.area_px.tolist() == [area or 0 for area in expected]
    for (_, n_px), counts, area in zip(batch, checked.counts, expected, strict=True):
        assert read_slowly(counts, n_px) == area


@given(good_strings, st.data())
def test_cut_string_is_refused(string: bytes, data: st.DataObject) -> None:
    n_px = int(run_lengths.run_lengths(string).sum())
    cut = string[: data.draw(st.integers(0, len(string) - 1))]
    # What is left may only pass if all that was cut off were runs of length zero.
    if read_slowly(cut, n_px) is None:
        assert check_strings([cut], [n_px]).faults[0] is not None
    else:
        assert check_strings([cut], [n_px]).area_px.tolist() == check_strings([string], [n_px]).area_px.tolist()


@pytest.mark.parametrize(
    ("string", "fault"),
    [
        pytest.param(b"", "an empty string", id="empty"),
        pytest.param(b"~~~~~~~~", "characters that COCO run lengths do not have", id="tildes"),
        pytest.param(b"!!!", "characters that COCO run lengths do not have", id="exclamation marks"),
        pytest.param(b"9\x00", "characters that COCO run lengths do not have", id="null byte"),
        pytest.param("9é".encode(), "characters that COCO run lengths do not have", id="not ASCII"),
        pytest.param(b"Y", "a string cut in the middle of a number", id="cut number"),
        pytest.param(write_number(9, 7), "a number longer than 30 bits", id="seven groups"),
        pytest.param(write_number(9, 60), "a number longer than 30 bits", id="sixty groups"),
        pytest.param(write_runs([10, -1]), "a run that is negative or longer than the image", id="negative run"),
        pytest.param(write_runs([-1, 10]), "a run that is negative or longer than the image", id="negative first run"),
        pytest.param(write_runs([1, 2, 3, -1, 4]), "a run that is negative or longer", id="negative by difference"),
        pytest.param(write_runs([2**29 - 1, 1]), "a run that is negative or longer than the image", id="huge run"),
        pytest.param(write_runs([4, 4]), "runs that sum to 8 px where height x width is 9 px", id="sum too small"),
        pytest.param(write_runs([4, 6]), "runs that sum to 10 px where height x width is 9 px", id="sum too large"),
        pytest.param(b"0" * 78, "more runs than the image has pixels", id="endless zero runs"),
    ],
)
def test_malformed_string_is_refused(string: bytes, fault: str) -> None:
    checked = check_strings([string], [9])
    assert checked.faults[0] is not None
    assert fault in checked.faults[0]
    assert checked.counts == [b""]
    assert checked.area_px.tolist() == [0]


def test_seven_groups_are_what_pycocotools_misreads() -> None:
    """The bound on groups is no whim: a negative difference in seven groups is another number to pycocotools."""
    runs = [10, 100, 50, 20, 20]
    misread = b"".join(
        write_number(run - runs[i - 2] if i > 2 else run, 7 if i > 2 and run < runs[i - 2] else 0)
        for i, run in enumerate(runs)
    )
    assert check_strings([misread], [200]).faults == ["a number longer than 30 bits"]
    with pytest.raises(ValueError, match="Invalid RLE mask representation"):
        decode_with_pycocotools(misread, (20, 10))


def test_bad_string_does_not_spoil_its_neighbours() -> None:
    good = write_runs(CROSS_RUNS)
    checked = check_strings([good, b"", good, b"Y", good, b"~", good], [9] * 7)
    assert [fault is None for fault in checked.faults] == [True, False] * 3 + [True]
    assert checked.area_px.tolist() == [5, 0] * 3 + [5]


def test_many_passes_say_what_one_pass_says(monkeypatch: pytest.MonkeyPatch) -> None:
    strings = [write_runs(CROSS_RUNS), b"~", write_runs([9]), write_runs([0, 9]), b"Y"] * 5
    at_once = check_strings(strings, [9] * 25)
    monkeypatch.setattr(run_lengths, "_CHUNK_BYTES", 8)
    in_passes = check_strings(strings, [9] * 25)
    assert in_passes.faults == at_once.faults
    assert in_passes.area_px.tolist() == at_once.area_px.tolist() == [5, 0, 0, 9, 0] * 5


def test_no_strings_are_no_trouble() -> None:
    checked = check_strings([], [])
    assert (checked.counts, checked.area_px.tolist(), checked.faults) == ([], [], [])


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        pytest.param([], "counts that are not all whole numbers", id="no runs"),
        pytest.param([4, -1, 6], "counts that are not all whole numbers", id="negative"),
        pytest.param([4, 5.0], "counts that are not all whole numbers", id="float"),
        pytest.param([4, True, 4], "counts that are not all whole numbers", id="bool"),
        pytest.param([4, "5"], "counts that are not all whole numbers", id="text"),
        pytest.param([4, [5]], "counts that are not all whole numbers", id="nested"),
        pytest.param([10**400], "counts that are not all whole numbers", id="huge number"),
        pytest.param(None, "counts that are not all whole numbers", id="null"),
        pytest.param({"4": 5}, "counts that are not all whole numbers", id="object"),
        pytest.param([4, 4], "runs that sum to 8 px where height x width is 9 px", id="wrong sum"),
    ],
)
def test_malformed_counts_list_is_refused(counts: object, found: str) -> None:
    with pytest.raises(RleError, match=found):
        compress(counts, 9)


@pytest.mark.parametrize(
    ("height_px", "width_px", "fault"),
    [
        pytest.param(1, 1, None, id="smallest"),
        pytest.param(2320, 2828, None, id="film"),
        pytest.param(65_535, 7_629, None, id="largest"),
        pytest.param(0, 5, "no chest X-ray", id="zero"),
        pytest.param(-3, 5, "no chest X-ray", id="negative"),
        pytest.param(10**9, 5, "no chest X-ray", id="10**9"),
        pytest.param(65_535, 65_535, "no chest X-ray", id="too many pixels"),
        pytest.param(10**4000, 5, "no chest X-ray", id="huge number"),
        pytest.param(True, 5, "not two whole numbers", id="bool"),
        pytest.param(3.0, 5, "not two whole numbers", id="float"),
        pytest.param(float("nan"), 5, "not two whole numbers", id="NaN"),
        pytest.param("3", 5, "not two whole numbers", id="text"),
        pytest.param(None, 5, "not two whole numbers", id="null"),
    ],
)
def test_size_must_be_plausible(height_px: object, width_px: object, fault: str | None) -> None:
    """The fault is one short line, whichever of the two sides is wrong."""
    for found in (size_fault(height_px, width_px), size_fault(width_px, height_px)):
        if fault is None:
            assert found is None
        else:
            assert found is not None
            assert fault in found
            assert len(found) < 150
