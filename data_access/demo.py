"""Makes the synthetic release that the app opens without a download: whole or not at all, once for each version."""

from __future__ import annotations

import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import orjson

from data_access.adapters.chexlocalize_names import DEMO_MARK
from data_access.demo_files import plan_exams, write_case, write_split
from data_access.paths import data_home
from data_access.progress import Track, untracked
from data_access.writers import write_json

DEMO_VERSION = 1
"""Raised whenever the same seed gives another release, so that an old demo is written anew."""

DEMO_SEED = 2022
DEMO_CASES = 36

_NOTE = "Synthetic chest X-rays, painted by this program: no patient, no reader, no result. Not for clinical use."
_ABANDONED_AFTER_S = 24 * 3600


def find_demo() -> Path | None:
    """Return the folder of the demo release; None before the first start and after `DEMO_VERSION` changed."""
    out = data_home() / "demo"
    return out if _is_same(out, _mark(DEMO_CASES, None, images=True, seed=DEMO_SEED)) else None


def ensure_demo(track: Track = untracked) -> Path:
    """Return the folder of the demo release, written first where `find_demo` finds none.

    Two processes may start at once: each writes a folder of its own, and the first to finish gives it the final name.

    Parameters
    ----------
    track : Track
        Says how far the writing is; not called where nothing is written.

    Returns
    -------
    Path
        `demo` in the folder for the user's data (`data_access.paths`).
    """
    found = find_demo()
    if found is not None:
        return found
    out = data_home() / "demo"
    _sweep(out)
    return write_demo(out, n_cases=DEMO_CASES, seed=DEMO_SEED, track=track)


def write_demo(
    out: Path,
    *,
    n_cases: int = DEMO_CASES,
    size_hw: tuple[int, int] | None = None,
    images: bool = True,
    seed: int = DEMO_SEED,
    track: Track = untracked,
) -> Path:
    """Write a synthetic release: films, label tables, and ground truth, benchmark and Grad-CAM for both splits.

    Unlike the public release it has all three sources in both splits. As there, a chest without a finding has no entry
    in the ground truth, and two cases of the test split have one there and none in the benchmark.

    Parameters
    ----------
    out : Path
        Folder of the release, which gets this name when it is whole. A demo that is there already is replaced.
    n_cases : int
        Number of X-rays, a third of them for validation. Twelve or more of a split hold all ten pathologies.
    size_hw : tuple of int, optional
        Height and width of every X-ray in pixels; by default each has its own, 1000 to 1400 a side.
    images : bool
        Whether to paint the films, which takes most of the time.
    seed : int
        The same seed writes the same release.
    track : Track
        Says how far the writing is.

    Returns
    -------
    Path
        `out`.

    Raises
    ------
    FileExistsError
        If there is anything at `out` but a demo or an empty folder.
    ValueError
        If `n_cases` is not positive.
    """
    if n_cases < 1:
        raise ValueError(f"n_cases must be at least 1, not {n_cases}")
    mark = _mark(n_cases, size_hw, images=images, seed=seed)
    n_of_split = {"val": n_cases // 3, "test": n_cases - n_cases // 3}
    with _whole_or_nothing(out, mark) as draft:
        exams = [exam for split, n_images in n_of_split.items() for exam in plan_exams(split, n_images, seed)]
        tracked = track(exams, "painted for the synthetic demo")
        cases = [write_case(draft, exam, size_hw=size_hw, images=images) for exam in tracked]
        for split in n_of_split:
            write_split(draft, split, [case for case in cases if case.exam.split == split])
        write_json(draft / DEMO_MARK, mark)
    return out


def _mark(n_cases: int, size_hw: tuple[int, int] | None, *, images: bool, seed: int) -> dict[str, object]:
    """Make the content of the file that tells a demo from a real release, and from another demo."""
    return {
        "note": _NOTE,
        "version": DEMO_VERSION,
        "seed": seed,
        "n_cases": n_cases,
        "size_hw": None if size_hw is None else list(size_hw),
        "images": images,
    }


def _is_same(out: Path, mark: dict[str, object]) -> bool:
    """Say whether `out` is the demo that `mark` describes."""
    try:
        return bool(orjson.loads((out / DEMO_MARK).read_bytes()) == mark)
    except (OSError, orjson.JSONDecodeError):
        return False


@contextmanager
def _whole_or_nothing(out: Path, mark: dict[str, object]) -> Iterator[Path]:
    """Give a folder beside `out` to write to; it gets the name `out` at the end and is removed if anything fails."""
    _refuse_foreign(out)
    draft = _sibling(out, "part")
    draft.mkdir(parents=True)
    try:
        yield draft
        _rename(draft, out, mark)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _rename(draft: Path, out: Path, mark: dict[str, object], n_tries: int = 5) -> None:
    """Give `draft` the name `out`, out of whose way an older demo goes."""
    for n_left in reversed(range(n_tries)):
        try:
            draft.replace(out)
            return
        except OSError:
            if _is_same(out, mark):
                return  # another process was first and wrote the same
            if n_left == 0:
                raise
        _refuse_foreign(out)
        old = _sibling(out, "old")
        with suppress(FileNotFoundError):  # another process may be moving it, too
            out.replace(old)
        shutil.rmtree(old, ignore_errors=True)


def _refuse_foreign(out: Path) -> None:
    """Leave alone what is not ours."""
    is_ours = not out.exists() or (out / DEMO_MARK).is_file() or (out.is_dir() and not any(out.iterdir()))
    if not is_ours:
        raise FileExistsError(f"expected nothing, an empty folder or an older demo at {out}, found something else")


def _sibling(out: Path, ending: str) -> Path:
    # a leading dot hides it from everything that lists releases
    return out.with_name(f".{out.name}.{os.getpid()}.{secrets.token_hex(4)}.{ending}")


def _sweep(out: Path) -> None:
    """Remove what processes that were ended while they wrote have left beside `out`."""
    for left in [*out.parent.glob(f".{out.name}.*.part"), *out.parent.glob(f".{out.name}.*.old")]:
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_AFTER_S:
                shutil.rmtree(left, ignore_errors=True)
